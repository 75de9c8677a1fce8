// All keys of a square with their attacks, in 32-bit halves for fast loops over thousands of keys.
import { maskOf, walkRays } from "./geometry.js";
import { bitsOf, highHalf, lowHalf, wordOf } from "./words.js";

/**
 * @typedef {object} Keys
 * @property {number} count 2 to the power of the number of mask squares
 * @property {bigint} mask
 * @property {Int32Array} low the blockers' lower halves
 * @property {Int32Array} high
 * @property {Uint16Array} sets the number of each key's attack set
 * @property {bigint[]} attackSets
 */

/**
 * All subsets of a mask, in counting order.
 * @param {bigint} mask
 */
export function subsetsOf(mask) {
  const places = bitsOf(mask);
  const count = 2 ** places.length;
  const low = new Int32Array(count);
  const high = new Int32Array(count);
  for (let subset = 1; subset < count; subset++) {
    // The subset without its lowest square was computed earlier.
    const rest = subset & (subset - 1);
    const place = places[31 - Math.clz32(subset ^ rest)];
    low[subset] = low[rest] | (place < 32 ? 1 << place : 0);
    high[subset] = high[rest] | (place >= 32 ? 1 << (place - 32) : 0);
  }
  return { count, low, high };
}

/** @type {Map<string, Keys>} */
const knownKeys = new Map();

/**
 * The keys of a square, in counting order.
 * @param {import("./geometry.js").SliderName} piece
 * @param {number} square
 * @returns {Keys}
 */
export function keysOf(piece, square) {
  const name = `${piece} ${square}`;
  const known = knownKeys.get(name);
  if (known) return known;
  const mask = maskOf(piece, square);
  const { count, low, high } = subsetsOf(mask);
  const sets = new Uint16Array(count);
  const numbers = new Map();
  for (let key = 0; key < count; key++) {
    const attacks = walkRays(piece, square, wordOf(low[key], high[key]));
    if (!numbers.has(attacks)) numbers.set(attacks, numbers.size);
    sets[key] = numbers.get(attacks);
  }
  const keys = { count, mask, low, high, sets, attackSets: [...numbers.keys()] };
  knownKeys.set(name, keys);
  return keys;
}

/**
 * The blockers of a key.
 * @param {Keys} keys
 * @param {number} key
 */
export function blockersOf(keys, key) {
  return wordOf(keys.low[key], keys.high[key]);
}

/**
 * The attacks of a key.
 * @param {Keys} keys
 * @param {number} key
 */
export function attacksOf(keys, key) {
  return keys.attackSets[keys.sets[key]];
}

/**
 * The number of the key for an occupancy.
 * @param {Keys} keys
 * @param {bigint} occupied
 */
export function keyOf(keys, occupied) {
  const blockers = occupied & keys.mask;
  const [low, high] = [lowHalf(blockers) | 0, highHalf(blockers) | 0];
  for (let key = 0; key < keys.count; key++) {
    if (keys.low[key] === low && keys.high[key] === high) return key;
  }
  return 0;
}

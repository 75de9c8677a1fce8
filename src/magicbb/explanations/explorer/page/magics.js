// A magic for one square: the index of each key, and the keys that share slots.
import { attacksOf, blockersOf, keysOf } from "./keys.js";
import { highHalf, lowHalf } from "./words.js";

/** @typedef {"white" | "black"} Kind */

/**
 * @typedef {object} Magic
 * @property {import("./geometry.js").SliderName} piece
 * @property {number} square
 * @property {Kind} kind white hashes occupied & mask, black occupied | ~mask
 * @property {number} bits
 * @property {bigint} magic the number itself
 */

/**
 * The word that is hashed.
 * @param {Kind} kind
 * @param {bigint} mask
 * @param {bigint} occupied
 */
export function hashedOf(kind, mask, occupied) {
  return kind === "white" ? occupied & mask : BigInt.asUintN(64, occupied | ~mask);
}

/**
 * The upper 32 bits of the product of two 32-bit numbers.
 * @param {number} one
 * @param {number} other
 */
export function upperHalfOfProduct(one, other) {
  const [oneLow, oneHigh, otherLow, otherHigh] = [
    one & 0xffff,
    one >>> 16,
    other & 0xffff,
    other >>> 16,
  ];
  const middle = (Math.imul(oneHigh, otherLow) >>> 0) + (Math.imul(oneLow, otherLow) >>> 16);
  const carried = (Math.imul(oneLow, otherHigh) >>> 0) + (middle & 0xffff);
  return (Math.imul(oneHigh, otherHigh) + (middle >>> 16) + (carried >>> 16)) | 0;
}

/**
 * The upper half of every key's product.
 * @param {Magic} magic
 */
export function upperProductsOf({ piece, square, kind, magic }) {
  const keys = keysOf(piece, square);
  const [low, high] = [lowHalf(magic), highHalf(magic)];
  const [setLow, setHigh] = kind === "white" ? [0, 0] : [~lowHalf(keys.mask), ~highHalf(keys.mask)];
  const products = new Uint32Array(keys.count);
  for (let key = 0; key < keys.count; key++) {
    const keyLow = keys.low[key] | setLow;
    const keyHigh = keys.high[key] | setHigh;
    products[key] =
      upperHalfOfProduct(keyLow, low) + Math.imul(keyLow, high) + Math.imul(keyHigh, low);
  }
  return products;
}

/**
 * The index of every key; there are at most 20 index bits, so they are in the product's upper half.
 * @param {Magic} magic
 */
export function indicesOf(magic) {
  return upperProductsOf(magic).map((product) => product >>> (32 - magic.bits));
}

/**
 * @typedef {object} Pair two keys in one slot
 * @property {number} slot
 * @property {bigint[]} blockers
 * @property {bigint[]} attacks
 */

/**
 * @typedef {object} Sharing
 * @property {number} keys
 * @property {number} slots the number of slots used
 * @property {number} attackSets
 * @property {number} lowest the first slot that is used
 * @property {number} highest
 * @property {Pair[]} good pairs with equal attacks: constructive collisions
 * @property {Pair[]} bad pairs with different attacks
 */

/**
 * Finds the keys that share slots.
 * @param {import("./geometry.js").SliderName} piece
 * @param {number} square
 * @param {ArrayLike<number>} slots of every key
 * @returns {Sharing}
 */
export function sharingOf(piece, square, slots) {
  const keys = keysOf(piece, square);
  /** @type {Map<number, number>} */
  const firstIn = new Map();
  /** @type {Pair[]} */
  const good = [];
  /** @type {Pair[]} */
  const bad = [];
  let [lowest, highest] = [Infinity, -Infinity];
  for (let key = 0; key < keys.count; key++) {
    const slot = slots[key];
    const first = firstIn.get(slot);
    if (first === undefined) {
      firstIn.set(slot, key);
      lowest = Math.min(lowest, slot);
      highest = Math.max(highest, slot);
      continue;
    }
    const pair = {
      slot,
      blockers: [blockersOf(keys, first), blockersOf(keys, key)],
      attacks: [attacksOf(keys, first), attacksOf(keys, key)],
    };
    (keys.sets[first] === keys.sets[key] ? good : bad).push(pair);
  }
  return {
    keys: keys.count,
    slots: firstIn.size,
    attackSets: keys.attackSets.length,
    lowest,
    highest,
    good,
    bad,
  };
}

/** @type {Map<string, Sharing>} */
const knownSharing = new Map();

/**
 * The keys that share slots under a magic; the last few results are cached.
 * @param {Magic} magic
 */
export function sharingBy(magic) {
  const name = Object.values(magic).join();
  const known = knownSharing.get(name) ?? sharingOf(magic.piece, magic.square, indicesOf(magic));
  knownSharing.delete(name);
  knownSharing.set(name, known);
  if (knownSharing.size > 8) knownSharing.delete(knownSharing.keys().next().value ?? "");
  return known;
}

/**
 * The product of an occupancy and a magic, and its index.
 * @param {Magic} magic
 * @param {bigint} mask
 * @param {bigint} occupied
 */
export function productOf(magic, mask, occupied) {
  const product = BigInt.asUintN(64, hashedOf(magic.kind, mask, occupied) * magic.magic);
  return { product, index: Number(product >> BigInt(64 - magic.bits)) };
}

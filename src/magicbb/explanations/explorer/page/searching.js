// Search for a magic by trial: candidates are random words, by default three of them ANDed.
import { keysOf } from "./keys.js";
import { upperHalfOfProduct } from "./magics.js";
import { highHalf, lowHalf, wordOf } from "./words.js";

/**
 * @typedef {object} Wanted the parameters of a search
 * @property {import("./geometry.js").SliderName} piece
 * @property {number} square
 * @property {import("./magics.js").Kind} kind
 * @property {number} bits
 * @property {number} seed
 * @property {boolean} dense whether a candidate is one random word instead of the AND of three
 */

/**
 * @typedef {object} Progress
 * @property {number} tries
 * @property {number} depth the most keys that a candidate hashed before a harmful collision
 * @property {bigint} best that candidate
 * @property {number[]} depths the number of candidates that reached 1, 2–3, 4–7, 8–15, … keys
 * @property {bigint[]} found
 */

/**
 * A generator of random numbers: SplitMix (Guy Steele and others, 2014), with words of 32 bits.
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}

/** A search that is run in slices of any length; searches with equal seeds find the same magics. */
export class Search {
  /** @param {Wanted} wanted */
  constructor(wanted) {
    this.wanted = wanted;
    this.keys = keysOf(wanted.piece, wanted.square);
    this.random = randomNumbers(wanted.seed);
    // A slot is free unless it was written for the current candidate. Their number may exceed 32 bits.
    this.writtenFor = new Float64Array(2 ** wanted.bits);
    this.sets = new Uint16Array(2 ** wanted.bits);
    const levels = Math.log2(this.keys.count) + 1;
    /** @type {Progress} */
    this.progress = { tries: 0, depth: 0, best: 0n, depths: Array(levels).fill(0), found: [] };
  }

  /**
   * Tries the given number of candidates, but stops at the first magic.
   * @param {number} candidates
   * @returns {boolean} whether one was found
   */
  run(candidates) {
    const { progress, keys } = this;
    for (let tried = 0; tried < candidates; tried++) {
      const [low, high] = this.candidate();
      progress.tries++;
      const depth = this.depthOf(low, high);
      progress.depths[31 - Math.clz32(depth)]++;
      if (depth > progress.depth) {
        progress.depth = depth;
        progress.best = wordOf(low, high);
      }
      if (depth === keys.count) {
        progress.found.push(wordOf(low, high));
        return true;
      }
    }
    return false;
  }

  /** The next candidate's halves. */
  candidate() {
    const { random } = this;
    if (this.wanted.dense) return [random(), random()];
    return [random() & random() & random(), random() & random() & random()];
  }

  /**
   * The number of keys that a candidate hashes before two with different attacks collide.
   * @param {number} low
   * @param {number} high
   */
  depthOf(low, high) {
    const { keys, writtenFor, sets, wanted } = this;
    const candidate = this.progress.tries;
    const down = 32 - wanted.bits;
    const isWhite = wanted.kind === "white";
    const setLow = isWhite ? 0 : ~lowHalf(keys.mask);
    const setHigh = isWhite ? 0 : ~highHalf(keys.mask);
    for (let key = 0; key < keys.count; key++) {
      const keyLow = keys.low[key] | setLow;
      const upper =
        upperHalfOfProduct(keyLow, low) +
        Math.imul(keyLow, high) +
        Math.imul(keys.high[key] | setHigh, low);
      const index = (upper >>> 0) >>> down;
      if (writtenFor[index] !== candidate) {
        writtenFor[index] = candidate;
        sets[index] = keys.sets[key];
      } else if (sets[index] !== keys.sets[key]) {
        return key;
      }
    }
    return keys.count;
  }
}

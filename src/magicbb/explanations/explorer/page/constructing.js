// Constructs a magic with one index bit per mask square, bit by bit and without testing any key.
//
// The window of a square is the part of the magic, shifted up by the square's number, that falls on the
// index bits. If the lowest set bits of all windows are different, and nothing carries into the index
// from below, no two keys collide. So each bit of the magic, chosen in ascending order, may claim an
// index bit for every square that has none yet, unless two squares would claim the same one.
import { bitsOf } from "./words.js";

/**
 * @typedef {object} Choice
 * @property {number} place the bit of the magic
 * @property {{square: number, target: number}[]} claims the squares that get their index bits from it
 */

/** @typedef {{magic: bigint, choices: Choice[], deadEnds: number}} Construction */

/** The number of dead ends after which other bits are drawn. */
const MOST_DEAD_ENDS = 64;

/**
 * Constructs a white magic.
 * @param {bigint} mask
 * @param {number} bits of the index, at least as many as the mask has squares
 * @param {() => number} random
 * @returns {Construction}
 */
export function constructMagic(mask, bits, random) {
  const squares = bitsOf(mask);
  const shift = 64 - bits;
  let deadEnds = 0;
  for (;;) {
    // Use a random three quarters of the bits, so that different draws give different magics.
    const drawn = Array.from({ length: 64 }, () => (random() & 3) !== 0);
    const last = deadEnds + MOST_DEAD_ENDS;
    const choices = choose(0, squares, 0, 0n);
    if (choices) {
      const magic = choices.reduce((word, { place }) => word | (1n << BigInt(place)), 0n);
      return { magic, choices, deadEnds };
    }

    /**
     * The choices from a given bit upwards; undefined if there are none.
     * @param {number} first
     * @param {number[]} unclaimed squares
     * @param {number} targets the claimed index bits, as a bitset
     * @param {bigint} low the sum of the parts below the index
     * @returns {Choice[] | undefined}
     */
    function choose(first, unclaimed, targets, low) {
      if (unclaimed.length === 0) return [];
      const lowest = unclaimed[0];
      for (let place = first; place + lowest <= 63 && deadEnds < last; place++) {
        if (unclaimed.some((square) => square + place > 63)) break;
        if (!drawn[place]) continue;
        const claims = unclaimed
          .filter((square) => square + place >= shift)
          .map((square) => ({ square, target: square + place - shift }));
        const claimed = claims.reduce((word, { target }) => word | (1 << target), 0);
        const sum = squares
          .filter((square) => square + place < shift)
          .reduce((word, square) => word + (1n << BigInt(square + place)), low);
        if (claims.length === 0 || claimed & targets || sum >> BigInt(shift)) continue;
        const rest = unclaimed.filter((square) => square + place < shift);
        const later = choose(place + 1, rest, targets | claimed, sum);
        if (later) return [{ place, claims }, ...later];
      }
      deadEnds++;
      return undefined;
    }
  }
}

// A product as a sum, column by column: a copy of the word for each set bit of the factor, and carries.
import { bitsOf } from "./words.js";

/**
 * @typedef {object} Adding
 * @property {number[]} bits the set bits of the word
 * @property {number[]} places the set bits of the factor; each shifts one copy up by its number
 * @property {number[]} counts the number of copies with a bit in each of the 64 columns
 * @property {number[]} carries the carry into each column from the next lower one
 */

/**
 * Expresses a 64-bit multiplication as an addition of shifted copies.
 * @param {bigint} word
 * @param {bigint} factor
 * @returns {Adding}
 */
export function addingOf(word, factor) {
  const [bits, places] = [bitsOf(word), bitsOf(factor)];
  const counts = Array(64).fill(0);
  for (const place of places) {
    for (const bit of bits) if (bit + place < 64) counts[bit + place]++;
  }
  const carries = Array(64).fill(0);
  for (let column = 1; column < 64; column++)
    carries[column] = (counts[column - 1] + carries[column - 1]) >> 1;
  return { bits, places, counts, carries };
}

/**
 * The lowest column that affects a bit of the product through carries.
 * @param {Adding} adding
 * @param {number} column
 */
export function startOfCarries({ carries }, column) {
  let lowest = column;
  while (carries[lowest] > 0) lowest--;
  return lowest;
}

/**
 * The copied bits that land in a range of columns.
 * @param {Adding} adding
 * @param {number} lowest
 * @param {number} highest
 * @returns {{bit: number, place: number}[]}
 */
export function copiesIn({ bits, places }, lowest, highest) {
  return places.flatMap((place) =>
    bits
      .filter((bit) => bit + place >= lowest && bit + place <= highest)
      .map((bit) => ({ bit, place })),
  );
}

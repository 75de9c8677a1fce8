// Squares, rays and masks: the ray walk is the oracle for everything else on the page.
import { bitsOf } from "./words.js";

/** @typedef {"rook" | "bishop"} SliderName */

/** @type {Record<SliderName, number[][]>} */
const DIRECTIONS = {
  rook: [
    [0, 1],
    [0, -1],
    [1, 0],
    [-1, 0],
  ],
  bishop: [
    [1, 1],
    [-1, 1],
    [1, -1],
    [-1, -1],
  ],
};

/** @type {SliderName[]} */
export const SLIDERS = ["rook", "bishop"];

/** @param {number} square */
export function squareName(square) {
  return "abcdefgh"[square & 7] + ((square >> 3) + 1);
}

/**
 * The square with this name; undefined if the name is invalid.
 * @param {string} name
 */
export function squareNamed(name) {
  return /^[a-h][1-8]$/.test(name)
    ? name.charCodeAt(0) - 97 + 8 * (Number(name[1]) - 1)
    : undefined;
}

/**
 * The names of a bitboard's squares.
 * @param {bigint} bitboard
 */
export function squareNames(bitboard) {
  return bitsOf(bitboard).map(squareName).join(" ");
}

/**
 * The squares of one ray, nearest first.
 * @param {number} square
 * @param {number[]} direction
 */
function raySquares(square, [fileStep, rankStep]) {
  const squares = [];
  for (
    let file = (square & 7) + fileStep, rank = (square >> 3) + rankStep;
    file >= 0 && file < 8 && rank >= 0 && rank < 8;
    file += fileStep, rank += rankStep
  ) {
    squares.push(8 * rank + file);
  }
  return squares;
}

/**
 * The attacks: the squares along each ray up to and including the first occupied one.
 * @param {SliderName} piece
 * @param {number} square
 * @param {bigint} occupied
 */
export function walkRays(piece, square, occupied) {
  let attacks = 0n;
  for (const direction of DIRECTIONS[piece]) {
    for (const target of raySquares(square, direction)) {
      const bit = 1n << BigInt(target);
      attacks |= bit;
      if ((occupied & bit) !== 0n) break;
    }
  }
  return attacks;
}

/**
 * The relevant squares: the rays without the outermost square of each.
 * @param {SliderName} piece
 * @param {number} square
 */
export function maskOf(piece, square) {
  let mask = 0n;
  for (const direction of DIRECTIONS[piece]) {
    for (const target of raySquares(square, direction).slice(0, -1)) mask |= 1n << BigInt(target);
  }
  return mask;
}

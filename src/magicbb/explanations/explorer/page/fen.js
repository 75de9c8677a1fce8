// Positions in Forsyth-Edwards notation: only piece placement and side to move are used here.

/**
 * @typedef {object} Position
 * @property {bigint} occupied
 * @property {Map<number, string>} pieces the letters by their squares
 * @property {boolean} whiteToMove
 */

const MOST_CHARACTERS = 200;
const START_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w";

/**
 * Reads the piece placement and, if given, the side to move.
 * @param {string} text
 * @returns {{position?: Position, problem?: string}}
 */
export function parseFen(text) {
  const [placement, side = "w"] = (text.trim() === "startpos" ? START_FEN : text.trim()).split(/\s+/);
  if (!placement) return { problem: "" };
  if (text.length > MOST_CHARACTERS) return { problem: "This is too long for a position." };
  const ranks = placement.split("/");
  if (ranks.length !== 8)
    return { problem: `A position has 8 ranks separated by slashes; this has ${ranks.length}.` };
  const pieces = new Map();
  for (const [place, rank] of ranks.entries()) {
    let file = 0;
    for (const letter of rank) {
      if (/[1-8]/.test(letter)) {
        file += Number(letter);
      } else if (/[pnbrqk]/i.test(letter)) {
        pieces.set(8 * (7 - place) + file, letter);
        file += 1;
      } else {
        return { problem: `“${letter}” is not a piece: use PNBRQK or pnbrqk.` };
      }
    }
    if (file !== 8) return { problem: `Rank ${8 - place} has ${file} squares instead of 8.` };
  }
  if (!/^[wb]$/.test(side)) return { problem: `The side to move must be w or b, not “${side}”.` };
  let occupied = 0n;
  for (const square of pieces.keys()) occupied |= 1n << BigInt(square);
  return { position: { occupied, pieces, whiteToMove: side === "w" } };
}

/**
 * Writes the piece placement and the side to move.
 * @param {Map<number, string>} pieces
 * @param {boolean} whiteToMove
 */
export function fenOf(pieces, whiteToMove) {
  const ranks = [7, 6, 5, 4, 3, 2, 1, 0].map((rank) =>
    Array.from({ length: 8 }, (_, file) => pieces.get(8 * rank + file) ?? "1")
      .join("")
      .replace(/1+/g, (empty) => String(empty.length)),
  );
  return `${ranks.join("/")} ${whiteToMove ? "w" : "b"}`;
}

/**
 * The slider that a letter stands for; undefined if it is neither a rook nor a bishop.
 * @param {string | undefined} letter
 * @returns {import("./geometry.js").SliderName | undefined}
 */
export function sliderOf(letter) {
  const lower = letter?.toLowerCase();
  return lower === "r" ? "rook" : lower === "b" ? "bishop" : undefined;
}

/**
 * The square and the piece for a look-up in a position: the chosen square if a rook or a bishop
 * is on it, otherwise the first slider of the side to move or, failing that, of the other side.
 * @param {Position} position
 * @param {number} square
 * @returns {{square?: number, piece?: import("./geometry.js").SliderName}}
 */
export function startIn(position, square) {
  const own = [...position.pieces].filter(
    ([, letter]) => (letter === letter.toUpperCase()) === position.whiteToMove,
  );
  const there = position.pieces.get(square) ?? "";
  for (const [at, letter] of /** @type {[number, string][]} */ ([
    [square, there],
    ...own,
    ...position.pieces,
  ])) {
    const piece = sliderOf(letter);
    if (piece) return { square: at, piece };
  }
  return {};
}

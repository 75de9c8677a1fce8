// Sentences about one bit of a multiplication: where its copies go, or how it is computed.
import { copiesIn } from "./adding.js";
import { squareName } from "./geometry.js";
import { bitsOf, hasBit } from "./words.js";

/** @typedef {import("./multiplication.js").Shown} Shown */

const MOST_LISTED = 4;

/**
 * Describes where a bit of the magic, board or product comes from or goes to.
 * @param {Shown} shown
 * @param {import("./bit-pointer.js").Pointed} pointed
 */
export function traceSentence(shown, { role, bit }) {
  if (role === "magic") return magicSentence(shown, bit);
  return role === "product" ? productSentence(shown, bit) : wordSentence(shown, bit);
}

/**
 * @param {Shown} shown
 * @param {number} place
 */
function magicSentence(shown, place) {
  const { adding } = shown;
  if (!adding.places.includes(place))
    return `Bit ${place} of the magic is 0: no copy of the hashed squares is added for it.`;
  const ends = adding.bits.map((bit) => ({ bit, column: bit + place }));
  const landing = ends
    .filter(({ column }) => indexBit(shown, column) >= 0)
    .map(({ bit, column }) => `${nameOf(shown, bit)} → index bit ${indexBit(shown, column)}`);
  const lost = ends.filter(({ column }) => column > 63).length;
  const below = ends.length - landing.length - lost;
  const into = `Bit ${place} of the magic adds a copy of the hashed squares, shifted up by ${place}`;
  return `${into}: ${counted([listed(landing), below && `${below} below the index`, lost && `${lost} lost beyond bit 63`])}.`;
}

/**
 * @param {Shown} shown
 * @param {number} bit
 */
function wordSentence(shown, bit) {
  const { adding } = shown;
  if (!adding.bits.includes(bit)) return `${nameOf(shown, bit)} is 0 here, so nothing is copied.`;
  const columns = adding.places.map((place) => bit + place);
  const landing = columns.filter((column) => indexBit(shown, column) >= 0).length;
  const lost = columns.filter((column) => column > 63).length;
  const below = columns.length - landing - lost;
  return `${nameOf(shown, bit)} is copied ${columns.length} times, once for each set bit of the magic: ${counted(
    [
      landing && `${landing} in the index`,
      below && `${below} below it`,
      lost && `${lost} lost beyond bit 63`,
    ],
  )}.`;
}

/**
 * @param {Shown} shown
 * @param {number} column
 */
function productSentence(shown, column) {
  const { adding } = shown;
  const number = indexBit(shown, column);
  const name = `Bit ${column} of the product${number < 0 ? "" : `, index bit ${number}`}`;
  const here = copiesIn(adding, column, column).map(
    ({ bit, place }) => `${nameOf(shown, bit)} + ${place}`,
  );
  const carried = adding.carries[column];
  const sum = here.length + carried;
  if (sum === 0) return `${name}: no copy has a bit here, so it is 0.`;
  const parts = [listed(here), carried && `${carried} carried from bit ${column - 1}`];
  const on = sum > 1 ? `; ${sum >> 1} ${column === 63 ? "is lost" : `is carried to bit ${column + 1}`}` : "";
  return `${name}: ${parts.filter(Boolean).join(", and ")}. The sum is ${sum}, so the bit is ${sum & 1}${on}.`;
}

/**
 * @param {Shown} shown
 * @param {number} bit a bit of the multiplicand
 */
function nameOf({ isBoard }, bit) {
  return isBoard ? squareName(bit) : `bit ${bit}`;
}

/**
 * The number of the index bit in a column of the product; -1 if the column has none.
 * @param {Shown} shown
 * @param {number} column
 */
function indexBit({ taken }, column) {
  return taken !== null && column < 64 && hasBit(taken, column)
    ? bitsOf(taken).indexOf(column)
    : -1;
}

/** @param {string[]} names */
function listed(names) {
  return names.length <= MOST_LISTED
    ? names.join(", ")
    : `${names.slice(0, MOST_LISTED).join(", ")} and ${names.length - MOST_LISTED} more`;
}

/** @param {(string | number)[]} parts */
function counted(parts) {
  return parts.filter(Boolean).join("; ");
}

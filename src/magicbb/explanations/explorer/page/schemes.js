// Schemes: each has a module, which is loaded when the scheme is chosen and does its look-ups.
import { walkRays } from "./geometry.js";
import { pageData } from "./page-data.js";
import { highHalf, leadingZeros, lowHalf, pdep, pext, swapBytes, wordOf } from "./words.js";

/** @typedef {import("./geometry.js").SliderName} SliderName */

/**
 * @typedef {object} StepText
 * @property {string} key
 * @property {string} title
 * @property {string} sentence
 * @property {string} kind "board", "magic", "product" or "number"
 * @property {string} formula
 */

/**
 * @typedef {object} Half one slider's part of a scheme
 * @property {(square: number, low: number, high: number, out: Uint32Array) => void} attacks
 * @property {((square: number, low: number, high: number) => number) | null} slot
 * @property {string[]} fields
 * @property {string[]} records
 * @property {StepText[]} steps
 * @property {(square: bigint, occupied: bigint, own: Record<string, bigint>, words: object, memory: object) => {values: any[], taken: (bigint | null)[], factors: (bigint[] | null)[]}} follow
 */

/**
 * @typedef {object} Explained what a module provides for the page
 * @property {any} about
 * @property {number} elementBits
 * @property {any} table
 * @property {Uint32Array | null} attackSets
 * @property {Half} rook
 * @property {Half} bishop
 */

/** @typedef {Explained & {source: string}} Scheme */

/** The functions that the steps of a look-up can call. */
const words = {
  pext,
  pdep,
  swapBytes,
  leadingZeros,
  walk: (
    /** @type {SliderName} */ piece,
    /** @type {bigint} */ square,
    /** @type {bigint} */ occupied,
  ) => walkRays(piece, Number(square), occupied),
};

/** @type {Map<string, Promise<Scheme>>} */
const loading = new Map();

/**
 * Loads the module of a scheme; later calls return the same promise.
 * @param {string} name
 * @returns {Promise<Scheme>}
 */
export function loadScheme(name) {
  let scheme = loading.get(name);
  if (!scheme) {
    scheme = moduleText(name).then(async (source) => ({
      ...(await importText(source)).explained,
      source,
    }));
    scheme.catch(() => loading.delete(name));
    loading.set(name, scheme);
  }
  return scheme;
}

/** @param {string} name */
async function moduleText(name) {
  const row = pageData.schemes.find((each) => each.name === name);
  if (!row) throw new Error(`there is no scheme ${name}`);
  if (row.module === null) {
    const answer = await fetch(`schemes/${name}.js`);
    if (!answer.ok) throw new Error(`schemes/${name}.js: ${answer.status}`);
    return answer.text();
  }
  return inflated(row.module);
}

/**
 * Decompresses a text that was compressed with zlib and encoded in base64 when the page was built.
 * @param {string} packed
 */
export async function inflated(packed) {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  return new Response(
    new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")),
  ).text();
}

/** @param {string} source */
async function importText(source) {
  const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

const out = new Uint32Array(2);

/**
 * The attacks according to the exported module.
 * @param {Scheme} scheme
 * @param {SliderName} piece
 * @param {number} square
 * @param {bigint} occupied
 */
export function lookUp(scheme, piece, square, occupied) {
  scheme[piece].attacks(square, lowHalf(occupied), highHalf(occupied), out);
  return wordOf(out[0], out[1]);
}

/**
 * The record stored for a square.
 * @param {Scheme} scheme
 * @param {SliderName} piece
 * @param {number} square
 * @returns {Record<string, bigint>}
 */
export function recordOf(scheme, piece, square) {
  const { fields, records } = scheme[piece];
  const digits = records[square].split(",");
  return Object.fromEntries(fields.map((field, place) => [field, BigInt(`0x${digits[place]}`)]));
}

/**
 * For each step of a look-up, its value, the bits of it that later steps use, and the factors if
 * the step multiplies.
 * @param {Scheme} scheme
 * @param {SliderName} piece
 * @param {number} square
 * @param {bigint} occupied
 * @returns {{values: bigint[], taken: (bigint | null)[], factors: (bigint[] | null)[]}}
 */
export function followSteps(scheme, piece, square, occupied) {
  const own = recordOf(scheme, piece, square);
  const { values, taken, factors } = scheme[piece].follow(
    BigInt(square),
    occupied,
    own,
    words,
    memoryOf(scheme),
  );
  return { values: values.map(BigInt), taken, factors };
}

/**
 * The functions with which steps read an element of the table or an attack set.
 * @param {Explained} scheme
 */
function memoryOf({ elementBits, table, attackSets }) {
  const wide = (/** @type {any} */ array) => (/** @type {bigint} */ place) =>
    wordOf(array[2 * Number(place)], array[2 * Number(place) + 1]);
  const narrow = (/** @type {bigint} */ place) => BigInt(table[Number(place)]);
  return { table: elementBits === 64 ? wide(table) : narrow, attackSet: wide(attackSets) };
}

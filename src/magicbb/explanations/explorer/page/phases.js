// A magic at every phase: the phase is added to all products, some of which thereby change slots.
import { keysOf } from "./keys.js";
import { upperProductsOf } from "./magics.js";
import { FULL_WORD } from "./words.js";

/** The number of phase units in a slot. */
export const PARTS_OF_SLOT = 1024;

/** The number of phases at which collisions are counted. */
const TRIED = 256;

/**
 * The phase of a black magic, in slots.
 * @param {import("./magics.js").Magic} magic
 * @returns {{whole: number, part: number}}
 */
export function ownPhaseOf({ piece, square, bits, magic }) {
  const { mask } = keysOf(piece, square);
  const phase = BigInt.asUintN(64, (FULL_WORD & ~mask) * magic);
  const slot = 1n << BigInt(64 - bits);
  return { whole: Number(phase / slot), part: Number(phase % slot) / Number(slot) };
}

/** @type {{name: string, products: Uint32Array}} */
let lastProducts = { name: "", products: new Uint32Array() };

/**
 * The upper halves of all products at phase 0.
 * @param {import("./magics.js").Magic} magic
 */
export function productsOf(magic) {
  const name = [magic.piece, magic.square, magic.bits, magic.magic].join();
  if (lastProducts.name !== name)
    lastProducts = { name, products: upperProductsOf({ ...magic, kind: "white" }) };
  return lastProducts.products;
}

/**
 * The upper halves of all products with a phase of less than a slot added.
 * @param {import("./magics.js").Magic} magic
 * @param {number} phase in parts of a slot; -1 for the fractional part of black’s own
 */
export function turnedProducts(magic, phase) {
  const slot = 2 ** (32 - magic.bits);
  const products = phase < 0 ? upperProductsOf({ ...magic, kind: "black" }) : productsOf(magic);
  const added = phase < 0 ? -ownPhaseOf(magic).whole * slot : (phase * slot) / PARTS_OF_SLOT;
  return products.map((product) => product + added);
}

/**
 * The number of harmful collisions, and the number of slots that products use.
 * @param {import("./magics.js").Magic} magic
 * @param {Uint32Array} products
 */
export function countSlots({ piece, square, bits }, products) {
  const { sets } = keysOf(piece, square);
  const held = new Uint16Array(2 ** bits);
  let [harmful, slots] = [0, 0];
  for (const [key, product] of products.entries()) {
    const slot = product >>> (32 - bits);
    if (held[slot] === 0) {
      held[slot] = sets[key] + 1;
      slots++;
    } else if (held[slot] !== sets[key] + 1) harmful++;
  }
  return { harmful, slots };
}

/** @type {{name: string, counts: number[]}} */
let lastCounts = { name: "", counts: [] };

/**
 * The number of harmful collisions at each of `TRIED` equally spaced phases within a slot.
 * @param {import("./magics.js").Magic} magic
 */
export function harmfulByPhase(magic) {
  const name = [magic.piece, magic.square, magic.bits, magic.magic].join();
  if (lastCounts.name !== name) {
    const products = productsOf(magic);
    const step = 2 ** (32 - magic.bits) / TRIED;
    const counts = Array.from({ length: TRIED }, (_, place) => {
      const turned = products.map((product) => product + place * step);
      return countSlots(magic, turned).harmful;
    });
    lastCounts = { name, counts };
  }
  return lastCounts.counts;
}

// The owners of a scheme's slots, found by looking up all keys of all squares once.
import { maskOf, SLIDERS, walkRays } from "./geometry.js";
import { subsetsOf } from "./keys.js";
import { wordOf } from "./words.js";

/**
 * @typedef {object} Slots
 * @property {number} count
 * @property {number} used
 * @property {Uint16Array} keys the number of keys that map to each slot
 * @property {Int16Array} owner 0 to 63 for rooks, 64 to 127 for bishops; -1 for none, -2 for several
 * @property {Int32Array} first the first key that maps to each slot: 4096 × row + its number
 */

export const NOBODY = -1;
export const SEVERAL = -2;

/** @type {WeakMap<import("./schemes.js").Scheme["about"], Slots>} */
const knownSlots = new WeakMap();

/**
 * The slots of a scheme; undefined if it has none.
 * @param {import("./schemes.js").Scheme} scheme
 * @returns {Slots | undefined}
 */
export function slotsOf(scheme) {
  if (!scheme.rook.slot || !scheme.bishop.slot) return undefined;
  const known = knownSlots.get(scheme.about);
  if (known) return known;
  const count = scheme.about.entries;
  const slots = {
    count,
    used: 0,
    keys: new Uint16Array(count),
    owner: new Int16Array(count).fill(NOBODY),
    first: new Int32Array(count).fill(-1),
  };
  for (const [place, piece] of SLIDERS.entries()) {
    const slotOf = scheme[piece].slot;
    for (let square = 0; slotOf && square < 64; square++) {
      const row = 64 * place + square;
      const subsets = subsetsOf(maskOf(piece, square));
      for (let key = 0; key < subsets.count; key++) {
        const slot = slotOf(square, subsets.low[key], subsets.high[key]);
        if (slots.keys[slot]++ === 0) {
          slots.used++;
          slots.owner[slot] = row;
          slots.first[slot] = 4096 * row + key;
        } else if (slots.owner[slot] !== row) {
          slots.owner[slot] = SEVERAL;
        }
      }
    }
  }
  knownSlots.set(scheme.about, slots);
  return slots;
}

/**
 * A key that leads to a slot; undefined if none does.
 * @param {Slots} slots
 * @param {number} slot
 */
export function visitorOf(slots, slot) {
  const first = slots.first[slot];
  if (first === undefined || first < 0) return undefined;
  const row = first >> 12;
  const [piece, square] = [SLIDERS[row >> 6], row & 63];
  const { low, high } = subsetsOf(maskOf(piece, square));
  const blockers = wordOf(low[first & 4095], high[first & 4095]);
  return { piece, square, blockers, attacks: walkRays(piece, square, blockers) };
}

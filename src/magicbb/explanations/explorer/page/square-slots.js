// The slots of one square: the slot of each key, and the attack set in each slot.
import { keysOf } from "./keys.js";
import { indicesOf } from "./magics.js";
import { ownMagic } from "./own-scheme.js";
import { state } from "./state.js";

/** @typedef {import("./looking.js").Look} Look */

/**
 * The slot of each key of the chosen square; undefined if the scheme has no slots.
 * @param {Look} look
 * @returns {ArrayLike<number> | undefined}
 */
export function slotsOfKeys({ scheme, half }) {
  const { piece, square } = state;
  const own = scheme.source === "" ? ownMagic() : undefined;
  if (own) return indicesOf(own);
  const { slot } = half;
  if (!slot) return undefined;
  const { low, high } = keysOf(piece, square);
  return Int32Array.from(low, (each, key) => slot(square, each, high[key]));
}

/**
 * @typedef {object} SquareSlots
 * @property {string} name of the scheme and the square that they belong to
 * @property {number} lowest
 * @property {number} highest
 * @property {Map<number, number>} sets the number of the attack set that each used slot holds
 * @property {ArrayLike<number>} slots of the keys
 */

/** @type {SquareSlots | undefined} */
let lastSlots;

/**
 * The contents of the chosen square's slots; the last result is cached.
 * @param {Look} look
 * @returns {SquareSlots | undefined}
 */
export function squareSlotsOf(look) {
  const { piece, square, own, bits, kind } = state;
  const of = look.scheme.source === "" ? [own, bits, kind] : [];
  const name = [look.scheme.about.name, piece, square, ...of].join();
  if (lastSlots?.name === name) return lastSlots;
  const slots = slotsOfKeys(look);
  if (!slots) return undefined;
  const { sets } = keysOf(piece, square);
  const found = new Map();
  let [lowest, highest] = [Infinity, -Infinity];
  for (let key = 0; key < slots.length; key++) {
    const slot = slots[key];
    // As in own-scheme.js, the first key of a slot determines its contents if keys collide.
    if (!found.has(slot)) found.set(slot, sets[key]);
    lowest = Math.min(lowest, slot);
    highest = Math.max(highest, slot);
  }
  lastSlots = { name, lowest, highest, sets: found, slots };
  return lastSlots;
}

// A few slots beside each other with the products in them, which move past the borders with the phase.
import { make } from "./elements.js";
import { grouped } from "./words.js";

/** How many slots are shown, and how many of them come before the one that is read at phase 0. */
const SHOWN = 7;
const BEFORE = 3;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LETTER_WIDTH = 17;
const MOST_ROWS = 3;

/**
 * @typedef {object} Products of all keys of a square
 * @property {Uint32Array} before their upper halves at phase 0
 * @property {Uint32Array} turned the same with the phase
 * @property {Uint16Array} sets the attack set of each
 * @property {number} bits of the index
 * @property {number} key the key on the board
 * @property {number} first the number of slot 0
 */

/** A strip of slots; it is made once and then changed. */
export class SlotBorders {
  constructor() {
    this.slots = Array.from({ length: SHOWN }, () => make("span", { class: "border-slot" }));
    this.points = make("div", { class: "border-points" });
    this.element = make(
      "div",
      { class: "borders", role: "img" },
      make("div", { class: "border-slots" }, ...this.slots),
      this.points,
    );
  }

  /** @param {Products} products */
  show({ before, turned, sets, bits, key, first }) {
    const [count, size] = [2 ** bits, 2 ** (32 - bits)];
    const start = Math.floor(before[key] / size) - BEFORE;
    const from = (/** @type {number} */ product) =>
      (((product / size - start + 1 + count) % count) + count) % count - 1;
    // Whatever the phase, only these can be seen; so each attack set keeps its letter.
    const near = [...before.keys()]
      .map((each) => ({ each, old: from(before[each]) }))
      .filter(({ old }) => old < SHOWN)
      .sort((one, other) => one.old - other.old);
    const letters = new Map();
    for (const { each } of near)
      if (!letters.has(sets[each])) letters.set(sets[each], LETTERS[letters.size] ?? "·");
    /** @type {Set<number>[]} */
    const held = this.slots.map(() => new Set());
    /** @type {number[]} */
    const ends = Array(MOST_ROWS).fill(-Infinity);
    const width = LETTER_WIDTH / (this.element.clientWidth || 500);
    const points = [];
    for (const { each } of near) {
      const place = from(turned[each]);
      if (place < 0 || place >= SHOWN) continue;
      held[Math.floor(place)].add(sets[each]);
      const middle = place / SHOWN;
      const row = ends.findIndex((end) => end <= middle - width / 2);
      const isMine = each === key;
      const kind = isMine ? "read" : sets[each] === sets[key] ? "same" : "";
      const point = make("span", { class: `border-point ${kind}` });
      point.style.left = `${(100 * middle).toFixed(2)}%`;
      if (row >= 0) {
        ends[row] = middle + width / 2;
        point.style.setProperty("--row", String(row));
        point.append(make("b", {}, letters.get(sets[each])));
      }
      points.push(point);
    }
    this.points.replaceChildren(...points);
    const read = Math.floor(from(turned[key]));
    for (const [place, slot] of this.slots.entries()) {
      slot.classList.toggle("bad", held[place].size > 1);
      slot.classList.toggle("read", place === read);
      slot.replaceChildren(make("span", {}, grouped((start + place + first + 2 * count) % count)));
    }
    const bad = held.filter((each) => each.size > 1).length;
    const words = `${SHOWN} slots around the one that is read, with ${points.length} products; ${bad} hold different attacks`;
    this.element.setAttribute("aria-label", words);
  }
}

// A few adjacent slots and their products, which the phase moves across slot boundaries.
import { make } from "./elements.js";
import { grouped } from "./words.js";

/** The number of slots shown, and how many of them precede the slot that is read at phase 0. */
const SHOWN = 7;
const BEFORE = 3;

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LETTER_WIDTH = 17;
const MOST_ROWS = 3;

/**
 * @typedef {object} Products of all keys of a square
 * @property {Uint32Array} before their upper halves at phase 0
 * @property {Uint32Array} turned the same with the phase added
 * @property {Uint16Array} sets the attack set of each
 * @property {number} bits of the index
 * @property {number} key the key on the board
 * @property {number} first the label of slot 0
 */

/**
 * @typedef {object} Near
 * @property {Uint32Array} before
 * @property {number} key
 * @property {number[]} keys in the order of their products
 * @property {Map<number, string>} letters of attack sets
 */

/** A strip of slots; it is created once and then updated. */
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
    this.width = 500;
    new ResizeObserver(([{ contentRect }]) => (this.width = contentRect.width || 500)).observe(
      this.element,
    );
    /** @type {Near} */
    this.near = { before: new Uint32Array(), key: -1, keys: [], letters: new Map() };
  }

  /**
   * The keys whose products are visible at some phase, and a letter for each of their attack sets.
   * @param {Products} products
   * @param {(product: number) => number} from
   */
  keysNear({ before, sets, key }, from) {
    if (this.near.before === before && this.near.key === key) return this.near;
    const keys = [];
    for (let each = 0; each < before.length; each++)
      if (from(before[each]) < SHOWN) keys.push(each);
    keys.sort((one, other) => from(before[one]) - from(before[other]));
    const letters = new Map();
    for (const each of keys)
      if (!letters.has(sets[each])) letters.set(sets[each], LETTERS[letters.size] ?? "·");
    this.near = { before, key, keys, letters };
    return this.near;
  }

  /** @param {Products} products */
  show(products) {
    const { before, turned, sets, bits, key, first } = products;
    const [count, size] = [2 ** bits, 2 ** (32 - bits)];
    const start = Math.floor(before[key] / size) - BEFORE;
    const from = (/** @type {number} */ product) =>
      (((product / size - start + 1 + count) % count) + count) % count - 1;
    const { keys, letters } = this.keysNear(products, from);
    /** @type {Set<number>[]} */
    const held = this.slots.map(() => new Set());
    /** @type {number[]} */
    const ends = Array(MOST_ROWS).fill(-Infinity);
    const width = LETTER_WIDTH / this.width;
    const points = [];
    for (const each of keys) {
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
        const inside = Math.min(Math.max(middle, width / 2), 1 - width / 2) - middle;
        point.style.setProperty("--inside", `${(inside * this.width).toFixed(1)}px`);
        point.append(make("b", {}, letters.get(sets[each]) ?? ""));
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
    const words = `${SHOWN} slots around the one being read, with ${points.length} products; ${bad} of the slots hold different attacks`;
    this.element.setAttribute("aria-label", words);
  }
}

// The steps before the multiplication, each drawn as a calculation: three boards and three figures.
import { make, setText } from "./elements.js";
import { maskOf, walkRays } from "./geometry.js";
import { keysOf } from "./keys.js";
import { SmallBoard } from "./small-board.js";
import { state } from "./state.js";
import { bitsOf, FULL_WORD, grouped } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

/**
 * @typedef {object} Term a board of a calculation
 * @property {string} sign the operator before it
 * @property {string} name
 * @property {string} tone of its marks
 * @property {import("./small-board.js").Marks} marks
 * @property {boolean=} isUnknown whether its value is not known yet
 */

/**
 * @typedef {object} Opening
 * @property {Term[]} terms
 * @property {[number, string][]} figures
 */

/** Three boards and three figures; they are created once and then updated. */
export class OpeningSteps {
  constructor() {
    this.boards = Array.from({ length: 3 }, () => {
      const board = new SmallBoard("mask");
      const caption = make("figcaption", {});
      return { board, caption, element: make("figure", {}, board.element, caption) };
    });
    this.figures = Array.from({ length: 3 }, () => {
      const [name, number] = [make("dt", {}), make("dd", {})];
      return { name, number, element: make("div", {}, name, number) };
    });
    this.element = make(
      "div",
      { id: "opening" },
      make("div", { class: "terms" }, ...this.boards.map(({ element }) => element)),
      make("dl", { class: "figures" }, ...this.figures.map(({ element }) => element)),
    );
  }

  /**
   * Shows a step if it comes before the multiplication; hides the element otherwise.
   * @param {Look} look
   * @param {number} current the step
   * @param {{factors: (bigint | undefined)[], bits: number}} next the factors and the index bits
   * @param {number} rows the number of multiplication rows above it
   */
  show(look, current, next, rows) {
    const opening = openingOf(look, current, next);
    this.element.hidden = opening === undefined;
    if (!opening) return;
    this.element.style.setProperty("--above", String(rows));
    for (const [place, { board, caption, element }] of this.boards.entries()) {
      const { sign, name, tone, marks, isUnknown = false } = opening.terms[place];
      element.dataset.sign = sign;
      element.classList.toggle("unknown", isUnknown);
      board.element.setAttribute("class", `small-board ${tone}`);
      board.show(name, marks);
      setText(caption, name);
    }
    for (const [place, { name, number }] of this.figures.entries()) {
      setText(number, grouped(opening.figures[place][0]));
      setText(name, opening.figures[place][1]);
    }
  }
}

/**
 * A step before the multiplication, as a calculation; undefined for other steps, and if the step's
 * value differs from the calculated one.
 * @param {Look} look
 * @param {number} current
 * @param {{factors: (bigint | undefined)[], bits: number}} next
 * @returns {Opening | undefined}
 */
function openingOf(look, current, { factors: [word = 0n, factor], bits }) {
  const { piece, square, occupied } = state;
  const { key, kind, title } = look.half.steps[current];
  const mask = maskOf(piece, square);
  const rest = FULL_WORD ^ mask;
  const standing = { square, piece };
  const { count, attackSets } = keysOf(piece, square);
  const size = bitsOf(mask).length;
  const others = bitsOf(occupied & ~(1n << BigInt(square))).length;
  const blocking = bitsOf(occupied & mask).length;
  /** @type {(sign: string, name: string, tone: string, bits: bigint, pale?: bigint) => Term} */
  const term = (sign, name, tone, set, pale = 0n) => ({
    sign,
    name,
    tone,
    marks: { bits: set, pale, ...standing },
  });
  /** @type {[number, string]} */
  const keys = [count, "possible keys, including this one"];
  if (key === "mask" && look.values[current] === mask) {
    const lines = walkRays(piece, square, 0n);
    return {
      terms: [
        term("", `lines of the ${piece}`, "mask", lines),
        term("−", "their last squares", "mask", 0n, lines & ~mask),
        term("=", "mask", "mask", mask),
      ],
      figures: [
        [size, "relevant squares"],
        [count, `keys: all subsets of the mask, ${powerOfTwo(size)}`],
        [attackSets.length, "different attack sets"],
      ],
    };
  }
  if (key === "irrelevant" && look.values[current] === rest) {
    return {
      terms: [
        term("", "all squares", "mask", mask, rest),
        term("−", "mask", "mask", mask),
        term("=", "irrelevant", "mask", 0n, rest),
      ],
      figures: [
        [64 - size, `irrelevant squares, including the ${piece}’s own`],
        [size, "relevant squares"],
        [count, `keys: all subsets of these squares, ${powerOfTwo(size)}`],
      ],
    };
  }
  if (key === "blockers" && look.values[current] === (occupied & mask)) {
    return {
      terms: [
        term("", "occupied", "blockers", occupied),
        term("&", "mask", "mask", mask),
        term("=", "blockers", "blockers", occupied & mask),
      ],
      figures: [[others, "other pieces on the board"], [blocking, "pieces in the mask"], keys],
    };
  }
  if (key === "input" && look.values[current] === (occupied | rest)) {
    return {
      terms: [
        term("", "occupied", "blockers", occupied),
        term("|", "irrelevant", "blockers", 0n, rest),
        term("=", title.toLowerCase(), "blockers", occupied & mask, rest),
      ],
      figures: [
        [blocking, "blockers"],
        [64 - size, "irrelevant squares, which are always set"],
        keys,
      ],
    };
  }
  if (kind === "magic" && factor === look.values[current]) {
    const isBoard = (word & mask) === (occupied & mask);
    const copies = bitsOf(factor).length;
    return {
      terms: [
        term("", "hashed word", "blockers", isBoard ? word & mask : word, isBoard ? word & rest : 0n),
        { sign: "×", name: "magic", tone: "product", marks: { bits: factor } },
        { sign: "=", name: "product", tone: "product", marks: { bits: 0n }, isUnknown: true },
      ],
      figures: [
        [copies, "set bits in the magic, one copy for each"],
        [bits, "product bits that form the index"],
        [count, "keys that may share a slot only if their attacks are equal"],
      ],
    };
  }
  return undefined;
}

/** @param {number} exponent */
function powerOfTwo(exponent) {
  return `2${[...String(exponent)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
}

// A small board: 64 bits as squares, some of them set, some of them framed.
import { makeSvg } from "./elements.js";
import { squareNames } from "./geometry.js";
import { drawMan } from "./pieces.js";
import { bitsOf, hasBit } from "./words.js";

/**
 * @typedef {object} Marks
 * @property {bigint} bits the set bits
 * @property {bigint=} others set as well, and emphasized
 * @property {bigint=} pale set as well, and faded
 * @property {bigint=} framed drawn with a frame
 * @property {number=} square where the slider stands
 * @property {string=} piece
 */

/** A board of 64 squares that shows marks; it is created once and then updated. */
export class SmallBoard {
  /** @param {string} tone what the set bits are: "mask", "blockers", "product", "attacks" or "bad" */
  constructor(tone) {
    this.cells = Array.from({ length: 64 }, (_, bit) => {
      const [x, y] = [bit & 7, 7 - (bit >> 3)];
      const dark = (x + y) % 2 === 1;
      const ground = makeSvg("rect", {
        x,
        y,
        width: 1,
        height: 1,
        class: dark ? "ground dark" : "ground",
      });
      const mark = makeSvg("rect", {
        x: x + 0.14,
        y: y + 0.14,
        width: 0.72,
        height: 0.72,
        rx: 0.16,
        class: "mark",
      });
      mark.style.setProperty("--order", String(63 - bit));
      const frame = makeSvg("rect", {
        x: x + 0.05,
        y: y + 0.05,
        width: 0.9,
        height: 0.9,
        rx: 0.2,
        class: "frame",
      });
      return makeSvg("g", { "data-bit": bit, class: "cell" }, ground, mark, frame);
    });
    /** @type {Map<string, bigint>} */
    this.marks = new Map();
    this.place = makeSvg("g", { class: "stand" });
    this.standing = "";
    this.element = makeSvg(
      "svg",
      { viewBox: "0 0 8 8", class: `small-board ${tone}`, role: "img" },
      ...this.cells,
      this.place,
    );
  }

  /**
   * Shows the given marks, and the slider if its square is given.
   * @param {string} name the board's name for screen readers
   * @param {Marks} marks
   */
  show(name, { bits, others = 0n, pale = 0n, framed = 0n, square, piece }) {
    for (const [mark, word] of Object.entries({ set: bits, other: others, pale, framed }))
      this.mark(mark, word);
    this.element.setAttribute(
      "aria-label",
      `${name}: ${squareNames(bits | others | pale) || "no squares"}`,
    );
    const standing = `${piece}${square}`;
    if (standing !== this.standing) this.stand(square, piece);
    this.standing = standing;
  }

  /**
   * Updates one kind of mark on the squares where it has changed.
   * @param {string} mark
   * @param {bigint} word
   */
  mark(mark, word) {
    for (const bit of bitsOf(word ^ (this.marks.get(mark) ?? 0n)))
      this.cells[bit].classList.toggle(mark, hasBit(word, bit));
    this.marks.set(mark, word);
  }

  /**
   * @param {number | undefined} square
   * @param {string | undefined} piece
   */
  stand(square, piece) {
    this.place.replaceChildren();
    if (square === undefined || !piece) return;
    const man = drawMan(piece === "rook" ? "R" : "B", "chosen");
    for (const [name, value] of Object.entries({
      x: square & 7,
      y: 7 - (square >> 3),
      width: 1,
      height: 1,
    })) {
      man.setAttribute(name, value);
    }
    this.place.append(man);
  }
}

// A word as 64 bits in a row, the highest on the left; those that go on are marked, and can be
// shifted down to the right end.
import { announce } from "./announcing.js";
import { bitNames, pointAt, pointedBit } from "./bit-pointer.js";
import { make, setText } from "./elements.js";
import { bitsOf, hasBit, hexWord } from "./words.js";

/** The row of bits; it is made once and then changed. */
export class Register {
  /** @param {string} [id] */
  constructor(id) {
    this.bits = Array.from({ length: 64 }, (_, place) => {
      const bit = 63 - place;
      return make("span", { class: bit % 8 === 7 ? "bit byte" : "bit", "data-bit": bit });
    });
    this.row = make("div", { class: "bits" }, ...this.bits);
    this.element = make(
      "div",
      { class: "register", id, role: "img", tabindex: id && "0" },
      this.row,
    );
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
      this.onKey(event),
    );
    this.word = 0n;
  }

  /**
   * Arrow keys go from bit to bit.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const by = { ArrowLeft: 1, ArrowRight: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const bit = Math.max(0, Math.min(63, (pointedBit() ?? 63 - by) + by));
    pointAt(bit);
    announce(`${bitNames(bit)}, ${hasBit(this.word, bit) ? 1 : 0}`);
  }

  /**
   * Shows a word.
   * @param {bigint} word
   * @param {bigint | null} taken the bits that go on
   * @param {boolean} shifted whether they are shifted down
   */
  show(word, taken, shifted) {
    this.word = word;
    for (const [place, element] of this.bits.entries()) {
      const bit = 63 - place;
      setText(element, hasBit(word, bit) ? "1" : "0");
      element.classList.toggle("one", hasBit(word, bit));
      element.classList.toggle("taken", taken !== null && hasBit(taken, bit));
    }
    const first = taken ? bitsOf(taken)[0] : 0;
    this.element.classList.toggle("shifted", shifted && taken !== null);
    this.row.style.setProperty("--by", `${((shifted ? first : 0) / 64) * 100}%`);
    this.element.setAttribute("aria-label", `${hexWord(word)}, 64 bits; ${takenName(taken)}`);
  }
}

/**
 * Which bits go on, in words.
 * @param {bigint | null} taken
 */
export function takenName(taken) {
  if (taken === null) return "all of them go on";
  const bits = bitsOf(taken);
  const [first, last] = [bits[0], bits[bits.length - 1]];
  return last - first + 1 === bits.length
    ? `bits ${first} to ${last} go on`
    : `${bits.length} of them go on`;
}

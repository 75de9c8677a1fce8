// A word as a row of 64 bits, the highest on the left; bits that are passed on are marked, and can be
// shifted down to the right end.
import { pointAt, pointedBit } from "./bit-pointer.js";
import { make, setText } from "./elements.js";
import { bitsOf, hasBit, hexWord } from "./words.js";

/** The row of bits; it is created once and then updated. */
export class Register {
  /**
   * @param {{id?: string, role?: string, tell?: (bit: number) => string}} options a row with a role
   *   is focusable: arrow keys move from bit to bit, and the text from `tell` is read out
   */
  constructor({ id, role, tell } = {}) {
    this.bits = Array.from({ length: 64 }, (_, place) => {
      const bit = 63 - place;
      return make("span", { class: bit % 8 === 7 ? "bit byte" : "bit", "data-bit": bit });
    });
    this.row = make("div", { class: "bits" }, ...this.bits);
    const named = role
      ? { role: "slider", tabindex: "0", "aria-valuemin": "0", "aria-valuemax": "63" }
      : { role: "img" };
    this.element = make("div", { class: "register", id, "data-role": role, ...named }, this.row);
    this.role = role;
    this.tell = tell ?? (() => "");
    this.bit = 63;
    this.word = 0n;
    if (role)
      this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
        this.onKey(event),
      );
  }

  /**
   * Arrow keys move between bits: all bits of the product, but only the set bits of the factors.
   * @param {KeyboardEvent} event
   */
  onKey(event) {
    const all = Array.from({ length: 64 }, (_, bit) => bit);
    const bits = this.role === "product" ? all : bitsOf(this.word);
    const isHere = pointedBit()?.role === this.role;
    /** @type {Record<string, number | undefined>} */
    const goals = {
      ArrowLeft: isHere ? bits.find((bit) => bit > this.bit) : bits.at(-1),
      ArrowRight: isHere ? bits.findLast((bit) => bit < this.bit) : bits.at(-1),
      Home: bits.at(-1),
      End: bits[0],
    };
    if (!(event.key in goals)) return;
    event.preventDefault();
    const bit = goals[event.key];
    if (bit === undefined) return;
    this.bit = bit;
    pointAt(bit, this.role);
    this.element.setAttribute("aria-valuenow", String(bit));
    this.element.setAttribute("aria-valuetext", this.tell(bit));
  }

  /**
   * Shows a word.
   * @param {string} name the word's name for screen readers
   * @param {bigint} word
   * @param {bigint | null} taken the bits that are passed on
   * @param {boolean} shifted whether these bits are shifted down
   */
  show(name, word, taken, shifted = false) {
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
    this.element.setAttribute("aria-label", `${name}: ${hexWord(word)}, 64 bits`);
    if (this.role) this.element.setAttribute("aria-valuenow", String(this.bit));
  }

  /**
   * Highlights the given bits only.
   * @param {(bit: number) => boolean} isLit
   */
  light(isLit) {
    for (const [place, element] of this.bits.entries())
      element.classList.toggle("lit", isLit(63 - place));
  }
}

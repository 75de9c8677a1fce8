// A multiplication as it is done on paper: for each set bit of the magic a copy of the board, moved up.
import { makeSvg } from "./elements.js";
import { bitsOf, FULL_WORD } from "./words.js";

const ROW_GAP = 0.15;

/** The copies, a row each, below the columns of the 64 bits. */
export class Copies {
  constructor() {
    this.element = makeSvg("svg", { class: "copies", preserveAspectRatio: "none", role: "img" });
    this.shown = "";
  }

  /**
   * Shows the copies of a word that a factor adds up.
   * @param {bigint} word
   * @param {bigint} factor
   * @param {bigint | null} taken the columns that go on
   */
  show(word, factor, taken) {
    const name = [word, factor, taken].join();
    if (name === this.shown) return;
    this.shown = name;
    const places = bitsOf(factor);
    const height = Math.max(places.length, 8);
    const columns = taken === null ? [] : bitsOf(taken);
    const marked = columns.map((bit) =>
      makeSvg("rect", { x: 63 - bit, y: 0, width: 1, height, class: "column" }),
    );
    const rows = places.map((place, row) => {
      const bits = bitsOf((word << BigInt(place)) & FULL_WORD);
      const group = makeSvg(
        "g",
        { class: "copy" },
        ...bits.map((bit) =>
          makeSvg("rect", {
            x: 63 - bit + 0.08,
            y: row + ROW_GAP,
            width: 0.84,
            height: 1 - 2 * ROW_GAP,
          }),
        ),
      );
      group.style.setProperty("--order", String(row));
      return group;
    });
    this.element.setAttribute("viewBox", `0 0 64 ${height}`);
    this.element.setAttribute(
      "aria-label",
      `The sum of ${places.length} copies, moved up by ${places.join(", ")}`,
    );
    this.element.replaceChildren(...marked, ...rows);
  }
}

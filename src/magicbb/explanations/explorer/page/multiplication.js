// An interactive long multiplication: the word, the magic, a copy of the word for each set bit of the
// magic, the carries, the product, and the index.
import { copiesIn, startOfCarries } from "./adding.js";
import { make, makeSvg, setText } from "./elements.js";
import { fly, land, mayMove, placeOf } from "./flight.js";
import { Register } from "./register.js";
import { traceSentence } from "./trace-words.js";
import { bitsOf, hasBit } from "./words.js";

/** @typedef {import("./bit-pointer.js").Pointed} Pointed */

/**
 * @typedef {object} Shown
 * @property {string} title the product's name
 * @property {string} wordTitle the name of the multiplicand
 * @property {import("./adding.js").Adding} adding
 * @property {bigint} word
 * @property {bigint} factor
 * @property {bigint} product
 * @property {bigint | null} taken the bits of the product that are passed on
 * @property {bigint} pale bits of the word that are the same for every board
 * @property {boolean} isBoard whether the word contains the blockers, each on its own square
 * @property {string} factorTitle the name of the multiplier
 * @property {{title: string, number: string}} result the value made from the bits taken
 * @property {boolean} isShifted whether a step after the product has been reached
 * @property {{word: boolean, magic: boolean, product: boolean, result: boolean}} reached
 */

/** The time that the pointer must rest before a copy is animated. */
const DWELL_MS = 120;
const FLIGHT_MS = 1100;
const MOST_FLYING = 14;

/** The maximum number of copies whose labels fit in one column, and in two. */
const ONE_COLUMN = 17;
const TWO_COLUMNS = 34;

/** The flight time of a copy during playback, and the maximum total delay of all copies. */
const COPY_MS = 600;
const MOST_WAITING_MS = 2600;

/** The whole calculation in 64 columns of bits. */
export class Multiplication {
  /** @param {(bit: number) => Element | null} squareOf finds the square of a bit on the board */
  constructor(squareOf) {
    this.squareOf = squareOf;
    const row = (/** @type {string} */ role, /** @type {string=} */ id) =>
      new Register({ id, role, tell: (bit) => this.says({ role, bit }) });
    this.word = row("word", "word-row");
    this.magic = row("magic", "magic-row");
    this.product = row("product", "register");
    this.result = new Register();
    this.result.element.dataset.role = "product";
    this.copies = make("div", { class: "copies", role: "img" });
    this.guide = make("div", { class: "guide", hidden: true });
    this.arcs = makeSvg("svg", { class: "arcs", viewBox: "0 0 64 1", preserveAspectRatio: "none" });
    this.amounts = Array.from({ length: 64 }, () => make("span", {}));
    this.carries = make("div", { class: "carries", "aria-hidden": "true" }, this.arcs);
    this.carries.append(make("div", { class: "amounts" }, ...this.amounts));
    this.count = make("span", { class: "count-of-copies" });
    this.ups = make("div", { class: "ups", "data-role": "magic", "aria-hidden": "true" });
    this.labels = ["word", "magic", "product", "product", "product", "result"].map((row) =>
      make("span", { class: `row-name of-${row}` }),
    );
    this.number = make("span", { class: "result-number" });
    this.labels[2].append(this.count, this.ups);
    const rows = [this.word.element, this.magic.element, this.copies, this.carries];
    rows.push(this.product.element, make("div", { class: "result" }, this.result.element, this.number));
    this.element = make("div", { class: "multiplication" });
    for (const [place, each] of rows.entries()) this.element.append(this.labels[place], each);
    /** @type {Shown | undefined} */
    this.shown = undefined;
    this.drawn = "";
    this.traced = "";
    this.said = "";
    /** @type {number | undefined} */
    this.resting = undefined;
  }

  /**
   * Shows a multiplication up to the last step reached.
   * @param {Shown} shown
   */
  show(shown) {
    this.shown = shown;
    const { word, factor, product, taken, reached, adding } = shown;
    const name = [word, factor, taken, shown.pale].join();
    if (name !== this.drawn) this.draw(shown);
    this.drawn = name;
    this.word.role = this.word.element.dataset.role = shown.isBoard ? "word" : "other";
    this.word.show(shown.wordTitle, word, null);
    this.magic.show("The magic", factor, null);
    this.product.show(shown.title, product, taken);
    this.result.show(shown.result.title, taken === null ? 0n : product & taken, taken, reached.result);
    setText(this.count, adding.places.length === 1 ? "1 copy" : `${adding.places.length} copies`);
    for (const [place, title] of [
      [0, shown.wordTitle],
      [1, `× ${shown.factorTitle}`],
      [3, "carried"],
      [4, `= ${shown.title}`],
      [5, taken === null ? "" : shown.result.title],
    ])
      setText(this.labels[Number(place)], String(title).toLowerCase());
    setText(this.number, reached.result ? `${shown.result.number} =` : "");
    for (const [row, isReached] of Object.entries(reached))
      this.element.classList.toggle(`no-${row}`, !isReached);
    this.element.classList.toggle("no-index", taken === null);
    this.element.classList.toggle("dropping", shown.isShifted);
    const bits = bitsOf(taken ?? 0n);
    this.element.style.setProperty("--taken", String(bits.length));
    this.element.style.setProperty("--dropped", String(bits[0] ?? 0));
  }

  /** @param {Shown} shown */
  draw({ adding, taken, pale }) {
    const { bits, places, counts, carries } = adding;
    const columns = taken === null ? [] : bitsOf(taken);
    const marked = makeSvg("svg", {
      class: "columns",
      viewBox: "0 0 64 1",
      preserveAspectRatio: "none",
    });
    marked.append(makeSvg("path", { d: columns.map((bit) => `M${63 - bit} 0h1v1h-1z`).join("") }));
    const rows = places.map((place, order) => {
      const meets = (/** @type {number} */ bit) => counts[bit + place] > 1;
      const isPale = (/** @type {number} */ bit) => hasBit(pale, bit);
      const lines = makeSvg("svg", { viewBox: "0 0 64 1", preserveAspectRatio: "none" });
      lines.append(
        cells("pale", bits.filter(isPale), place),
        cells("alone", bits.filter((bit) => !isPale(bit) && !meets(bit)), place),
        cells("meeting", bits.filter((bit) => !isPale(bit) && meets(bit)), place),
        cells("lit", [], 0),
      );
      const row = make("div", { class: "copy", "data-bit": place }, lines);
      row.style.setProperty("--order", String(order));
      row.style.setProperty("--up", String(place));
      return row;
    });
    this.ups.replaceChildren(...places.map(up));
    const count = Math.max(places.length, 1);
    const wait = Math.min(170, MOST_WAITING_MS / count);
    this.element.style.setProperty("--copies", String(count));
    this.element.style.setProperty("--wait", `${wait}ms`);
    this.element.style.setProperty("--summed", `${Math.round(wait * count + COPY_MS)}ms`);
    const copies = make("div", { class: "rows", "data-role": "magic" }, ...rows);
    this.copies.replaceChildren(marked, this.guide, copies);
    this.element.classList.toggle("many", count > ONE_COLUMN);
    this.element.classList.toggle("crowded", count > TWO_COLUMNS);
    this.copies.setAttribute("aria-label", `Copies, shifted up by ${places.join(", ") || "nothing"}`);
    for (const [place, amount] of this.amounts.entries())
      setText(amount, carries[63 - place] ? String(carries[63 - place]) : "");
    const arcs = carries.flatMap((carried, bit) => (carried ? [arc(bit)] : []));
    this.arcs.replaceChildren(makeSvg("path", { d: arcs.join("") }));
  }

  /** The time until all copies are in place. */
  get duration() {
    const count = this.shown?.adding.places.length ?? 0;
    return Math.min(170 * count, MOST_WAITING_MS) + COPY_MS;
  }

  /**
   * The sentence that describes a bit.
   * @param {Pointed} pointed
   */
  says(pointed) {
    return this.shown ? traceSentence(this.shown, pointed) : "";
  }

  /**
   * Highlights a bit's path through the calculation, or clears the highlight.
   * @param {Pointed | undefined} pointed
   * @returns {string} the sentence about the bit; empty if it plays no part
   */
  trace(pointed) {
    const shown = this.shown;
    const name = `${this.drawn} ${pointed?.role} ${pointed?.bit}`;
    if (!shown || name === this.traced) return this.said;
    this.traced = name;
    clearTimeout(this.resting);
    const found = pointed && copiesOf(shown, pointed);
    this.said = pointed && found ? this.says(pointed) : "";
    this.element.classList.toggle("tracing", found !== undefined);
    const { lit = [], lowest = 64 } = found ?? {};
    const ends = new Set(lit.map(({ bit, place }) => bit + place));
    const [bits, places] = [new Set(lit.map(({ bit }) => bit)), new Set(lit.map(({ place }) => place))];
    const column = pointed?.role === "product" ? pointed.bit : -1;
    this.guide.hidden = column < 0;
    this.guide.style.left = `${((63 - column) / 64) * 100}%`;
    this.word.light((bit) => bits.has(bit));
    this.magic.light((bit) => places.has(bit));
    this.product.light((bit) => (column >= 0 ? bit === column : ends.has(bit)));
    for (const [place, amount] of this.amounts.entries())
      amount.classList.toggle("lit", column >= 0 && 63 - place <= column && 63 - place > lowest);
    for (const label of this.ups.children)
      label.classList.toggle("lit", places.has(Number(label.getAttribute("data-bit"))));
    for (const row of this.copies.querySelectorAll(".copy")) {
      const place = Number(row.getAttribute("data-bit"));
      const own = lit.filter((each) => each.place === place).map(({ bit }) => bit);
      row.classList.toggle("lit", own.length > 0);
      row.querySelector(".lit")?.setAttribute("d", cellsPath(own, place));
    }
    if (pointed?.role === "magic" && found && mayMove())
      this.resting = setTimeout(() => this.flyCopy(pointed.bit), DWELL_MS);
    return this.said;
  }

  /**
   * Animates a copy: its bits fly from the board to the word's row, and on to their places.
   * @param {number} place
   */
  flyCopy(place) {
    land();
    const row = this.copies.querySelector(`[data-bit="${place}"]`);
    const shown = this.shown;
    if (!row || !shown) return;
    const target = row.getBoundingClientRect();
    const step = target.width / 64;
    const size = Math.min(step, target.height);
    const bits = shown.adding.bits.filter((bit) => !hasBit(shown.pale, bit)).slice(0, MOST_FLYING);
    for (const bit of bits) {
      const [square, cell] = [this.squareOf(bit), this.word.bits[63 - bit]];
      const start = square && placeOf(square);
      const way = placeOf(cell);
      if (!way) continue;
      const column = Math.min(bit + place, 64);
      const end = {
        x: target.left + (63.5 - column) * step,
        y: target.top + target.height / 2,
        size,
      };
      const places = [{ ...way, size }, { ...end, y: way.y }, end];
      const board = start ? [{ ...start, size: start.size * 0.45 }] : [];
      fly(make("span", { class: "flying-bit" }), [...board, ...places], {
        duration: FLIGHT_MS,
        fades: column > 63,
      });
    }
  }
}

/**
 * The copied bits that contribute to the selected bit, or come from it.
 * @param {Shown} shown
 * @param {Pointed} pointed
 * @returns {{lit: {bit: number, place: number}[], lowest?: number} | undefined}
 */
function copiesOf({ adding, isBoard }, { role, bit }) {
  if (role === "product") {
    const lowest = startOfCarries(adding, bit);
    return { lit: copiesIn(adding, lowest, bit), lowest };
  }
  const { bits, places } = adding;
  const isMagic = role === "magic";
  if (!isMagic && role !== (isBoard ? "word" : "other")) return undefined;
  if (!(isMagic ? places : bits).includes(bit)) return undefined;
  return {
    lit: isMagic
      ? bits.map((each) => ({ bit: each, place: bit }))
      : places.map((place) => ({ bit, place })),
  };
}

/**
 * The label of a copy: its shift, which is the number of the magic's bit that it comes from.
 * @param {number} place
 * @param {number} order
 */
function up(place, order) {
  const label = make("span", { class: "up", "data-bit": place }, `≪ ${place}`);
  label.style.setProperty("--order", String(order));
  return label;
}

/**
 * @param {string} name
 * @param {number[]} bits
 * @param {number} place
 */
function cells(name, bits, place) {
  return makeSvg("path", { class: name, d: cellsPath(bits, place) });
}

/**
 * Cells of a copy; those beyond bit 63 are drawn outside, on the left.
 * @param {number[]} bits
 * @param {number} place
 */
function cellsPath(bits, place) {
  return bits.map((bit) => `M${(63.1 - bit - place).toFixed(1)} .1h.8v.8h-.8z`).join("");
}

/**
 * The arc of a carry into a column from the one on its right.
 * @param {number} bit
 */
function arc(bit) {
  const x = 63 - bit;
  return `M${x + 1.5} .95Q${x + 1} -.6 ${x + 0.5} .8`;
}

// The steps of a look-up as a row of cards with values, and arrows from each card's inputs.
import { make, setText } from "./elements.js";
import { Arrows, flyFeeders } from "./feeding.js";
import { maskOf } from "./geometry.js";
import { SmallBoard } from "./small-board.js";
import { state } from "./state.js";
import { bitsOf, grouped, hexWord } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */
/** @typedef {import("./schemes.js").StepText} StepText */

/**
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {SmallBoard | undefined} board
 * @property {HTMLElement} value
 * @property {HTMLElement} large
 * @property {HTMLElement} small
 */

/** The minimum width of a card including its gap, in wide and in narrow windows. */
const CARD_WIDTH = 72;
const NARROW_WIDTH = 34;
const WIDE = 608;

/** All cards of a look-up. */
export class Cards {
  /** @param {(place: number) => void} choose called with the step of the clicked card */
  constructor(choose) {
    this.choose = choose;
    /** @type {StepText[]} */
    this.steps = [];
    /** @type {Card[]} */
    this.cards = [];
    this.current = 0;
    this.list = make("ol", { class: "cards", id: "cards" });
    this.arrows = new Arrows();
    this.element = make("div", { class: "chain" }, this.arrows.element, this.list);
    new ResizeObserver(() => this.arrange()).observe(this.element);
  }

  /**
   * Shows a look-up up to the current step.
   * @param {Look} look
   * @param {number} current
   */
  show(look, current) {
    if (look.half.steps !== this.steps) this.fill(look.half.steps);
    this.current = current;
    for (const [place, { element, board, large, small }] of this.cards.entries()) {
      const { kind, title } = this.steps[place];
      element.classList.toggle("ahead", place > current);
      element.classList.toggle("current", place === current);
      element.classList.toggle("harmful", this.steps[place].key === "attacks");
      if (place === current) element.setAttribute("aria-current", "step");
      else element.removeAttribute("aria-current");
      board?.show(title, marksOf(look, place));
      setText(large, kind === "number" ? grouped(look.values[place]) : "");
      setText(small, digitsOf(look, place));
    }
    this.arrange();
  }

  /** @param {StepText[]} steps */
  fill(steps) {
    this.steps = steps;
    this.cards = steps.map((step, place) => {
      const board = step.kind === "number" ? undefined : new SmallBoard(toneOf(step));
      const large = make("p", { class: "large" });
      const small = make("code", { class: "small" });
      const value = make("div", { class: "value" }, board ? board.element : large);
      const element = make(
        "li",
        { class: `card ${step.kind}`, id: `step-${step.key}` },
        make(
          "button",
          { type: "button", class: "card-title", onclick: () => this.choose(place) },
          make("span", { class: "ordinal" }, String(place + 1)),
          step.title,
        ),
        value,
        small,
      );
      return { element, board, value, large, small };
    });
    this.list.replaceChildren(...this.cards.map((card) => card.element));
  }

  /** Arranges the cards in as few rows as possible, of about equal length, and draws the arrows. */
  arrange() {
    const width = this.element.clientWidth;
    if (width === 0 || this.cards.length === 0) return;
    const most = Math.max(1, Math.floor(width / (width < WIDE ? NARROW_WIDTH : CARD_WIDTH)));
    const rows = Math.ceil(this.cards.length / most);
    this.list.style.setProperty("--columns", String(Math.ceil(this.cards.length / rows)));
    this.arrows.draw(
      this.cards.map((card) => card.element),
      this.steps,
      this.current,
    );
  }

  /**
   * Animates the inputs of a step flying to its card.
   * @param {number} place
   * @param {Element} board
   */
  feed(place, board) {
    flyFeeders(
      this.cards.map((card) => card.value),
      this.steps,
      place,
      board,
    );
  }

  /**
   * Marks the cards whose boards show a number from the multiplication.
   * @param {Record<number, string>} roles by card position; all other cards lose their role
   */
  assign(roles) {
    for (const [place, { element }] of this.cards.entries()) {
      if (place in roles) element.dataset.role = roles[place];
      else delete element.dataset.role;
    }
  }
}

/**
 * The colour of a step's board.
 * @param {StepText} step
 */
function toneOf({ key, kind }) {
  if (kind !== "board") return "product";
  if (key.endsWith("attacks") || key.endsWith("listed") || ["entry", "union"].includes(key)) return "attacks";
  return ["blockers", "input", "filled"].includes(key) ? "blockers" : "mask";
}

/**
 * The marks on a step's board, such as the bits passed on to later steps, or the wrong attacks.
 * @param {Look} look
 * @param {number} place
 * @returns {import("./small-board.js").Marks}
 */
function marksOf(look, place) {
  const { kind, key } = look.half.steps[place];
  const [value, taken] = [look.values[place], look.taken[place] ?? 0n];
  if (kind !== "board") return { bits: value & ~taken, others: value & taken, framed: taken };
  const { square, piece } = state;
  if (key === "attacks")
    return {
      bits: value & look.truth,
      others: value & ~look.truth,
      framed: value ^ look.truth,
      square,
      piece,
    };
  const isFilled = key === "input" || key === "filled";
  const mask = maskOf(piece, square);
  const irrelevant = isFilled ? ~mask : 0n;
  const framed = isFilled || key === "blockers" ? mask : 0n;
  return { bits: value & ~irrelevant, pale: value & irrelevant, framed, square, piece };
}

/**
 * A step's value: an index in binary, everything else in hexadecimal.
 * @param {Look} look
 * @param {number} place
 */
export function digitsOf(look, place) {
  const { key, kind } = look.half.steps[place];
  const value = look.values[place];
  if (kind !== "number") return hexWord(value);
  if (key !== "index") return `0x${value.toString(16)}`;
  const taken = look.taken.slice(0, place).findLast((each) => each !== null) ?? 0n;
  return `0b${value.toString(2).padStart(bitsOf(taken).length, "0")}`;
}

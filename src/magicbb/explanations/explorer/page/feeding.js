// The data flow between steps: arrows between their cards, and animations along them.
import { makeSvg } from "./elements.js";
import { fly, mayMove, placeOf } from "./flight.js";

/** @typedef {import("./schemes.js").StepText} StepText */

const FEED_MS = 700;

/** The maximum depth of the arrows' curves below the cards. */
const SWING = 15;

/**
 * The steps that a step is computed from.
 * @param {StepText[]} steps
 * @param {number} place
 */
export function feedersOf(steps, place) {
  return steps
    .map((_, earlier) => earlier)
    .filter(
      (earlier) =>
        earlier < place && new RegExp(`\\b${steps[earlier].key}\\b`).test(steps[place].formula),
    );
}

/**
 * The first step that uses the value of a given step.
 * @param {StepText[]} steps
 * @param {number} place
 */
export function firstUse(steps, place) {
  const found = steps.findIndex((_, later) => feedersOf(steps, later).includes(place));
  return found < 0 ? steps.length : found;
}

/** Arrows between cards, drawn behind them. */
export class Arrows {
  constructor() {
    this.element = makeSvg("svg", { class: "arrows", "aria-hidden": "true" });
  }

  /**
   * @param {HTMLElement[]} cards
   * @param {StepText[]} steps
   * @param {number} current
   */
  draw(cards, steps, current) {
    const places = cards.map((card) => ({
      left: card.offsetLeft,
      top: card.offsetTop,
      width: card.offsetWidth,
      bottom: card.offsetTop + card.offsetHeight,
    }));
    const arrows = steps.flatMap((_, to) =>
      feedersOf(steps, to).map((from) =>
        makeSvg("path", {
          d: arrow(places[from], places[to]),
          class: to === current ? "feed now" : to < current ? "feed" : "feed ahead",
        }),
      ),
    );
    this.element.replaceChildren(...arrows.sort((one) => (one.matches(".now") ? 1 : -1)));
  }
}

/** @typedef {{left: number, top: number, width: number, bottom: number}} Box */

/**
 * An arrow: below the cards if they are in one row, otherwise from the lower edge of one card to the
 * upper edge of the other.
 * @param {Box} from
 * @param {Box} to
 */
function arrow(from, to) {
  const [start, end] = [from.left + 0.62 * from.width, to.left + 0.38 * to.width];
  const [head, tip] = from.top === to.top ? [to.bottom + 1, -4] : [to.top - 1, 4];
  const point = `M${end - 4} ${head - tip}L${end} ${head}L${end + 4} ${head - tip}`;
  if (from.top === to.top) {
    const low = from.bottom + SWING;
    return `M${start} ${from.bottom}C${start} ${low} ${end} ${low} ${end} ${head}${point}`;
  }
  const middle = (from.bottom + to.top) / 2;
  return `M${start} ${from.bottom}C${start} ${middle} ${end} ${middle} ${end} ${head}${point}`;
}

/**
 * Animates the inputs of a step flying to its card.
 * @param {Element[]} values of the cards
 * @param {StepText[]} steps
 * @param {number} place
 * @param {Element} board where the occupied squares come from
 */
export function flyFeeders(values, steps, place, board) {
  if (!mayMove()) return;
  const end = placeOf(values[place]);
  const usesBoard = /\b(occupied|mask)\b/.test(steps[place].formula);
  const sources = feedersOf(steps, place).map((earlier) => values[earlier]);
  const small = end && { ...end, size: end.size * 0.9 };
  if (usesBoard && small) flyFrom(values[place], placeOf(board), small);
  for (const source of sources) if (small) flyFrom(source, placeOf(source), small);
}

/**
 * @param {Element} element
 * @param {import("./flight.js").Place | undefined} start
 * @param {import("./flight.js").Place} end
 */
function flyFrom(element, start, end) {
  const copy = element.firstElementChild?.cloneNode(true);
  if (!(copy instanceof Element) || !start) return;
  fly(copy, [start, end], { duration: FEED_MS, fades: true });
}

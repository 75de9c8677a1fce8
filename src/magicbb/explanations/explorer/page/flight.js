// Flying elements that show where a value comes from, and vanish when they arrive.
import { make } from "./elements.js";

/**
 * @typedef {object} Place a position and a size in the window
 * @property {number} x of its middle
 * @property {number} y
 * @property {number} size
 */

const EASING = "cubic-bezier(0.4, 0, 0.2, 1)";

/** @type {HTMLElement | undefined} */
let sky;

/** Whether animations are allowed. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * The position and size of an element; undefined if it is not drawn.
 * @param {Element} element
 * @returns {Place | undefined}
 */
export function placeOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return width > 0
    ? { x: left + width / 2, y: top + height / 2, size: Math.min(width, height) }
    : undefined;
}

/** Removes all flying elements. */
export function land() {
  sky?.replaceChildren();
}

/**
 * Moves an element through the given places.
 * @param {Element} element drawn at the size of the first place
 * @param {Place[]} places
 * @param {{duration: number, delay?: number, fades?: boolean}} how
 */
export function fly(element, places, { duration, delay = 0, fades = false }) {
  if (!sky) {
    sky = make("div", { class: "sky", "aria-hidden": "true" });
    document.body.append(/** @type {HTMLElement} */ (sky));
  }
  const ghost = make("div", { class: "ghost" }, element);
  const [first] = places;
  ghost.style.width = ghost.style.height = `${first.size}px`;
  sky?.append(ghost);
  const frames = places.map(({ x, y, size }, number) => ({
    transform: `translate(${x - first.size / 2}px, ${y - first.size / 2}px) scale(${size / first.size})`,
    opacity: fades && number === places.length - 1 ? 0.1 : 1,
    easing: EASING,
  }));
  ghost
    .animate(frames, { duration, delay, fill: "backwards" })
    .finished.then(() => ghost.remove())
    .catch(() => {});
}

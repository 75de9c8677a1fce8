// The bit under the pointer: highlighted wherever the same word is drawn, and named in the readout.
import { squareName } from "./geometry.js";

/**
 * @typedef {object} Pointed
 * @property {number} bit
 * @property {string} role the word that it belongs to: "word" for a board, "magic", "product" or another
 */

/** @type {CSSStyleRule | undefined} */
let highlight;

/** @type {(pointed: Pointed | undefined) => void} */
let tellPointed = () => {};

/** @type {Pointed | undefined} */
let pointedAt;

/** The maximum distance, in bits, between a finger and the set bit that it selects. */
const FINGER = 3;

/**
 * Selects the bit that is pointed at, or clears the selection.
 * @param {number | undefined} bit
 * @param {string} role
 */
export function pointAt(bit, role = "word") {
  if (bit === pointedAt?.bit && (bit === undefined || role === pointedAt?.role)) return;
  pointedAt = bit === undefined ? undefined : { bit, role };
  if (highlight) highlight.selectorText = selectorOf(pointedAt);
  tellPointed(pointedAt);
}

/** @param {Pointed | undefined} pointed */
function selectorOf(pointed) {
  if (!pointed) return '[data-bit=""]';
  const bit = `[data-bit="${pointed.bit}"]`;
  return pointed.role === "word"
    ? `${bit}:not([data-role]:not([data-role="word"]) *)`
    : `[data-role="${pointed.role}"] ${bit}`;
}

/** The bit that is pointed at. */
export function pointedBit() {
  return pointedAt;
}

/**
 * The name of a bit: its square and its number.
 * @param {number} bit
 */
export function bitNames(bit) {
  return `${squareName(bit)} = bit ${bit}`;
}

/**
 * Starts following the pointer. An element with `data-bit` is a bit; the nearest `data-role` around it
 * names the word.
 * @param {(pointed: Pointed | undefined) => void} listener
 */
export function followPointer(listener) {
  tellPointed = listener;
  const sheet = document.styleSheets[0];
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule && rule.selectorText === '[data-bit=""]') highlight = rule;
  }
  const follow = (/** @type {Event} */ event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-bit]") : null;
    // Touching a bit also focuses its row, which must not clear the selection.
    const isRow = event.target instanceof Element && event.target.matches("[data-role]");
    if (!target) return event.type === "focusin" && isRow ? undefined : pointAt(undefined);
    const isFinger = event instanceof PointerEvent && event.pointerType === "touch";
    const chosen = isFinger ? nearestOne(target) : target;
    pointAt(
      Number(chosen.getAttribute("data-bit")),
      chosen.closest("[data-role]")?.getAttribute("data-role") ?? "word",
    );
  };
  document.addEventListener("pointerover", follow);
  document.addEventListener("focusin", follow);
}

/**
 * The set bit nearest to the target, up to `FINGER` bits away; otherwise the target.
 * @param {Element} target
 */
function nearestOne(target) {
  let [left, right] = [target, target];
  for (let steps = 0; steps <= FINGER; steps++) {
    for (const near of [left, right]) if (near.classList.contains("one")) return near;
    left = left.previousElementSibling ?? left;
    right = right.nextElementSibling ?? right;
  }
  return target;
}

// The bit that is pointed at: it stands out wherever the same word is drawn, and has its names read out.
import { squareName } from "./geometry.js";

/**
 * @typedef {object} Pointed
 * @property {number} bit
 * @property {string} role whose bit: "word" of a board, "magic", "product", or another number's
 */

/** @type {CSSStyleRule | undefined} */
let highlight;

/** @type {(pointed: Pointed | undefined) => void} */
let tellPointed = () => {};

/** @type {Pointed | undefined} */
let pointedAt;

/** How far from a set bit a finger may be. */
const FINGER = 3;

/**
 * Points at a bit, or at none.
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
 * The names of a bit.
 * @param {number} bit
 */
export function bitNames(bit) {
  return `${squareName(bit)} = bit ${bit}`;
}

/**
 * Starts to follow the pointer: whatever has `data-bit` is a bit, of the word that `data-role` around
 * it says.
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
    // A touch on a row's bit gives the row the focus.
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
 * In a row of narrow bits, the nearest that is set.
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

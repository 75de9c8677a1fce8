// The bit that is pointed at: it stands out in all boards at once, and has its names read out.
import { squareName } from "./geometry.js";

/** @type {CSSStyleRule | undefined} */
let highlight;

/** @type {(bit: number | undefined) => void} */
let tellBit = () => {};

/** @type {number | undefined} */
let pointedAt;

/**
 * Points at a bit, or at none.
 * @param {number | undefined} bit
 */
export function pointAt(bit) {
  if (bit === pointedAt) return;
  pointedAt = bit;
  if (highlight) highlight.selectorText = `[data-bit="${bit ?? ""}"]`;
  tellBit(bit);
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
 * Starts to follow the pointer: whatever has `data-bit` is a bit.
 * @param {(bit: number | undefined) => void} listener
 */
export function followPointer(listener) {
  tellBit = listener;
  const sheet = document.styleSheets[0];
  for (const rule of sheet.cssRules) {
    if (rule instanceof CSSStyleRule && rule.selectorText === '[data-bit=""]') highlight = rule;
  }
  const follow = (/** @type {Event} */ event) => {
    const target = event.target instanceof Element ? event.target.closest("[data-bit]") : null;
    pointAt(target ? Number(target.getAttribute("data-bit")) : undefined);
  };
  document.addEventListener("pointerover", follow);
  document.addEventListener("focusin", follow);
}

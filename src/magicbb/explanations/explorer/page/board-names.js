// Rank numbers and file letters around a board.
import { make } from "./elements.js";

/** @param {string} names */
function spans(names) {
  return [...names].map((name) => make("span", {}, name));
}

/**
 * Puts a board into a frame with rank numbers and file letters.
 * @param {HTMLElement} board
 * @returns {HTMLElement}
 */
export function framed(board) {
  return make(
    "div",
    { class: "board-frame" },
    make("div", { class: "ranks", "aria-hidden": "true" }, ...spans("87654321")),
    board,
    make("div", { class: "files", "aria-hidden": "true" }, ...spans("abcdefgh")),
  );
}

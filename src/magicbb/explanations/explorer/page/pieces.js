// The chess pieces, from shapes drawn for this package.
import { makeSvg } from "./elements.js";
import { pageData } from "./page-data.js";

const BOX = "0 0 45 45";

/**
 * A picture of a piece.
 * @param {string} letter as in FEN; "x" is a neutral blocker
 * @param {string} side "white", "black" or "neutral"
 */
export function drawMan(letter, side) {
  const [silhouette, lines] = pageData.shapes[letter.toLowerCase()];
  return makeSvg(
    "svg",
    { viewBox: BOX, class: `man ${side}`, "aria-hidden": "true" },
    makeSvg("path", { d: silhouette, class: "silhouette" }),
    makeSvg("path", { d: lines, class: "lines" }),
  );
}

/**
 * The name and the side of the piece with a FEN letter.
 * @param {string} letter
 */
export function manNamed(letter) {
  if (letter === "x") return { side: "neutral", name: "blocker" };
  const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  const side = letter === letter.toUpperCase() ? "white" : "black";
  return { side, name: `${side} ${names[/** @type {"p"} */ (letter.toLowerCase())]}` };
}

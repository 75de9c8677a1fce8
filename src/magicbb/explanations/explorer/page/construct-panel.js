// An animated construction: the index bit that each square gets as the magic grows.
import { announce } from "./announcing.js";
import { constructMagic } from "./constructing.js";
import { byId, make, setText } from "./elements.js";
import { mayMove } from "./flight.js";
import { maskOf, squareName } from "./geometry.js";
import { randomNumbers } from "./searching.js";
import { change, state } from "./state.js";
import { bitsOf, hexWord } from "./words.js";

/** @typedef {import("./constructing.js").Construction} Construction */

const CHOICE_MS = 450;

/** The piece and square of the current construction; a change of either discards it. */
let constructedFor = "";

/** The number of constructions so far for this piece and square; each uses a different seed. */
let number = 0;

/** @type {Construction | undefined} */
let construction;

/** @type {number | undefined} */
let growing;

/** Makes the construction section of the search panel. */
export function makeConstruction() {
  return make(
    "section",
    { class: "construction", "aria-labelledby": "construct-title" },
    make("h3", { id: "construct-title" }, "By construction"),
    make(
      "div",
      { class: "own-actions" },
      make("button", { type: "button", id: "construct", onclick: construct }, "Construct"),
      make("code", { id: "construct-magic" }),
      make(
        "button",
        { type: "button", id: "construct-use", hidden: true, onclick: useConstructed },
        "Use as your magic",
      ),
    ),
    make("p", { id: "construct-about", class: "quiet" }),
    make("div", { id: "construct-windows", class: "windows", role: "img", "aria-label": "" }),
  );
}

function squaresHere() {
  return bitsOf(maskOf(state.piece, state.square));
}

function construct() {
  forgetConstruction();
  const squares = squaresHere();
  const random = randomNumbers(state.seed + 7919 * number++);
  construction = constructMagic(maskOf(state.piece, state.square), squares.length, random);
  byId("construct-windows").hidden = false;
  if (mayMove()) grow(1);
  else showConstruction(construction.choices.length);
}

/** @param {number} count the number of bits shown */
function grow(count) {
  if (!construction) return;
  showConstruction(count);
  if (count < construction.choices.length) growing = setTimeout(grow, CHOICE_MS, count + 1);
}

function forgetConstruction() {
  clearTimeout(growing);
  construction = undefined;
  byId("construct-use").hidden = true;
  byId("construct-windows").hidden = true;
  setText(byId("construct-magic"), "");
}

/** Describes the construction for the current square, and discards one for any other square. */
export function showConstructing() {
  const name = `${state.piece} ${squareName(state.square)}`;
  if (constructedFor === name) return;
  constructedFor = name;
  number = 0;
  forgetConstruction();
  setText(
    byId("construct-about"),
    `Constructs a white magic with ${squaresHere().length} bits for ${name} directly: no key is tested.`,
  );
}

/** @param {number} count the number of bits shown */
function showConstruction(count) {
  if (!construction) return;
  const { choices, deadEnds } = construction;
  const shown = choices.slice(0, count);
  const squares = squaresHere();
  const magic = shown.reduce((word, { place }) => word | (1n << BigInt(place)), 0n);
  const { place, claims } = shown[shown.length - 1];
  const isWhole = count === choices.length;
  setText(byId("construct-magic"), hexWord(magic));
  byId("construct-use").hidden = !isWhole;
  const gets = claims
    .map(({ square, target }) => `${squareName(square)} gets index bit ${target}`)
    .join(", ");
  const ends = deadEnds === 1 ? "1 dead end" : `${deadEnds} dead ends`;
  const whole = `The lowest index bit that receives a copy of a square is different for each square, so no two keys collide. ${choices.length} set bits, ${ends}, no keys tested.`;
  setText(byId("construct-about"), isWhole ? whole : `Bit ${place} of the magic: ${gets}.`);
  if (isWhole) announce(whole);
  const claimed = new Map(
    shown.flatMap((choice) => choice.claims).map(({ square, target }) => [square, target]),
  );
  const order = [...squares].sort((one, other) => (claimed.get(one) ?? 99) - (claimed.get(other) ?? 99));
  byId("construct-windows").style.setProperty("--bits", String(squares.length));
  byId("construct-windows").setAttribute(
    "aria-label",
    order
      .filter((square) => claimed.has(square))
      .map((square) => `${squareName(square)}: index bit ${claimed.get(square)}`)
      .join(", "),
  );
  byId("construct-windows").replaceChildren(
    make("span", { class: "window-name" }, "index bit"),
    ...squares.map((_, column) => make("span", { class: "window-name" }, String(squares.length - 1 - column))),
    ...order.flatMap((square) => [
      make("span", { class: "window-name" }, squareName(square)),
      ...squares.map((_, column) => {
        const target = squares.length - 1 - column;
        const isSet = shown.some((choice) => choice.place + square - 64 + squares.length === target);
        const isClaim = claimed.get(square) === target;
        return make("span", { class: isClaim ? "window claim" : isSet ? "window set" : "window" });
      }),
    ]),
  );
}

function useConstructed() {
  if (!construction) return;
  const own = hexWord(construction.magic);
  change({ own, bits: squaresHere().length, kind: "white", scheme: "own", panel: "own" });
}

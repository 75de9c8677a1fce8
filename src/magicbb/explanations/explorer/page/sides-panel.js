// White and black: one magic used both ways, and the phase by which the products differ.
import { byId, make, setText } from "./elements.js";
import { keyOf, keysOf } from "./keys.js";
import { hashedOf, indicesOf, productOf, sharingBy } from "./magics.js";
import { ownMagic } from "./own-scheme.js";
import { knownMagic } from "./page-data.js";
import { PhaseDial } from "./phase-dial.js";
import { PARTS_OF_SLOT, countSlots, harmfulByPhase, ownPhaseOf, productsOf, turnedProducts } from "./phases.js";
import { Register } from "./register.js";
import { SlotBar } from "./slot-bar.js";
import { SlotBorders } from "./slot-borders.js";
import { SmallBoard } from "./small-board.js";
import { change, state } from "./state.js";
import { FULL_WORD, grouped, hexWord, topBits } from "./words.js";

/** @typedef {import("./magics.js").Kind} Kind */

/** @type {Kind[]} */
const KINDS = ["white", "black"];

const WHOSE_MAGIC = { black: "a black one", white: "a white one", own: "your own" };

/** The products in the sum white + phase = black, each with the squares multiplied, and its row. */
const TERMS = [
  { name: "white", sign: "", squares: "hashed by white", formula: "occupied & mask" },
  { name: "phase", sign: "+", squares: "irrelevant", formula: "~mask" },
  { name: "black", sign: "=", squares: "hashed by black", formula: "occupied | ~mask" },
].map((term) => ({ ...term, board: new SmallBoard("blockers"), row: new Register() }));

const sideBars = KINDS.map(() => new SlotBar("mine", "bad", "read"));
const phaseDial = new PhaseDial((phase) => change({ phase }));
const slotBorders = new SlotBorders();

/** @param {HTMLElement} panel */
export function makeSidesPanel(panel) {
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "White clears the irrelevant squares; black sets them. Nothing else differs, so a black product is the white one plus the product of the irrelevant squares, which is the same for every position: the phase. The rows show the three products.",
    ),
    make(
      "div",
      { class: "choices" },
      make(
        "div",
        { class: "field" },
        make("label", { for: "sides-whose" }, "Magic"),
        make(
          "select",
          { id: "sides-whose", onchange: () => change({ whose: byId("sides-whose").value }) },
          ...Object.entries(WHOSE_MAGIC).map(([value, title]) => make("option", { value }, title)),
        ),
      ),
      make("code", { id: "sides-magic" }),
      make("button", { type: "button", id: "sides-use", onclick: useMagic }, "Use as your magic"),
    ),
    make(
      "div",
      { class: "terms" },
      ...TERMS.map(({ squares, sign, formula, board }) =>
        make(
          "figure",
          { "data-sign": sign },
          board.element,
          make("figcaption", {}, squares, " ", make("code", {}, formula)),
        ),
      ),
    ),
    make(
      "div",
      { class: "strip-rows sum" },
      ...TERMS.flatMap(({ name, sign, row }) => [
        make("span", { class: "row-name" }, `${sign} ${name}`.trim()),
        row.element,
      ]),
      ...KINDS.flatMap((kind, place) => [
        make("span", { class: "row-name" }, `${kind} slots`),
        sideBars[place].element,
        make("p", { id: `sides-${kind}-says`, class: "quiet" }),
      ]),
    ),
    make(
      "div",
      { class: "turning" },
      make(
        "div",
        { class: "dial-place" },
        phaseDial.element,
        make(
          "p",
          { class: "keys quiet", "aria-hidden": "true" },
          "Drag, or ",
          ...["← →", "Home", "End"].flatMap((key) => [make("kbd", {}, key), " "]),
        ),
      ),
      make(
        "div",
        { class: "turned" },
        make("p", { id: "sides-phase-says", class: "count" }),
        slotBorders.element,
        make("p", { id: "sides-note", class: "quiet" }),
      ),
    ),
  );
}

/** The magic that is used both ways. */
function magicOfBoth() {
  const { piece, square, whose } = state;
  const own = whose === "own" ? ownMagic() : undefined;
  return own ?? knownMagic(whose === "white" ? "white" : "black", piece, square);
}

function useMagic() {
  const { magic, bits, kind } = magicOfBoth();
  change({ own: hexWord(magic), bits, kind, panel: "own" });
}

/** The name of the state last drawn. */
let drawnSides = "";

export function showSidesPanel() {
  const { occupied, whose } = state;
  const magic = magicOfBoth();
  byId("sides-whose").value = whose === "scheme" ? "black" : whose;
  const isMissing = whose === "own" && !ownMagic();
  const says = isMissing ? " (you have not entered one yet: this is a black one)" : "";
  setText(byId("sides-magic"), `${hexWord(magic.magic)}, ${magic.bits} index bits${says}`);
  // While the dial turns, only the phase changes.
  const name = [...Object.values(magic), occupied].join();
  if (name !== drawnSides) showBoth(magic);
  drawnSides = name;
  showPhase(magic);
}

/**
 * Shows the words `occupied & mask`, `~mask` and `occupied | ~mask`, their products, and the slots.
 * @param {import("./magics.js").Magic} magic
 */
function showBoth(magic) {
  const { piece, square, occupied } = state;
  const { mask } = keysOf(piece, square);
  const taken = topBits(magic.bits);
  const words = [hashedOf("white", mask, occupied), FULL_WORD & ~mask, hashedOf("black", mask, occupied)];
  for (const [place, { name, board, row }] of TERMS.entries()) {
    const word = words[place];
    const product = BigInt.asUintN(64, word * magic.magic);
    const standing = { square, piece };
    board.show(name, { bits: word & mask, pale: word & ~mask, framed: mask, ...standing });
    row.show(`${name}: ${hexWord(product)}`, product, taken);
  }
  const works = KINDS.map((kind, place) => showSlots(place, { ...magic, kind }));
  setText(byId("sides-note"), noteOnBoth(works));
}

/**
 * Shows a phase, and the products that share slots at that phase.
 * @param {import("./magics.js").Magic} magic
 */
function showPhase(magic) {
  const { phase } = state;
  const { piece, square, bits } = magic;
  const keys = keysOf(piece, square);
  const own = ownPhaseOf(magic);
  const turned = turnedProducts(magic, phase);
  const { harmful, slots } = countSlots(magic, turned);
  const turn = phase < 0 ? own.part : phase / PARTS_OF_SLOT;
  const name = phase === 0 ? "0, white" : `${turn.toFixed(2)} slots${phase < 0 ? ", black" : ""}`;
  const clash = harmful === 0 ? "no harmful collision" : `${grouped(harmful)} harmful collisions`;
  const says = `Phase ${name}: ${grouped(keys.count)} keys take ${grouped(slots)} slots, ${clash}.`;
  setText(byId("sides-phase-says"), says);
  byId("sides-phase-says").classList.toggle("alarm", harmful > 0);
  phaseDial.show(turn, own.part, harmfulByPhase(magic), says);
  slotBorders.show({
    before: productsOf(magic),
    turned,
    sets: keys.sets,
    bits,
    key: keyOf(keys, state.occupied),
    first: phase < 0 ? own.whole : 0,
  });
}

/**
 * The slots that a magic of one kind uses.
 * @param {number} place
 * @param {import("./magics.js").Magic} magic
 * @returns {boolean} whether it works
 */
function showSlots(place, magic) {
  const { mask } = keysOf(magic.piece, magic.square);
  const { kind, bits } = magic;
  const { bad, slots, lowest, highest, keys } = sharingBy(magic);
  const { index } = productOf(magic, mask, state.occupied);
  sideBars[place].show(2 ** bits, {
    mine: new Set(indicesOf(magic)),
    bad: new Set(bad.map(({ slot }) => slot)),
    read: [index],
  });
  const clash = bad.length === 0 ? "no harmful collision" : `${grouped(bad.length)} harmful collisions`;
  setText(
    byId(`sides-${kind}-says`),
    `As ${kind}: index ${grouped(index)}; ${grouped(keys)} keys take ${grouped(slots)} slots, ` +
      `${grouped(lowest)} to ${grouped(highest)} of ${grouped(2 ** bits)}; ${clash}`,
  );
  return bad.length === 0;
}

/** @param {boolean[]} works as white, as black */
function noteOnBoth([white, black]) {
  const verdict =
    white && black
      ? "This number is a magic both ways."
      : white || black
        ? `This number is a magic only as ${white ? "white" : "black"}.`
        : "This number is not a magic either way.";
  return `${verdict} Turn the dial: the phase is added to all products, which moves them across slot boundaries. A full turn is one slot; adding whole slots would only renumber the indices. Equal letters mean equal attacks; a red slot holds different attacks.`;
}

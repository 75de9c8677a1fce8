// White and black side by side: one board, hashed by a white and by a black magic.
import { byId, make, setText } from "./elements.js";
import { keyOf, keysOf } from "./keys.js";
import { hashedOf, productOf, sharingBy } from "./magics.js";
import { knownMagic, pageData } from "./page-data.js";
import { Register } from "./register.js";
import { SmallBoard } from "./small-board.js";
import { change, state } from "./state.js";
import { grouped, hexWord, topBits } from "./words.js";

/** @typedef {import("./magics.js").Kind} Kind */

/** @type {Record<Kind, {title: string, formula: string, about: string}>} */
const SIDES = {
  white: {
    title: "White",
    formula: "occupied & mask",
    about:
      "Lasse Hansen, 2006: all irrelevant squares are cleared. An empty board has index 0, always.",
  },
  black: {
    title: "Black",
    formula: "occupied | ~mask",
    about:
      "Volker Annuss, 2017: all irrelevant squares are set. Indices may start above 0, so ranges pack better.",
  },
};

/** @type {Record<string, {hashed: SmallBoard, product: SmallBoard, register: Register}>} */
const sideParts = {};

/** @param {HTMLElement} panel */
export function makeSidesPanel(panel) {
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "The same board, hashed in two ways. On the relevant squares both see the same pieces; they differ in what they make of all others.",
    ),
    make("div", { class: "sides" }, makeSide("white"), makeSide("black")),
    make("p", { id: "sides-difference", class: "note" }),
  );
}

/** @param {Kind} kind */
function makeSide(kind) {
  const parts = {
    hashed: new SmallBoard("blockers"),
    product: new SmallBoard("product"),
    register: new Register(),
  };
  sideParts[kind] = parts;
  const fact = (/** @type {string} */ name, /** @type {string} */ title) =>
    make(
      "div",
      {},
      make("dt", {}, title),
      make("dd", {}, make("code", { id: `sides-${kind}-${name}` })),
    );
  return make(
    "article",
    { class: "side", "aria-labelledby": `sides-${kind}-title` },
    make(
      "h3",
      { id: `sides-${kind}-title` },
      SIDES[kind].title,
      " ",
      make("code", {}, SIDES[kind].formula),
    ),
    make("p", { class: "quiet" }, SIDES[kind].about),
    make(
      "div",
      { class: "two-boards" },
      make("figure", {}, parts.hashed.element, make("figcaption", {}, "what is hashed")),
      make(
        "figure",
        {},
        parts.product.element,
        make("figcaption", {}, "× magic: the marked bits are the index"),
      ),
    ),
    parts.register.element,
    make(
      "dl",
      { class: "record" },
      fact("hashed", "hashed"),
      fact("magic", `magic, found by ${pageData.finders[kind]}`),
      fact("index", "index"),
      fact("range", "range"),
      fact("slots", "slots in use"),
    ),
    make(
      "button",
      { type: "button", id: `sides-${kind}-use`, onclick: () => useSide(kind) },
      "Take it as your own magic",
    ),
  );
}

/** @param {Kind} kind */
function useSide(kind) {
  const magic = knownMagic(kind, state.slider, state.square);
  change({ own: hexWord(magic.factor), bits: magic.bits, kind, panel: "own" });
}

export function showSidesPanel() {
  const { slider, square, occupied } = state;
  const keys = keysOf(slider, square);
  for (const kind of /** @type {Kind[]} */ (["white", "black"])) {
    const { hashed, product, register } = sideParts[kind];
    const magic = knownMagic(kind, slider, square);
    const word = hashedOf(kind, keys.mask, occupied);
    const found = productOf(magic, keys.mask, occupied);
    const taken = topBits(magic.bits);
    hashed.show("What is hashed", {
      bits: word & keys.mask,
      pale: word & ~keys.mask,
      framed: keys.mask,
      square,
      slider,
    });
    product.show("Product", {
      bits: found.product & ~taken,
      others: found.product & taken,
      framed: taken,
    });
    register.show("Product", found.product, taken);
    const sharing = sharingBy(magic);
    setText(byId(`sides-${kind}-hashed`), hexWord(word));
    setText(byId(`sides-${kind}-magic`), hexWord(magic.factor));
    setText(
      byId(`sides-${kind}-index`),
      `${grouped(found.index)} = 0b${found.index.toString(2).padStart(magic.bits, "0")}`,
    );
    setText(
      byId(`sides-${kind}-range`),
      `${grouped(sharing.lowest)} to ${grouped(sharing.highest)} of ${grouped(2 ** magic.bits)}`,
    );
    setText(
      byId(`sides-${kind}-slots`),
      `${grouped(sharing.slots)} for ${grouped(sharing.keys)} keys`,
    );
  }
  const number = keyOf(keys, occupied);
  setText(
    byId("sides-difference"),
    `This is key ${grouped(number + 1)} of ${grouped(keys.count)} of the ${slider} here. Framed squares are the mask: ` +
      "white keeps what stands on them and nothing else, black fills everything around them.",
  );
}

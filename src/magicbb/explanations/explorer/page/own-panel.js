// Your own magic: paste a number and see at once whether it works here, and if not, why.
import { CollidingBoards } from "./colliding-boards.js";
import { byId, make, setText } from "./elements.js";
import { maskOf, squareName } from "./geometry.js";
import { productOf, sharingBy } from "./magics.js";
import { ownBits, ownMagic } from "./own-scheme.js";
import { knownMagic } from "./page-data.js";
import { SmallBoard } from "./small-board.js";
import { change, state } from "./state.js";
import { bitsOf, grouped, hexWord, parseWord } from "./words.js";

const magicBoard = new SmallBoard("product");
const ownBoards = new CollidingBoards("own");

/** @param {HTMLElement} panel */
export function makeOwnPanel(panel) {
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "Paste any number. It is tested with every arrangement of blockers for the piece on the board.",
    ),
    make(
      "div",
      { class: "own-form" },
      make(
        "div",
        { class: "field wide" },
        make("label", { for: "own-magic" }, "Magic"),
        make("input", {
          id: "own-magic",
          type: "text",
          spellcheck: "false",
          autocomplete: "off",
          autocapitalize: "off",
          placeholder: "0x022842020008a050ULL",
          "aria-describedby": "own-verdict",
          oninput: onNumber,
        }),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "own-bits" }, "Index bits"),
        make("input", { id: "own-bits", type: "number", min: "1", max: "16", onchange: onBits }),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "own-kind" }, "Kind"),
        make(
          "select",
          { id: "own-kind", onchange: () => change({ kind: byId("own-kind").value }) },
          make("option", { value: "white" }, "white"),
          make("option", { value: "black" }, "black"),
        ),
      ),
    ),
    make(
      "div",
      { class: "verdict", id: "own-verdict", role: "status" },
      make("p", { id: "own-answer", class: "large" }),
      make("p", { id: "own-details" }),
    ),
    make(
      "div",
      { class: "own-actions" },
      make(
        "button",
        {
          type: "button",
          id: "own-show",
          onclick: () => change({ scheme: "own", panel: "lookup", step: -1 }),
        },
        "Follow it through a look-up",
      ),
      make(
        "button",
        { type: "button", id: "own-collisions", onclick: showCollisions },
        "See its collisions",
      ),
      make(
        "button",
        { type: "button", id: "own-known", onclick: takeKnown },
        "Use a known magic",
      ),
    ),
    make(
      "div",
      { class: "own-picture" },
      make(
        "figure",
        { class: "one-board" },
        magicBoard.element,
        make("figcaption", {}, "the number as 64 bits"),
      ),
      make(
        "div",
        { id: "own-collision", class: "harmful pair" },
        ...ownBoards.articles,
      ),
    ),
  );
}

function onNumber() {
  change({ own: byId("own-magic").value.slice(0, 100) }, { passing: true });
}

function onBits() {
  const bits = Number(byId("own-bits").value);
  change({ bits: bits >= 1 && bits <= 16 ? Math.floor(bits) : 0 });
  byId("own-bits").value = ownBits();
}

function takeKnown() {
  const magic = knownMagic(state.kind, state.piece, state.square);
  change({ own: hexWord(magic.magic), bits: magic.bits });
}

function showCollisions() {
  const magic = ownMagic();
  const works = magic && sharingBy(magic).bad.length === 0;
  change({ whose: "own", harm: works ? "good" : "bad", pair: 0, panel: "collisions" });
}

export function showOwnPanel() {
  const { piece, square } = state;
  if (byId("own-magic").value !== state.own) byId("own-magic").value = state.own;
  if (document.activeElement !== byId("own-bits") || !byId("own-bits").value)
    byId("own-bits").value = ownBits();
  byId("own-kind").value = state.kind;
  const magic = ownMagic();
  const sharing = magic && sharingBy(magic);
  const works = sharing?.bad.length === 0;
  const { problem } = parseWord(state.own);
  byId("own-magic").setAttribute("aria-invalid", String(Boolean(problem) && state.own !== ""));
  byId("own-verdict").className = `verdict ${sharing ? (works ? "right" : "wrong") : ""}`;
  byId("own-show").disabled = byId("own-collisions").disabled = !magic;
  const where = `${piece} ${squareName(square)}`;
  setText(
    byId("own-answer"),
    !sharing
      ? state.own.trim() === ""
        ? "No number yet"
        : "Not a magic number"
      : works
        ? `✓ It works on ${where}`
        : `✗ It does not work on ${where}`,
  );
  setText(byId("own-details"), !magic || !sharing ? (problem ?? "") : detailsOf(magic, sharing));
  magicBoard.show("The number", { bits: magic?.magic ?? 0n });
  const pair = sharing?.bad[0];
  byId("own-collision").hidden = !pair;
  if (!magic || !pair) return;
  const mask = maskOf(piece, square);
  ownBoards.show(pair, (blockers) => [["index", productOf(magic, mask, blockers).index]]);
}

/**
 * @param {import("./magics.js").Magic} magic
 * @param {import("./magics.js").Sharing} sharing
 */
function detailsOf(magic, { keys, slots, attackSets, lowest, highest, good, bad }) {
  const size = `${hexWord(magic.magic)}, ${magic.kind}, ${magic.bits} index bits (the mask has ${bitsOf(maskOf(magic.piece, magic.square)).length} squares): `;
  const range = `indices ${grouped(lowest)} to ${grouped(highest)}`;
  if (bad.length > 0) {
    return (
      `${size}${grouped(bad.length)} of ${grouped(keys)} keys map to a slot that already holds different attacks. ` +
      `The first such collision, in slot ${grouped(bad[0].slot)}, is between these boards:`
    );
  }
  return (
    `${size}${grouped(keys)} keys take ${grouped(slots)} slots, ${range}, for ${grouped(attackSets)} attack sets; ` +
    `${grouped(good.length)} constructive collisions.`
  );
}

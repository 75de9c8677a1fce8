// Collisions: pairs of boards in one slot, with equal or different attacks.
import { CollidingBoards } from "./colliding-boards.js";
import { CollidingProducts } from "./colliding-products.js";
import { byId, make, setText } from "./elements.js";
import { maskOf, squareName } from "./geometry.js";
import { productOf, sharingBy, sharingOf } from "./magics.js";
import { ownMagic } from "./own-scheme.js";
import { knownMagic } from "./page-data.js";
import { followSteps } from "./schemes.js";
import { slotsOfKeys } from "./square-slots.js";
import { change, state } from "./state.js";
import { grouped, topBits } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */
/** @typedef {import("./magics.js").Sharing} Sharing */

const WHOSE = {
  black: "a black magic",
  white: "a white magic",
  scheme: "the scheme",
  own: "your own magic",
};

const pairBoards = new CollidingBoards("collisions", (side) => [
  make(
    "button",
    { type: "button", id: `collisions-show-${side + 1}`, onclick: () => showOnBoard(side) },
    "Show on the board",
  ),
]);

const pairProducts = new CollidingProducts("collisions");

/** @param {HTMLElement} panel */
export function makeCollisionsPanel(panel) {
  const step = (/** @type {number} */ by) => () => change({ pair: state.pair + by });
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "Boards collide when the hash maps them to the same slot. If their attacks are equal, the collision is constructive and makes the table smaller. If the attacks differ, the number is not a magic.",
    ),
    make(
      "div",
      { class: "choices" },
      make(
        "div",
        { class: "field" },
        make("label", { for: "collisions-whose" }, "Collisions of"),
        make(
          "select",
          {
            id: "collisions-whose",
            onchange: () => change({ whose: byId("collisions-whose").value, pair: 0 }),
          },
          ...Object.entries(WHOSE).map(([value, title]) => make("option", { value }, title)),
        ),
      ),
      make(
        "div",
        { class: "segments", role: "group", "aria-label": "Kind of collision" },
        make(
          "button",
          {
            type: "button",
            id: "collisions-good",
            onclick: () => change({ harm: "good", pair: 0 }),
          },
          "Constructive",
        ),
        make(
          "button",
          { type: "button", id: "collisions-bad", onclick: () => change({ harm: "bad", pair: 0 }) },
          "Harmful",
        ),
      ),
    ),
    make("p", { id: "collisions-count", class: "count" }),
    make(
      "div",
      { class: "player" },
      make(
        "div",
        { class: "segments", role: "group", "aria-label": "Pairs" },
        make(
          "button",
          { type: "button", id: "collisions-previous", onclick: step(-1) },
          "← Previous",
        ),
        make("button", { type: "button", id: "collisions-next", onclick: step(1) }, "Next →"),
      ),
      make("p", { id: "collisions-place", class: "quiet", role: "status" }),
    ),
    make(
      "div",
      { class: "pair", id: "collisions-pair" },
      ...pairBoards.articles,
    ),
    pairProducts.element,
    make("p", { id: "collisions-note", class: "note" }),
  );
}

/** @type {bigint[]} */
let shownPair = [0n, 0n];

/** @param {number} side */
function showOnBoard(side) {
  change({ occupied: shownPair[side], fen: "" });
}

/** @type {{name: string, sharing: Sharing | undefined}} */
let lastSharing = { name: "", sharing: undefined };

/**
 * The keys that share slots under the current choice; undefined if there are no slots.
 * @param {Look} look
 */
function sharingShown(look) {
  const { piece, square, whose } = state;
  const own = ownMagic();
  const name = [
    piece,
    square,
    whose,
    look.scheme.about.name,
    own?.magic,
    own?.bits,
    own?.kind,
  ].join();
  if (lastSharing.name !== name) lastSharing = { name, sharing: sharingFor(look) };
  return lastSharing.sharing;
}

/** The chosen magic; undefined if there is none or the scheme is chosen. */
function chosenMagic() {
  const { piece, square, whose } = state;
  if (whose === "scheme") return undefined;
  return whose === "own" ? ownMagic() : knownMagic(/** @type {"white"} */ (whose), piece, square);
}

/** @param {Look} look */
function sharingFor(look) {
  const { piece, square, whose } = state;
  const magic = chosenMagic();
  const slots = whose === "scheme" ? slotsOfKeys(look) : undefined;
  return magic ? sharingBy(magic) : slots && sharingOf(piece, square, slots);
}

/**
 * The index of a board, and its slot if there is a table.
 * @param {Look} look
 * @param {bigint} blockers
 * @returns {[string, number][]}
 */
function wayTo({ scheme, half }, blockers) {
  const { piece, square } = state;
  const magic = chosenMagic();
  if (magic) return [["index", productOf(magic, maskOf(piece, square), blockers).index]];
  const { values } = followSteps(scheme, piece, square, blockers);
  return half.steps.flatMap(({ key }, place) =>
    key === "index" || key === "slot" ? [[key, Number(values[place])]] : [],
  );
}

/**
 * The product of a board, which contains the index; undefined if there is no product.
 * @param {Look} look
 * @param {bigint} blockers
 * @returns {import("./colliding-products.js").Hashed | undefined}
 */
function hashedBy({ scheme, half }, blockers) {
  const { piece, square } = state;
  const magic = chosenMagic();
  if (magic) {
    const { product } = productOf(magic, maskOf(piece, square), blockers);
    return { blockers, product, taken: topBits(magic.bits) };
  }
  const { values, taken } = followSteps(scheme, piece, square, blockers);
  const place = half.steps.findLastIndex(({ kind }) => kind === "product");
  const used = taken[place];
  return used ? { blockers, product: values[place], taken: used } : undefined;
}

/** @param {Look} look */
export function showCollisionsPanel(look) {
  const { piece, square, harm, whose } = state;
  byId("collisions-whose").value = whose;
  for (const each of ["good", "bad"])
    byId(`collisions-${each}`).setAttribute("aria-pressed", String(harm === each));
  const sharing = sharingShown(look);
  const pairs = sharing?.[harm] ?? [];
  const place = Math.max(0, Math.min(state.pair, pairs.length - 1));
  byId("collisions-previous").disabled = place === 0;
  byId("collisions-next").disabled = place >= pairs.length - 1;
  if (place !== state.pair && pairs.length > 0) change({ pair: place });
  byId("collisions-pair").hidden = pairs.length === 0;
  setText(byId("collisions-count"), sharing ? countSentence(sharing) : "");
  setText(
    byId("collisions-place"),
    pairs.length > 0
      ? `Pair ${grouped(place + 1)} of ${grouped(pairs.length)}, slot ${grouped(pairs[place].slot)}`
      : "",
  );
  setText(byId("collisions-note"), noteOn(sharing, pairs.length, look));
  if (pairs.length === 0) return pairProducts.show();
  const pair = pairs[place];
  shownPair = pair.blockers;
  pairBoards.show(pair, (blockers) => wayTo(look, blockers));
  const [left, right] = pair.blockers.map((blockers) => hashedBy(look, blockers));
  pairProducts.show(left && right && [left, right]);
  byId("collisions-pair").classList.toggle("harmful", harm === "bad");
}

/** @param {Sharing} sharing */
function countSentence({ keys, slots, attackSets, good, bad }) {
  const { piece, square } = state;
  return (
    `${piece} ${squareName(square)}: ${grouped(keys)} keys with ${grouped(attackSets)} attack sets in ${grouped(slots)} slots; ` +
    `${grouped(good.length)} constructive and ${grouped(bad.length)} harmful collisions.`
  );
}

/**
 * @param {Sharing | undefined} sharing
 * @param {number} count
 * @param {Look} look
 */
function noteOn(sharing, count, look) {
  if (!sharing) {
    return state.whose === "own"
      ? "You have not entered a magic yet: paste one under “Your magic”."
      : `${look.scheme.about.name} has no slots that keys could share. Choose a white or a black magic above.`;
  }
  if (count === 0 && state.harm === "bad")
    return "None: each slot holds a single attack set, so the magic is valid.";
  if (count === 0)
    return "None: each key has its own slot. A magic whose keys share slots needs fewer of them; the black magic is an example.";
  return state.harm === "good"
    ? "Framed squares differ. They lie behind the first piece on their ray and do not affect the attacks, so one slot serves both boards."
    : "Framed squares differ, and so do the attacks. One slot cannot hold both attack sets, so it is wrong for one of the boards.";
}

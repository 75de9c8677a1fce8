// What the collisions are collisions of: pairs of boards in one slot, with equal attacks or not.
import { byId, make, setText } from "./elements.js";
import { squareName } from "./geometry.js";
import { keysOf } from "./keys.js";
import { sharingBy, sharingOf } from "./magics.js";
import { ownMagic } from "./own-scheme.js";
import { knownMagic } from "./page-data.js";
import { SmallBoard } from "./small-board.js";
import { change, state } from "./state.js";
import { grouped, hexWord } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */
/** @typedef {import("./magics.js").Sharing} Sharing */

const WHOSE = {
  black: "a black magic",
  white: "a white magic",
  scheme: "the scheme",
  own: "your own magic",
};

const pairBoards = [0, 1].map(() => ({
  blockers: new SmallBoard("blockers"),
  attacks: new SmallBoard("attacks"),
}));

/** @param {HTMLElement} panel */
export function makeCollisionsPanel(panel) {
  const step = (/** @type {number} */ by) => () => change({ pair: state.pair + by });
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "Boards collide when the hash gives them one slot. That does no harm where the same squares are attacked: the table gets smaller. Where the attacks differ, the number is not a magic.",
    ),
    make(
      "div",
      { class: "choices" },
      make(
        "div",
        { class: "field" },
        make("label", { for: "collisions-whose" }, "Of"),
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
        { class: "segments", role: "group", "aria-label": "Which collisions" },
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
      ...pairBoards.map(({ blockers, attacks }, side) =>
        make(
          "article",
          { class: "pair-side", "aria-label": side === 0 ? "One board" : "The other board" },
          make(
            "div",
            { class: "two-boards" },
            make("figure", {}, blockers.element, make("figcaption", {}, "blockers")),
            make("figure", {}, attacks.element, make("figcaption", {}, "attacks")),
          ),
          make("code", { id: `collisions-blockers-${side + 1}`, class: "small" }),
          make(
            "button",
            { type: "button", id: `collisions-show-${side + 1}`, onclick: () => showOnBoard(side) },
            "Put on the board",
          ),
        ),
      ),
    ),
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
 * Which keys share slots, in whatever is chosen; undefined where there are no slots.
 * @param {Look} look
 */
function sharingShown(look) {
  const { slider, square, whose } = state;
  const own = ownMagic();
  const name = [
    slider,
    square,
    whose,
    look.scheme.about.name,
    own?.factor,
    own?.bits,
    own?.kind,
  ].join();
  if (lastSharing.name !== name) lastSharing = { name, sharing: sharingFor(look) };
  return lastSharing.sharing;
}

/** @param {Look} look */
function sharingFor({ scheme, half }) {
  const { slider, square, whose } = state;
  const magic =
    whose === "own" || (whose === "scheme" && scheme.source === "")
      ? ownMagic()
      : whose === "scheme"
        ? undefined
        : knownMagic(/** @type {"white"} */ (whose), slider, square);
  if (magic) return sharingBy(magic);
  if (whose === "own" || !half.slot) return undefined;
  const keys = keysOf(slider, square);
  const slots = Int32Array.from(
    keys.low,
    (low, key) => half.slot?.(square, low, keys.high[key]) ?? 0,
  );
  return sharingOf(slider, square, slots);
}

/** @param {Look} look */
export function showCollisionsPanel(look) {
  const { slider, square, harm, whose } = state;
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
  if (pairs.length === 0) return;
  const pair = pairs[place];
  shownPair = pair.blockers;
  const difference = pair.blockers[0] ^ pair.blockers[1];
  const wrong = pair.attacks[0] ^ pair.attacks[1];
  for (const [side, { blockers, attacks }] of pairBoards.entries()) {
    blockers.show("Blockers", { bits: pair.blockers[side], framed: difference, square, slider });
    attacks.show("Attacks", {
      bits: pair.attacks[side] & ~wrong,
      others: pair.attacks[side] & wrong,
      framed: wrong,
      square,
      slider,
    });
    setText(byId(`collisions-blockers-${side + 1}`), hexWord(pair.blockers[side]));
  }
  byId("collisions-pair").classList.toggle("harmful", harm === "bad");
}

/** @param {Sharing} sharing */
function countSentence({ keys, slots, attackSets, good, bad }) {
  const { slider, square } = state;
  return (
    `${slider} ${squareName(square)}: ${grouped(keys)} keys with ${grouped(attackSets)} attack sets in ${grouped(slots)} slots; ` +
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
      ? "There is no magic of yours yet: paste one under “Your magic”."
      : `${look.scheme.about.name} has no slots that keys could share. Choose a white or a black magic above.`;
  }
  if (count === 0 && state.harm === "bad")
    return "There are none: every slot belongs to one attack set, so the magic is right.";
  if (count === 0)
    return "There are none: every key has a slot of its own. Magics that let keys share take fewer slots; the black one does.";
  return state.harm === "good"
    ? "Framed squares differ. They lie behind the first piece on their ray, where they change nothing that is attacked: one slot serves both boards."
    : "Framed squares differ, and so do the attacks. One slot cannot hold both: whichever is written last is wrong for the other.";
}

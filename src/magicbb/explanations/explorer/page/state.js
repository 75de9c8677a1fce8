// The whole state of the page: one object, its address, and its change listeners.
import { parseFen, startIn } from "./fen.js";
import { squareName, squareNamed } from "./geometry.js";
import { pageData } from "./page-data.js";
import { PARTS_OF_SLOT } from "./phases.js";
import { hexWord } from "./words.js";

/**
 * @typedef {object} State
 * @property {string} scheme a name, or "own" for your own magic
 * @property {import("./geometry.js").SliderName} piece
 * @property {number} square
 * @property {bigint} occupied
 * @property {string} fen the position that the pieces come from; empty for neutral blockers
 * @property {string} panel
 * @property {number} step the last step that is shown; -1 for all
 * @property {string} whose the source of the collisions: "scheme", "white", "black" or "own"
 * @property {number} phase added to all products, in 1024ths of a slot; -1 for black’s own
 * @property {"good" | "bad"} harm
 * @property {number} pair the number of the collision shown
 * @property {string} own your own magic, as it was typed
 * @property {number} bits its index bits; 0 for as many as the mask has squares
 * @property {import("./magics.js").Kind} kind
 * @property {number} seed of the search
 * @property {number} fewer the size of the mask minus the index bits to search for
 * @property {import("./magics.js").Kind} seek the kind to search for
 * @property {string} language that the source is shown in
 * @property {string} mapping
 * @property {boolean} dense whether candidates are plain random words, with about half of the bits set
 */

export const PANELS = ["lookup", "sides", "collisions", "own", "search", "settled", "map", "source"];

/**
 * Writes a state member to the address and reads it back; invalid values are ignored.
 * @typedef {object} Part
 * @property {string} letter
 * @property {(value: any) => string} write
 * @property {(text: string) => any} read undefined if the text is invalid
 */

/**
 * @param {string} letter
 * @param {string[]} allowed
 * @returns {Part}
 */
function choicePart(letter, allowed) {
  return { letter, write: String, read: (text) => (allowed.includes(text) ? text : undefined) };
}

/**
 * @param {string} letter
 * @param {number} least
 * @param {number} most
 * @returns {Part}
 */
function numberPart(letter, least, most) {
  const read = (/** @type {string} */ text) => {
    const value = /^-?\d{1,10}$/.test(text) ? Number(text) : NaN;
    return value >= least && value <= most ? value : undefined;
  };
  return { letter, write: String, read };
}

/** @param {string} text */
function readOccupied(text) {
  return /^(?:0x)?[0-9a-f]{1,16}$/i.test(text)
    ? BigInt(`0x${text.replace(/^0x/i, "")}`)
    : undefined;
}

/** @type {Record<string, Part>} */
const PARTS = {
  scheme: { letter: "scheme", write: String, read: (text) => (isScheme(text) ? text : undefined) },
  piece: choicePart("piece", ["rook", "bishop"]),
  square: { letter: "square", write: squareName, read: squareNamed },
  occupied: { letter: "occupied", write: hexWord, read: readOccupied },
  fen: {
    letter: "fen",
    write: String,
    read: (text) => (parseFen(text).position ? text : undefined),
  },
  panel: choicePart("view", PANELS),
  step: numberPart("step", -1, 99),
  whose: choicePart("whose", ["scheme", "white", "black", "own"]),
  phase: numberPart("phase", -1, PARTS_OF_SLOT - 1),
  harm: choicePart("collisions", ["good", "bad"]),
  pair: numberPart("pair", 0, 1e6),
  own: { letter: "magic", write: String, read: (text) => text.slice(0, 100) },
  bits: numberPart("bits", 0, 20),
  kind: choicePart("kind", ["white", "black"]),
  seed: numberPart("seed", 0, 2 ** 32 - 1),
  fewer: numberPart("fewer", -2, 3),
  seek: choicePart("seek", ["white", "black"]),
  language: choicePart("language", [...pageData.languages.map(({ name }) => name), "page"]),
  mapping: choicePart("mapping", Object.keys(pageData.mappings)),
  dense: { letter: "dense", write: (value) => (value ? "1" : "0"), read: (text) => text === "1" },
};

/** @type {State} */
const START = {
  scheme: "",
  piece: "rook",
  square: 27,
  occupied: 0x004008124a042810n,
  fen: "",
  panel: "lookup",
  step: 0,
  whose: "black",
  phase: 0,
  harm: "good",
  pair: 0,
  own: "",
  bits: 0,
  kind: "white",
  seed: 1,
  fewer: 0,
  seek: "white",
  language: "c",
  mapping: "a1=0",
  dense: false,
};

/** Changes to these members alone add no entry to the browser's history. */
const PASSING = ["step", "pair", "phase"];

/** @type {State} */
export let state = { ...START };

/** @type {(name: string) => boolean} */
let isScheme = () => false;

/** @type {((changed: Set<string>) => void)[]} */
const listeners = [];

/** @type {number | undefined} */
let waitingToWrite;

/**
 * The address of a state, with default values left out.
 * @param {State} shown
 */
export function permalinkOf(shown) {
  const parameters = new URLSearchParams();
  for (const [name, part] of Object.entries(PARTS)) {
    const value = /** @type {any} */ (shown)[name];
    const isNeeded = name === "occupied" && shown.fen !== "";
    if (isNeeded || value !== /** @type {any} */ (START)[name])
      parameters.set(part.letter, part.write(value));
  }
  return `#${parameters.toString().replaceAll("%2F", "/")}`;
}

/**
 * The state in an address; invalid parts get their default values.
 * @param {string} hash
 * @returns {State}
 */
export function stateOf(hash) {
  const found = { ...START };
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, part] of Object.entries(PARTS)) {
    const text = parameters.get(part.letter);
    const value = text === null ? undefined : part.read(text);
    if (value !== undefined) /** @type {any} */ (found)[name] = value;
  }
  // The occupied squares, slider and square come from the position if the address lacks them.
  const { position } = parseFen(found.fen);
  if (position && !parameters.has(PARTS.occupied.letter)) {
    found.occupied = position.occupied;
    if (!parameters.has(PARTS.square.letter) && !parameters.has(PARTS.piece.letter))
      Object.assign(found, startIn(position, found.square));
  }
  return found;
}

/**
 * Changes the state and updates the page.
 * @param {Partial<State>} changes
 * @param {{passing?: boolean}} how passing: no new entry in the browser's history
 */
export function change(changes, { passing = false } = {}) {
  const changed = Object.keys(changes).filter(
    (name) => /** @type {any} */ (changes)[name] !== /** @type {any} */ (state)[name],
  );
  if (changed.length === 0) return;
  state = { ...state, ...changes };
  tell(changed);
  clearTimeout(waitingToWrite);
  if (passing || changed.every((name) => PASSING.includes(name))) {
    waitingToWrite = setTimeout(() => writeAddress(false), 200);
  } else {
    writeAddress(true);
  }
}

/**
 * Registers a listener that is called with the names of the changed members.
 * @param {(changed: Set<string>) => void} listener
 */
export function onChange(listener) {
  listeners.push(listener);
}

/** @param {string[]} changed */
function tell(changed) {
  for (const listener of listeners) listener(new Set(changed));
}

/** @param {boolean} isNew */
export function writeAddress(isNew) {
  const address = permalinkOf(state);
  if (address === (location.hash || "#")) return;
  try {
    if (isNew) history.pushState(null, "", address);
    else history.replaceState(null, "", address);
  } catch {
    // Browsers limit how often an address may change; the next change writes the whole state.
  }
}

/**
 * Takes the state from the address, now and whenever the address changes.
 * @param {string} scheme the default scheme
 * @param {(name: string) => boolean} known whether a scheme can be chosen
 */
export function followAddress(scheme, known) {
  isScheme = known;
  START.scheme = scheme;
  const follow = () => {
    clearTimeout(waitingToWrite);
    const found = stateOf(location.hash);
    const changed = Object.keys(found).filter(
      (name) => /** @type {any} */ (found)[name] !== /** @type {any} */ (state)[name],
    );
    state = found;
    if (changed.length > 0) tell(changed);
  };
  state = stateOf(location.hash);
  addEventListener("popstate", follow);
  addEventListener("hashchange", follow);
}

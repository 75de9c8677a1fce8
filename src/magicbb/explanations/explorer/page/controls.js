// The controls around the board: piece, blockers, position, scheme and link.
import { pageData } from "./page-data.js";
import { byId, make, setText } from "./elements.js";
import { parseFen, startIn } from "./fen.js";
import { squareName, squareNames } from "./geometry.js";
import { boardFen } from "./main-board.js";
import { change, permalinkOf, state } from "./state.js";
import { bitsOf, grouped, hexWord } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

/** Connects the controls. */
export function startControls() {
  byId("piece-rook").addEventListener("click", () => change({ piece: "rook" }));
  byId("piece-bishop").addEventListener("click", () => change({ piece: "bishop" }));
  byId("clear").addEventListener("click", () => change({ occupied: 0n, fen: "" }));
  byId("random").addEventListener("click", () => change({ occupied: randomBlockers(), fen: "" }));
  byId("fen-form").addEventListener("submit", (/** @type {Event} */ event) => {
    event.preventDefault();
    applyFen(byId("fen").value);
  });
  byId("skip").addEventListener("click", (/** @type {Event} */ event) => {
    event.preventDefault(); // the address holds the state
    byId(`tab-${state.panel}`).focus();
  });
  byId("scheme").addEventListener("change", () => change({ scheme: byId("scheme").value }));
  byId("copy-link").addEventListener("click", copyLink);
  fillSchemes();
}

/** Random blockers on about three squares in ten, as in a middlegame. */
function randomBlockers() {
  const random = crypto.getRandomValues(new Uint8Array(64));
  return random.reduce(
    (word, byte, square) => (byte < 77 ? word | (1n << BigInt(square)) : word),
    0n,
  );
}

/** @param {string} text */
function applyFen(text) {
  const { position, problem } = parseFen(text);
  byId("fen").setAttribute("aria-invalid", String(Boolean(problem)));
  setText(byId("fen-error"), problem ?? "");
  if (!position) return problem === "" ? change({ fen: "" }) : undefined;
  const start = startIn(position, state.square);
  if (start.square === undefined)
    setText(
      byId("fen-error"),
      `This position has no rook or bishop: a ${state.piece} stands on ${squareName(state.square)}.`,
    );
  change({ fen: text.trim(), occupied: position.occupied, ...start });
}

function fillSchemes() {
  const groups = {
    magics: "Magics",
    pext: "Hashed by a CPU instruction",
    rivals: "Alternatives without a hash",
  };
  for (const [group, title] of Object.entries(groups)) {
    const rows = pageData.schemes.filter((row) => row.group === group);
    if (rows.length === 0) continue;
    const options = rows.map((row) => make("option", { value: row.name }, row.name));
    byId("scheme").append(make("optgroup", { label: title }, ...options));
  }
  byId("scheme").append(
    make("optgroup", { label: "Yours" }, make("option", { value: "own" }, "your own magic")),
  );
}

async function copyLink() {
  const address = location.href.replace(/#.*$/, "") + permalinkOf(state);
  try {
    await navigator.clipboard.writeText(address);
    flash("The link to this view has been copied.");
  } catch {
    history.replaceState(null, "", permalinkOf(state));
    flash("The link to this view is in the address bar.");
  }
}

/** @param {string} sentence */
function flash(sentence) {
  const toast = byId("copied");
  toast.textContent = sentence;
  toast.classList.add("shown");
  setTimeout(() => toast.classList.remove("shown"), 2500);
}

/**
 * Shows the state of the controls.
 * @param {Look | undefined} look
 */
export function showControls(look) {
  for (const piece of ["rook", "bishop"]) {
    byId(`piece-${piece}`).setAttribute("aria-pressed", String(state.piece === piece));
  }
  setText(byId("occupied"), hexWord(state.occupied));
  if (document.activeElement !== byId("fen")) byId("fen").value = boardFen();
  if (byId("scheme").value !== state.scheme) byId("scheme").value = state.scheme;
  if (!look) return;
  setText(byId("attacks"), hexWord(look.attacks));
  setText(byId("attacks-names"), squareNames(look.attacks));
  showAbout(OF_THE_SCHEME.has(state.panel) ? aboutScheme(look) : "");
  byId("board").setAttribute("aria-label", `Board, ${state.piece} on ${squareName(state.square)}`);
}

/** The views that show the chosen scheme; the other views show single magics. */
const OF_THE_SCHEME = new Set(["lookup", "map", "source"]);

/**
 * Shows the description of the scheme; text between backticks is code.
 * @param {string} text
 */
export function showAbout(text) {
  const element = byId("scheme-about");
  if (element.dataset.text === text) return;
  element.dataset.text = text;
  element.replaceChildren(
    ...text.split("`").map((part, place) => (place % 2 === 1 ? make("code", {}, part) : part)),
  );
}

/** @param {Look} look */
function aboutScheme({ scheme: { about } }) {
  const by = about.author ? `${about.author}, ${about.year}. ` : "";
  const room =
    about.bytes < 10_000
      ? `${grouped(about.bytes)} bytes`
      : `${grouped(Math.round(about.bytes / 1024))} KiB`;
  const entries = about.entries ? `${grouped(about.entries)} entries, ` : "";
  const size = about.bytes ? `Table: ${entries}${room}. ` : "";
  return `${by}${about.trade} ${size}${about.magics}`.trim();
}

/**
 * The sentence that describes a look-up.
 * @param {Look} look
 */
export function lookSentence({ attacks, truth }) {
  const count = bitsOf(attacks).length;
  const wrong =
    attacks === truth ? "" : " This is wrong: the slot holds another key’s attacks.";
  const squares = count === 1 ? "1 square" : `${count} squares`;
  return `${state.piece} ${squareName(state.square)} attacks ${squares}: ${squareNames(attacks)}.${wrong}`;
}

// For each square, whether a magic with one index bit fewer than mask squares is known to exist.
import { framed } from "./board-names.js";
import { byId, make, setText } from "./elements.js";
import { squareName } from "./geometry.js";
import { pageData } from "./page-data.js";
import { change, state } from "./state.js";

/** @typedef {import("./geometry.js").SliderName} SliderName */
/** @typedef {import("./magics.js").Kind} Kind */

/** @type {[SliderName, Kind][]} */
const BOARDS = [
  ["rook", "white"],
  ["rook", "black"],
  ["bishop", "white"],
  ["bishop", "black"],
];

/** @type {{piece: SliderName, cells: HTMLElement[]}[]} */
const settledBoards = [];

/** @param {HTMLElement} panel */
export function makeSettledPanel(panel) {
  const legend = { exists: "one exists", disproved: "proved not to exist", open: "open" };
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "Is there a magic with one index bit fewer than the mask has squares? The number on an open square is the estimated cost, in core-hours or core-days, of the shortest search that would settle the square. Click a square to search there.",
    ),
    make(
      "div",
      { class: "legend", "aria-hidden": "true" },
      ...Object.entries(legend).map(([name, title]) =>
        make("span", { class: `key ${name}` }, title),
      ),
    ),
    make("p", { id: "settled-about", class: "count" }),
    make(
      "div",
      { class: "settled-boards" },
      ...BOARDS.map(([piece, kind]) => makeSettledBoard(piece, kind)),
    ),
  );
}

/**
 * @param {SliderName} piece
 * @param {Kind} kind
 */
function makeSettledBoard(piece, kind) {
  const answers = pageData.settled[kind][piece];
  const cells = answers.map((answer, square) =>
    make(
      "button",
      {
        type: "button",
        id: `settled-${kind}-${piece}-${squareName(square)}`,
        class: `answer ${answer.status}`,
        tabindex: "-1",
        "aria-label": answer.says,
        onclick: () => goToSearch(kind, piece, square),
        onfocus: () => describeAnswer(kind, piece, square),
        onpointerenter: () => describeAnswer(kind, piece, square),
      },
      answer.shows,
    ),
  );
  const ranks = Array.from({ length: 8 }, (_, row) => cells.slice(56 - 8 * row, 64 - 8 * row));
  const board = make("div", { class: "answers", role: "group" }, ...ranks.flat());
  board.setAttribute("aria-label", `${piece}, ${kind}`);
  board.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => onAnswerKey(event, cells));
  settledBoards.push({ piece, cells });
  const count = (/** @type {string} */ status) =>
    answers.filter((answer) => answer.status === status).length;
  const counts = `${count("exists")} exist, ${count("disproved")} do not, ${count("open")} are open`;
  return make(
    "figure",
    {},
    make("h3", {}, `${piece}, ${kind}`),
    framed(board),
    make("figcaption", {}, counts),
  );
}

/**
 * Opens the search panel for a magic with one index bit fewer than the mask has squares.
 * @param {Kind} kind
 * @param {SliderName} piece
 * @param {number} square
 */
function goToSearch(kind, piece, square) {
  change({ piece, square, seek: kind, fewer: 1, panel: "search" });
  byId("tab-search").focus();
}

/** Marks the slider's square, where keyboard navigation also starts. */
export function showSettledPanel() {
  for (const { piece, cells } of settledBoards) {
    for (const [square, cell] of cells.entries()) {
      cell.classList.toggle("here", square === state.square && piece === state.piece);
      cell.tabIndex = square === state.square ? 0 : -1;
    }
  }
  describeAnswer(state.seek, state.piece, state.square);
}

/**
 * @param {Kind} kind
 * @param {SliderName} piece
 * @param {number} square
 */
function describeAnswer(kind, piece, square) {
  setText(byId("settled-about"), `${pageData.settled[kind][piece][square].says}.`);
}

/**
 * Arrow keys move from square to square.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} cells
 */
function onAnswerKey(event, cells) {
  const square = cells.indexOf(/** @type {HTMLElement} */ (event.target));
  const [file, rank] = [square & 7, square >> 3];
  /** @type {Record<string, number>} */
  const places = {
    ArrowUp: 8 * Math.min(rank + 1, 7) + file,
    ArrowDown: 8 * Math.max(rank - 1, 0) + file,
    ArrowRight: 8 * rank + Math.min(file + 1, 7),
    ArrowLeft: 8 * rank + Math.max(file - 1, 0),
  };
  const next = cells[places[event.key]];
  if (!next) return;
  event.preventDefault();
  for (const cell of cells) cell.tabIndex = cell === next ? 0 : -1;
  next.focus();
}

// The interactive board: a grid of squares, operated by pointer or keyboard.
import { pointAt } from "./bit-pointer.js";
import { framed } from "./board-names.js";
import { byId, make } from "./elements.js";
import { fenOf, parseFen, sliderOf } from "./fen.js";
import { squareName } from "./geometry.js";
import { drawMan, manNamed } from "./pieces.js";
import { change, state, writeAddress } from "./state.js";
import { bitsOf, hasBit } from "./words.js";

/** @type {HTMLElement[]} */
const squareCells = [];

let focusedSquare = 27;

/** The FEN letter for neutral blockers: a knight, which may stand on any square. */
const NEUTRAL = "n";

/**
 * @typedef {object} Drag
 * @property {number} pointer
 * @property {number} from
 * @property {number} at its current square
 * @property {bigint} others the occupied squares except for a blocker being dragged
 * @property {boolean} isSlider
 */

/** @type {Drag | undefined} */
let drag;

/** Makes the 64 squares. */
export function makeBoard() {
  const board = byId("board");
  for (let rank = 7; rank >= 0; rank--) {
    const row = make("div", { role: "row" });
    for (let file = 0; file < 8; file++) {
      const square = 8 * rank + file;
      const cell = make("div", {
        id: `square-${squareName(square)}`,
        role: "gridcell",
        class: (rank + file) % 2 === 0 ? "square dark" : "square",
        tabindex: "-1",
        "data-bit": square,
      });
      squareCells[square] = cell;
      row.append(cell);
    }
    board.append(row);
  }
  const { parentElement, nextElementSibling } = board;
  parentElement.insertBefore(framed(board), nextElementSibling);
  board.addEventListener("keydown", onKey);
  board.addEventListener("pointerdown", onDown);
  board.addEventListener("pointermove", onMove);
  board.addEventListener("pointerup", onUp);
  board.addEventListener("pointercancel", () => endDrag());
  board.addEventListener("pointerleave", () => pointAt(undefined));
  board.addEventListener("click", onClick);
}

/**
 * The occupant of a square: a letter as in FEN, "x" for a neutral blocker, or "" if empty.
 * @param {number} square
 */
export function manOn(square) {
  if (!hasBit(state.occupied, square)) return "";
  return fenPieces().get(square) ?? "x";
}

/** @type {{fen: string, pieces: Map<number, string>, whiteToMove: boolean}} */
let readFen = { fen: "", pieces: new Map(), whiteToMove: true };

function fenPieces() {
  const { fen } = state;
  if (readFen.fen !== fen) {
    const { pieces = new Map(), whiteToMove = true } = parseFen(fen).position ?? {};
    readFen = { fen, pieces, whiteToMove };
  }
  return readFen.pieces;
}

/** The board as a FEN: the one that was entered, as long as the position is unchanged. */
export function boardFen() {
  const given = fenPieces();
  const pieces = new Map(
    bitsOf(state.occupied).map((square) => [square, given.get(square) ?? NEUTRAL]),
  );
  if (sliderOf(given.get(state.square)) !== state.piece)
    pieces.set(state.square, state.piece === "rook" ? "R" : "B");
  const isGiven =
    pieces.size === given.size &&
    [...pieces].every(([square, letter]) => given.get(square) === letter);
  return isGiven ? state.fen : fenOf(pieces, readFen.whiteToMove);
}

/**
 * Shows the pieces and the attacked squares.
 * @param {bigint} attacks the looked-up attacks
 * @param {bigint} wrong the squares where the look-up is wrong
 * @param {bigint} relevant the relevant squares to mark
 */
export function showBoard(attacks, wrong, relevant) {
  for (const [square, cell] of squareCells.entries()) {
    const isStart = square === state.square;
    const letter = isStart ? (state.piece === "rook" ? "R" : "B") : manOn(square);
    const side = isStart ? "chosen" : letter && manNamed(letter).side;
    const attacked = hasBit(attacks, square);
    const mistaken = hasBit(wrong, square);
    const wanted = `${letter} ${side}`;
    if (cell.dataset.man !== wanted) {
      cell.dataset.man = wanted;
      cell.replaceChildren(...(letter ? [drawMan(letter, side)] : []));
    }
    cell.classList.toggle("start", isStart);
    cell.classList.toggle("attacked", attacked);
    cell.classList.toggle("mistaken", mistaken);
    cell.classList.toggle("relevant", hasBit(relevant, square));
    cell.classList.toggle("taken", letter !== "");
    cell.setAttribute("aria-selected", String(attacked));
    const what = isStart ? state.piece : letter ? manNamed(letter).name : "empty";
    cell.setAttribute(
      "aria-label",
      `${squareName(square)}, ${what}${attacked ? ", attacked" : ""}${mistaken ? ", wrong" : ""}`,
    );
    cell.tabIndex = square === focusedSquare ? 0 : -1;
  }
}

/** @param {number} square */
function focusSquare(square) {
  squareCells[focusedSquare].tabIndex = -1;
  focusedSquare = square;
  squareCells[square].tabIndex = 0;
  squareCells[square].focus();
}

/** @param {number} square */
function toggleBlocker(square) {
  if (square !== state.square) change({ occupied: state.occupied ^ (1n << BigInt(square)) });
}

/**
 * Moves the slider; moved onto a rook or bishop of the position, it becomes that piece.
 * @param {number} square
 * @param {{passing?: boolean}} how
 */
function moveSlider(square, how = {}) {
  const piece =
    (hasBit(state.occupied, square) && sliderOf(fenPieces().get(square))) || state.piece;
  change({ square, piece: how.passing ? state.piece : piece }, how);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const [file, rank] = [focusedSquare & 7, focusedSquare >> 3];
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowUp: () => focusSquare(8 * Math.min(rank + 1, 7) + file),
    ArrowDown: () => focusSquare(8 * Math.max(rank - 1, 0) + file),
    ArrowRight: () => focusSquare(8 * rank + Math.min(file + 1, 7)),
    ArrowLeft: () => focusSquare(8 * rank + Math.max(file - 1, 0)),
    Home: () => focusSquare(event.ctrlKey ? 56 : 8 * rank),
    End: () => focusSquare(event.ctrlKey ? 7 : 8 * rank + 7),
    " ": () => toggleBlocker(focusedSquare),
    Enter: () => moveSlider(focusedSquare),
    m: () => moveSlider(focusedSquare),
    r: () => change({ piece: "rook" }),
    b: () => change({ piece: "bishop" }),
  };
  const action = event.altKey || event.metaKey ? undefined : keys[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}

/**
 * The square under a pointer, which may have left the element that captured it.
 * @param {PointerEvent} event
 */
function squareAt(event) {
  const board = byId("board").getBoundingClientRect();
  const file = Math.floor(((event.clientX - board.left) / board.width) * 8);
  const rank = 7 - Math.floor(((event.clientY - board.top) / board.height) * 8);
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? 8 * rank + file : undefined;
}

/** @param {PointerEvent} event */
function onDown(event) {
  const square = squareAt(event);
  if (square === undefined || event.button !== 0) return;
  const isSlider = square === state.square;
  if (!isSlider && !hasBit(state.occupied, square)) return;
  const others = isSlider ? state.occupied : state.occupied ^ (1n << BigInt(square));
  drag = { pointer: event.pointerId, from: square, at: square, others, isSlider };
}

/** @param {PointerEvent} event */
function onMove(event) {
  const square = squareAt(event);
  pointAt(square);
  if (drag?.pointer !== event.pointerId || square === undefined || square === drag.at) return;
  if (!drag.isSlider && square === state.square) return;
  byId("board").setPointerCapture(event.pointerId);
  byId("board").classList.add("dragging");
  drag.at = square;
  if (drag.isSlider) moveSlider(square, { passing: true });
  else change({ occupied: drag.others | (1n << BigInt(square)) }, { passing: true });
}

/** @param {PointerEvent} event */
function onUp(event) {
  if (drag?.pointer !== event.pointerId) return;
  const { from, at, others, isSlider } = drag;
  endDrag();
  if (isSlider || at !== from) focusSquare(at);
  if (at === from) return;
  // Discard the intermediate squares, so that the Back button returns to where the drag began.
  const origin = isSlider ? { square: from } : { occupied: others | (1n << BigInt(from)) };
  change(origin, { passing: true });
  writeAddress(false);
  if (isSlider) moveSlider(at);
  else change({ occupied: others | (1n << BigInt(at)), fen: movedFen(from, at) });
}

/**
 * The FEN after a piece has moved.
 * @param {number} from
 * @param {number} to
 */
function movedFen(from, to) {
  if (state.fen === "") return "";
  const pieces = new Map(fenPieces());
  const letter = pieces.get(from) ?? NEUTRAL;
  pieces.delete(from);
  return fenOf(pieces.set(to, letter), readFen.whiteToMove);
}

function endDrag() {
  drag = undefined;
  byId("board").classList.remove("dragging");
}

/** @param {MouseEvent} event */
function onClick(event) {
  const cell = event.target instanceof Element ? event.target.closest("[data-bit]") : null;
  if (!cell) return;
  const square = Number(cell.getAttribute("data-bit"));
  focusSquare(square);
  toggleBlocker(square);
}

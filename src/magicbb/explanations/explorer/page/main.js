// The entry point of the page.
//
// For tests and for the console, `window.magicbb` has these members:
//   ready                a promise that resolves when the page shows its first look-up
//   state                the state of the page; see state.js
//   set(changes)         changes the state and returns a promise that resolves when the
//                        page shows the change
//   link()               the current state as a fragment of the address, beginning with #
//   attacks(scheme, piece, square, low, high)   a promise of a BigInt: the attacks according to the
//                        scheme's module; one BigInt may replace the numbers low and high
//   lookUpMany(scheme, piece, squares, occupied)   a promise of the attacks for many
//                        queries: squares holds numbers; occupied and the result hold bitboards
//                        as strings of hexadecimal digits
//   steps(scheme, piece, square, low, high)     a promise of {key: BigInt}: the values of all steps
//   search               the progress of the search: {tries, depth, found, running}
import { announce } from "./announcing.js";
import { bitNames, followPointer, pointedBit } from "./bit-pointer.js";
import { showChapter } from "./chapters.js";
import { showCollisionsPanel, makeCollisionsPanel } from "./collisions-panel.js";
import { lookSentence, showAbout, showControls, startControls } from "./controls.js";
import { byId, setText } from "./elements.js";
import { areAttacksReached, makeLookupPanel, maskToShow, showLookupPanel, showTrace, shownStepOf, stopPlaying } from "./lookup-panel.js";
import { lookNow } from "./looking.js";
import { makeBoard, manOn, showBoard } from "./main-board.js";
import { makeMapPanel, showMapPanel } from "./map-panel.js";
import { manNamed } from "./pieces.js";
import { makeOwnPanel, showOwnPanel } from "./own-panel.js";
import { ownScheme } from "./own-scheme.js";
import { pageData } from "./page-data.js";
import { followSteps, loadScheme, lookUp } from "./schemes.js";
import { makeSearchPanel, searchProgress, showSearchPanel } from "./search-panel.js";
import { makeSidesPanel, showSidesPanel } from "./sides-panel.js";
import { makeSettledPanel, showSettledPanel } from "./settled-panel.js";
import { makeSourcePanel, showSourcePanel } from "./source-panel.js";
import { change, followAddress, onChange, permalinkOf, state } from "./state.js";
import { addTab, showTabs } from "./tabs.js";
import { startTheme } from "./theme.js";
import { hasBit, hexWord, wordOf } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

/** @type {[string, string, (panel: HTMLElement) => void, (look: Look) => void][]} */
const VIEWS = [
  ["lookup", "Look-up", makeLookupPanel, showLookupPanel],
  ["sides", "White & black", makeSidesPanel, showSidesPanel],
  ["collisions", "Collisions", makeCollisionsPanel, showCollisionsPanel],
  ["own", "Your magic", makeOwnPanel, showOwnPanel],
  ["search", "Search", makeSearchPanel, showSearchPanel],
  ["settled", "Settled", makeSettledPanel, showSettledPanel],
  ["map", "Map", makeMapPanel, showMapPanel],
  ["source", "Source", makeSourcePanel, showSourcePanel],
];

/** @type {Look | undefined} */
let shownLook;

/** @type {Promise<void> | undefined} */
let drawing;

/** Whether something has changed since the page was last drawn. */
let isStale = false;

/** Draws the page before the next frame, once for all changes until then. */
function redraw() {
  isStale = true;
  drawing ??= nextFrame().then(async () => {
    while (isStale) {
      isStale = false;
      await draw();
    }
    drawing = undefined;
  });
  return drawing;
}

/** Waits for the next frame, but at most 200 ms: a page in the background has no frames. */
function nextFrame() {
  return new Promise((done) => {
    requestAnimationFrame(done);
    setTimeout(done, 200);
  });
}

async function draw() {
  showTabs();
  showControls(undefined);
  const wanted = state.scheme;
  const { scheme, problem } = await schemeToShow(wanted);
  if (state.scheme !== wanted) return;
  shownLook = lookNow(scheme);
  showBoard(shownLook.attacks, shownLook.attacks ^ shownLook.truth, maskToShow(shownLook));
  byId("stage").classList.toggle("ahead", !areAttacksReached(shownLook));
  showControls(shownLook);
  if (problem) showAbout(problem);
  for (const [name, , , show] of VIEWS) {
    if (name === state.panel) show(shownLook);
  }
  showChapter(scheme.about.name, shownStepOf(shownLook).key);
  showReadout();
}

/**
 * The scheme with this name or, if it is unavailable, the default scheme.
 * @param {string} name
 */
async function schemeToShow(name) {
  const own = name === "own" ? ownScheme() : undefined;
  if (own) return { scheme: own };
  const first = pageData.default;
  if (name === "own") {
    const problem = `You have not entered a magic yet: paste one under “Your magic”. Showing ${first} instead.`;
    return { scheme: await loadScheme(first), problem };
  }
  try {
    return { scheme: await loadScheme(name) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    const problem = `The scheme cannot be shown: ${reason}. Showing ${first} instead.`;
    return { scheme: await loadScheme(first), problem };
  }
}

/** Shows the names and the current state of the bit under the pointer. */
function showReadout() {
  const { bit, role } = pointedBit() ?? {};
  if (bit === undefined) return setText(byId("readout"), "Point at a square or a bit to identify it.");
  if (role !== "word") return setText(byId("readout"), `bit ${bit}`);
  const isStart = bit === state.square;
  const man = isStart ? state.piece : manOn(bit) && manNamed(manOn(bit)).name;
  const attacked = shownLook && areAttacksReached(shownLook) && hasBit(shownLook.attacks, bit);
  setText(
    byId("readout"),
    [bitNames(bit), man || "empty", attacked && "attacked"].filter(Boolean).join(" · "),
  );
}

/** @param {Set<string>} changed */
function onStateChange(changed) {
  if (!changed.has("step") || changed.size > 1) stopPlaying();
  const spoken = ["piece", "square", "occupied", "scheme", "own"].some((name) =>
    changed.has(name),
  );
  redraw().then(() => {
    if (spoken && shownLook) announce(lookSentence(shownLook));
  });
}

/**
 * @param {number | bigint} low
 * @param {number | undefined} high
 */
function occupiedOf(low, high) {
  return typeof low === "bigint" ? low : wordOf(low, high ?? 0);
}

function start() {
  startTheme();
  followAddress(
    pageData.default,
    (name) => name === "own" || pageData.schemes.some((row) => row.name === name),
  );
  makeBoard();
  startControls();
  for (const [name, title, makePanel] of VIEWS) makePanel(addTab(name, title));
  followPointer(() => {
    showReadout();
    showTrace();
  });
  onChange(onStateChange);
  showTabs();
  showControls(undefined);
  showBoard(0n, 0n, 0n);
  showReadout();
  const ready = redraw();
  // Elements that are present from the start must not animate into place.
  ready
    .then(nextFrame)
    .then(nextFrame)
    .then(() => document.documentElement.classList.add("settled"));
  Object.assign(window, {
    magicbb: {
      ready,
      get state() {
        return state;
      },
      get search() {
        return searchProgress();
      },
      set(/** @type {Partial<import("./state.js").State>} */ changes) {
        change(changes);
        return redraw();
      },
      link: () => permalinkOf(state),
      async attacks(
        /** @type {string} */ scheme,
        /** @type {"rook"} */ piece,
        /** @type {number} */ square,
        /** @type {number | bigint} */ low,
        /** @type {number=} */ high,
      ) {
        return lookUp(await loadScheme(scheme), piece, square, occupiedOf(low, high));
      },
      async lookUpMany(
        /** @type {string} */ name,
        /** @type {"rook"} */ piece,
        /** @type {number[]} */ squares,
        /** @type {string[]} */ occupied,
      ) {
        const scheme = await loadScheme(name);
        return squares.map((square, place) =>
          hexWord(lookUp(scheme, piece, square, BigInt(occupied[place]))),
        );
      },
      async steps(
        /** @type {string} */ scheme,
        /** @type {"rook"} */ piece,
        /** @type {number} */ square,
        /** @type {number | bigint} */ low,
        /** @type {number=} */ high,
      ) {
        const loaded = await loadScheme(scheme);
        const { values } = followSteps(loaded, piece, square, occupiedOf(low, high));
        return Object.fromEntries(
          loaded[piece].steps.map(({ key }, place) => [key, values[place]]),
        );
      },
    },
  });
}

start();

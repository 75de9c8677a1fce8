// The search for a magic: its speed, and after how many keys candidates fail.
import { makeConstruction, showConstructing } from "./construct-panel.js";
import { byId, make, setText } from "./elements.js";
import { maskOf, squareName } from "./geometry.js";
import { keysOf } from "./keys.js";
import { Searcher } from "./searcher.js";
import { change, state } from "./state.js";
import { announce } from "./announcing.js";
import { settledOf } from "./page-data.js";
import { bitsOf, grouped, hexWord } from "./words.js";

/** @typedef {import("./searcher.js").Report} Report */

/** @type {Report | undefined} */
let lastReport;

/** @type {import("./searching.js").Wanted | undefined} */
let runningFor;

let isSearching = false;

/** The search time in earlier runs, and the start time of the current run, both in ms. */
let [searchedMs, searchedSince] = [0, 0];

const MOST_SHOWN = 6;

const searcher = new Searcher(onReport);

/** @param {HTMLElement} panel */
export function makeSearchPanel(panel) {
  const fact = (/** @type {string} */ id, /** @type {string} */ title) =>
    make("div", {}, make("dt", {}, title), make("dd", { id: `search-${id}` }, "0"));
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "A magic with as many index bits as the mask has squares can always be constructed. Magics with fewer index bits have to be searched for, and only some squares have them.",
    ),
    makeConstruction(),
    make(
      "div",
      {},
      make("h3", {}, "By trial and error"),
      make(
        "p",
        { class: "quiet" },
        "A candidate is the AND of three random numbers by default, so that few of its bits are set. Keys are hashed with the candidate one by one until two with different attacks collide.",
      ),
    ),
    make(
      "div",
      { class: "own-form" },
      make(
        "div",
        { class: "field" },
        make("label", { for: "search-bits" }, "Index bits"),
        make("input", {
          id: "search-bits",
          type: "number",
          min: "1",
          max: "16",
          onchange: onSearchBits,
        }),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "search-kind" }, "Kind"),
        make(
          "select",
          { id: "search-kind", onchange: () => change({ seek: byId("search-kind").value }) },
          make("option", { value: "white" }, "white"),
          make("option", { value: "black" }, "black"),
        ),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "search-seed" }, "Seed"),
        make("input", {
          id: "search-seed",
          type: "number",
          min: "0",
          max: "4294967295",
          onchange: onSeed,
        }),
      ),
      make(
        "div",
        { class: "field" },
        make("label", { for: "search-dense" }, "Candidates"),
        make(
          "select",
          {
            id: "search-dense",
            onchange: () => change({ dense: byId("search-dense").value === "dense" }),
          },
          make("option", { value: "sparse" }, "few set bits"),
          make("option", { value: "dense" }, "any bits"),
        ),
      ),
    ),
    make(
      "div",
      { class: "own-actions" },
      make(
        "button",
        { type: "button", id: "search-start", class: "primary", onclick: startOrStop },
        "Start",
      ),
      make(
        "button",
        { type: "button", id: "search-next", disabled: true, onclick: goOn },
        "Find another",
      ),
      make("p", { id: "search-about", class: "quiet" }),
    ),
    make(
      "div",
      { class: "own-actions", id: "search-known-line" },
      make("p", { id: "search-known" }),
      make(
        "button",
        { type: "button", id: "search-known-use", onclick: useKnown },
        "Use as your magic",
      ),
    ),
    make(
      "dl",
      { class: "figures" },
      fact("rate", "tries per second"),
      fact("tries", "tries"),
      fact("best", "most keys hashed"),
    ),
    make(
      "div",
      {},
      make("h3", {}, "Keys hashed before the first harmful collision"),
      make(
        "p",
        { class: "quiet" },
        "Each bar counts the candidates that hashed at least as many keys as the bar’s label says, but fewer than the next label says. The heights of the bars are logarithmic.",
      ),
    ),
    make("div", {
      id: "search-depths",
      class: "depths",
      role: "img",
      "aria-label": "No candidates yet",
    }),
    make("h3", {}, "Found"),
    make(
      "ul",
      { id: "search-found", class: "found" },
      make("li", { class: "quiet" }, "nothing yet"),
    ),
  );
}

/** The progress of the search; for tests. */
export function searchProgress() {
  return {
    tries: lastReport?.tries ?? 0,
    depth: lastReport?.depth ?? 0,
    found: lastReport?.found ?? [],
    running: isSearching,
  };
}

function squaresOfMask() {
  return bitsOf(maskOf(state.piece, state.square)).length;
}

function onSearchBits() {
  const bits = Number(byId("search-bits").value);
  if (bits >= 1 && bits <= 16)
    change({ fewer: Math.max(-2, Math.min(3, squaresOfMask() - Math.floor(bits))) });
  byId("search-bits").value = squaresOfMask() - state.fewer;
}

function onSeed() {
  const seed = Number(byId("search-seed").value);
  change({ seed: Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32 ? seed : 1 });
  byId("search-seed").value = state.seed;
}

function wantedNow() {
  const { piece, square, seek, seed, fewer, dense } = state;
  return { piece, square, kind: seek, bits: squaresOfMask() - fewer, seed, dense };
}

function startOrStop() {
  if (isSearching) {
    endSearch();
    searcher.stop();
    announce(`Stopped after ${grouped(lastReport?.tries ?? 0)} tries.`);
  } else {
    runningFor = wantedNow();
    lastReport = undefined;
    searchedMs = 0;
    searcher.start(runningFor);
    beginSearch();
  }
  showSearchPanel();
}

function goOn() {
  searcher.goOn();
  beginSearch();
  showSearchPanel();
}

function beginSearch() {
  isSearching = true;
  searchedSince = performance.now();
}

function endSearch() {
  isSearching = false;
  searchedMs += performance.now() - searchedSince;
}

/** @param {Report} report */
function onReport(report) {
  if (!isSearching) return;
  lastReport = report;
  if (report.isFound) {
    endSearch();
    announce(`Found a magic after ${grouped(report.tries)} tries.`);
  }
  if (state.panel === "search") showSearchPanel();
}

export function showSearchPanel() {
  forgetOtherSquares();
  showConstructing();
  const wanted = isSearching && runningFor ? runningFor : wantedNow();
  if (document.activeElement !== byId("search-bits")) byId("search-bits").value = wantedNow().bits;
  if (document.activeElement !== byId("search-seed")) byId("search-seed").value = state.seed;
  byId("search-kind").value = state.seek;
  byId("search-dense").value = state.dense ? "dense" : "sparse";
  const known = knownOf(wanted);
  const start = known?.status === "disproved" ? "Search anyway" : "Start";
  setText(byId("search-start"), isSearching ? "Stop" : start);
  byId("search-known-line").hidden = !known;
  setText(byId("search-known"), known ? `${known.says}.` : "");
  byId("search-known-use").hidden = !known?.magic;
  byId("search-next").disabled = isSearching || !lastReport?.isFound;
  const keys = keysOf(wanted.piece, wanted.square);
  setText(
    byId("search-about"),
    `${isSearching ? "Searching for" : "Search for"} a ${wanted.kind} magic with ${wanted.bits} index bits for ${wanted.piece} ${squareName(wanted.square)}: ` +
      `${grouped(keys.count)} keys.`,
  );
  showFigures(keys.count);
  showDepths();
  showFound();
}

/** Discards the results of a search that has ended if another slider or square is now chosen. */
function forgetOtherSquares() {
  const { piece, square } = runningFor ?? state;
  if (isSearching || (piece === state.piece && square === state.square)) return;
  lastReport = runningFor = undefined;
  searchedMs = 0;
}

/**
 * The known result for the wanted magics, if they have fewer index bits than the mask has squares.
 * @param {import("./searching.js").Wanted} wanted
 */
function knownOf(wanted) {
  const squares = bitsOf(maskOf(wanted.piece, wanted.square)).length;
  return wanted.bits < squares ? settledOf(wanted) : undefined;
}

function useKnown() {
  const wanted = wantedNow();
  const known = knownOf(wanted);
  if (known?.magic) use(wanted, BigInt(`0x${known.magic}`));
}

/** @param {number} keys */
function showFigures(keys) {
  const seconds = (searchedMs + (isSearching ? performance.now() - searchedSince : 0)) / 1000;
  const tries = lastReport?.tries ?? 0;
  setText(byId("search-rate"), grouped(seconds > 0.02 ? Math.round(tries / seconds) : 0));
  setText(byId("search-tries"), grouped(tries));
  setText(
    byId("search-best"),
    lastReport
      ? `${grouped(lastReport.depth)} of ${grouped(lastReport.depths.length > 0 ? 2 ** (lastReport.depths.length - 1) : keys)}`
      : "0",
  );
}

function showDepths() {
  const depths = lastReport?.depths ?? Array(squaresOfMask() + 1).fill(0);
  const chart = byId("search-depths");
  if (chart.childElementCount !== depths.length) {
    chart.replaceChildren(
      ...depths.map((_, level) => {
        const from = 2 ** level;
        const name = level === depths.length - 1 ? "all" : String(from);
        return make(
          "div",
          { class: "depth" },
          make("span", { class: "depth-count" }),
          make("span", { class: "bar" }),
          make("span", { class: "depth-name" }, name),
        );
      }),
    );
  }
  const most = Math.max(1, ...depths);
  for (const [level, count] of depths.entries()) {
    const [number, bar] = chart.children[level].children;
    // On a logarithmic scale, even one candidate in a million is visible.
    bar.style.flexBasis = `${count === 0 ? 0 : 3 + 72 * (Math.log(count + 1) / Math.log(most + 1))}%`;
    setText(number, count === 0 ? "" : shortNumber(count));
  }
  const said = depths
    .map((count, level) =>
      count > 0 ? `${grouped(count)} in the bar starting at ${grouped(2 ** level)} keys` : "",
    )
    .filter(Boolean);
  chart.setAttribute("aria-label", said.join(", ") || "No candidates yet");
}

/** @param {number} count */
function shortNumber(count) {
  if (count < 1000) return String(count);
  if (count < 10_000) return `${(count / 1000).toFixed(1)}k`;
  return count < 1e6 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}

function showFound() {
  const found = lastReport?.found ?? [];
  const list = byId("search-found");
  const shown = found.slice(-MOST_SHOWN).reverse();
  const name = shown.join();
  if (list.dataset.shown === name) return;
  list.dataset.shown = name;
  const rows = shown.map((magic, place) =>
    make(
      "li",
      {},
      make("code", {}, hexWord(magic)),
      make(
        "button",
        {
          type: "button",
          id: place === 0 ? "search-use" : undefined,
          onclick: () => useFound(magic),
        },
        "Use as your magic",
      ),
    ),
  );
  list.replaceChildren(
    ...(rows.length > 0 ? rows : [make("li", { class: "quiet" }, "nothing yet")]),
  );
}

/** @param {bigint} magic */
function useFound(magic) {
  if (runningFor) use(runningFor, magic);
}

/**
 * @param {import("./searching.js").Wanted} wanted
 * @param {bigint} magic
 */
function use({ piece, square, kind, bits }, magic) {
  change({ piece, square, kind, bits, own: hexWord(magic), scheme: "own", panel: "own" });
}

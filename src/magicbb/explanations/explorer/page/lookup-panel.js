// A look-up step by step, played or stepped through, with its multiplication.
import { addingOf } from "./adding.js";
import { pointedBit } from "./bit-pointer.js";
import { Cards, digitsOf } from "./cards.js";
import { byId, make, setText } from "./elements.js";
import { firstUse } from "./feeding.js";
import { mayMove } from "./flight.js";
import { maskOf, squareName } from "./geometry.js";
import { Multiplication } from "./multiplication.js";
import { OpeningSteps } from "./opening.js";
import { change, state } from "./state.js";
import { TableStrip } from "./table-strip.js";
import { bitsOf, grouped } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

const PLAY_MS = 2200;

/** The pause after a finished multiplication before the next step is played. */
const REST_MS = 1600;

const HINT = matchMedia("(pointer: coarse)").matches
  ? "Rows start at bit 63 (h8). Bold bits share a column with other bits. Tap a bit of the magic, the blockers or the product to follow it."
  : "Rows start at bit 63 (h8), boards at a8. Bold bits share a column with other bits; faint bits have a column to themselves. Point at a bit of the magic, the blockers or the product to follow it.";

/** @type {import("./schemes.js").StepText[]} */
let shownSteps = [];

/** @type {number | undefined} */
let playing;

/** The step whose multiplication is shown; -1 for none. */
let productPlace = -1;

const cards = new Cards(goTo);
const tableStrip = new TableStrip();
const openingSteps = new OpeningSteps();
const multiplication = new Multiplication((bit) => document.getElementById(`square-${squareName(bit)}`));

/** @param {HTMLElement} panel */
export function makeLookupPanel(panel) {
  const button = (
    /** @type {string} */ id,
    /** @type {string} */ text,
    /** @type {string} */ label,
    /** @type {() => void} */ onclick,
  ) => make("button", { type: "button", id, "aria-label": label, title: label, onclick }, text);
  const play = () => (playing === undefined ? startPlaying() : stopPlaying());
  const playButton = button("step-play", "Play", "Play", play);
  playButton.classList.add("primary");
  panel.append(
    make(
      "div",
      { class: "player" },
      make(
        "div",
        { class: "segments", role: "group", "aria-label": "Steps" },
        button("step-first", "⇤", "First step", () => goTo(0)),
        button("step-back", "←", "Previous step", () => goTo(shownStep() - 1)),
        playButton,
        button("step-next", "→", "Next step", () => goTo(shownStep() + 1)),
        button("step-last", "⇥", "Last step", () => goTo(shownSteps.length - 1)),
      ),
      make(
        "div",
        { class: "telling" },
        make("p", { id: "step-number" }),
        make("p", { id: "step-sentence" }),
        make("p", { class: "quiet" }, make("code", { id: "step-value" })),
      ),
    ),
    cards.element,
    make(
      "div",
      { id: "calculation" },
      multiplication.element,
      openingSteps.element,
      tableStrip.element,
      // Placed below the rows so that a longer sentence does not move the bit under the pointer.
      make("p", { id: "trace-says", class: "quiet" }),
    ),
  );
}

/** The number of the last visible step. */
function shownStep() {
  const last = shownSteps.length - 1;
  return state.step < 0 ? last : Math.min(state.step, last);
}

/** @param {number} step */
function goTo(step) {
  stopPlaying();
  showStep(step);
}

/** @param {number} step */
function showStep(step) {
  const last = shownSteps.length - 1;
  const next = Math.max(0, Math.min(step, last));
  change({ step: next === last ? -1 : next });
}

function startPlaying() {
  const next = () => {
    if (shownStep() >= shownSteps.length - 1) return stopPlaying();
    showStep(shownStep() + 1);
    cards.feed(shownStep(), byId("board"));
    const isProduct = shownStep() === productPlace && mayMove();
    playing = setTimeout(next, isProduct ? multiplication.duration + REST_MS : PLAY_MS);
  };
  if (shownStep() >= shownSteps.length - 1) showStep(0);
  playing = setTimeout(next, shownStep() === 0 ? PLAY_MS / 2 : 0);
  showPlaying();
}

/** Stops the playback, if it is running. */
export function stopPlaying() {
  clearTimeout(playing);
  playing = undefined;
  showPlaying();
}

function showPlaying() {
  const button = document.getElementById("step-play");
  if (!button) return;
  setText(button, playing === undefined ? "Play" : "Pause");
  button.setAttribute("aria-label", playing === undefined ? "Play" : "Pause");
  button.title = button.textContent ?? "";
}

/** @param {Look} look */
export function showLookupPanel(look) {
  shownSteps = look.half.steps;
  const current = shownStep();
  const last = shownSteps.length - 1;
  const { title, sentence, formula, kind } = shownSteps[current];
  setText(byId("step-number"), `Step ${current + 1} of ${shownSteps.length}: ${title}`);
  const isWrong = current === last && look.attacks !== look.truth;
  setText(
    byId("step-sentence"),
    isWrong ? `${sentence} These attacks belong to another key; the marked squares are wrong.` : sentence,
  );
  byId("step-sentence").classList.toggle("alarm", isWrong);
  const number = kind === "number" ? ` = ${grouped(look.values[current])}` : "";
  setText(byId("step-value"), `${formula} = ${digitsOf(look, current)}${number}`);
  byId("step-back").disabled = byId("step-first").disabled = current === 0;
  byId("step-next").disabled = byId("step-last").disabled = current === last;
  cards.show(look, current);
  showMultiplication(look, current);
  tableStrip.show(look, current);
  showTrace();
}

/**
 * Shows the last multiplication up to the current step or, if there is none yet, the first one.
 * @param {Look} look
 * @param {number} current
 */
function showMultiplication(look, current) {
  const products = shownSteps
    .map((_, place) => place)
    .filter((place) => shownSteps[place].kind === "product" && look.factors[place]);
  const place = products.filter((each) => each <= current).at(-1) ?? products[0];
  productPlace = place ?? -1;
  multiplication.element.hidden = place === undefined;
  const [word, factor] = look.factors[place ?? -1] ?? [];
  if (place === undefined || word === undefined || factor === undefined)
    return openingSteps.show(look, current, { factors: [], bits: 0 }, 0);
  const before = (/** @type {bigint} */ value) => look.values.lastIndexOf(value, place - 1);
  const [wordPlace, magicPlace] = [before(word), before(factor)];
  const mask = maskOf(state.piece, state.square);
  const isBoard = (word & mask) === (state.occupied & mask);
  const use = firstUse(shownSteps, place);
  const result = shownSteps[use];
  const rows = [wordPlace, magicPlace].filter((each) => current >= each).length;
  const bits = bitsOf(look.taken[place] ?? 0n).length;
  openingSteps.show(look, current, { factors: [word, factor], bits }, rows);
  multiplication.element.classList.toggle("adding", place === current && playing !== undefined);
  multiplication.show({
    title: shownSteps[place].title,
    wordTitle: shownSteps[wordPlace]?.title ?? "Multiplicand",
    factorTitle: shownSteps[magicPlace]?.title ?? "factor",
    adding: addingOf(word, factor),
    word,
    factor,
    product: look.values[place],
    taken: look.taken[place],
    pale: isBoard ? word & ~mask : 0n,
    isBoard,
    isShifted: current > place,
    result: { title: result?.title ?? "", number: grouped(look.values[use] ?? 0) },
    reached: {
      word: current >= wordPlace,
      magic: current >= magicPlace,
      product: current >= place,
      result: current >= use,
    },
  });
  cards.assign({ [magicPlace]: "magic", [place]: "product" });
}

/**
 * The last visible step of a look-up.
 * @param {Look} look
 */
export function shownStepOf({ half: { steps } }) {
  return steps[state.step < 0 ? steps.length - 1 : Math.min(state.step, steps.length - 1)];
}

/**
 * Whether the board may show the attacks: the look-up view shows them at the last step only.
 * @param {Look} look
 */
export function areAttacksReached({ half: { steps } }) {
  return state.panel !== "lookup" || state.step < 0 || state.step >= steps.length - 1;
}

/**
 * The relevant squares during the steps that concern them; otherwise none.
 * @param {Look} look
 */
export function maskToShow(look) {
  const isMasking = ["mask", "irrelevant", "blockers", "input"].includes(shownStepOf(look).key);
  return state.panel === "lookup" && isMasking ? maskOf(state.piece, state.square) : 0n;
}

/** Follows the bit that is pointed at through the multiplication. */
export function showTrace() {
  if (state.panel !== "lookup") return;
  const isReached = productPlace >= 0 && shownStep() >= productPlace;
  const says = multiplication.trace(isReached ? pointedBit() : undefined);
  setText(byId("trace-says"), isReached ? says || HINT : "");
}

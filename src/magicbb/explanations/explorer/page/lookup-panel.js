// The chain of a look-up: a card for each step, in step with the board, played or stepped through.
import { byId, make, setText } from "./elements.js";
import { Copies } from "./copies.js";
import { maskOf } from "./geometry.js";
import { Register, takenName } from "./register.js";
import { SmallBoard } from "./small-board.js";
import { change, state } from "./state.js";
import { bitsOf, grouped, hexWord } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

const PLAY_MS = 1500;

/**
 * @typedef {object} Card
 * @property {HTMLElement} element
 * @property {SmallBoard | undefined} board
 * @property {HTMLElement} large
 * @property {HTMLElement} small
 */

/** @type {Card[]} */
let cards = [];

/** @type {import("./schemes.js").StepText[]} */
let shownSteps = [];

/** @type {number | undefined} */
let playing;

const copies = new Copies();
const register = new Register("register");

/**
 * The colour of a step's board.
 * @param {import("./schemes.js").StepText} step
 */
function toneOf({ key, kind }) {
  if (kind !== "board") return "product";
  if (key.endsWith("attacks") || ["entry", "listed", "union"].includes(key)) return "attacks";
  return ["blockers", "input", "filled"].includes(key) ? "blockers" : "mask";
}

/** @param {HTMLElement} panel */
export function makeLookupPanel(panel) {
  const button = (
    /** @type {string} */ id,
    /** @type {string} */ text,
    /** @type {string} */ label,
    /** @type {() => void} */ onclick,
  ) => make("button", { type: "button", id, "aria-label": label, title: label, onclick }, text);
  panel.append(
    make(
      "div",
      { class: "player" },
      make(
        "div",
        { class: "segments", role: "group", "aria-label": "Steps" },
        button("step-first", "⇤", "First step", () => goTo(0)),
        button("step-back", "←", "One step back", () => goTo(shownStep() - 1)),
        button("step-play", "Play", "Play", () => (playing === undefined ? play() : stopPlaying())),
        button("step-next", "→", "One step on", () => goTo(shownStep() + 1)),
        button("step-last", "⇥", "All steps", () => goTo(shownSteps.length - 1)),
      ),
      make(
        "div",
        { class: "telling" },
        make("p", { id: "step-number" }),
        make("p", { id: "step-sentence", class: "quiet" }),
      ),
    ),
    make(
      "div",
      { class: "strip" },
      make("p", { class: "strip-title", id: "register-title" }),
      copies.element,
      register.element,
    ),
    make("ol", { class: "cards", id: "cards" }),
  );
}

/** The step up to which the chain is shown. */
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

function play() {
  const next = () => {
    if (shownStep() >= shownSteps.length - 1) return stopPlaying();
    showStep(shownStep() + 1);
    playing = setTimeout(next, PLAY_MS);
  };
  showStep(state.step < 0 ? 0 : shownStep());
  playing = setTimeout(next, PLAY_MS);
  showPlaying();
}

/** Ends what plays, if anything does. */
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
  if (look.half.steps !== shownSteps) makeCards(look);
  const current = shownStep();
  const step = shownSteps[current];
  setText(byId("step-number"), `Step ${current + 1} of ${shownSteps.length}: ${step.title}`);
  const isWrong = current === shownSteps.length - 1 && look.attacks !== look.truth;
  setText(
    byId("step-sentence"),
    isWrong ? `${step.sentence} They are another key’s: marked squares are wrong.` : step.sentence,
  );
  byId("step-sentence").classList.toggle("alarm", isWrong);
  byId("step-back").disabled = byId("step-first").disabled = current === 0;
  byId("step-next").disabled = byId("step-last").disabled = current === shownSteps.length - 1;
  for (const [place, card] of cards.entries()) {
    const { kind, title } = shownSteps[place];
    card.element.classList.toggle("ahead", place > current);
    card.element.classList.toggle("current", place === current);
    card.element.classList.toggle("harmful", shownSteps[place].key === "attacks");
    if (place === current) card.element.setAttribute("aria-current", "step");
    else card.element.removeAttribute("aria-current");
    const value = look.values[place];
    card.board?.show(title, marksOf(look, place));
    setText(card.large, kind === "number" ? grouped(value) : "");
    showDigits(card.small, kind === "number" ? numberIn(look, place) : hexWord(value));
  }
  showRegister(look, current);
}

/**
 * What a step's board shows: which bits go on, and what is filled up by a black magic.
 * @param {Look} look
 * @param {number} place
 * @returns {import("./small-board.js").Marks}
 */
function marksOf(look, place) {
  const { kind, key } = shownSteps[place];
  const [value, taken] = [look.values[place], look.taken[place] ?? 0n];
  if (kind !== "board") return { bits: value & ~taken, others: value & taken, framed: taken };
  const { square, slider } = state;
  if (key === "attacks")
    return {
      bits: value & look.truth,
      others: value & ~look.truth,
      framed: value ^ look.truth,
      square,
      slider,
    };
  const isFilled = key === "input" || key === "filled";
  const mask = maskOf(slider, square);
  const irrelevant = isFilled ? ~mask : 0n;
  const framed = isFilled || key === "blockers" ? mask : 0n;
  return { bits: value & ~irrelevant, pale: value & irrelevant, framed, square, slider };
}

/**
 * Shows digits, which break in their middle where there is no room for all.
 * @param {HTMLElement} element
 * @param {string} digits
 */
function showDigits(element, digits) {
  if (element.textContent === digits) return;
  const middle = digits.startsWith("0x") && digits.length === 18 ? 10 : digits.length;
  element.replaceChildren(
    digits.slice(0, middle),
    document.createElement("wbr"),
    digits.slice(middle),
  );
}

/**
 * A number in binary where it was cut out of a product, else in hexadecimal.
 * @param {Look} look
 * @param {number} place
 */
function numberIn(look, place) {
  const value = look.values[place];
  if (shownSteps[place].key !== "index") return `0x${value.toString(16)}`;
  const taken = look.taken.slice(0, place).findLast((each) => each !== null) ?? 0n;
  return value.toString(2).padStart(bitsOf(taken).length, "0");
}

/**
 * The product in a row: the last one that the chain has reached, or else the first.
 * @param {Look} look
 * @param {number} current
 */
function showRegister(look, current) {
  const products = shownSteps
    .map((_, place) => place)
    .filter((place) => shownSteps[place].kind === "product");
  const place = products.filter((each) => each <= current).at(-1) ?? products[0];
  const strip = byId("register-title").parentElement;
  strip.hidden = place === undefined;
  if (place === undefined) return;
  const taken = look.taken[place];
  const name = shownSteps[place].title;
  const shifted = state.step >= 0 && current >= firstUse(place);
  strip.classList.toggle("ahead", place > current);
  const count = bitsOf((look.factors[place] ?? [0n, 0n])[1]).length;
  setText(
    byId("register-title"),
    `${name}: the sum of ${count} copies. Bit 63 is on the left; ${takenName(taken)}.`,
  );
  const [word, factor] = look.factors[place] ?? [0n, 0n];
  copies.show(word, factor, taken);
  strip.classList.toggle("adding", place === current);
  register.show(look.values[place], taken, shifted);
}

/**
 * The first step that is computed from another one.
 * @param {number} place
 */
function firstUse(place) {
  const uses = new RegExp(`\\b${shownSteps[place].key}\\b`);
  const use = shownSteps.findIndex((step, later) => later > place && uses.test(step.formula));
  return use < 0 ? shownSteps.length : use;
}

/** @param {Look} look */
function makeCards(look) {
  shownSteps = look.half.steps;
  cards = shownSteps.map((step, place) => {
    const board = step.kind === "number" ? undefined : new SmallBoard(toneOf(step));
    const large = make("p", { class: "large" });
    const small = make("code", { class: "small" });
    const element = make(
      "li",
      { class: `card ${step.kind}`, id: `step-${step.key}` },
      make(
        "button",
        { type: "button", class: "card-title", onclick: () => goTo(place) },
        make("span", { class: "ordinal" }, String(place + 1)),
        step.title,
      ),
      make("p", { class: "formula" }, make("code", {}, step.formula)),
      make("div", { class: "value" }, board ? board.element : large),
      small,
    );
    return { element, board, large, small };
  });
  byId("cards").replaceChildren(...cards.map((card) => card.element));
}

// The table as a map: one pixel per slot; the square's slots are lit, and the current one is ringed.
import { byId, make, setText } from "./elements.js";
import { maskOf, squareName } from "./geometry.js";
import { keysOf } from "./keys.js";
import { NOBODY, SEVERAL, slotsOf, visitorOf } from "./slots.js";
import { slotsOfKeys } from "./square-slots.js";
import { change, state } from "./state.js";
import { grouped, hasBit, highHalf, lowHalf, wordOf } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */
/** @typedef {import("./slots.js").Slots} Slots */

const NEAR = 24;
const WIDTH_TO_HEIGHT = 2.2;

/**
 * @typedef {object} ShownMap
 * @property {Slots} slots
 * @property {number} columns
 * @property {number} slot the slot that the look-up reads
 * @property {number[]} mine the slots of the chosen square, in order
 * @property {Map<number, number>} keys the number of a key of the chosen square for each of these
 */

/** @type {ShownMap | undefined} */
let shownMap;

let drawnFor = "";

/** @type {HTMLButtonElement[]} */
const nearButtons = [];

/** @param {HTMLElement} panel */
export function makeMapPanel(panel) {
  const canvas = make("canvas", { id: "map", role: "img", tabindex: "-1" });
  canvas.addEventListener("pointermove", (/** @type {PointerEvent} */ event) =>
    describeSlot(slotAt(event)),
  );
  canvas.addEventListener("pointerleave", () => describeSlot(undefined));
  canvas.addEventListener("click", (/** @type {PointerEvent} */ event) => goToSlot(slotAt(event)));
  for (let place = 0; place < NEAR; place++) {
    nearButtons.push(
      make(
        "button",
        { type: "button", class: "near-slot" },
        make("canvas", { width: 8, height: 8 }),
        make("span", {}),
      ),
    );
  }
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "Each point is a slot of the table, in order. Point at one to see which squares use it; click it to set up a board that uses it.",
    ),
    make(
      "div",
      { class: "legend", id: "map-legend", "aria-hidden": "true" },
      ...Object.entries({
        mine: "this square",
        one: "another square",
        several: "several squares",
        unused: "unused",
      }).map(([name, title]) => make("span", { class: `key ${name}` }, title)),
    ),
    make(
      "div",
      { class: "map-frame" },
      canvas,
      make("span", { class: "ring", id: "map-ring", "aria-hidden": "true" }),
    ),
    make("p", { id: "map-about", class: "count" }),
    make(
      "div",
      { class: "player" },
      make(
        "div",
        { class: "segments", role: "group", "aria-label": "Slots of this square" },
        make(
          "button",
          { type: "button", id: "map-previous", onclick: () => stepSlot(-1) },
          "← Previous slot",
        ),
        make(
          "button",
          { type: "button", id: "map-next", onclick: () => stepSlot(1) },
          "Next slot →",
        ),
      ),
      make("p", { id: "map-whole", class: "quiet" }),
    ),
    make("h3", {}, "Neighbouring slots"),
    make("div", { id: "map-near", class: "near" }, ...nearButtons),
  );
  document.addEventListener("themechange", redrawMap);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawMap);
}

/** @type {Look | undefined} */
let mappedLook;

function redrawMap() {
  drawnFor = "";
  if (mappedLook && state.panel === "map") showMapPanel(mappedLook);
}

/** @param {Look} look */
export function showMapPanel(look) {
  mappedLook = look;
  const slots = slotsOf(look.scheme);
  for (const element of [
    byId("map").parentElement,
    byId("map-near"),
    byId("map-near").previousElementSibling,
    byId("map-legend"),
    byId("map-previous").parentElement,
  ])
    element.hidden = !slots;
  if (!slots) {
    shownMap = undefined;
    setText(
      byId("map-about"),
      look.scheme.source === ""
        ? "Your own magic serves one square only. Choose a scheme to map a whole table."
        : `${look.scheme.about.name} has no slots to map. Choose a scheme that uses magics.`,
    );
    return setText(byId("map-whole"), "");
  }
  const columns = Math.ceil(Math.sqrt(slots.count * WIDTH_TO_HEIGHT) / 32) * 32;
  const slot =
    look.half.slot?.(state.square, lowHalf(state.occupied), highHalf(state.occupied)) ?? 0;
  const keys = new Map(Array.from(slotsOfKeys(look) ?? [], (each, key) => [each, key]));
  const mine = [...keys.keys()].sort((one, other) => one - other);
  shownMap = { slots, columns, slot, mine, keys };
  const name = [look.scheme.about.name, state.piece, state.square].join();
  if (drawnFor !== name) drawMap(shownMap);
  drawnFor = name;
  placeRing(shownMap);
  showNear(shownMap);
  describeSlot(undefined);
  setText(
    byId("map-whole"),
    `${grouped(mine.length)} slots of ${state.piece} ${squareName(state.square)}; ${grouped(slots.used)} of all ${grouped(slots.count)} are used.`,
  );
}

/** @param {string} name */
function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** @param {ShownMap} map */
function drawMap({ slots, columns, mine }) {
  const canvas = byId("map");
  const rows = Math.ceil(slots.count / columns);
  Object.assign(canvas, { width: columns, height: rows });
  const context = canvas.getContext("2d");
  const shades = ["--map-unused", "--map-several", "--map-one", "--map-two", "--map-mine"].map(
    (name) => pixelOf(colour(name)),
  );
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  for (let slot = 0; slot < slots.count; slot++) {
    const owner = slots.owner[slot];
    pixels[slot] = shades[owner === NOBODY ? 0 : owner === SEVERAL ? 1 : 2 + (owner & 1)];
  }
  for (const slot of mine) pixels[slot] = shades[4];
  context.putImageData(image, 0, 0);
  canvas.setAttribute("aria-label", `Map of ${grouped(slots.count)} slots`);
}

/**
 * A colour as a 32-bit pixel of image data.
 * @param {string} text six hexadecimal digits after #
 */
function pixelOf(text) {
  const [red, green, blue] = [1, 3, 5].map((place) => parseInt(text.slice(place, place + 2), 16));
  return new Uint32Array(Uint8Array.of(red, green, blue, 255).buffer)[0];
}

/** @param {ShownMap} map */
function placeRing({ slots, columns, slot }) {
  const rows = Math.ceil(slots.count / columns);
  const ring = byId("map-ring");
  ring.style.left = `${(((slot % columns) + 0.5) / columns) * 100}%`;
  ring.style.top = `${((Math.floor(slot / columns) + 0.5) / rows) * 100}%`;
}

/** @param {ShownMap} map */
function showNear(map) {
  const { slots, slot, keys } = map;
  const from = Math.max(0, Math.min(slot - NEAR / 2, slots.count - NEAR));
  for (const [place, button] of nearButtons.entries()) {
    const at = from + place;
    const visitor = userOf(map, at);
    const [canvas, name] = /** @type {[HTMLCanvasElement, HTMLElement]} */ ([...button.children]);
    button.hidden = at >= slots.count;
    button.disabled = !visitor;
    button.onclick = () => goToSlot(at);
    button.classList.toggle("in-use", at === slot);
    button.classList.toggle("mine", keys.has(at));
    button.setAttribute("aria-label", slotSentence(map, at));
    setText(name, grouped(at));
    drawTiny(canvas, visitor?.attacks ?? 0n, visitor?.square);
  }
}

/**
 * Draws a board of eight by eight pixels.
 * @param {HTMLCanvasElement} canvas
 * @param {bigint} attacks
 * @param {number | undefined} square
 */
function drawTiny(canvas, attacks, square) {
  const context = canvas.getContext("2d");
  if (!context) return;
  const [ground, seen, stand] = ["--square-light", "--attack", "--ink"].map(colour);
  for (let bit = 0; bit < 64; bit++) {
    context.fillStyle = bit === square ? stand : hasBit(attacks, bit) ? seen : ground;
    context.fillRect(bit & 7, 7 - (bit >> 3), 1, 1);
  }
}

/**
 * A key that leads to a slot: one of the chosen square if it uses the slot, otherwise any.
 * @param {ShownMap} map
 * @param {number} slot
 */
function userOf({ slots, keys }, slot) {
  const key = keys.get(slot);
  if (key === undefined) return visitorOf(slots, slot);
  const { piece, square } = state;
  const { low, high, sets, attackSets } = keysOf(piece, square);
  return { piece, square, blockers: wordOf(low[key], high[key]), attacks: attackSets[sets[key]] };
}

/**
 * @param {ShownMap} map
 * @param {number} slot
 */
function slotSentence(map, slot) {
  const { slots } = map;
  const visitor = userOf(map, slot);
  if (!visitor) return `Slot ${grouped(slot)}: unused.`;
  const keys = slots.keys[slot] === 1 ? "1 key" : `${grouped(slots.keys[slot])} keys`;
  const whose = slots.owner[slot] === SEVERAL ? "several squares, including " : "";
  return `Slot ${grouped(slot)}: ${keys} of ${whose}${visitor.piece} ${squareName(visitor.square)}.`;
}

/** @param {number | undefined} slot */
function describeSlot(slot) {
  if (!shownMap) return;
  const isRead = slot === undefined ? "This look-up reads it. " : "";
  setText(byId("map-about"), isRead + slotSentence(shownMap, slot ?? shownMap.slot));
}

/** @param {PointerEvent} event */
function slotAt(event) {
  if (!shownMap) return undefined;
  const canvas = byId("map");
  const box = canvas.getBoundingClientRect();
  const column = Math.floor(((event.clientX - box.left) / box.width) * canvas.width);
  const row = Math.floor(((event.clientY - box.top) / box.height) * canvas.height);
  const slot = row * canvas.width + column;
  return column >= 0 && column < canvas.width && slot >= 0 && slot < shownMap.slots.count
    ? slot
    : undefined;
}

/** @param {number | undefined} slot */
function goToSlot(slot) {
  const visitor = shownMap && slot !== undefined ? userOf(shownMap, slot) : undefined;
  if (visitor)
    change({ piece: visitor.piece, square: visitor.square, occupied: visitor.blockers, fen: "" });
}

/** @param {number} by */
function stepSlot(by) {
  if (!shownMap || !mappedLook?.half.slot) return;
  const { mine, slot } = shownMap;
  const next = mine[(mine.indexOf(slot) + by + mine.length) % mine.length];
  const { piece, square, occupied } = state;
  const keys = keysOf(piece, square);
  const irrelevant = occupied & ~maskOf(piece, square);
  for (let key = 0; key < keys.count; key++) {
    if (mappedLook.half.slot(square, keys.low[key], keys.high[key]) === next) {
      return change({
        occupied: irrelevant | (BigInt(keys.high[key] >>> 0) << 32n) | BigInt(keys.low[key] >>> 0),
      });
    }
  }
}

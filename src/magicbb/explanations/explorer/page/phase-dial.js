// The phase as a dial: a full turn is one slot, and bars show the number of harmful collisions.
import { make, makeSvg, setText } from "./elements.js";
import { PARTS_OF_SLOT } from "./phases.js";

const RADIUS = 60;
const HALF_RING = 3;
const HIGHEST = 26;

/** The distance, in turns, within which the dial snaps to white or black. */
const SNAP = 0.012;

/** The distance, in turns, below which the labels of white and black are staggered. */
const CLOSE = 0.12;

/** How far the arrow keys, and Page Up and Page Down, turn the dial, in phase units. */
const STEP = PARTS_OF_SLOT / 64;
const LEAP = PARTS_OF_SLOT / 8;

/** The dial; it is created once and then updated. */
export class PhaseDial {
  /** @param {(phase: number) => void} choose called with parts of a slot, or -1 for black’s own phase */
  constructor(choose) {
    this.choose = choose;
    this.turn = 0;
    this.own = 0;
    /** @type {number[]} */
    this.counts = [];
    this.bars = makeSvg("path", { class: "harm" });
    this.arc = makeSvg("path", { class: "arc" });
    this.knob = makeSvg("circle", { class: "knob", r: 9 });
    this.names = ["white", "black"].map((name) => makeSvg("text", {}, name));
    this.marks = this.names.map(() => makeSvg("circle", { class: "mark", r: 4 }));
    this.amount = makeSvg("text", { class: "amount", y: 6 });
    this.picture = makeSvg(
      "svg",
      { viewBox: "-94 -94 188 188", "aria-hidden": "true" },
      makeSvg("circle", { class: "ring", r: RADIUS }),
      this.bars,
      this.arc,
      ...this.marks,
      ...this.names,
      this.amount,
      this.knob,
    );
    this.element = make(
      "div",
      {
        id: "phase",
        class: "dial",
        role: "slider",
        tabindex: "0",
        "aria-label": "Phase, as a fraction of a slot",
        "aria-valuemin": "0",
        "aria-valuemax": "1",
      },
      this.picture,
    );
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) =>
      this.onKey(event),
    );
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => {
      if (event.button !== 0) return;
      this.element.setPointerCapture(event.pointerId);
      this.onPointer(event);
    });
    this.element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => {
      if (this.element.hasPointerCapture(event.pointerId)) this.onPointer(event);
    });
  }

  /** @param {PointerEvent} event */
  onPointer(event) {
    const box = this.element.getBoundingClientRect();
    const right = event.clientX - (box.left + box.width / 2);
    const up = box.top + box.height / 2 - event.clientY;
    const turn = (Math.atan2(right, up) / (2 * Math.PI) + 1) % 1;
    const isNear = (/** @type {number} */ other) =>
      Math.abs(((turn - other + 1.5) % 1) - 0.5) < SNAP;
    const part = Math.round(turn * PARTS_OF_SLOT) % PARTS_OF_SLOT;
    this.choose(isNear(this.own) ? -1 : isNear(0) ? 0 : part);
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    /** @type {Record<string, number>} */
    const ways = {
      ArrowRight: STEP,
      ArrowUp: STEP,
      ArrowLeft: -STEP,
      ArrowDown: -STEP,
      PageUp: LEAP,
      PageDown: -LEAP,
    };
    const way = ways[event.key];
    if (way === undefined && event.key !== "Home" && event.key !== "End") return;
    event.preventDefault();
    if (way === undefined) return this.choose(event.key === "Home" ? 0 : -1);
    const part = (Math.round(this.turn * PARTS_OF_SLOT) + way + PARTS_OF_SLOT) % PARTS_OF_SLOT;
    this.turn = part / PARTS_OF_SLOT; // the next key press may come before the next frame
    this.choose(part);
  }

  /**
   * Shows a phase, and the harmful collisions at all phases.
   * @param {number} turn the phase, in slots
   * @param {number} own black’s phase, in slots
   * @param {number[]} counts the harmful collisions at equally spaced phases within a slot
   * @param {string} says a description for screen readers
   */
  show(turn, own, counts, says) {
    Object.assign(this, { turn, own });
    if (counts !== this.counts) this.bars.setAttribute("d", barsOf(counts));
    this.counts = counts;
    this.arc.setAttribute("d", turn > 0 ? `M0 ${-RADIUS}${arcTo(turn, RADIUS)}` : "");
    place(this.knob, turn, RADIUS);
    for (const [number, where] of [0, own].entries()) {
      place(this.marks[number], where, RADIUS);
      const [x, y] = pointAtTurn(where, RADIUS - 21);
      this.names[number].setAttribute("x", x.toFixed(1));
      // If the two marks are close together, one name is placed below the other.
      const isLower = number === 1 && Math.abs(((own + 0.5) % 1) - 0.5) < CLOSE;
      this.names[number].setAttribute("y", (y + (isLower ? 17 : 4)).toFixed(1));
    }
    setText(this.amount, turn.toFixed(2));
    this.element.setAttribute("aria-valuenow", turn.toFixed(3));
    this.element.setAttribute("aria-valuetext", says);
  }
}

/**
 * A point on a circle, at the given number of turns clockwise from the top.
 * @param {number} turn
 * @param {number} radius
 * @returns {[number, number]}
 */
function pointAtTurn(turn, radius) {
  const angle = 2 * Math.PI * turn;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/**
 * @param {number} turn
 * @param {number} radius
 */
function at(turn, radius) {
  const [x, y] = pointAtTurn(turn, radius);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

/**
 * @param {number} turn
 * @param {number} radius
 */
function arcTo(turn, radius) {
  return `A${radius} ${radius} 0 ${turn > 0.5 ? 1 : 0} 1 ${at(turn, radius)}`;
}

/**
 * Bars around the ring; phases without harmful collisions have none.
 * @param {number[]} counts
 */
function barsOf(counts) {
  const most = Math.max(...counts, 1);
  const inside = RADIUS - HALF_RING;
  const edge = counts.map((count, place) => {
    const high = count === 0 ? inside : RADIUS + HALF_RING + (HIGHEST * count) / most;
    return at(place / counts.length, high);
  });
  return `M${edge.join("L")}Z${circle(inside)}`;
}

/** @param {number} radius */
function circle(radius) {
  return `M0 ${-radius}A${radius} ${radius} 0 1 0 0 ${radius}A${radius} ${radius} 0 1 0 0 ${-radius}Z`;
}

/**
 * @param {Element} element a circle
 * @param {number} turn
 * @param {number} radius
 */
function place(element, turn, radius) {
  const [x, y] = pointAtTurn(turn, radius);
  element.setAttribute("cx", x.toFixed(1));
  element.setAttribute("cy", y.toFixed(1));
}

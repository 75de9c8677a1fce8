// The table during a look-up: all slots, the square's slots, and the slots around the one being read.
import { make, makeSvg, setText } from "./elements.js";
import { squareName } from "./geometry.js";
import { keyOf, keysOf } from "./keys.js";
import { SlotBar } from "./slot-bar.js";
import { squareSlotsOf } from "./square-slots.js";
import { state } from "./state.js";
import { bitsOf, grouped } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */
/** @typedef {import("./square-slots.js").SquareSlots} SquareSlots */

/** The number of slots drawn on either side of the one that is read. */
const AROUND = 7;

/** Three rows, each of which shows a part of the one above it. */
export class TableStrip {
  constructor() {
    this.whole = new SlotBar("mine", "read");
    this.part = new SlotBar("mine", "same", "read");
    this.zooms = [zoom(), zoom()];
    this.near = Array.from({ length: 2 * AROUND + 1 }, () => new NearSlot());
    this.label = make("span", { class: "row-name" });
    this.says = make("p", { id: "table-says", class: "quiet" });
    const rows = make(
      "div",
      { class: "strip-rows", "aria-hidden": "true" },
      make("span", { class: "row-name" }, "table"),
      this.whole.element,
      this.zooms[0],
      this.label,
      this.part.element,
      this.zooms[1],
      make("div", { class: "near-row" }, ...this.near.map(({ element }) => element)),
    );
    this.element = make("div", { id: "table-strip" }, rows, this.says);
    this.drawn = "";
  }

  /**
   * Shows as much of the table as the look-up has determined at the current step.
   * @param {Look} look
   * @param {number} current the step
   */
  show(look, current) {
    const { steps } = look.half;
    const placeOf = (/** @type {string} */ key) => steps.findIndex((step) => step.key === key);
    const slotPlace = Math.max(placeOf("slot"), look.scheme.source === "" ? placeOf("index") : -1);
    const first = placeOf("offset") >= 0 ? placeOf("offset") : slotPlace;
    const mine = slotPlace >= 0 && current >= first ? squareSlotsOf(look) : undefined;
    this.element.hidden = !mine;
    if (!mine) return;
    const { piece, square, occupied } = state;
    const slot = Number(look.values[slotPlace]);
    const hasSlot = current >= slotPlace;
    const isRead = current === steps.length - 1;
    const name = [mine.name, slot, hasSlot, isRead].join();
    if (name === this.drawn) return;
    this.drawn = name;
    const keys = keysOf(piece, square);
    const set = mine.sets.get(slot) ?? keys.sets[keyOf(keys, occupied)];
    const { entries } = look.scheme.about;
    const { lowest, highest } = mine;
    const count = highest - lowest + 1;
    const same = [...mine.sets].flatMap(([each, its]) => (its === set ? [each] : []));
    setText(this.label, `${piece} ${squareName(square)}`);
    const marked = hasSlot ? [slot] : [];
    const fromLowest = (/** @type {number[]} */ slots) => slots.map((each) => each - lowest);
    this.whole.show(entries, { mine: mine.sets.keys(), read: marked });
    this.part.show(count, {
      mine: fromLowest([...mine.sets.keys()]),
      same: isRead ? fromLowest(same) : [],
      read: fromLowest(marked),
    });
    shape(this.zooms[0], lowest / entries, (highest + 1) / entries);
    shape(this.zooms[1], (slot - lowest - AROUND) / count, (slot - lowest + AROUND + 1) / count);
    this.element.classList.toggle("no-slot", !hasSlot);
    this.element.classList.toggle("is-read", isRead);
    let equals = 0;
    for (const [place, near] of this.near.entries()) {
      const at = slot - AROUND + place;
      const its = mine.sets.get(at);
      const alike = its !== undefined && place > 0 && mine.sets.get(at - 1) === its;
      if (alike) equals++;
      near.show(at, its === undefined ? undefined : keys.attackSets[its], {
        square,
        isThere: at >= 0 && at < entries,
        read: at === slot,
        same: its === set,
        alike,
      });
    }
    const read = { slot, hasSlot, isRead, entries, equals, same: same.length };
    setText(this.says, sentence(mine, read));
  }
}

/**
 * @param {SquareSlots} mine
 * @param {{slot: number, hasSlot: boolean, isRead: boolean, entries: number, equals: number, same: number}} read
 */
function sentence({ lowest, highest, sets, slots }, { slot, hasSlot, isRead, entries, equals, same }) {
  const where = `${state.piece} ${squareName(state.square)}`;
  if (!hasSlot)
    return `Of the table’s ${grouped(entries)} slots, ${where} uses ${grouped(sets.size)}, from ${grouped(lowest)} to ${grouped(highest)}.`;
  if (!isRead)
    return `The neighbouring slots, with their attack sets.${equals > 0 ? " “=” marks equal neighbours." : ""}`;
  let keys = 0;
  for (let key = 0; key < slots.length; key++) if (slots[key] === slot) keys++;
  const others = same > 1 ? `; ${grouped(same)} slots hold its attack set` : "";
  return `Slot ${grouped(slot)} is read for ${keys === 1 ? "one key" : `${grouped(keys)} keys`} of ${where}${others}.`;
}

/** A slot as a board with its number. */
class NearSlot {
  constructor() {
    this.attacks = makeSvg("path", { class: "seen" });
    this.stand = makeSvg("circle", { class: "stand", r: 0.36 });
    const ground = makeSvg("rect", { class: "ground", width: 8, height: 8, rx: 0.5 });
    const board = makeSvg("svg", { viewBox: "0 0 8 8" }, ground, this.attacks, this.stand);
    this.number = make("span", {});
    this.element = make("div", { class: "strip-slot" }, board, this.number);
  }

  /**
   * @param {number} slot
   * @param {bigint | undefined} attacks its contents; undefined if the square does not use it
   * @param {{square: number, isThere: boolean, read: boolean, same: boolean, alike: boolean}} marks
   */
  show(slot, attacks, { square, isThere, read, same, alike }) {
    const cells = bitsOf(attacks ?? 0n).map((bit) => `M${bit & 7} ${7 - (bit >> 3)}h1v1h-1z`);
    this.attacks.setAttribute("d", cells.join(""));
    this.stand.setAttribute("cx", String((square & 7) + 0.5));
    this.stand.setAttribute("cy", String(7.5 - (square >> 3)));
    setText(this.number, grouped(slot));
    this.element.style.visibility = isThere ? "" : "hidden";
    for (const [name, holds] of Object.entries({ read, same, alike, other: attacks === undefined }))
      this.element.classList.toggle(name, holds);
  }
}

/** The shape that connects part of a bar to the whole row below. */
function zoom() {
  const options = { class: "zoom", viewBox: "0 0 1 1", preserveAspectRatio: "none" };
  return makeSvg("svg", options, makeSvg("path", {}));
}

/**
 * @param {SVGElement} element
 * @param {number} from
 * @param {number} to
 */
function shape(element, from, to) {
  const [left, right] = [Math.max(0, from), Math.min(1, to)];
  element.firstElementChild?.setAttribute("d", `M${left} 0H${right}L1 1H0z`);
}

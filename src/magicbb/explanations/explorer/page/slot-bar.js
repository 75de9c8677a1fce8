// Slots as a bar: adjacent slots of one kind are drawn as one piece.
import { makeSvg } from "./elements.js";

/** A bar of slots; it is created once and then updated. */
export class SlotBar {
  /** @param {...string} kinds of slots, those on top last: "mine", "same", "bad" or "read" */
  constructor(...kinds) {
    this.kinds = Object.fromEntries(kinds.map((kind) => [kind, makeSvg("path", { class: kind })]));
    this.element = makeSvg(
      "svg",
      { class: "slot-bar", preserveAspectRatio: "none" },
      ...Object.values(this.kinds),
    );
  }

  /**
   * @param {number} count of all slots
   * @param {Record<string, Iterable<number>>} slots of each kind
   */
  show(count, slots) {
    this.element.setAttribute("viewBox", `0 0 ${count} 1`);
    for (const [kind, each] of Object.entries(slots)) this.kinds[kind].setAttribute("d", pieces(each));
  }
}

/** @param {Iterable<number>} slots */
function pieces(slots) {
  let [path, start, end] = ["", NaN, NaN];
  const close = () => (end > start ? `M${start} 0h${end - start}v1h${start - end}z` : "");
  for (const slot of [...slots].sort((one, other) => one - other)) {
    if (slot !== end) {
      path += close();
      start = slot;
    }
    end = slot + 1;
  }
  return path + close();
}

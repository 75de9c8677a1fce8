// Two boards that share a slot: their blockers, attacks and differences, and how each is hashed.
import { make } from "./elements.js";
import { SmallBoard } from "./small-board.js";
import { state } from "./state.js";
import { grouped, hexWord } from "./words.js";

/** @typedef {import("./magics.js").Pair} Pair */

/** Both boards side by side; they are created once and then updated. */
export class CollidingBoards {
  /**
   * @param {string} view the prefix of element ids
   * @param {(side: number) => Node[]} rest creates the nodes below each board
   */
  constructor(view, rest = () => []) {
    this.sides = [0, 1].map((side) => ({
      blockers: new SmallBoard("blockers"),
      attacks: new SmallBoard("attacks"),
      key: make("code", { id: `${view}-blockers-${side + 1}` }),
      way: make("span", { id: `${view}-way-${side + 1}`, class: "way" }),
    }));
    this.articles = this.sides.map(({ blockers, attacks, key, way }, side) =>
      make(
        "article",
        { class: "pair-side", "aria-label": side === 0 ? "One board" : "The other board" },
        make(
          "div",
          { class: "two-boards" },
          make("figure", {}, blockers.element, make("figcaption", {}, "blockers")),
          make("figure", {}, attacks.element, make("figcaption", {}, "attacks")),
        ),
        make("p", {}, key, way),
        ...rest(side),
      ),
    );
  }

  /**
   * @param {Pair} pair
   * @param {(blockers: bigint) => [string, number][]} wayOf the name and value of each number that a look-up computes
   */
  show({ blockers: boards, attacks: seen }, wayOf) {
    const { piece, square } = state;
    const [difference, wrong] = [boards[0] ^ boards[1], seen[0] ^ seen[1]];
    for (const [side, { blockers, attacks, key, way }] of this.sides.entries()) {
      const bits = boards[side];
      blockers.show("Blockers", { bits, framed: difference, square, piece });
      const [right, others] = [seen[side] & ~wrong, seen[side] & wrong];
      attacks.show("Attacks", { bits: right, others, framed: wrong, square, piece });
      key.textContent = hexWord(bits);
      way.replaceChildren(
        ...wayOf(bits).flatMap(([name, number]) => [
          ` → ${name} `,
          make("strong", {}, grouped(number)),
        ]),
      );
    }
  }
}

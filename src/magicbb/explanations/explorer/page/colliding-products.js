// The products of two keys with the same index: their index bits are equal; other bits may differ.
import { make, setText } from "./elements.js";
import { squareNames } from "./geometry.js";
import { Register } from "./register.js";
import { bitsOf, grouped, hexWord, topBits } from "./words.js";

const ROWS = ["left", "right", "difference"];

/**
 * @typedef {object} Hashed a key and its product
 * @property {bigint} blockers
 * @property {bigint} product
 * @property {bigint} taken the bits of the product that form the index
 */

/** Three rows of bits and a sentence; they are created once and then updated. */
export class CollidingProducts {
  /** @param {string} view the prefix of element ids */
  constructor(view) {
    this.rows = ROWS.map((name) => new Register({ id: `${view}-${name}` }));
    this.names = ROWS.map(() => make("span", { class: "row-name" }));
    this.says = make("p", { id: `${view}-products-say`, class: "quiet" });
    this.element = make(
      "div",
      { class: "strip-rows sum", id: `${view}-products` },
      ...this.rows.flatMap((row, place) => [this.names[place], row.element]),
      this.says,
    );
  }

  /** @param {[Hashed, Hashed]=} both left and right; undefined if nothing is multiplied */
  show(both) {
    this.element.hidden = both === undefined;
    if (!both) return;
    const [left, right] = both;
    const apart = right.product - left.product;
    const difference = apart < 0n ? -apart : apart;
    const names = ["left", "right", apart < 0n ? "left − right" : "right − left"];
    for (const [place, word] of [left.product, right.product, difference].entries()) {
      this.rows[place].show(`Product, ${names[place]}: ${hexWord(word)}`, word, left.taken);
      setText(this.names[place], names[place]);
    }
    setText(this.says, sentenceOn(left, right));
  }
}

/**
 * Says how far apart two products are, in slots, and which squares cause the difference.
 * @param {Hashed} left
 * @param {Hashed} right
 */
function sentenceOn(left, right) {
  const bits = bitsOf(left.taken).length;
  const [less, more] = left.product <= right.product ? [left, right] : [right, left];
  const squares = squareNames(less.blockers ^ more.blockers);
  const isOne = !squares.includes(" ");
  const common = less.blockers & more.blockers;
  const verb = common === less.blockers ? "add" : common === more.blockers ? "take away" : "";
  if (less.product === more.product) {
    const lost = `: what ${squares} ${isOne ? "adds" : "add"} is shifted out past bit 63`;
    return `The products are equal${verb ? lost : ""}.`;
  }
  if (left.taken !== topBits(bits)) return "The index bits are equal; the other bits may differ.";
  const size = 2 ** (64 - bits);
  const apart = (Number(more.product - less.product) / size).toFixed(2);
  const amount = `${apart === "0.00" ? "less than 0.01" : apart} of a slot`;
  const cause = isOne ? verb.replace(/^\w+/, "$&s") : verb;
  const [one, other] = [left, right].map(({ product }) => inSlots(product, bits));
  return (
    `Measured in slots, the products are ${one} and ${other}. ` +
    `${verb ? `${squares} ${cause} ${amount}` : `They are ${amount} apart`}; ` +
    `no slot boundary lies between the products, so both have index ${one.split(".")[0]}.`
  );
}

/**
 * A product in slots, to two decimals, but never rounded up to the next slot.
 * @param {bigint} product
 * @param {number} bits of the index
 */
function inSlots(product, bits) {
  const unit = 1n << BigInt(64 - bits);
  const [slot, rest] = [product / unit, product % unit];
  const hundredths = Math.min(Math.round((100 * Number(rest)) / Number(unit)), 99);
  return `${grouped(slot)}.${String(hundredths).padStart(2, "0")}`;
}

// Your own magic presented as a scheme for one square, whether or not it is valid.
import { maskOf } from "./geometry.js";
import { attacksOf, keysOf } from "./keys.js";
import { hashedOf, indicesOf } from "./magics.js";
import { state } from "./state.js";
import { bitsOf, highHalf, lowHalf, parseWord, topBits, wordOf } from "./words.js";

/**
 * Your own magic on the chosen square; undefined if no number is given.
 * @returns {import("./magics.js").Magic | undefined}
 */
export function ownMagic() {
  const { value } = parseWord(state.own);
  if (value === undefined) return undefined;
  const { piece, square, kind } = state;
  return { piece, square, kind, bits: ownBits(), magic: value };
}

/** The number of index bits (default: the number of mask squares). */
export function ownBits() {
  return state.bits || bitsOf(maskOf(state.piece, state.square)).length;
}

/** @type {{name: string, table: Map<number, bigint>}} */
let lastTable = { name: "", table: new Map() };

/**
 * The contents of a table for this magic: each slot holds the attacks of the first key with this
 * index, and later keys do not overwrite them.
 * @param {import("./magics.js").Magic} magic
 */
function tableOf(magic) {
  const name = [magic.piece, magic.square, magic.kind, magic.bits, magic.magic].join();
  if (lastTable.name === name) return lastTable.table;
  const keys = keysOf(magic.piece, magic.square);
  const table = new Map();
  for (const [key, index] of indicesOf(magic).entries()) {
    if (!table.has(index)) table.set(index, attacksOf(keys, key));
  }
  lastTable = { name, table };
  return table;
}

/** @returns {import("./schemes.js").Scheme | undefined} */
export function ownScheme() {
  const magic = ownMagic();
  if (!magic) return undefined;
  const table = tableOf(magic);
  const white = magic.kind === "white";
  const input = white ? "blockers" : "filled";
  const steps = [
    {
      key: "mask",
      title: "Mask",
      kind: "board",
      formula: "mask",
      sentence:
        "The squares whose pieces can affect the attacks: each ray without its outermost square.",
    },
    {
      key: input,
      title: white ? "Blockers" : "Filled",
      kind: "board",
      formula: white ? "occupied & mask" : "occupied | ~mask",
      sentence: white
        ? "The pieces on the mask; all other squares are cleared."
        : "The pieces, with all irrelevant squares set.",
    },
    {
      key: "magic",
      title: "Your magic",
      kind: "magic",
      formula: "magic",
      sentence: "The number that you entered.",
    },
    {
      key: "product",
      title: "Product",
      kind: "product",
      formula: `${input} × magic`,
      sentence:
        "Each set bit of the magic adds a copy of the hashed squares, shifted up by the bit's number; bits above 63 are lost.",
    },
    {
      key: "index",
      title: "Index",
      kind: "number",
      formula: `product >> ${64 - magic.bits}`,
      sentence: `The top ${magic.bits} bits, shifted down: the index into the table.`,
    },
    {
      key: "attacks",
      title: "Attacks",
      kind: "board",
      formula: "table[index]",
      sentence: "The attacks stored by the first key with this index.",
    },
  ];
  const mask = maskOf(magic.piece, magic.square);
  const half = {
    steps,
    fields: ["magic"],
    records: Array(64).fill(magic.magic.toString(16)),
    slot: null,
    attacks: (
      /** @type {number} */ _square,
      /** @type {number} */ low,
      /** @type {number} */ high,
      /** @type {Uint32Array} */ out,
    ) => {
      const attacks = /** @type {bigint} */ (half.follow(0n, wordOf(low, high)).values.at(-1));
      out.set([lowHalf(attacks), highHalf(attacks)]);
    },
    follow: (/** @type {bigint} */ _square, /** @type {bigint} */ occupied) => {
      const hashed = hashedOf(magic.kind, mask, occupied);
      const product = BigInt.asUintN(64, hashed * magic.magic);
      const index = product >> BigInt(64 - magic.bits);
      const attacks = table.get(Number(index)) ?? 0n;
      return {
        values: [mask, hashed, magic.magic, product, index, attacks],
        taken: [null, null, null, topBits(magic.bits), null, null],
        factors: [null, null, null, [hashed, magic.magic], null, null],
      };
    },
  };
  const about = {
    name: "your own magic",
    author: "",
    year: "",
    trade: "One square only, with a table built on this page.",
    entries: 2 ** magic.bits,
    bytes: 8 * 2 ** magic.bits,
    used: table.size,
    kind: magic.kind,
    magics: "",
  };
  return /** @type {any} */ ({
    about,
    elementBits: 64,
    table: null,
    attackSets: null,
    rook: half,
    bishop: half,
    source: "",
  });
}

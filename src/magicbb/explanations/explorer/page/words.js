// 64-bit words as BigInts: operations missing from JavaScript, parsing and formatting.

export const FULL_WORD = (1n << 64n) - 1n;

/**
 * Gathers the bits of a word that a mask selects.
 * @param {bigint} word
 * @param {bigint} mask
 */
export function pext(word, mask) {
  let gathered = 0n;
  for (let bit = 1n; mask !== 0n; bit <<= 1n) {
    const others = mask & (mask - 1n);
    if ((word & (mask ^ others)) !== 0n) gathered |= bit;
    mask = others;
  }
  return gathered;
}

/**
 * Spreads the lowest bits of a word to the set bits of a mask.
 * @param {bigint} word
 * @param {bigint} mask
 */
export function pdep(word, mask) {
  let spread = 0n;
  for (; mask !== 0n; word >>= 1n) {
    const others = mask & (mask - 1n);
    if ((word & 1n) !== 0n) spread |= mask ^ others;
    mask = others;
  }
  return spread;
}

/**
 * Reverses the bytes of a word, which flips the board vertically.
 * @param {bigint} word
 */
export function swapBytes(word) {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, word);
  return view.getBigUint64(0, true);
}

/**
 * The number of zeros above the highest set bit.
 * @param {bigint} word
 */
export function leadingZeros(word) {
  return BigInt(word === 0n ? 64 : 64 - word.toString(2).length);
}

/** @param {bigint} word */
export function lowHalf(word) {
  return Number(word & 0xffffffffn);
}

/** @param {bigint} word */
export function highHalf(word) {
  return Number(word >> 32n);
}

/**
 * A word from its 32-bit halves, signed or unsigned.
 * @param {number} low
 * @param {number} high
 */
export function wordOf(low, high) {
  return (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0);
}

/**
 * The numbers of the set bits, lowest first.
 * @param {bigint} word
 */
export function bitsOf(word) {
  const bits = [];
  for (const [first, half] of [
    [0, lowHalf(word)],
    [32, highHalf(word)],
  ]) {
    for (let rest = half; rest !== 0; rest &= rest - 1)
      bits.push(first + 31 - Math.clz32(rest & -rest));
  }
  return bits;
}

/**
 * Whether a bit is set.
 * @param {bigint} word
 * @param {number} bit
 */
export function hasBit(word, bit) {
  return ((word >> BigInt(bit)) & 1n) === 1n;
}

/**
 * The word with only its top bits set.
 * @param {number} count
 */
export function topBits(count) {
  return FULL_WORD ^ (FULL_WORD >> BigInt(count));
}

/** @param {bigint} word */
export function hexWord(word) {
  return `0x${word.toString(16).padStart(16, "0")}`;
}

/**
 * A number with thousands separators.
 * @param {number | bigint} number
 */
export function grouped(number) {
  return number.toString().replace(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * Parses a 64-bit number as written in source code in various languages.
 * @param {string} text
 * @returns {{value?: bigint, problem?: string}}
 */
export function parseWord(text) {
  const digits = text
    .trim()
    .replace(/[_'\s]/g, "")
    .replace(/(?:ui64|u64|i64|ull|llu|ul|lu|ll|l|u|n)$/i, "");
  if (digits === "") return { problem: "Paste a number, such as 0x022842020008a050." };
  const hexadecimal = /^(?:0x)?([0-9a-f]+)$/i.exec(digits);
  const decimal = /^-?\d+$/.test(digits);
  const binary = /^0b[01]+$/i.test(digits);
  if (!decimal && !binary && !hexadecimal) {
    return { problem: "This is not a decimal, hexadecimal or binary number." };
  }
  const tooLong = { problem: "The number has more than 64 bits." };
  if (digits.length > 80) return tooLong; // BigInt would take long for some
  const value = BigInt(decimal || binary ? digits : `0x${hexadecimal?.[1]}`);
  return value > FULL_WORD || value < -(1n << 63n) ? tooLong : { value: value & FULL_WORD };
}

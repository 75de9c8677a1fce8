// The data that the builder embeds in the page, in addition to the scripts.

/**
 * @typedef {object} SchemeRow
 * @property {string} name
 * @property {string} author
 * @property {number} year
 * @property {string} trade
 * @property {"magics" | "pext" | "rivals"} group
 * @property {string | null} module compressed; null if it is fetched
 * @property {"init" | "static" | "const"} tables how its source gets the entries
 * @property {string | null} exports compressed: its source in each language; null if there is none
 */

/**
 * @typedef {object} Settled what is known about a square's magics with one bit fewer than its mask has squares
 * @property {number} bits
 * @property {"exists" | "disproved" | "open"} status
 * @property {string} says the answer, or how long the search takes, as a sentence
 * @property {string} shows the same in a few characters
 * @property {string | null} magic in hexadecimal
 */

/**
 * @typedef {object} Guide the chapters, by the names of their files
 * @property {string | null} address their location; null if unavailable
 * @property {Record<string, string>} titles
 * @property {Record<string, string>} panels the chapter of each view
 * @property {Record<string, string>} steps the chapter of each step, by its key
 * @property {Record<string, string>} schemes the chapter of schemes without magics
 */

/**
 * @typedef {object} LanguageRow
 * @property {string} name
 * @property {string} title
 * @property {string} file the name suggested for a file
 * @property {Record<import("./geometry.js").SliderName, Record<string, string>>} calls the call of a
 *   look-up, by piece and by `tables` of the scheme
 */

/**
 * @typedef {object} PageData
 * @property {string} default
 * @property {SchemeRow[]} schemes
 * @property {LanguageRow[]} languages
 * @property {string} module the language of the modules that do the look-ups on this page
 * @property {Guide} guide
 * @property {Record<string, string>} mappings the names of the squares, in the order of their numbers
 * @property {Record<import("./magics.js").Kind, Record<import("./geometry.js").SliderName, [string, number][]>>} magics
 * @property {Record<import("./magics.js").Kind, Record<import("./geometry.js").SliderName, Settled[]>>} settled
 * @property {Record<import("./magics.js").Kind, string>} finders the people who found those magics
 * @property {Record<string, [string, string]>} shapes the silhouette and the inner lines of each piece
 * @property {string} worker the search, as a script
 */

/** @type {PageData} */
export const pageData = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");

/**
 * A known magic for a square.
 * @param {import("./magics.js").Kind} kind
 * @param {import("./geometry.js").SliderName} piece
 * @param {number} square
 * @returns {import("./magics.js").Magic}
 */
export function knownMagic(kind, piece, square) {
  const [magic, bits] = pageData.magics[kind][piece][square];
  return { piece, square, kind, bits, magic: BigInt(`0x${magic}`) };
}

/**
 * What is known about a square's magics with the given number of index bits, fewer than its mask has
 * squares; undefined if nothing is known.
 * @param {{kind: import("./magics.js").Kind, piece: import("./geometry.js").SliderName, square: number, bits: number}} wanted
 * @returns {Settled | undefined}
 */
export function settledOf({ kind, piece, square, bits }) {
  const known = pageData.settled[kind][piece][square];
  const answers = { exists: known.bits <= bits, disproved: known.bits >= bits };
  return (known.status === "open" ? known.bits === bits : answers[known.status])
    ? known
    : undefined;
}

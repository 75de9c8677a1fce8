// What the builder put into the page beside the scripts.

/**
 * @typedef {object} SchemeRow
 * @property {string} name
 * @property {string} author
 * @property {number} year
 * @property {string} trade
 * @property {"magics" | "pext" | "rivals"} group
 * @property {string | null} module compressed; null where it is fetched
 */

/**
 * @typedef {object} PageData
 * @property {string} default
 * @property {SchemeRow[]} schemes
 * @property {Record<import("./magics.js").Kind, Record<import("./geometry.js").SliderName, [string, number][]>>} magics
 * @property {Record<import("./magics.js").Kind, string>} finders who found those magics
 * @property {Record<string, [string, string]>} shapes the silhouette and the lines of each man
 * @property {string} worker the search, as a script
 */

/** @type {PageData} */
export const pageData = JSON.parse(document.getElementById("page-data")?.textContent ?? "{}");

/**
 * A known magic of a square.
 * @param {import("./magics.js").Kind} kind
 * @param {import("./geometry.js").SliderName} slider
 * @param {number} square
 * @returns {import("./magics.js").Magic}
 */
export function knownMagic(kind, slider, square) {
  const [factor, bits] = pageData.magics[kind][slider][square];
  return { slider, square, kind, bits, factor: BigInt(`0x${factor}`) };
}

// A scheme as source code, as `magicbb export` writes it, in any language and mapping.
import { pageData } from "./page-data.js";
import { inflated } from "./schemes.js";

/** Comment lines that name squares, and lines that end with a comment naming their square. */
const NAMING_SQUARES =
  /^.*(?:in the order |bit \d+ is ).*$|^.*(?:\/\*|\/\/|#) [a-h][1-8](?: \*\/)?$/gm;

/** @type {Map<string, Promise<Record<string, string>>>} */
const unpacked = new Map();

/**
 * A scheme's source; undefined if the page has none.
 * @param {string} scheme
 * @param {string} language
 * @param {string} mapping
 * @returns {Promise<string | undefined>}
 */
export async function exportOf(scheme, language, mapping) {
  const packed = pageData.schemes.find((row) => row.name === scheme)?.exports;
  if (!packed) return undefined;
  let sources = unpacked.get(scheme);
  if (!sources) {
    sources = inflated(packed).then((text) => JSON.parse(text));
    unpacked.set(scheme, sources);
    sources.catch(() => unpacked.delete(scheme));
  }
  return mapped((await sources)[language], language, mapping);
}

/**
 * A look-up call for a scheme's exported source.
 * @param {string} scheme
 * @param {string} language
 * @param {import("./geometry.js").SliderName} piece
 */
export function callOf(scheme, language, piece) {
  const { tables = "" } = pageData.schemes.find((row) => row.name === scheme) ?? {};
  return pageData.languages.find(({ name }) => name === language)?.calls[piece][tables] ?? "";
}

/**
 * The command that writes a scheme's source, in a language and a mapping.
 * @param {string} scheme
 * @param {string} language
 * @param {string} mapping
 */
export function commandOf(scheme, language, mapping) {
  const file = pageData.languages.find((each) => each.name === language)?.file;
  const numbered = mapping === "a1=0" ? "" : ` --mapping ${mapping}`;
  return `magicbb export ${scheme} --language ${language}${numbered} -o ${file}`;
}

/**
 * Translates a source to another mapping: only comments change, not the table values.
 * @param {string} source with a1 = 0
 * @param {string} language
 * @param {string} mapping
 */
function mapped(source, language, mapping) {
  if (mapping === "a1=0") return source;
  const names = namesIn(mapping);
  const numbers = new Map(namesIn("a1=0").map((name, number) => [name, number]));
  const described = `${mapping} (${[0, 1, 8, 63].map((number) => `${names[number]} = ${number}`).join(", ")})`;
  const renamed = (/** @type {string} */ line) =>
    line.replace(/\b[a-h][1-8]\b/g, (name) => names[numbers.get(name) ?? 0]);
  return source
    .replace(/(Mapping: +).*/, `$1${described}`)
    .replace(`--language ${language}`, `--language ${language} --mapping ${mapping}`)
    .replace(NAMING_SQUARES, renamed);
}

/** @param {string} mapping */
function namesIn(mapping) {
  return pageData.mappings[mapping].match(/../g) ?? [];
}

// A scheme's source in an engine's language and mapping, and the page's own module.
import { byId, make, setText } from "./elements.js";
import { callOf, commandOf, exportOf } from "./exports.js";
import { pageData } from "./page-data.js";
import { change, state } from "./state.js";
import { grouped } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

const MOST_SHOWN_CHARACTERS = 60_000;

/** The module that does the look-ups on this page. */
const OWN = "page";

/** @type {{text: string, name: string}} */
let shownSource = { text: "", name: "" };

/** The scheme whose source was asked for last. */
let latest;

/** @param {HTMLElement} panel */
export function makeSourcePanel(panel) {
  const choice = (
    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {[string, string][]} */ options,
    /** @type {() => void} */ onchange,
  ) =>
    make(
      "div",
      { class: "field" },
      make("label", { for: id }, title),
      make("select", { id, onchange }, ...options.map(([value, text]) => make("option", { value }, text))),
    );
  const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick) =>
    make("button", { type: "button", id, onclick }, text);
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "The scheme as one source file for your engine. In every language and mapping, all 107,648 keys were verified before the file was written, and give the same checksum.",
    ),
    make(
      "div",
      { class: "choices" },
      choice(
        "source-language",
        "Language",
        [
          ...pageData.languages.map(
            ({ name, title }) => /** @type {[string, string]} */ ([name, title]),
          ),
          [OWN, "this page’s module"],
        ],
        () => change({ language: byId("source-language").value }),
      ),
      choice(
        "source-mapping",
        "Mapping",
        Object.keys(pageData.mappings).map((name) => [name, name.replaceAll("=", " = ")]),
        () => change({ mapping: byId("source-mapping").value }),
      ),
      button("source-copy", "Copy", copySource),
      button("source-download", "Download", download),
    ),
    line("source-command", "Command"),
    line("source-call", "Look-up"),
    make("p", { id: "source-about", class: "quiet", role: "status" }),
    make("pre", { id: "source", class: "source", tabindex: "0", "aria-label": "Source code" }),
  );
}

/**
 * A line of code with its title.
 * @param {string} id
 * @param {string} title
 */
function line(id, title) {
  return make(
    "div",
    { class: "field" },
    make("p", { class: "quiet", "aria-hidden": "true" }, title),
    make("pre", { class: "command", tabindex: "0", "aria-label": title }, make("code", { id })),
  );
}

async function copySource() {
  try {
    await navigator.clipboard.writeText(shownSource.text);
    setText(byId("source-about"), "Copied.");
  } catch {
    setText(byId("source-about"), "The browser does not allow pages to copy; select the text instead.");
  }
}

function download() {
  const href = URL.createObjectURL(new Blob([shownSource.text], { type: "text/plain" }));
  make("a", { href, download: shownSource.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/** @param {Look} look */
export async function showSourcePanel({ scheme }) {
  const { language, mapping } = state;
  const { name } = scheme.about;
  const isOwn = language === OWN;
  byId("source-language").value = language;
  byId("source-mapping").value = mapping;
  byId("source-mapping").disabled = isOwn;
  latest = scheme;
  const text = (isOwn ? scheme.source : await exportOf(name, language, mapping)) ?? "";
  if (latest !== scheme || state.language !== language || state.mapping !== mapping) return;
  const file = pageData.languages.find((each) => each.name === language)?.file;
  shownSource = { text, name: file ?? `${name}.js` };
  const isYours = scheme.source === "";
  const isPublished = scheme.about.magics !== ""; // the command finds other magics
  byId("source-command").closest(".field").hidden = isOwn || isYours || isPublished;
  byId("source-call").closest(".field").hidden = isYours;
  setText(byId("source-command"), isYours ? "" : commandOf(name, language, mapping));
  setText(byId("source-call"), callOf(name, isOwn ? pageData.module : language, state.piece));
  byId("source").hidden = text === "";
  byId("source-copy").disabled = byId("source-download").disabled = text === "";
  if (byId("source").textContent !== text.slice(0, MOST_SHOWN_CHARACTERS))
    byId("source").replaceChildren(...linesOf(text.slice(0, MOST_SHOWN_CHARACTERS)));
  setText(byId("source-about"), aboutSource(text, isYours));
}

/**
 * A source as one element per line, so that long lines wrap with a hanging indent.
 * @param {string} text
 */
function linesOf(text) {
  return (text.match(/.*\n|.+$/g) ?? []).map((each) => make("span", { class: "line" }, each));
}

/**
 * @param {string} text
 * @param {boolean} isYours
 */
function aboutSource(text, isYours) {
  if (isYours) return "Your own magic has no source: choose a scheme to export.";
  if (text === "") return "The source is not included in this page; the command writes it.";
  const checksum = /checksum (0x[0-9a-f]+)/.exec(text)?.[1];
  const size = `${grouped(text.length)} characters`;
  const shown = text.length > MOST_SHOWN_CHARACTERS ? `, of which the first ${grouped(MOST_SHOWN_CHARACTERS)} are shown` : "";
  return `${size}${shown}. Checksum of all look-ups: ${checksum}.`;
}

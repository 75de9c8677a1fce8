// The module that does the look-ups, as `magicbb export` wrote it.
import { byId, make, setText } from "./elements.js";
import { grouped } from "./words.js";

/** @typedef {import("./looking.js").Look} Look */

const MOST_SHOWN_CHARACTERS = 60_000;

let wholeSource = "";

/** @param {HTMLElement} panel */
export function makeSourcePanel(panel) {
  panel.append(
    make(
      "p",
      { class: "sentence" },
      "This module does the look-ups on this page, as it would in your own program. At its end stands what the page adds to explain them.",
    ),
    make(
      "div",
      { class: "own-actions" },
      make("button", { type: "button", id: "source-copy", onclick: copySource }, "Copy"),
      make("p", { id: "source-about", class: "quiet", role: "status" }),
    ),
    make("pre", { id: "source", class: "source", tabindex: "0", "aria-label": "Source code" }),
  );
}

async function copySource() {
  try {
    await navigator.clipboard.writeText(wholeSource);
    setText(byId("source-about"), "Copied.");
  } catch {
    setText(byId("source-about"), "The browser does not let pages copy; mark the text instead.");
  }
}

/** @param {Look} look */
export function showSourcePanel({ scheme }) {
  if (wholeSource === scheme.source && wholeSource !== "") return;
  wholeSource = scheme.source;
  const shown = wholeSource.slice(0, MOST_SHOWN_CHARACTERS);
  setText(byId("source"), shown || "Your own magic has no module: export a table of a scheme.");
  setText(
    byId("source-about"),
    shown.length < wholeSource.length
      ? `The first ${grouped(shown.length)} of ${grouped(wholeSource.length)} characters; a copy has all of them.`
      : `${grouped(wholeSource.length)} characters.`,
  );
}

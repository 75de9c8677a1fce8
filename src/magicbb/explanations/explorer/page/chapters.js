// The guide chapter on the current view: a link if the guide is available, otherwise just the title.
import { byId, make } from "./elements.js";
import { pageData } from "./page-data.js";
import { state } from "./state.js";

/**
 * The chapter for a view or, in the look-up view, for a step.
 * @param {string} scheme
 * @param {string | undefined} step the key of the step
 */
function chapterOf(scheme, step) {
  const { panels, steps, schemes } = pageData.guide;
  if (state.panel !== "lookup") return panels[state.panel];
  return schemes[scheme] ?? steps[(step ?? "").replace(/_\d+$/, "")] ?? panels.lookup;
}

/**
 * Shows the chapter.
 * @param {string} scheme
 * @param {string | undefined} step
 */
export function showChapter(scheme, step) {
  const { address, titles } = pageData.guide;
  const name = chapterOf(scheme, step);
  const place = byId("chapter");
  if (place.dataset.chapter === name) return;
  place.dataset.chapter = name;
  const link =
    address === null
      ? make("span", {}, titles[name])
      : make("a", { id: "chapter-link", href: `${address}${name}.html` }, titles[name]);
  place.replaceChildren("Guide: ", link);
}

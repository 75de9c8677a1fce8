// The guide's chapter of what is shown: a link where the guide is at hand, else its title.
import { byId, make } from "./elements.js";
import { pageData } from "./page-data.js";
import { state } from "./state.js";

/**
 * The chapter of a view, and of a step where it is the look-up.
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

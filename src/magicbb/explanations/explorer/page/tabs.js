// The views as tabs: one is shown, and arrow keys switch between them.
import { byId, make } from "./elements.js";
import { change, state } from "./state.js";

/** @type {Map<string, {tab: HTMLElement, panel: HTMLElement}>} */
const tabs = new Map();

/**
 * Makes a tab and its empty panel.
 * @param {string} name
 * @param {string} title
 * @returns {HTMLElement} the panel
 */
export function addTab(name, title) {
  const tab = make(
    "button",
    {
      type: "button",
      role: "tab",
      id: `tab-${name}`,
      "aria-controls": `panel-${name}`,
      onclick: () => change({ panel: name }),
    },
    title,
  );
  tab.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => onTabKey(event, name));
  const panel = make("section", {
    role: "tabpanel",
    id: `panel-${name}`,
    "aria-labelledby": `tab-${name}`,
    class: "panel",
  });
  tabs.set(name, { tab, panel });
  byId("tabs").append(tab);
  byId("panels").append(panel);
  return panel;
}

/** Shows the chosen tab. */
export function showTabs() {
  for (const [name, { tab, panel }] of tabs) {
    const chosen = name === state.panel;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    panel.hidden = !chosen;
  }
  const { tab } = tabs.get(state.panel) ?? {};
  const strip = byId("tabs");
  if (tab && strip.scrollWidth > strip.clientWidth) {
    strip.scrollLeft =
      tab.offsetLeft - strip.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  }
}

/**
 * @param {KeyboardEvent} event
 * @param {string} name
 */
function onTabKey(event, name) {
  const names = [...tabs.keys()];
  const place = names.indexOf(name);
  /** @type {Record<string, number>} */
  const places = {
    ArrowRight: (place + 1) % names.length,
    ArrowLeft: (place + names.length - 1) % names.length,
    Home: 0,
    End: names.length - 1,
  };
  const next = names[places[event.key]];
  if (next === undefined) return;
  event.preventDefault();
  change({ panel: next });
  tabs.get(next)?.tab.focus();
}

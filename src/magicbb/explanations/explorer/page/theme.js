// Light or dark: as the system has it, or as it was chosen here.
import { byId, setText } from "./elements.js";

const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "magicbb-theme";

/** Makes the switch work, and takes the last choice. */
export function startTheme() {
  let theme = "auto";
  try {
    theme = localStorage.getItem(THEME_KEY) ?? "auto";
  } catch {
    // Nothing is kept where the browser does not want it.
  }
  showTheme(THEMES.includes(theme) ? theme : "auto");
  byId("theme").addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? "auto";
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    showTheme(next);
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      // likewise
    }
  });
}

/** @param {string} theme */
function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  setText(byId("theme"), `Theme: ${theme}`);
  document.dispatchEvent(new Event("themechange"));
}

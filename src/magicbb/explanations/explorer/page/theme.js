// Light or dark theme: the system's setting, or the one chosen here.
import { byId, setText } from "./elements.js";

const THEMES = ["auto", "light", "dark"];
const THEME_KEY = "magicbb-theme";

/** Connects the theme switch, and restores the last choice. */
export function startTheme() {
  let theme = "auto";
  try {
    theme = localStorage.getItem(THEME_KEY) ?? "auto";
  } catch {
    // Some browsers forbid storage; the choice is then not remembered.
  }
  showTheme(THEMES.includes(theme) ? theme : "auto");
  byId("theme").addEventListener("click", () => {
    const now = document.documentElement.dataset.theme ?? "auto";
    const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length];
    showTheme(next);
    try {
      localStorage.setItem(THEME_KEY, next);
    } catch {
      // Without storage, the choice is not remembered.
    }
  });
}

/** @param {string} theme */
function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  setText(byId("theme"), `Theme: ${theme}`);
  document.dispatchEvent(new Event("themechange"));
}

// Screen reader announcements: one sentence after each change, once the page has settled.
import { byId } from "./elements.js";

/** @type {number | undefined} */
let waitingToSay;

/**
 * Announces a sentence in the live region.
 * @param {string} sentence
 */
export function announce(sentence) {
  clearTimeout(waitingToSay);
  waitingToSay = setTimeout(() => {
    byId("announcer").textContent = sentence;
  }, 250);
}

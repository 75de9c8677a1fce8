// The search in a thread of its own: it is told what is wanted, and reports until it is ended.
import { Search } from "./searching.js";

const REPORT_MS = 100;

/** @type {Search | undefined} */
let search;

// What is wanted starts a search; nothing lets the last one go on behind the magic that it found.
addEventListener("message", (event) => {
  if (event.data) search = new Search(event.data);
  if (search) work(search);
});

/** @param {Search} current */
function work(current) {
  if (current !== search) return;
  const end = performance.now() + REPORT_MS;
  let isFound = false;
  while (!isFound && performance.now() < end) isFound = current.run(500);
  postMessage({ ...current.progress, isFound });
  if (!isFound) setTimeout(work, 0, current);
}

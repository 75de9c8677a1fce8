// The search in its own thread: it receives a request, and reports until it is terminated.
import { Search } from "./searching.js";

const REPORT_MS = 100;

/** @type {Search | undefined} */
let search;

// A request starts a search; null continues the last search after it has found a magic.
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

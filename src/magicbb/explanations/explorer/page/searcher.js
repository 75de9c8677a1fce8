// Runs the search in the background: in a worker or, if there is none, in slices between frames.
import { pageData } from "./page-data.js";
import { Search } from "./searching.js";

const SLICE_MS = 8;

/** @typedef {import("./searching.js").Progress & {isFound: boolean}} Report */

/** Runs one search at a time and reports its progress until it is stopped. */
export class Searcher {
  /** @param {(report: Report) => void} onReport */
  constructor(onReport) {
    this.onReport = onReport;
    /** @type {Worker | undefined} */
    this.worker = undefined;
    /** @type {Search | undefined} */
    this.slices = undefined;
  }

  /** @param {import("./searching.js").Wanted} wanted */
  start(wanted) {
    this.stop();
    const address = URL.createObjectURL(new Blob([pageData.worker], { type: "text/javascript" }));
    try {
      this.worker = new Worker(address);
      this.worker.onmessage = (event) => this.onReport(event.data);
      this.worker.postMessage(wanted);
    } catch {
      this.slices = new Search(wanted);
      this.slice(this.slices);
    } finally {
      URL.revokeObjectURL(address);
    }
  }

  /** Continues the search after a magic was found. */
  goOn() {
    this.worker?.postMessage(null);
    if (this.slices) this.slice(this.slices);
  }

  stop() {
    this.worker?.terminate();
    this.worker = undefined;
    this.slices = undefined;
  }

  /** @param {Search} search */
  slice(search) {
    if (search !== this.slices) return;
    const end = performance.now() + SLICE_MS;
    let isFound = false;
    while (!isFound && performance.now() < end) isFound = search.run(50);
    this.onReport({ ...search.progress, isFound });
    if (!isFound) requestAnimationFrame(() => this.slice(search));
  }
}

"""How soon the interactive page shows something, and whether its animation keeps anybody waiting.

Run: python benchmarks/explore_page.py [PAGE]
Needs playwright and Chromium. PAGE is a file that magicbb explore -o wrote; if left out, it is
written first. The browser has one core, which nothing else should use. The first contentful paint
is to come within a second, no task of the animation is to take more than 50 ms, and the file is to
be smaller than a megabyte.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from magicbb.explanations.explorer.building import page as make_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

RUNS = 7
MOST_BYTES, MOST_MS, LONG_TASK = 1_000_000, 1000, 50

WATCH = """
window.seen = {longtask: [], event: []};
for (const type of Object.keys(window.seen)) {
  new PerformanceObserver((list) => window.seen[type].push(...list.getEntries()))
    .observe({type, buffered: true, durationThreshold: 16});
}
"""
"""Tasks of 50 ms and more, and events with the time from the input to the next picture."""

PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""
TASKS = """(since) => window.seen.longtask
  .filter((task) => task.startTime >= since).map((task) => task.duration)"""
DELAYS = """(since) => window.seen.event
  .filter((event) => event.startTime >= since)
  .map((event) => [event.name, event.processingStart - event.startTime, event.duration])"""

PIECES_PUT = ["square-b2", "square-f6", "square-d7", "square-g4", "square-d2", "square-a4"]
"""Where one clicks while the animation runs."""


def main() -> None:
    """Measure both, print them, and fail where one is beyond what is allowed."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # for all that is started from here
    with tempfile.TemporaryDirectory() as directory:
        file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(directory) / "page.html"
        if len(sys.argv) == 1:
            file.write_text(make_page(), "utf-8")
        size = file.stat().st_size
        print(f"file: {size:,} bytes; load of the machine: {os.getloadavg()[0]:.1f}")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            paint = first_paint(browser, file.resolve().as_uri())
            slowest = animation(browser, file.resolve().as_uri())
            browser.close()
    if size >= MOST_BYTES or paint >= MOST_MS or slowest > LONG_TASK:
        sys.exit("this is more than is allowed")


def opened(browser: Browser, address: str) -> Page:
    """The page, as somebody sees it who opens it for the first time."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.add_init_script(WATCH)
    page.goto(address)
    page.evaluate("() => window.magicbb.ready")
    return page


def first_paint(browser: Browser, address: str) -> float:
    """The median time from the navigation to the first contentful paint, in ms."""
    times = []
    for _ in range(RUNS):
        page = opened(browser, address)
        page.wait_for_function(PAINT)
        times.append(float(page.evaluate(PAINT)))
        page.context.close()
    print(f"first contentful paint: {', '.join(f'{each:.0f}' for each in sorted(times))} ms")
    return statistics.median(times)


def animation(browser: Browser, address: str) -> float:
    """The longest task while the steps are played and pieces are put on the board, in ms."""
    page = opened(browser, address)
    page.wait_for_timeout(1000)
    since = page.evaluate("() => performance.now()")
    page.click("#step-play")
    for square in PIECES_PUT:
        page.wait_for_timeout(700)
        page.click(f"#{square}")
    page.wait_for_timeout(1000)
    tasks = [float(each) for each in page.evaluate(TASKS, since)]
    waits = [(name, float(delay)) for name, delay, _ in page.evaluate(DELAYS, since)]
    shown = ", ".join(f"{each:.0f}" for each in tasks) or "none"
    print(f"tasks of more than {LONG_TASK} ms during the animation: {shown}")
    if waits:
        name, delay = max(waits, key=lambda wait: wait[1])
        print(f"longest wait of an input before it was heard: {delay:.0f} ms ({name})")
    page.context.close()
    return max(tasks, default=0.0)


if __name__ == "__main__":
    main()

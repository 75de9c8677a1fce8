# ruff: noqa: INP001, T201 (a script, which prints)
"""Measure the frame rate of the interactive page on one core while its steps are played.

    python scripts/frames.py [ROUNDS]

Requires playwright, Chromium and Linux. Chromium runs entirely on one core, without a GPU. If other
programs use that core, intervals between frames become longer, but the CPU time per frame does not.
At 60 frames per second, a frame lasts 16.7 ms.
"""

from __future__ import annotations

import itertools
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from magicbb.explanations.explorer.building import page as make_page

SIZES = {"390": (390, 844), "1280": (1280, 900), "1920": (1920, 1080)}
PLAYED_MS = 3000

WATCH = """(time) => new Promise((done) => {
  const times = [];
  const next = (now) => {
    times.push(now);
    if (now - times[0] < time) requestAnimationFrame(next);
    else done(times);
  };
  document.getElementById("step-play").click();
  requestAnimationFrame(next);
})"""
"""Play the steps, and record the start time of each frame."""


def main() -> None:
    """Print the measurements for each window size."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        file = Path(directory) / "page.html"
        file.write_text(make_page(["fancy"]), "utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        print("width  step     frames/s  interval (median)  CPU time of a frame (median)")
        for name, (width, height) in SIZES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            for step, title in ((2, "product"), (6, "slot")):
                rates, intervals, costs = [], [], []
                for _ in range(rounds):
                    page.goto("about:blank")
                    page.goto(f"{file.as_uri()}#step={step}")
                    page.evaluate("() => window.magicbb.ready")
                    page.wait_for_timeout(300)
                    before = cpu_seconds()
                    times = page.evaluate(WATCH, PLAYED_MS)
                    costs.append(1000 * (cpu_seconds() - before) / len(times))
                    rates.append(1000 * (len(times) - 1) / (times[-1] - times[0]))
                    pairs = itertools.pairwise(times)
                    intervals += [later - earlier for earlier, later in pairs]
                print(
                    f"{name:5}  {title:7} {statistics.median(rates):9.1f} "
                    f"{statistics.median(intervals):15.1f} ms {statistics.median(costs):26.1f} ms"
                )
            page.close()
        browser.close()


def cpu_seconds() -> float:
    """Return the CPU time used by all processes of the browser, in seconds."""
    ticks = 0
    children = {os.getpid()}
    for _ in range(5):  # deep enough for the browser's process tree
        children |= {pid for pid, parent, _ in processes() if parent in children}
    ticks = sum(used for pid, _, used in processes() if pid in children - {os.getpid()})
    return ticks / os.sysconf("SC_CLK_TCK")


def processes() -> list[tuple[int, int, int]]:
    """Return the PID, the parent's PID and the CPU time in ticks of each process."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:  # the process has ended
            continue
        found.append((int(path.parent.name), int(fields[1]), int(fields[11]) + int(fields[12])))
    return found


if __name__ == "__main__":
    main()

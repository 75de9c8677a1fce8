"""Progress in notebooks: one line that is redrawn during long-running work."""

from __future__ import annotations

import contextlib
import html
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PAUSE = 0.2
"""The minimum number of seconds between redraws, since notebooks queue messages until they are
drawn."""


def in_notebook() -> bool:
    """Whether this process runs as a notebook kernel."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return hasattr(shell, "kernel")


@contextlib.contextmanager
def notebook_progress(label: str, total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """In a notebook, show a progress bar with rate and remaining time while the block runs.

    Yields:
        A function to call with the amount done so far, from any thread.

    >>> with notebook_progress("counting", 10, "leaves") as update:
    ...     update(5)
    """
    with notebook_line(label) as line:
        yield lambda done: line.show(done, total, unit)


@contextlib.contextmanager
def notebook_line(label: str) -> Iterator[Line]:
    """Show a progress line below a notebook cell while the block runs; elsewhere, do nothing.

    At the end, the line shows the work done and the time taken, even after Ctrl-C or an error.
    """
    line = Line(label, drawn=in_notebook())
    try:
        yield line
    finally:
        line.end()


class Line:
    """A progress line: the name of the work, the amount done, the rate and the time left."""

    def __init__(self, label: str, *, drawn: bool) -> None:
        self._label = label
        self._handle: Any = None
        self._started = time.monotonic()
        self._last = 0.0
        self._said = (0, "")
        self._lock = threading.Lock()
        if drawn:
            from IPython.display import display

            self._handle = display(_bundle(label, ""), raw=True, display_id=True)

    def show(self, done: int, total: int | None, unit: str, more: str = "") -> None:
        """Redraw the line, unless it was just drawn.

        Args:
            done: The amount done.
            total: The total; None if unknown.
            unit: The unit, in the plural.
            more: A remark to append.
        """
        self._said = (done, unit)
        now = time.monotonic()
        if self._handle is None or now - self._last < _PAUSE or not self._lock.acquire(False):
            return
        try:
            self._last = now
            self._draw(_sentence(self._label, done, total, unit, now - self._started, more), total)
        finally:
            self._lock.release()

    def end(self) -> None:
        """Draw the final state of the line."""
        if self._handle is not None:
            done, unit = self._said
            seconds = f"{time.monotonic() - self._started:,.1f} s"
            self._draw(
                f"{self._label}: {done:,} {unit} in {seconds}" if unit else self._label, None
            )

    def _draw(self, text: str, total: int | None) -> None:
        done = self._said[0]
        bar = f'<progress value="{done}" max="{total}"></progress> ' if total else ""
        self._handle.update(_bundle(text, bar), raw=True)


def _bundle(text: str, bar: str) -> dict[str, str]:
    return {"text/plain": text, "text/html": f"<div>{bar}{html.escape(text)}</div>"}


def _sentence(
    label: str, done: int, total: int | None, unit: str, seconds: float, more: str
) -> str:
    """Return the text of a progress line.

    >>> _sentence("checking", 250, 1000, "nodes", 5.0, "")
    'checking: 250 of 1,000 nodes, 50/s, 15 s left'
    """
    amount = f"{done:,} of {total:,} {unit}" if total else f"{done:,} {unit}"
    said = [amount]
    if done and seconds:
        said.append(f"{done / seconds:,.3g}/s")
        if total:
            said.append(f"{(total - done) * seconds / done:,.0f} s left")
    return f"{label}: {', '.join([*said, *([more] if more else [])])}"

"""Output of the commands: results on standard output, progress on standard error."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from rich.console import Console

    from magicbb.lookup.verify import Report


def printable(text: str, kept: str = "") -> str:
    """Escape terminal control characters in a file name or in text from a record."""
    return "".join(
        each if each.isprintable() or each in kept else ascii(each)[1:-1] for each in text
    )


def print_json(value: Any) -> None:
    """Print a value as indented JSON."""
    click.echo(json.dumps(value, indent=2))


def print_report(title: str, description: str, report: Report) -> None:
    """Print a description of a table, and the result of verifying it."""
    click.echo(f"{title}: {description}")
    click.echo("\n".join(report.lines()))


def terminal() -> Console | None:
    """The console that shows progress; None unless standard error is a capable terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        return None
    from rich.console import Console

    console = Console(stderr=True)
    return None if console.is_dumb_terminal else console


_SILENT = 2.0
"""Without a terminal, the number of seconds before the first message."""


@contextlib.contextmanager
def logged(label: str) -> Iterator[None]:
    """Print a line when the block begins and another when it ends; for use without a terminal.

    Nothing is printed if the block takes less than two seconds, or if MAGICBB_PROGRESS is "off".
    """
    if os.environ.get("MAGICBB_PROGRESS") == "off":
        yield
        return
    begun, started = threading.Event(), time.monotonic()

    def begin() -> None:
        begun.set()
        click.echo(f"{label} ...", err=True)

    timer = threading.Timer(_SILENT, begin)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    if begun.is_set():
        click.echo(f"{label}: {time.monotonic() - started:,.1f} s", err=True)


@contextlib.contextmanager
def progress(label: str, total: int | None, unit: str) -> Iterator[Callable[[int], None]]:
    """Show a bar with rate and remaining time while the block runs; see also `logged`.

    Yields:
        A function to call from any thread with the amount of work done so far.
    """
    console = terminal()
    if console is None:
        with logged(f"{label}: {total:,} {unit}" if total else label):
            yield lambda _done: None
        return
    from rich.progress import (
        BarColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("{task.completed:,}" + (f" of {total:,}" if total else "") + f" {unit}"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bars:
        task = bars.add_task(label, total=total, rate="")

        def update(done: int) -> None:
            speed = bars.tasks[task].speed
            rate = f"{speed:,.0f}/s" if speed else ""
            bars.update(task, completed=done, rate=rate, description=label)

        with _watching(lambda name: bars.update(task, description=f"{label}, {_compiling(name)}")):
            yield update


def counter(update: Callable[[int], None]) -> Callable[[object], None]:
    """A function to call from any thread after each item; it reports how many are finished."""
    numbers = itertools.count(1)
    return lambda _done: update(next(numbers))


def added_up(update: Callable[[int], None]) -> Callable[[int], None]:
    """A function to call from any thread with the work just done; it reports the total so far."""
    lock, total = threading.Lock(), 0

    def add(more: int) -> None:
        nonlocal total
        with lock:
            total += more
            update(total)

    return add


@contextlib.contextmanager
def waiting(label: str) -> Iterator[None]:
    """Show that work is in progress while the block runs; see also `logged`."""
    console = terminal()
    if console is None:
        with logged(label):
            yield
        return
    from rich.markup import escape

    status = console.status(escape(label))
    with status, _watching(lambda name: status.update(f"{escape(label)}, {_compiling(name)}")):
        yield


@contextlib.contextmanager
def _watching(watcher: Callable[[str], None]) -> Iterator[None]:
    """Call the watcher with the name of each kernel that is compiled during the block."""
    from magicbb.compile.entries import watchers

    watchers.append(watcher)
    try:
        yield
    finally:
        watchers.remove(watcher)


def _compiling(name: str) -> str:
    return f"compiling {name} (only once on this computer)"

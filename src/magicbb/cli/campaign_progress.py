"""The progress of a campaign on a terminal: jobs done, rate, best result and time left."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from magicbb.cli.console import logged, terminal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from magicbb.research.campaigns import Event


@contextlib.contextmanager
def shown(
    label: str, on_event: Callable[[Event], object] | None
) -> Iterator[Callable[[Event], object] | None]:
    """Show the rate, best result and time left while the block runs; see also `console.logged`.

    Yields the callback that receives each event, or None.
    """
    console = terminal()
    if console is None:
        with logged(label):
            yield on_event
        return
    from rich.console import Group
    from rich.live import Live
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
    from rich.text import Text

    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        TextColumn("{task.completed:,} of {task.total:,} jobs"),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TextColumn("{task.fields[left]}"),
    )
    bars = Progress(*columns, console=console, expand=True)
    task = bars.add_task("", total=0, rate="", left="")
    title = Text(label, no_wrap=True, overflow="ellipsis")
    best = Text("", no_wrap=True, overflow="ellipsis")

    def show(event: Event) -> None:
        from magicbb.research.campaigns import JobDone, RoundBegan

        if isinstance(event, RoundBegan):
            bars.update(
                task,
                description=f"round {event.round + 1}",
                total=event.total,
                completed=event.done,
                left="",
            )
            best.plain = event.best
        elif isinstance(event, JobDone):
            left = "" if event.left is None else f"{_as_time(event.left)} left"
            rate = f"{_as_rate(event.rate)} {event.unit}/s"
            bars.update(task, completed=event.done, rate=rate, left=left)
            best.plain = event.best
        else:
            again = f"job{'s' * (len(event.jobs) > 1)} {', '.join(map(str, event.jobs))}"
            console.print(f"worker crashed; retrying {again}", markup=False, highlight=False)
        if on_event is not None:
            on_event(event)

    with Live(Group(title, bars, best), console=console, transient=True):
        yield show


def _as_time(seconds: float) -> str:
    """Format a time in hours, minutes and seconds, or in days if it is at least two days.

    >>> _as_time(3725), _as_time(400_000)
    ('1:02:05', '4.6 days')
    """
    days = seconds / 86_400
    if days >= 2:  # noqa: PLR2004
        return f"{days:,.1f} days"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _as_rate(rate: float) -> str:
    """Format a rate in a few characters.

    >>> _as_rate(0.125), _as_rate(61.3), _as_rate(31_415_926)
    ('0.12', '61.3', '31.4 M')
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if rate >= size:
            return f"{rate / size:.3g} {letter}"
    return f"{rate:.3g}" if rate >= 1 else f"{rate:.2g}"

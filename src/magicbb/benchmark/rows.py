"""A result as text tables for the terminal and Markdown, one for each stream and slider."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from magicbb.benchmark.contenders import YARDSTICK
from magicbb.benchmark.result import PerftCase
from magicbb.benchmark.streams import STREAMS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from magicbb.benchmark.result import Result
    from magicbb.benchmark.times import Comparison, Times

STREAM, MODE = "games", "throughput"
"""The stream and mode whose look-ups are most like those of a move generator."""

_PRECISE, _MOST = 10, 1000
_NOTHING = "-"


@dataclass(frozen=True)
class Rows:
    """A text table.

    Attributes:
        title: The title.
        groups: The name of each group of columns, with its number of columns.
        header: The names of the columns; the first column is left-aligned.
        rows: The cells of each row, fastest scheme first.
    """

    title: str
    groups: tuple[tuple[str, int], ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> Iterator[str]:
        """The lines of the table for a terminal, without trailing spaces."""
        widths = [
            max(len(row[column]) for row in (self.header, *self.rows))
            for column in range(len(self.header))
        ]
        yield self.title
        above, column = "", 0
        for name, count in self.groups:
            width = sum(widths[column : column + count]) + 2 * count
            above += f"{name:>{width}}"
            column += count
        yield above.rstrip()
        for row in (self.header, *self.rows):
            first, *others = zip(row, widths, strict=True)
            cells = [f"{cell:>{width}}" for cell, width in others]
            yield "  ".join(["", f"{first[0]:<{first[1]}}", *cells]).rstrip()

    def markdown(self) -> str:
        """The table in Markdown."""
        names = [name for name, count in self.groups for _ in range(count)]
        header = [
            f"{name}, {cell}" if name else cell
            for name, cell in zip(names, self.header, strict=True)
        ]
        # File names may contain |.
        rows = [[" ".join(cell.split()).replace("|", r"\|") for cell in row] for row in self.rows]
        lines = [f"| {' | '.join(cells)} |" for cells in (header, *rows)]
        return "\n".join([lines[0], f"|---|{'---:|' * (len(header) - 1)}", *lines[1:]])


def all_rows(result: Result) -> Iterator[Rows]:
    """The tables of a result, in the order of the streams and sliders in its settings."""
    for stream in result.settings.streams:
        for slider in result.settings.pieces:
            yield rows_of(result, slider, stream)
    if result.generator:
        yield generator_rows(result)


def rows_of(result: Result, slider: str, stream: str) -> Rows:
    """The table of one slider and one stream."""
    modes = result.settings.modes
    order = []
    for scheme, size in result.sizes.items():
        cells = [scheme]
        for mode in modes:
            times = result.get(scheme, slider, stream, mode)
            against = result.compare(YARDSTICK, scheme, stream, mode, slider)
            cells += _cells(times, against, nanoseconds)
        touched = result.footprints.get((scheme, slider, stream))
        cells += [f"{size.nbytes:,}", f"{size.parameter_nbytes:,}"]
        cells.append(f"{touched.lines:,}" if touched else _NOTHING)
        times = result.get(scheme, slider, stream, modes[0])
        if times is not None:
            order.append((times.ns, tuple(cells)))
    return Rows(
        title=f"{slider}, {stream}: {STREAMS[stream]}",
        groups=(("", 1), *((mode, 3) for mode in modes), ("", 3)),
        header=("scheme", *("ns", "±", "× rays") * len(modes), "bytes", "parameters", "lines"),
        rows=tuple(cells for _, cells in sorted(order)),
    )


def _cells(
    times: Times | None, against: Comparison | None, form: Callable[[float], str]
) -> list[str]:
    if times is None or against is None:
        return [_NOTHING] * 3
    return [form(times.ns), percent(times.spread), factor(against.ratio)]


def generator_rows(result: Result) -> Rows:
    """The table of the move generator."""
    positions = [*dict.fromkeys(case.position for case in result.generator)]
    there = {scheme: f"{rank}" for rank, scheme in enumerate(lookup_order(result), 1)}
    rows = []
    for rank, scheme in enumerate(generator_order(result), 1):
        cells = [scheme]
        for position in positions:
            times = result.generator.get(PerftCase(scheme, position))
            against = result.compare_leaves(YARDSTICK, scheme, position)
            cells += _cells(times, against, million_a_second)
        rows.append((*cells, f"{rank}", there.get(scheme, _NOTHING)))
    return Rows(
        title="move generator: perft on one thread, in millions of leaves per second",
        groups=(("", 1), *((position, 3) for position in positions), ("rank", 2)),
        header=("scheme", *("M/s", "±", "× rays") * len(positions), "here", "look-ups"),
        rows=tuple(rows),
    )


def generator_order(result: Result) -> list[str]:
    """The schemes by time per leaf, fastest first."""
    schemes = dict.fromkeys(case.scheme for case in result.generator)
    leaves = {scheme: leaf.ns for scheme in schemes if (leaf := result.leaf(scheme)) is not None}
    return sorted(leaves, key=leaves.__getitem__)


def lookup_order(result: Result) -> list[str]:
    """The schemes measured in the generator, by time per look-up averaged over the sliders.

    The list is empty if look-ups were not measured.
    """
    means = {scheme: mean.ns for scheme, mean in result.means(STREAM, MODE).items()}
    return sorted(filter(means.__contains__, generator_order(result)), key=means.__getitem__)


def nanoseconds(ns: float) -> str:
    """Format a time without its unit; a negative difference, caused by noise, counts as 0.

    >>> nanoseconds(0.9049), nanoseconds(31.99)
    ('0.90', '32.0')
    """
    ns = max(ns, 0.0)
    return f"{ns:.2f}" if ns < _PRECISE else f"{ns:.1f}"


def million_a_second(ns: float) -> str:
    """Convert the time of an operation to millions of operations per second.

    >>> million_a_second(0.8), million_a_second(20)
    ('1,250', '50')
    """
    return f"{1000 / ns:,.0f}"


def percent(part: float) -> str:
    """Format a fraction as a percentage: ">999%" if it is 10 or more, "?" if it is infinite.

    >>> percent(0.034), percent(137.0), percent(inf)
    ('3%', '>999%', '?')
    """
    if part == inf:
        return "?"  # fewer rounds than `FEWEST_ROUNDS`
    return f"{part:.0%}" if 0 <= part < _PRECISE else ">999%"


def measured(times: Times) -> str:
    """Format a time with its uncertainty, for use in a sentence.

    >>> from magicbb.benchmark.times import Times
    >>> measured(Times((0.9, 1.0, 1.0, 1.0, 1.0, 1.0, 1.1, 1.2)))
    '1.00 ns ± 15%'
    """
    return f"{nanoseconds(times.ns)} ns ± {percent(times.spread)}"


def compared(comparison: Comparison) -> str:
    """Format a ratio with its uncertainty, for use in a sentence.

    >>> from magicbb.benchmark.times import Comparison
    >>> compared(Comparison(1.5, 1.47, 1.53))
    '1.50 ± 2%'
    """
    return f"{factor(comparison.ratio)} ± {percent(comparison.spread)}"


def factor(ratio: float) -> str:
    """Format a ratio.

    >>> factor(1.234), factor(35.1)
    ('1.23', '35')
    """
    if ratio >= _MOST:
        return f">{_MOST - 1}"
    return f"{ratio:.2f}" if ratio < _PRECISE else f"{ratio:.0f}"


def enumeration(names: Sequence[str]) -> str:
    """Join names for use in a sentence.

    >>> enumeration(["rook", "bishop", "queen"])
    'rook, bishop and queen'
    """
    *others, last = names or [""]
    return f"{', '.join(others)} and {last}" if others else last


def capital(text: str) -> str:
    """Capitalize the first letter of a text."""
    return text[0].upper() + text[1:]

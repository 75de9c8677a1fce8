"""What figures in the prose are held against: tables, published data, proofs, and measured rows."""

from __future__ import annotations

import functools
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import magicbb as mb
from magicbb.files import DATA, rows_of
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.squares import parse_square
from magicbb.magics.settled import settled as settlement
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.research.proofs.reading import shipped_proof
from magicbb.research.records.published import published_tables

ROOT = Path(__file__).parents[2]
UNITS = {"s": 1.0, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}


def when(words: str, *conditions: object) -> str:
    """The words, if all of it is so."""
    return words if all(conditions) else f"{words} (no longer so)"


def about(words: str, value: float, meant: float, within: float = 0.1) -> str:
    """The words, if a value is about what they mean."""
    return words if abs(value / meant - 1) <= within else f"{words} (but {value:.4g})"


@functools.cache
def build(name: str) -> Any:
    """A table of the catalogue."""
    return mb.build(name)


def published(name: str, kind: str, year: int | None = None) -> Any:
    """The smallest published table of a name and kind."""
    known = [each for each in published_tables() if (each.name, each.kind) == (name, kind)]
    if year is not None:
        known = [each for each in known if each.year == year]
    return min(known, key=lambda each: each.entries)


@functools.cache
def measured() -> dict[tuple[str, str], tuple[float, float]]:
    """The rows that `make bench` wrote into docs/speed.md: (what, against) -> seconds, ratio."""
    row = re.compile(r"\| ([^|]+) \| ([\d.]+) (s|ms|µs|ns) \| ([^|]+) \| ([\d.]+) × \|")
    text = (ROOT / "docs" / "speed.md").read_text("utf-8")
    return {
        (what, against): (float(took) * UNITS[unit], float(ratio))
        for what, took, unit, against, ratio in row.findall(text)
    }


def rows(start: str) -> list[tuple[float, float]]:
    """Seconds and ratios of the rows whose name starts so."""
    found = [values for (what, _), values in measured().items() if what.startswith(start)]
    assert found, f"no row of docs/speed.md starts with {start!r}"
    return found


def took(start: str) -> float:
    """The longest time of the rows whose name starts so."""
    return max(seconds for seconds, _ in rows(start))


def ratios(start: str) -> list[float]:
    """The ratios of the rows whose name starts so."""
    return [ratio for _, ratio in rows(start)]


@functools.cache
def speeds(heading: str) -> dict[str, dict[str, float]]:
    """A table of docs/choosing-a-scheme.md by scheme: the columns by name."""
    page = (ROOT / "docs" / "choosing-a-scheme.md").read_text("utf-8")
    table = page.split(f"### {heading}\n")[1].split("\n## ")[0].split("\n### ")[0]
    header, _, *lines = [line for line in table.splitlines() if line.startswith("|")]
    names = [cell.strip() for cell in header.strip("|").split("|")][1:]
    found = {}
    for line in lines:
        scheme, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        values = [float(re.sub(r"[,%>]", "", cell)) for cell in cells]
        found[scheme] = dict(zip(names, values, strict=True))
    return found


def settled(slider: str, kind: str) -> dict[str, int]:
    """How many squares have a magic with one bit fewer, have none, or are open."""
    counts = {"exists": 0, "disproved": 0, "open": 0}
    for square in range(64):
        counts[status(slider, square, kind)] += 1
    return counts


def status(slider: str, square: int, kind: str) -> str:
    """Whether a square has a magic with one bit fewer, as published or proved here."""
    moves = {"rook": mb.ROOK, "bishop": mb.BISHOP}[slider]
    known = settlement(moves, square, kind, moves.mask(square).bit_count() - 1)
    return known.status if known else "open"


def open_days(slider: str, search: str) -> list[float]:
    """The estimated core-days of a search for black magics on each square where that is open."""
    return [
        float(row["core_days"])
        for row in rows_of(DATA / "proofs" / "estimates.csv")
        if (row["piece"], row["kind"], row["search"]) == (slider, "black", search)
        and status(slider, parse_square(row["square"]), "black") == "open"
    ]


def nodes(name: str) -> int:
    """The nodes of a proof that ships."""
    return shipped_proof(name).total


def code(module: str, name: str) -> Any:
    """A constant of a module of the package."""
    return getattr(import_module(f"magicbb.{module}"), name)


@functools.cache
def no_rook_group() -> str:
    """What scripts/no_rook_group.py prints."""
    command = [sys.executable, str(ROOT / "scripts" / "no_rook_group.py")]
    run = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603
    return run.stdout


FACTS: dict[str, Any] = {
    **{
        each.__name__: each
        for each in (
            *(
                about,
                build,
                code,
                measured,
                no_rook_group,
                nodes,
                open_days,
                published,
                ratios,
                rows,
                rows_of,
                settled,
                speeds,
            ),
            *(status, took, when),
        )
    },
    "mb": mb,
    "CATALOGUE": CATALOGUE,
    "MAPPINGS": MAPPINGS,
    "ROOT": ROOT,
    "DATA": DATA,
}
"""The names that entries may use."""

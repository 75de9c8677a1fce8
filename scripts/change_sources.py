# ruff: noqa: INP001 (a script, not a package)
"""The sources to change: all exports, and code in the style of other engines.

The latter is in `tests/data/sources`.
"""

from __future__ import annotations

import functools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.exports.languages import TABLES, language_names, parse_language
from magicbb.exports.options import parse_options
from magicbb.exports.records import RECORDS
from magicbb.exports.source import export
from magicbb.geometry.mappings import MAPPINGS
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.tables.build import build

if TYPE_CHECKING:
    from collections.abc import Iterator

    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

ROOT = Path(__file__).parents[1]
WRITTEN = ROOT / "tests" / "data" / "sources"

SUFFIXES = {
    ".c": "c",
    ".cpp": "cpp",
    ".cs": "csharp",
    ".go": "go",
    ".java": "java",
    ".mjs": "javascript",
    ".py": "python",
    ".rs": "rust",
    ".ts": "typescript",
    ".zig": "zig",
}
"""The languages of hand-written files, by suffix."""

CHANGES = {"init": 5, "static": 1, "const": 2, "written": 10}
"""The number of changes made to a source in each round, by the form of its tables."""


@dataclass(frozen=True)
class Source:
    """A program with tables that tests itself on all keys.

    Attributes:
        scheme: A scheme from the catalogue, or the file name of a hand-written source.
        language: The programming language.
        tables: The form of the tables; "written" for a hand-written source.
        mapping: The square mapping of an export.
        records: The format of the per-square parameters; empty if there is no choice.
    """

    scheme: str
    language: str
    tables: str
    mapping: str = ""
    records: str = ""

    def __str__(self) -> str:
        """The attributes joined by slashes."""
        return "/".join(
            filter(None, (self.scheme, self.language, self.tables, self.mapping, self.records))
        )

    def text(self) -> str:
        """The source code."""
        if self.tables == "written":
            return (WRITTEN / self.scheme).read_text(encoding="utf-8")
        return export(
            _table(self.scheme),
            self.language,
            mapping=self.mapping,
            tables=self.tables,
            records=self.records or None,
            self_test=True,
        )


@functools.lru_cache(2)
def _table(scheme: str) -> Table | RivalTable:
    """Build a table, with constructed magics if annealing would take a minute."""
    choice = parse_choice(scheme)
    slow = choice.source is not None and choice.source.slow
    return build(choice, 1, source="constructed" if slow else None)


def sources_of(seed: int) -> list[Source]:
    """Return all sources in random order: every supported export, and the hand-written code."""
    draw = random.Random(f"sources {seed}")  # noqa: S311  (not for cryptography)
    chosen = [*_exports(draw), *_written()]
    draw.shuffle(chosen)
    return chosen


def _exports(draw: random.Random) -> Iterator[Source]:
    """Yield exports of each scheme in each supported language and form, in random mappings."""
    for scheme in CATALOGUE:
        choice = parse_choice(scheme)
        for language in language_names():
            for tables in TABLES:
                if parse_language(language).settings["tables"][tables] is not True:
                    continue
                for records in (*RECORDS, ""):
                    try:
                        options = parse_options(language, tables=tables, records=records or None)
                        options.tables_for(choice)
                        chosen = options.records_for(choice)
                    except ValueError:
                        continue
                    if records or chosen is None:
                        yield Source(scheme, language, tables, draw.choice([*MAPPINGS]), records)


def _written() -> Iterator[Source]:
    for path in sorted(WRITTEN.iterdir()) if WRITTEN.exists() else ():
        if path.suffix in SUFFIXES:
            yield Source(path.name, SUFFIXES[path.suffix], "written")

# ruff: noqa: INP001 (a script, not a package)
"""The sources to change: everything that `export` writes, and code like that of other engines.

The latter are in `tests/data/sources`.
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
"""The language of a file that somebody wrote."""

CHANGES = {"init": 5, "static": 1, "const": 2, "written": 10}
"""How many changes a source gets in each round, by the form of its tables."""


@dataclass(frozen=True)
class Source:
    """A program with tables and a test of its own for all keys.

    Attributes:
        scheme: The scheme of the catalogue; for what somebody wrote, the name of the file.
        language: Its language.
        tables: The form of its tables; "written" if somebody wrote it.
        mapping: The order of squares, of an export.
        records: How the numbers of its squares are kept; empty where there is one way.
    """

    scheme: str
    language: str
    tables: str
    mapping: str = ""
    records: str = ""

    def __str__(self) -> str:
        """All of it, in one word."""
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
    """A table; where its magics would be annealed for a minute, constructed ones do."""
    choice = parse_choice(scheme)
    slow = choice.source is not None and choice.source.slow
    return build(choice, 1, source="constructed" if slow else None)


def sources_of(seed: int) -> list[Source]:
    """All sources in an order of chance: each scheme in each language and form, and others."""
    draw = random.Random(f"sources {seed}")  # noqa: S311  (what is drawn is no secret)
    chosen = [*_exports(draw), *_written()]
    draw.shuffle(chosen)
    return chosen


def _exports(draw: random.Random) -> Iterator[Source]:
    """Each in one mapping; forms that a language or a scheme does not have are left out."""
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

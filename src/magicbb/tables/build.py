"""Build the table of any scheme."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias, overload

from magicbb.arguments import parse_seed
from magicbb.compile.threads import thread_count
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import Choice, names_parts, parse_choice
from magicbb.recipes.scheme import Scheme
from magicbb.recipes.sources import SearchOptions
from magicbb.recipes.sources.file import is_path
from magicbb.tables.reading import read
from magicbb.tables.rival_table import RivalTable
from magicbb.tables.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.magics.magic import Magic
    from magicbb.recipes.rivals import Rival

RivalName: TypeAlias = Literal[
    "rays", "rotated", "kogge-stone", "kindergarten", "hyperbola", "obstruction"
]
"""The names of the non-magic methods."""


# Type checkers see an overlap because a method's name is also a string.
@overload
def build(  # type: ignore[overload-overlap]
    scheme: RivalName | Rival,
    seed: int = ...,
    *,
    source: None = ...,
    threads: int | None = ...,
    on_found: Callable[[Magic], None] | None = ...,
) -> RivalTable: ...


@overload
def build(
    scheme: str | Scheme = ...,
    seed: int = ...,
    *,
    source: str | None = ...,
    threads: int | None = ...,
    on_found: Callable[[Magic], None] | None = ...,
) -> Table: ...


@overload
def build(
    scheme: Choice,
    seed: int = ...,
    *,
    source: str | None = ...,
    threads: int | None = ...,
    on_found: Callable[[Magic], None] | None = ...,
) -> Table | RivalTable: ...


def build(
    scheme: str | Scheme | Rival | Choice = "fancy",
    seed: int = 1,
    *,
    source: str | None = None,
    threads: int | None = None,
    on_found: Callable[[Magic], None] | None = None,
) -> Table | RivalTable:
    """Find magics for a scheme, fill its table and verify it.

    Args:
        scheme: A name from the catalogue, HASH/LAYOUT/STORAGE[/SOURCE], or a `Scheme`, non-magic
            method or `Choice`.
        seed: The seed; equal seeds give equal tables, whatever the number of threads.
        source: The source of the magics: "constructed"; "annealed"; "dense" (known magics with one
            bit fewer than mask squares); "densest", "densest-fixed", "densest-fixed-black",
            "densest-shared" or "densest-bytes" (the magics and offsets of packed tables); or a CSV
            or JSON file of magics. The default is the source implied by the scheme's name, if any;
            otherwise annealed if that makes the table smaller, else constructed.
        threads: The number of search threads (default: all cores).
        on_found: Callback that receives each magic as it is found or improved, from any thread.

    Returns:
        A `Table`, or a `RivalTable` for a non-magic method.

    Raises:
        ValueError: The scheme or the source is unknown, or the parts cannot be combined.
        TypeError: The seed is not an integer.
        OSError: The file of magics cannot be read.

    >>> table = build("fancy", seed=1)
    >>> table
    <Table white/concatenated/direct, 107,648 entries>
    >>> table.queen_attacks("a1", 0) == table.rook_attacks(0, 0) | table.bishop_attacks(0, 0)
    True
    >>> build("white/concatenated/direct", source="dense") == build("fancy-dense")
    True
    """
    choice, seed = parse_choice(scheme, source), parse_seed(seed)
    if threads is not None:
        thread_count(threads)  # check it here, since some searches do not
    if not isinstance(choice.scheme, Scheme):
        return RivalTable(choice.scheme)
    if choice.source is None:
        return Table(choice.scheme, (), seed=seed)
    magics, offsets = choice.source.magics(choice.scheme, SearchOptions(seed, threads, on_found))
    if not choice.source.repeatable:
        return Table(choice.scheme, magics, offsets)
    return Table(choice.scheme, magics, offsets, seed, choice.source.name)


def is_file(scheme: str) -> bool:
    """Whether a name refers to a file; False for schemes, even with magics from a file.

    A name that looks like a path always does; any other does if there is such a file.

    >>> is_file("magics.csv"), is_file("white/shared/union/magics.csv")
    (True, False)
    """
    if scheme in CATALOGUE or names_parts(scheme):
        return False
    return is_path(scheme) or Path(scheme).is_file()


def table_named(scheme: str, seed: int = 1) -> Table | RivalTable:
    """Build the table of a scheme or read a table from a file, for commands that accept both.

    Args:
        scheme: A name from the catalogue, HASH/LAYOUT/STORAGE[/SOURCE], or a file of magics.
        seed: The seed of the search.

    Raises:
        ValueError: The scheme is unknown, or the file is not understood.
        OSError: The file cannot be read.
    """
    return read(Path(scheme)) if is_file(scheme) else build(scheme, seed)

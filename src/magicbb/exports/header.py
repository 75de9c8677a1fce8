"""The comment on top of a source: what it is, whose idea, how large, and how to make it again."""

from __future__ import annotations

import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb import __version__
from magicbb.axes import Scheme
from magicbb.catalogue import CATALOGUE, parse_scheme
from magicbb.exports.model import recipe_of
from magicbb.tables import Table

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from magicbb.exports.model import Model
    from magicbb.mappings import Mapping
    from magicbb.rivals import Rival
    from magicbb.rivals.table import RivalTable

_WIDTH = 88


def header_of(model: Model, mapping: Mapping, command: str) -> Sequence[str]:
    """The lines of the comment, without anything around them; paragraphs have an empty one between.

    They are plain ASCII, and only the last may be longer than 88 characters.
    """
    return [*_lines(model, mapping), command]


def _lines(model: Model, mapping: Mapping) -> Iterator[str]:
    table = model.table
    yield "What rooks, bishops and queens attack."
    yield ""
    yield from _wrapped("Scheme:   ", f"{name_of(model.recipe)}: {model.recipe.description}")
    for entry in CATALOGUE.values():
        if entry.scheme == model.recipe:
            yield from _wrapped("Idea:     ", f"{entry.author}, {entry.year} ({entry.source})")
    yield f"Mapping:  {mapping.name} ({mapping.description})"
    size = f"{table.entries:,} entries, " if table.entries else ""
    yield f"Size:     {size}{table.nbytes:,} bytes; {table.parameter_nbytes:,} more for the squares"
    yield f"Verified: all {table.verify().keys:,} keys, checksum {model.checksum:#018x}"
    yield ""
    yield f"Written by magicbb {__version__}. To write it again, byte for byte:"


def _wrapped(label: str, text: str) -> Iterator[str]:
    yield from textwrap.wrap(text, _WIDTH, initial_indent=label, subsequent_indent=" " * len(label))


def name_of(recipe: Scheme | Rival) -> str:
    """The name in the catalogue; of another scheme, the names of its parts."""
    for entry in CATALOGUE.values():
        if entry.scheme == recipe:
            return entry.name
    return "/".join(recipe.names) if isinstance(recipe, Scheme) else recipe.name


def built_as(scheme: str | Scheme | Rival, seed: int) -> str:
    """What the command has to say for a table that was built from a scheme and a seed."""
    recipe = parse_scheme(scheme)
    seeded = f" --seed {seed}" if isinstance(recipe, Scheme) else ""
    return f"{name_of(recipe)}{seeded}"


def origin_of(table: Table | RivalTable, file: str | os.PathLike[str] | None) -> str:
    """What the command has to say for a table that was given.

    That is the file, if there is one; else the scheme and the seed that its magics were found with.
    One that is not known to come from a seed would have to be saved first.
    """
    if file is not None:
        return _shown(Path(file).name)
    recipe = recipe_of(table)
    if not isinstance(table, Table):
        return name_of(recipe)
    if table.seed is not None:
        return built_as(recipe, table.seed)
    return "TABLE.npz"


def _shown(file: str) -> str:
    """A file's name, unless it could end a comment or be something else in it."""
    plain = file.isascii() and file.isprintable() and not {*"\\*"} & {*file}
    if not plain:
        return "FILE"
    return shlex.quote(f"./{file}" if file.startswith("-") else file)

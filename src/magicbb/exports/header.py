"""The comment at the top of the source: scheme, author, size, and the command that generated it."""

from __future__ import annotations

import shlex
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.public import __version__
from magicbb.recipes.sources.file import is_path
from magicbb.tables.build import build
from magicbb.tables.table import Table

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from magicbb.exports.model import Model
    from magicbb.exports.options import Options
    from magicbb.lookup.verify import Report
    from magicbb.recipes.choice import Choice
    from magicbb.tables.rival_table import RivalTable

_WIDTH = 88


def header_of(model: Model, report: Report, options: Options, command: str) -> Sequence[str]:
    """The lines of the comment without comment markers, with empty lines between paragraphs.

    The lines are ASCII, and only the last may be longer than 88 characters.
    """
    choice, mapping = model.table.choice, options.mapping
    entry = choice.entry
    idea = f"{entry.author}, {entry.year} ({entry.published})" if entry else ""
    pieces = "rooks, bishops and queens" if options.queen else "rooks and bishops"
    size = f"{model.entries:,} entries, " if model.entries else ""
    size += f"{model.nbytes:,} bytes, plus {report.parameter_nbytes:,} bytes of parameters"
    return [
        f"Attack look-ups for {pieces}.",
        "",
        *_wrapped("Scheme:   ", f"{choice.name}: {choice.description}"),
        *_wrapped("Idea:     ", idea),
        f"Mapping:  {mapping.name} ({mapping.description})",
        f"Size:     {size}",
        f"Verified: all {report.keys:,} keys, checksum {report.checksum:#018x}",
        "Licence:  MIT, Copyright (c) 2026 The magicbb authors",
        "",
        f"Written by magicbb {__version__}. To reproduce this file byte for byte:",
        command,
    ]


def _wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_on_hyphens=False,  # do not split names such as densest-bytes
    )


def built_as(choice: Choice, seed: int) -> str:
    """The command-line arguments that reproduce a table built from a choice and a seed."""
    if choice.source is not None and not choice.source.repeatable:
        *parts, file = choice.name.split("/", 3)
        return "/".join((*parts, _shown(file)))
    return f"{choice.name} --seed {seed}" if choice.seeded else choice.name


def origin_of(table: Table | RivalTable, file: str | os.PathLike[str] | None) -> str:
    """The command-line arguments that reproduce a table passed by the caller.

    They are the file, if given, or else the scheme and the seed of the search. A table that no
    known seed reproduces must be saved first; the argument is then TABLE.npz. The table's seed is
    verified by rebuilding the table, which takes a fifth of a second; it is trusted if the magics
    are annealed, since rebuilding would take half a minute.
    """
    if file is not None:
        return _shown(_last_part(file))
    choice = table.choice
    if not isinstance(table, Table):
        return choice.name
    if table.seed is None:
        return "TABLE.npz"
    annealed = choice.source is not None and choice.source.slow
    believed = annealed or build(choice, table.seed) == table
    return built_as(choice, table.seed) if believed else "TABLE.npz"


def _last_part(file: str | os.PathLike[str]) -> str:
    """The last component of a path."""
    rule = "file must be the name of a file"
    try:
        name = Path(file).name
    except TypeError:
        raise TypeError(f"{rule}, got {short_repr(file)}") from None
    if not name:
        raise ValueError(f"{rule}, got {short_repr(file)}")
    return name


def _shown(file: str) -> str:
    """A file name quoted for the comment, or FILE if it could end the comment or be misread."""
    plain = file.isascii() and file.isprintable() and not {*"\\*"} & {*file}
    if not plain:
        return "FILE"
    return shlex.quote(f"./{file}" if file.startswith("-") or not is_path(file) else file)

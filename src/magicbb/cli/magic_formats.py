"""The forms in which magicbb find writes magics: CSV, JSON, and arrays in a language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from magicbb.magics.magic import Magic

Write: TypeAlias = "Callable[[Sequence[Magic], dict[str, Any]], str]"
"""From the magics, and what else there is to say of them, to the text."""

_SUFFIXES = {".csv": "csv", ".json": "json", "": "json"}


def writer_of(form: str | None, mapping: str | None, output: Path | None, *, usual: bool) -> Write:
    """What writes the magics as asked for, all of which is checked now.

    Args:
        form: The option --format; None for what the file's name says.
        mapping: The option --mapping.
        output: The file.
        usual: Whether every square gets a magic, with as many bits as its mask has squares.

    Raises:
        click.UsageError: The options contradict each other.
        ValueError: There is no such language or mapping.
    """
    suffix = "" if output is None else output.suffix.lower()
    is_file = output is None or output.is_file() or not output.exists()
    if form is None and suffix not in _SUFFIXES and is_file:
        raise click.UsageError(f"without --format, find writes JSON or CSV, not {suffix}")
    name = form or _SUFFIXES.get(suffix, "json")
    if name in {"csv", "json"}:
        if mapping is not None:
            raise click.UsageError("--mapping is for --format with a language")
        if _SUFFIXES.get(suffix, name) != name and suffix:
            raise click.UsageError(f"--format {name} does not go into a {suffix} file")
        return _csv if name == "csv" else _json
    if not usual:
        raise click.UsageError(
            f"--format {name} writes the magics of all squares; leave out the square and --bits"
        )
    from magicbb.exports.arrays import arrays_of
    from magicbb.exports.languages import parse_language
    from magicbb.geometry.mappings import parse_mapping

    language, squares = parse_language(name), parse_mapping(mapping or "a1=0")
    if is_file and suffix:
        language.check_suffix(suffix)
    words = f" --format {language.name}" + (f" --mapping {squares.name}" if mapping else "")
    return lambda magics, about: arrays_of(magics, language, squares, about["command"] + words)


def _csv(magics: Sequence[Magic], _about: dict[str, Any]) -> str:
    from magicbb.magics.files import to_csv

    return to_csv(magics)


def _json(magics: Sequence[Magic], about: dict[str, Any]) -> str:
    from magicbb.magics.files import to_json

    return to_json(magics, about)

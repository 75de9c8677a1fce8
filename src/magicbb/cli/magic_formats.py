"""The output formats of magicbb find: CSV, JSON, and arrays in a programming language."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from magicbb.arguments import short_repr

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from magicbb.exports.languages import Language
    from magicbb.magics.magic import Magic

Write: TypeAlias = "Callable[[Sequence[Magic], dict[str, Any]], str]"
"""A function that formats magics as text, given the command that found them and other data."""

_SUFFIXES = {".csv": "csv", ".json": "json", "": "json"}


def writer_of(form: str | None, mapping: str | None, output: Path | None, *, usual: bool) -> Write:
    """Check all options, and return the writer for the requested format.

    Args:
        form: The option --format; None selects the format by the file name.
        mapping: The option --mapping.
        output: The output file, or None.
        usual: Whether the command finds a magic for every square.

    Raises:
        click.UsageError: The options contradict each other, or the format is unknown.
        ValueError: The mapping is unknown, or the suffix belongs to another language or format.
    """
    suffix = "" if output is None else output.suffix.lower()
    is_file = output is None or output.is_file() or not output.exists()
    if form is None and suffix not in _SUFFIXES and is_file:
        raise click.UsageError(f"without --format, find writes JSON or CSV, not {suffix}")
    name = form.lower() if form is not None else _SUFFIXES.get(suffix, "json")
    if name in {"csv", "json"}:
        if mapping is not None:
            raise click.UsageError("--mapping requires --format with a language")
        if is_file and suffix and _SUFFIXES.get(suffix) != name:
            raise click.UsageError(f"a {name.upper()} file ends with .{name}, not {suffix}")
        return _csv if name == "csv" else _json
    if not usual:
        raise click.UsageError(
            f"--format {name} needs a magic for every square; leave out the square and --bits"
        )
    from magicbb.exports.arrays import arrays_of
    from magicbb.geometry.mappings import parse_mapping

    language, squares = _language(name), parse_mapping(mapping or "a1=0")
    class_name = "Magics"
    if output is not None and is_file:
        language.check_suffix(output.suffix)
        if language.files_are_classes:
            class_name = language.names({"class": output.stem}, program=False)["class"]
    words = f" --format {language.name}" + (f" --mapping {squares.name}" if mapping else "")
    file = output is not None
    return lambda magics, about: arrays_of(
        magics, language, squares, about["command"] + words, file=file, class_name=class_name
    )


def _language(name: str) -> Language:
    """The language of a format that is neither CSV nor JSON.

    Raises:
        click.UsageError: The language is unknown.
    """
    from magicbb.arguments import suggestion
    from magicbb.exports.languages import language_names, parse_language

    names = [each for each in language_names() if "array" in parse_language(each).settings]
    with contextlib.suppress(ValueError):
        language = parse_language(name)
        if language.name in names:
            return language
    known = ["csv", "json", *names]
    meant = suggestion(name, known)
    raise click.UsageError(
        f"--format must be one of {', '.join(known)}, got {short_repr(name)}{meant}"
    )


def _csv(magics: Sequence[Magic], _about: dict[str, Any]) -> str:
    from magicbb.magics.files import to_csv

    return to_csv(magics)


def _json(magics: Sequence[Magic], about: dict[str, Any]) -> str:
    from magicbb.magics.files import to_json

    return to_json(magics, about)

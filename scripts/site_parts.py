# ruff: noqa: INP001 (a script, not a package)
"""The parts of the site that are generated while it is built: commands, exports, sources.

A comment such as `<!-- made: commands -->` marks the place of a part in a page. The parts are
generated from the command line, the exporter and docs/sources.csv, so they are not in the
repository.

(mkdocs-click is not used because it supports neither command groups nor our examples, which it
would show as running text.)
"""

from __future__ import annotations

import csv
import hashlib
import html
import inspect
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import click

from magicbb.cli import GROUPS
from magicbb.cli import magicbb as program
from magicbb.explanations.steps import steps_of
from magicbb.exports.header import built_as
from magicbb.exports.languages import parse_language
from magicbb.exports.options import parse_options
from magicbb.exports.source import write
from magicbb.geometry.sliders import ROOK
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.tables.build import build

if TYPE_CHECKING:
    from collections.abc import Iterator

SCHEMES = ("fancy", "plain", "shared", "densest", "densest-fixed", "pext")
"""The schemes offered for download: those that engines use most, and the smallest."""

LANGUAGES = (
    "c",
    "cpp",
    "csharp",
    "go",
    "java",
    "javascript",
    "python",
    "rust",
    "typescript",
    "zig",
)
"""The languages of the files."""

_SPECIAL = re.compile(r"([\\`*_{}\[\]])")


def part(name: str) -> str:
    """Generate the Markdown for a part."""
    made = {"commands": commands, "downloads": downloads, "sources": sources, "steps": steps}
    return made[name]()


# ---- The command line ----


def commands() -> str:
    """Generate a reference of all commands, grouped by purpose."""
    context = click.Context(program, info_name="magicbb")
    lines: list[str] = []
    for group, names in GROUPS.items():
        lines += [f"### {group}", ""]
        for name in names:
            command = program.get_command(context, name)
            if command is not None:
                lines += [*_command(command, click.Context(command, context, name)), ""]
    return "\n".join(lines)


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield the lines of the reference for one command."""
    path = context.command_path
    yield f"#### {path}"
    yield ""
    yield from ["```text", " ".join([path, *command.collect_usage_pieces(context)]), "```", ""]
    yield _text(inspect.cleandoc(command.help or ""))
    yield ""
    for option in command.params:
        record = option.get_help_record(context)
        if record is not None and isinstance(option, click.Option):
            names, help_text = record
            yield f"- `{names}`: {_text(help_text)}"
    for block in (command.epilog or "").split("\b\n"):
        title, *rest = block.strip().splitlines() or [""]
        if title:
            yield from ["", f"{title}", "", "```text", *(line.strip() for line in rest), "```"]


def _text(text: str) -> str:
    """Escape plain text for Markdown."""
    return _SPECIAL.sub(r"\\\1", html.escape(text, quote=False))


# ---- Exports ----


@cache
def exported() -> dict[str, bytes]:
    """Generate the contents of the files for download, by path, and SHA256SUMS, their checksums."""
    found: dict[str, bytes] = {}
    for scheme in SCHEMES:
        choice = parse_choice(scheme)
        table = build(choice, 1)
        for language in LANGUAGES:
            file = parse_language(language).settings["file"]
            text = write(table, parse_options(language, output=file), built_as(choice, 1))
            found[f"downloads/{scheme}/{file}"] = text.encode("ascii")
    sums = (f"{_digest(data)}  {path.partition('/')[2]}\n" for path, data in found.items())
    return {**found, "downloads/SHA256SUMS": "".join(sums).encode()}


def downloads() -> str:
    """Generate a list of files for each scheme, one file per language."""
    lines = []
    for scheme in SCHEMES:
        choice = parse_choice(scheme)
        lines += [
            "",
            f"## {scheme}",
            "",
            f"{choice.description[0].upper()}{choice.description[1:]}.",
        ]
        if choice.entry is not None:
            lines += [f"{choice.entry.trade}", ""]
        lines += ["| language | file | bytes | SHA-256 |", "|---|---|---:|---|"]
        for language in map(parse_language, LANGUAGES):
            file = language.settings["file"]
            path = f"downloads/{scheme}/{file}"
            data = exported()[path]
            link = f"[{file}]({path})"
            lines.append(f"| {language.title} | {link} | {len(data):,} | `{_digest(data)}` |")
    return "\n".join(lines)


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# ---- Sources ----


def sources() -> str:
    """Generate a table of publications."""
    lines = ["| when | who | what | idea |", "|---|---|---|---|"]
    path = Path(__file__).parents[1] / "docs" / "sources.csv"
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            title = f"[{_text(row['what'])}]({row['address']}), {row['where']}"
            when = row["when"].replace("-", "\N{NON-BREAKING HYPHEN}")
            lines.append(f"| {when} | {row['who']} | {title} | {row['idea']} |")
    return "\n".join(lines)


# ---- Pictures of the page ----


def steps() -> str:
    """Generate the list of pictures taken by `screenshots.py`, for each step."""
    lines = []
    for number, step in enumerate(steps_of(CATALOGUE["fancy"].scheme, ROOK), 1):
        lines += [f"## {number}. {step.title}", ""]
        others = []
        for theme in ("light", "dark"):
            base = f"../img/page/{number}-"
            lines += [f"![{step.title}, {theme}]({base}1280-{theme}.webp)", ""]
            others += [
                f"[{width} pixels wide, {theme}]({base}{width}-{theme}.webp)"
                for width in (390, 1920)
            ]
        lines += [f"Also {', '.join(others)}.", ""]
    return "\n".join(lines)

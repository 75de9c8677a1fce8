"""Options for output files, with checks of the suffix and of whether the file may be replaced.

Files written by magicbb are replaced. Any other file may be the user's own work, and is replaced
only with --force.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

FC = TypeVar("FC", bound="Callable[..., Any] | click.Command")

_FILE = click.Path(path_type=Path, dir_okay=False)
_START = 1 << 16
"""The number of bytes at the start of a file that are searched for the mark of a format."""


@dataclass(frozen=True)
class Format:
    """A format that a command writes.

    Attributes:
        name: The name of the format.
        suffixes: The allowed file name suffixes; names without a suffix are always allowed. Empty
            if other code checks the suffix.
        mark: Text near the start of every file that magicbb writes in this format.
    """

    name: str
    suffixes: tuple[str, ...]
    mark: bytes


TABLE = Format("NPZ", (".npz",), b"PK\3\4")
MAGICS = (Format("JSON", (".json",), b"bits"), Format("CSV", (".csv",), b"bits"))
SOURCE = Format("source code", (), b"magicbb")
LISTS = (*(replace(each, suffixes=()) for each in MAGICS), SOURCE)
"""JSON and CSV for magics, and source code for arrays; `magic_formats` checks the suffix."""
MAPS = (
    Format("NPZ", (), b"PK\3\4"),
    Format("Parquet", (), b"PAR1"),
    Format("CSV", (), b"position,square"),
)
CERTIFICATE = Format("JSON", (".json",), b"magicbb certificate")
PROOFS = (
    CERTIFICATE,
    Format("JSON", (".json",), b"magicbb parts"),
    Format("gzip", (".gz",), b"\x1f\x8b"),
)
RECORDS = Format("JSON", (".json",), b"magicbb records")
SVG = Format("SVG", (".svg",), b"<svg")
PLOTS = (Format("SVG", (), b"<svg"), Format("PNG", (), b"\x89PNG"), Format("PDF", (), b"%PDF"))
PAGE = Format("HTML", (".html", ".htm"), b"magicbb")
MARKDOWN = Format("Markdown", (".md", ".markdown"), b"magicbb")


def output(what: str, *formats: Format) -> Callable[[FC], FC]:
    """The option -o FILE; the file is checked before any work is done."""
    names = ("-o", "--output")
    return _option(names, formats, help=f"Write {what}.")


def to_file(*names: str, formats: tuple[Format, ...], help: str) -> Callable[[FC], FC]:
    """An option for another output file, checked like -o."""
    return _option(names, formats, metavar="FILE", help=help)


def _option(
    names: tuple[str, ...], formats: tuple[Format, ...], **settings: Any
) -> Callable[[FC], FC]:
    def check(context: click.Context, option: click.Parameter, target: Path | None) -> Path | None:
        if target is not None:
            what = context.info_name if "-o" in names else option.opts[0]
            _check(target, formats, f"{what}", force=bool(context.meta.get(_FORCE)))
        return target

    def decorate(command: FC) -> FC:
        given: list[click.Parameter] = getattr(command, "__click_params__", [])
        if not any(option.name == "force" for option in given):
            command = _force(command)
        return click.option(*names, type=_FILE, callback=check, **settings)(command)

    return decorate


_FORCE = f"{__name__}.force"


def _remember(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta[_FORCE] = value


_force = click.option(
    "--force",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_remember,
    help="Replace a file that magicbb did not write.",
)


def _check(target: Path, formats: tuple[Format, ...], what: str, *, force: bool) -> None:
    """Fail if a file cannot be written, has the wrong suffix, or was not written by magicbb.

    Raises:
        OSError: The file cannot be written.
        click.UsageError: The suffix is wrong, or the file must not be replaced.
    """
    from magicbb.files import check_target

    check_target(target)
    if target.exists() and not target.is_file():
        return  # the suffix of a device or a pipe means nothing
    suffixes = {suffix for each in formats for suffix in each.suffixes}
    if suffixes and target.suffix.lower() not in {"", *suffixes}:
        known = " or ".join(each.name for each in formats)
        raise click.UsageError(f"{what} writes {known}, not {target.suffix}")
    if target.is_file() and not force:
        with target.open("rb") as file:
            start = file.read(_START)
        if start and not any(each.mark in start for each in formats):
            name = click.format_filename(target)
            raise click.UsageError(
                f"{name} exists and was not written by {what}; --force replaces it"
            )

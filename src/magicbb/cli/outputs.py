"""Options for output files, with checks of the suffix and of whether the file may be replaced.

Files written by magicbb are replaced. Any other file may be the user's own work, and is replaced
only with --force.
"""

from __future__ import annotations

import contextlib
import re
import zlib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

FC = TypeVar("FC", bound="Callable[..., Any] | click.Command")

_FILE = click.Path(path_type=Path, dir_okay=False)
_EDGE = 1 << 16
"""The number of bytes at each end of a file that are searched for the mark of a format."""

_GZIP = b"\x1f\x8b"


@dataclass(frozen=True)
class Format:
    """A format that a command writes.

    Attributes:
        name: The name of the format.
        suffixes: The allowed file name suffixes; names without a suffix are always allowed. Empty
            if other code checks the suffix.
        mark: A regular expression that every file of magicbb in this format matches, and no other
            file, near its start or its end. For gzip, it concerns the decompressed content.
    """

    name: str
    suffixes: tuple[str, ...]
    mark: bytes


_IN_ZIP = rb"\APK\x03\x04.{26}"  # before the name of an archive's first member
TABLE = Format("NPZ", (".npz",), _IN_ZIP + rb"header\.npy")
MAGICS = (
    Format("JSON", (".json",), rb'\A\{\s*"command": "magicbb find '),
    Format("CSV", (".csv",), rb"\Apiece,square,kind,bits,magic\r?\n"),
)
PACKED = Format("CSV", (".csv",), rb"\Apiece,square,kind,bits,magic,offset(,storage)?\r?\n")
SOURCE = Format("source code", (), rb"(?i)\A.{,2000}written by:? magicbb ")
LISTS = (*(replace(each, suffixes=()) for each in MAGICS), SOURCE)
"""JSON and CSV for magics, and source code for arrays; `magic_formats` checks the suffix."""
MAPS = (
    Format("NPZ", (), _IN_ZIP + rb"starts\.npy"),
    Format("Parquet", (), rb"\APAR1.*position.*square.*piece.*attacks"),
    Format("CSV", (), rb"\Aposition,square,piece,color,attacks\r?\n"),
)
_PROOF = rb'\A\{\s*"format": "magicbb ((chain )?certificate|parts)"'
PROOFS = (
    Format("JSON", (".json",), _PROOF),
    Format("gzip", (".gz",), _PROOF),
)
_RECORDS = rb'\A\{\s*"format": "magicbb records"'
RECORDS = (Format("JSON", (".json",), _RECORDS), Format("gzip", (".gz",), _RECORDS))
SVG = Format("SVG", (".svg",), rb'<svg [^>]*class="magicbb"')
PLOTS = (
    Format("SVG", (), rb"<svg .*<dc:title>magicbb</dc:title>"),
    Format("PNG", (), rb"\A\x89PNG.*Software\x00magicbb"),
    Format("PDF", (), rb"\A%PDF.*/Creator \(magicbb\)"),
)
PAGE = Format("HTML", (".html", ".htm"), rb'<meta name="generator" content="magicbb">')
MARKDOWN = Format("Markdown", (".md", ".markdown"), rb"<!-- sha256: [0-9a-f]{12} -->")


def output(what: str, *formats: Format) -> Callable[[FC], FC]:
    """The option -o FILE; the file is checked before any work is done."""
    names = ("-o", "--output")
    return _option(names, formats, None, help=f"Write {what}.")


def to_file(
    *names: str, formats: tuple[Format, ...], help: str, beside: Format | None = None
) -> Callable[[FC], FC]:
    """An option for another output file, checked like -o.

    Args:
        names: The names of the option.
        formats: The formats of which the file may be.
        help: The help text.
        beside: The format of another file that is written beside it, with the same name but for
            the suffix.
    """
    return _option(names, formats, beside, metavar="FILE", help=help)


def _option(
    names: tuple[str, ...], formats: tuple[Format, ...], beside: Format | None, **settings: Any
) -> Callable[[FC], FC]:
    def check(context: click.Context, option: click.Parameter, target: Path | None) -> Path | None:
        if str(target) == "-":
            raise click.UsageError("'-' is not a file; /dev/stdout is standard output")
        if target is not None:
            what = context.info_name if "-o" in names else option.opts[0]
            force = bool(context.meta.get(_FORCE))
            context.meta.setdefault(_TARGETS, []).append(target)
            _check(target, formats, f"{what}", force=force)
            if beside is not None:
                from magicbb.files import is_stream

                if is_stream(target):
                    name = click.format_filename(target)
                    raise click.UsageError(f"{what} writes two files, but {name} is not a file")
                second = target.with_suffix(beside.suffixes[0])
                context.meta[_TARGETS].append(second)
                _check(second, (beside,), f"{what}", force=force)
        return target

    def decorate(command: FC) -> FC:
        given: list[click.Parameter] = getattr(command, "__click_params__", [])
        if not any(option.name == "force" for option in given):
            command = _force(command)
        return click.option(*names, type=_FILE, callback=check, **settings)(command)

    return decorate


_FORCE, _TARGETS = f"{__name__}.force", f"{__name__}.targets"


def check_apart(book: Path) -> None:
    """Fail if the record book is one of the command's output files, which would replace it.

    Raises:
        click.UsageError: It is.
    """
    context = click.get_current_context(silent=True)
    targets = context.meta.get(_TARGETS, []) if context else []
    if any(target.resolve() == book.resolve() for target in targets):
        raise click.UsageError(
            f"{click.format_filename(book)} is the record book; write to another file"
        )


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
    from magicbb.files import check_target, is_stream

    check_target(target)
    if is_stream(target):
        return  # the suffix of a device or a pipe means nothing
    suffixes = {suffix for each in formats for suffix in each.suffixes}
    if suffixes and target.suffix.lower() not in {"", *suffixes}:
        known = " or ".join(dict.fromkeys(each.name for each in formats))
        raise click.UsageError(f"{what} writes {known}, not {target.suffix}")
    if target.is_file() and not force:
        content = _edges(target)
        if content and not any(re.search(each.mark, content, re.DOTALL) for each in formats):
            name = click.format_filename(target)
            raise click.UsageError(
                f"{name} exists and was not written by {what}; --force replaces it"
            )


def _edges(path: Path) -> bytes:
    """The start and the end of a file; of a gzipped one, the start of its content."""
    with path.open("rb") as file:
        start = file.read(_EDGE)
        if start.startswith(_GZIP):
            with contextlib.suppress(zlib.error):
                return zlib.decompressobj(wbits=31).decompress(start, _EDGE)
        file.seek(max(file.tell(), path.stat().st_size - _EDGE))
        return start + file.read()

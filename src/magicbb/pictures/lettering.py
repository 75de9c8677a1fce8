"""SVG source, and text within it: line wrapping, which SVG lacks, and escaping for XML."""

from __future__ import annotations

import html
import itertools
import re
from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer
from magicbb.pictures import palette

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROW, _WIDE = set("fijlrtI.,:;'!|()[] "), set("mwMW@%")

_NARROW_EM, _USUAL_EM, _WIDE_EM = 0.37, 0.61, 0.92
"""The estimated widths of letters in em, erring on the large side."""

_LARGEST = 10_000  # pixels


def picture(
    size: tuple[float, float],
    words: str,
    layers: Iterable[str],
    *,
    pixels: int | None = None,
    paper: bool = True,
) -> str:
    """Return the source of an SVG picture.

    Args:
        size: The width and height.
        words: A description of the picture.
        layers: The layers, from bottom to top; empty ones are skipped.
        pixels: The displayed width and height in pixels, if they differ from `size`.
        paper: Whether to draw a background.
    """
    width, high = (f"{length:g}" for length in size)
    wide, tall = (width, high) if pixels is None else (pixels, pixels)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {high}"'
        f' width="{wide}" height="{tall}" class="{palette.THEMED}" role="img">'
    )
    drawn = [
        f'<path fill="{palette.PAPER}" d="M0 0h{width}v{high}H0z"/>' if paper else "",
        *layers,
    ]
    parts = [
        head,
        f"<title>{escaped(words)}</title>",
        palette.night("".join(drawn)),
        *drawn,
        "</svg>",
    ]
    return "\n".join(filter(None, parts)) + "\n"


def parse_size(size: SupportsIndex, name: str = "size") -> int:
    """Check a number of pixels and return it as a plain integer.

    Raises:
        ValueError: The number is out of range.
        TypeError: The number is not an integer.
    """
    rule = f"{name} must be a number of pixels from 1 to {_LARGEST}"
    return parse_integer(size, _LARGEST + 1, rule, start=1)


def escaped(text: str) -> str:
    """Escape a text for use in XML, between tags or in attributes.

    Characters that XML does not allow are replaced with the replacement character.

    >>> escaped('a < b & "c"')
    'a &lt; b &amp; &quot;c&quot;'
    """
    return html.escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def text_width(text: str, height: float) -> float:
    """Return an estimate of a line's width at a font size, slightly too large for most fonts."""
    ems = 0.0
    for letter in text:
        ems += _NARROW_EM if letter in _NARROW else _WIDE_EM if letter in _WIDE else _USUAL_EM
    return ems * height


def wrapped(text: str, width: float, height: float) -> list[str]:
    r"""Wrap a text into lines of at most the given width; words that are longer are broken.

    >>> wrapped("white magic hashes the blockers", width=100, height=12)
    ['white magic', 'hashes the', 'blockers']
    >>> wrapped("one line\nand another", width=100, height=12)
    ['one line', 'and another']
    """
    return [line for part in text.splitlines() for line in _wrapped_line(part, width, height)]


def _wrapped_line(text: str, width: float, height: float) -> list[str]:
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, height) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = word
        while len(line) > 1 and text_width(line, height) > width:
            widths = itertools.accumulate(text_width(letter, height) for letter in line)
            end = max(1, sum(1 for _ in itertools.takewhile(lambda each: each <= width, widths)))
            lines.append(line[:end])
            line = line[end:]
    return [*lines, line] if line else lines

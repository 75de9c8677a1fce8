"""Memory use as a picture, with one bar for each part."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped, picture
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDTH, _LEFT, _ROW = 760, 110, 26
_LONGEST = 300  # the length of the longest bar in pixels


def memory_svg(title: str, text: str, parts: Sequence[tuple[str, int, str]]) -> str:
    """Draw sizes in bytes as bars in an SVG picture and return the SVG source.

    Args:
        title: The title above the bars.
        text: A remark below the title.
        parts: For each part, its name, its size in bytes and a description.

    >>> svg = memory_svg("rays", "", [("slots", 3584, "3,584 squares")])
    >>> "<title>slots: 3,584 bytes, 3,584 squares</title>" in svg
    True
    """
    largest = max((size for _, size, _ in parts), default=0)
    rows, words = "", []
    for number, (name, size, what) in enumerate(parts):
        y = number * _ROW
        length = _LONGEST * size / largest if largest else 0
        note = f"{size:,} bytes, {what}" if size else "none"
        words.append(f"{name}: {note}")
        rows += (
            f'<text y="{y + 17}">{escaped(name)}</text>'
            f'<path stroke="{palette.SHADE}" d="M{_LEFT} {y + 13}h{_LONGEST}"/>'
            f'<path stroke="{palette.ROOK}" d="M{_LEFT} {y + 13}h{length:.4g}"/>'
            f'<text x="{_LEFT + _LONGEST + 10}" y="{y + 17}">{escaped(note)}</text>'
        )
    group = (
        f'<g font-family="{palette.LETTERS}" font-size="13" fill="{palette.INK}"'
        f' stroke-width="14">{rows}</g>'
    )
    svg = picture((_WIDTH, _ROW * len(parts)), "; ".join(words), [group], paper=False)
    return sheet([Panel(svg)], title=title, text=text)

"""Sheets: SVG files that combine several pictures side by side, each with a title and a caption."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from magicbb.arguments import short_repr
from magicbb.pictures import palette
from magicbb.pictures.lettering import escaped, parse_size, text_width, wrapped

if TYPE_CHECKING:
    from typing import SupportsIndex

_USUAL_WIDTH = 900
_GAP = 20
_TITLE, _TEXT = 14, 12.5  # font sizes
_LEADING = 1.35  # line spacing, in font sizes
_HEADING = 17
_BOLD = 1.12  # the relative width of bold letters

_ROOT = re.compile(r"\s*<svg((?:\s[^<>]*)?)>")
_LENGTH = r'\s{}="(\d+(?:\.\d+)?)"'
_STYLE = re.compile(r'\s(?:style|xmlns|class)="[^"]*"')
_DEFINITION = re.compile(r'<g id="([^"]+)">.*?</g>\n?', re.DOTALL)


class Panel(NamedTuple):
    """A picture on a sheet.

    Attributes:
        svg: The picture's SVG source, which must state its width and height in pixels.
        title: The title above the picture.
        text: The text below the picture, wrapped as needed; a newline starts a new line.
    """

    svg: str
    title: str = ""
    text: str = ""


def sheet(
    panels: Sequence[Panel],
    *,
    title: str = "",
    text: str = "",
    width: SupportsIndex = _USUAL_WIDTH,
) -> str:
    """Draw pictures side by side in one SVG picture, in as many rows as needed.

    The pictures keep their size and text alternatives. A shape that several pictures define under
    the same name is defined only once. The sheet is as wide as its widest row or its heading, but
    shrinks to fit narrower pages.

    Args:
        panels: The pictures, with the text above and below each.
        title: The title above all pictures.
        text: The text below the title.
        width: The maximum width of a row of pictures in pixels.

    Raises:
        ValueError: There are no panels, a panel's `svg` is not SVG source with width and height, or
            `width` is out of range.
        TypeError: An argument has the wrong type.

    >>> from magicbb.pictures.bits import bits_svg
    >>> svg = sheet([Panel(bits_svg(5, size=90), "five"), Panel(bits_svg(7, size=90), "seven")])
    >>> print(svg.splitlines()[1])
    <title>five, seven</title>
    """
    if not isinstance(panels, Sequence) or isinstance(panels, str):
        raise TypeError(f"panels must be a sequence of panels, got {short_repr(panels)}")
    if not panels:
        raise ValueError("panels must not be empty")
    room = parse_size(width, "width")
    cells = [_Cell(panel) for panel in panels]
    lines = _lines(cells, room)
    inner = max(sum(cell.width + _GAP for cell in line) - _GAP for line in lines)
    if title or text:
        longest = max(text_width(title, _BOLD * _HEADING), text_width(text, _TEXT))
        inner = max(inner, min(room, longest))
    heading = (_Lines(title, _HEADING, inner, bold=True), _Lines(text, _TEXT, inner))
    body: list[str] = []
    defined: set[str] = set()
    y: float = _GAP
    for part in heading:
        y = part.write(body, _GAP, y)
    y += 10 * (y > _GAP)
    for line in lines:
        x: float = _GAP
        above = max(cell.above for cell in line)
        for cell in line:
            cell.write(body, x, y, above, defined)
            x += cell.width + _GAP
        y += above + max(cell.svg_height + cell.below for cell in line) + _GAP
    wide, high = inner + 2 * _GAP, y
    titles = ", ".join(panel.title for panel in panels if panel.title)
    words = title or titles or f"{len(panels)} pictures"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}"'
        f' height="{high:g}" style="max-width:100%;height:auto"'
        f' class="{palette.THEMED}" role="group">'
    )
    paper = (
        f'<rect x=".5" y=".5" width="{wide - 1:g}" height="{high - 1:g}" rx="8"'
        f' fill="{palette.PAPER}" stroke="{palette.LINE}"/>'
    )
    night = palette.night("".join([paper, *body]))
    return (
        "\n".join([head, f"<title>{escaped(words)}</title>", night, paper, *body, "</svg>"]) + "\n"
    )


class _Lines:
    """A text wrapped into lines, with their total height."""

    def __init__(self, text: str, size: float, width: float, *, bold: bool = False) -> None:
        self._size, self._weight = size, ' font-weight="bold"' * bold
        self._lines = wrapped(text, width, _BOLD * size if bold else size)
        self.height = sum(size * _LEADING for _ in self._lines)

    def write(self, body: list[str], x: float, y: float) -> float:
        """Write the lines with their upper left corner at (x, y); return the y below them."""
        for line in self._lines:
            body.append(
                f'<text x="{x:g}" y="{y + self._size:g}" font-family="{palette.LETTERS}"'
                f' font-size="{self._size}"{self._weight} fill="{palette.INK}">'
                f"{escaped(line)}</text>"
            )
            y += self._size * _LEADING
        return y


class _Cell:
    """The title, picture and text of a panel, with their sizes."""

    def __init__(self, panel: Panel) -> None:
        svg, title, text = _parse_panel(panel)
        root = _ROOT.match(svg)
        attributes = root[1] if root else ""
        lengths = [re.search(_LENGTH.format(name), attributes) for name in ("width", "height")]
        if not (root and all(lengths)):
            raise ValueError(
                f"a panel must have an SVG picture with width and height, got {short_repr(svg)}"
            )
        self.width, self.svg_height = (float(length[1]) for length in lengths if length)
        self._attributes = _STYLE.sub("", attributes)  # only needed on web pages
        self._content = palette.by_day(svg[root.end() :]).strip()
        self._title = _Lines(title, _TITLE, self.width, bold=True)
        self._text = _Lines(text, _TEXT, self.width)
        self.above = self._title.height + 5 * bool(self._title.height)
        self.below = self._text.height + 4 * bool(self._text.height)

    def write(self, body: list[str], x: float, y: float, above: float, defined: set[str]) -> None:
        """Draw the panel with its upper left corner at (x, y) and its picture at y + `above`."""
        self._title.write(body, x, y + above - self.above)
        y += above
        content = _define_once(self._content, defined)
        body.append(f'<svg x="{x:g}" y="{y:g}"{self._attributes}>\n{content}')
        self._text.write(body, x, y + (self.svg_height + 4))


def _define_once(content: str, defined: set[str]) -> str:
    """Remove definitions that an earlier picture already contains."""

    def kept(definition: re.Match[str]) -> str:
        if definition[1] in defined:
            return ""
        defined.add(definition[1])
        return definition[0]

    return _DEFINITION.sub(kept, content).replace("<defs>\n</defs>\n", "")


def _parse_panel(panel: Panel) -> Panel:
    if not (isinstance(panel, tuple) and all(isinstance(part, str) for part in panel)):
        raise TypeError(
            f"a panel must be a tuple of SVG source, title and text, got {short_repr(panel)}"
        )
    return Panel(*panel)


def _lines(cells: Sequence[_Cell], room: int) -> list[list[_Cell]]:
    """Break the cells into rows that fit the available width, with at least one cell each."""
    lines: list[list[_Cell]] = [[]]
    used = 0.0
    for cell in cells:
        if lines[-1] and used + cell.width > room:
            lines.append([])
            used = 0.0
        lines[-1].append(cell)
        used += cell.width + _GAP
    return lines

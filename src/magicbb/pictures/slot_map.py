"""A map of the slots of a table, showing which squares use them and which slots are empty.

Slot 0 is at the upper left. A line has 128 cells, and a cell represents as many slots as needed to
fit the table into 80 lines. The fuller a cell is, the higher its bar. Bars are solid for rooks;
they have one block per cell for bishops, and two if several squares use the slots. They alternate
between two shades to show where the slots of one square end and those of the next begin::

    ██████▓▓▓▓▓▓██████▆▆▃▃    rooks, with gaps at the end
    █▌█▌█▌▓▐▓▐█▌█▌            bishops
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from magicbb.geometry.squares import SQUARE_NAMES
from magicbb.pictures import palette
from magicbb.pictures.lettering import picture

if TYPE_CHECKING:
    from collections.abc import Iterator

SEVERAL, EMPTY = 254, 255
"""The values used instead of a row number for slots with several owners or without an owner."""

_ACROSS, _MOST_LINES = 128, 80
_LEVELS = 4  # the number of possible heights of a cell's bar
_LEFT, _TOP, _EDGE = 62, 54, 4
_CELL, _LINE = 5.6, 6.0  # pixels
_HIGHEST = 0.9  # the full height of a bar, in lines
_ROWS = 128  # rows of keys: two sliders, 64 squares
_NAMED = 4  # the maximum number of squares in a tooltip


class _Style(NamedTuple):
    """The style in which slots of one kind are drawn."""

    colour: str
    gaps: str = ""  # the fractions of a cell that are bar and gap; empty for a solid bar


# Rook squares on files a, c, e and g; other rook squares; bishop squares on files a, c, e and g;
# other bishop squares; several squares.
_STYLES = (
    _Style(palette.ROOK),
    _Style(palette.ROOK_FAINT),
    _Style(palette.BISHOP, ".74 .26"),
    _Style(palette.BISHOP_FAINT, ".74 .26"),
    _Style(palette.SEVERAL, ".3 .2"),
)
_NONE = len(_STYLES)
_STYLE_OF = bytes(
    row // 64 * 2 + row % 2 if row < _ROWS else _NONE - (row == SEVERAL) for row in range(256)
)

# The labels of the legend, with the styles that each label covers.
_LEGEND = (("rooks", (0, 1)), ("bishops", (2, 3)), ("several squares", (4,)), ("empty", (5,)))


def slot_map_svg(owners: bytes) -> str:
    """Draw the slots of a table as an SVG picture 783 pixels wide; return the SVG source.

    Args:
        owners: For each slot, the row whose keys use it (0 to 63 for rook squares, 64 to 127 for
            bishop squares), `SEVERAL`, or `EMPTY`.

    >>> svg = slot_map_svg(bytes([0, 0, 64, EMPTY]))
    >>> print(svg.splitlines()[1])
    <title>4 slots: 2 of rooks, 1 of bishops, 1 empty</title>
    """
    styles = owners.translate(_STYLE_OF)
    per_cell = 1  # slots per cell: a power of two
    while len(owners) > _ACROSS * _MOST_LINES * per_cell:
        per_cell *= 2
    lines = max(-(-len(owners) // (_ACROSS * per_cell)), 1)
    width, high = _LEFT + _ACROSS * _CELL + _EDGE, _TOP + lines * _LINE + _EDGE
    layers = [
        _legend(styles, per_cell),
        _places(lines, per_cell),
        f'<g transform="translate({_LEFT} {_TOP}) scale({_CELL} {_LINE})" fill="none">',
        _ground(-(-len(owners) // per_cell)),
        *_bars(styles, per_cell),
        *_lines_in_words(owners, per_cell),
        "</g>",
    ]
    return picture((width, high), _in_words(styles), layers)


def _counts(styles: bytes) -> dict[str, int]:
    """The number of slots of each kind in the legend."""
    return {name: sum(map(styles.count, kinds)) for name, kinds in _LEGEND}


def _in_words(styles: bytes) -> str:
    """Describe the slot counts: the total, and the number of each kind."""
    shares = [
        f"{count:,} {name if name == 'empty' else f'of {name}'}"
        for name, count in _counts(styles).items()
        if count
    ]
    return f"{len(styles):,} slots: {', '.join(shares)}"


def _cells(styles: bytes, per_cell: int) -> Iterator[tuple[int, int]]:
    """Yield, for each cell, its most frequent style and its fill level, 0 to `_LEVELS`."""
    for first in range(0, len(styles), per_cell):
        cell = styles[first : first + per_cell]
        counts = [cell.count(style) for style in range(_NONE)]
        yield counts.index(max(counts)), -(-_LEVELS * sum(counts) // len(cell))


def _bars(styles: bytes, per_cell: int) -> Iterator[str]:
    """Draw the bars, with one path per style and height and one stroke per run of equal cells."""
    paths: dict[tuple[int, int], str] = {}
    cells = [*_cells(styles, per_cell)]
    for line, first in enumerate(range(0, len(cells), _ACROSS)):
        column = 0
        for (style, level), run in groupby(cells[first : first + _ACROSS]):
            length = len([*run])
            if level:
                foot = line + 0.5 + _HIGHEST / 2
                middle = f"{foot - _HIGHEST * level / _LEVELS / 2:.4g}"
                before = paths.get((style, level), "")
                paths[style, level] = f"{before}M{column} {middle}h{length}"
            column += length
    for (style, level), path in sorted(paths.items()):
        yield (
            f'<path class="magicbb-slots-{style}" stroke="{_STYLES[style].colour}"'
            f"{_dashes(_STYLES[style].gaps)}"
            f' stroke-width="{_HIGHEST * level / _LEVELS:.4g}" d="{path}"/>'
        )


def _dashes(gaps: str, cell: float = 1) -> str:
    if not gaps:
        return ""
    return f' stroke-dasharray="{" ".join(f"{cell * float(part):.3g}" for part in gaps.split())}"'


def _ground(cells: int) -> str:
    """Shade all cells of the table; the shading remains visible in empty cells."""
    lines, rest = divmod(cells, _ACROSS)
    path = f"M0 0h{_ACROSS}v{lines}h-{_ACROSS}z" if lines else ""
    path += f"M0 {lines}h{rest}v1h-{rest}z" if rest else ""
    return f'<path fill="{palette.SHADE}" d="{path}"/>'


def _lines_in_words(owners: bytes, per_cell: int) -> Iterator[str]:
    """Yield, for each line, a tooltip that names or counts the squares that use its slots."""
    step = _ACROSS * per_cell
    for line, first in enumerate(range(0, len(owners), step)):
        part = owners[first : first + step]
        rows = sorted(set(part) - {SEVERAL, EMPTY})
        squares = [f"{('rook', 'bishop')[row // 64]} {SQUARE_NAMES[row % 64]}" for row in rows]
        who = ", ".join(squares) if len(squares) <= _NAMED else f"{len(squares)} squares"
        shared, empty = part.count(SEVERAL), part.count(EMPTY)
        words = [who] * bool(who)
        words += [f"{shared:,} of several squares"] * bool(shared)
        words += [f"{empty:,} empty"] * bool(empty)
        yield (
            f'<path pointer-events="all" d="M0 {line}h{_ACROSS}v1H0z"><title>slots {first:,} to'
            f" {first + len(part) - 1:,}: {', '.join(words)}</title></path>"
        )


def _legend(styles: bytes, per_cell: int) -> str:
    """Draw a legend with a bar, the meaning and the number of slots for each kind."""
    bars, x = "", float(_LEFT)
    for name, count in _counts(styles).items():
        kinds = dict(_LEGEND)[name]
        share = f" ({count / len(styles):.1%})" if count else ""
        bars += f'<path stroke="{palette.SHADE}" stroke-width="13" d="M{x:g} 12h33.6"/>'
        length = 6 * _CELL / len(kinds)
        for number, kind in enumerate(kinds):
            if kind != _NONE:
                colour, gaps = _STYLES[kind]
                bars += (
                    f'<path stroke="{colour}" stroke-width="11"{_dashes(gaps, _CELL)}'
                    f' d="M{x + number * length:g} 12h{length:g}"/>'
                )
        bars += (
            f'<text x="{x + 40:g}" y="11">{name}</text>'
            f'<text x="{x + 40:g}" y="25" fill="{palette.FAINT_INK}">{count:,}{share}</text>'
        )
        x += _ACROSS * _CELL / len(_LEGEND)
    note = "A cell is one slot."
    if per_cell > 1:
        note = f"A cell is {per_cell} slots: the lower its bar, the more slots are empty."
    note += " Dark shades: squares on files a, c, e, g; light shades: b, d, f, h."
    return (
        f'<g font-family="{palette.LETTERS}" font-size="12" fill="{palette.INK}">{bars}'
        f'<text x="{_LEFT}" y="{_TOP - 8}" font-size="11" fill="{palette.FAINT_INK}">{note}</text>'
        "</g>"
    )


def _places(lines: int, per_cell: int) -> str:
    """Label every eighth line with the number of its first slot."""
    texts = "".join(
        f'<text x="{_LEFT - 6}" y="{_TOP + (line + 0.5) * _LINE + 3.5:g}">'
        f"{line * _ACROSS * per_cell:,}</text>"
        for line in range(0, lines, 8)
    )
    return (
        f'<g font-family="{palette.LETTERS}" font-size="10.5" fill="{palette.FAINT_INK}"'
        f' text-anchor="end">{texts}</g>'
    )

"""A magic as a picture: its factor, mask and indices, and a harmful collision if there is one."""

from __future__ import annotations

from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from magicbb.pictures import palette
from magicbb.pictures.bits import bits_svg
from magicbb.pictures.board import board_svg
from magicbb.pictures.lettering import picture
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_WIDTH, _FOOT = 240, 40
_MOST_BITS = 12  # the maximum for which each index has its own cell

_NONE, _ONE, _SEVERAL = range(3)
_STYLES = {
    _NONE: (palette.SHADE, "", "none"),
    _ONE: (palette.ROOK, "", "one key"),
    _SEVERAL: (palette.SEVERAL, ".3 .2", "several"),
}


def index_map_svg(keys_of: Mapping[int, int], bits: int, *, marked: int | None = None) -> str:
    """Draw 2**bits indices as an SVG picture 240 pixels wide, from index 0 at the upper left.

    With more than 4,096 indices, a cell represents several consecutive ones and is drawn like the
    one with the most keys.

    Args:
        keys_of: The number of keys per index; unused indices may be omitted.
        bits: The number of index bits.
        marked: An index to mark with a ring.

    >>> print(index_map_svg({0: 1, 3: 2}, bits=3).splitlines()[1])
    <title>8 indices: 6 of no key, 1 of one, 1 of several</title>
    """
    shown = min(bits, _MOST_BITS)
    across, down = 1 << -(-shown // 2), 1 << shown // 2
    cells = [_NONE] * (across * down)
    for index, keys in keys_of.items():
        cell = index >> bits - shown
        cells[cell] = max(cells[cell], _ONE if keys == 1 else _SEVERAL)
    high = _WIDTH * down // across
    one = sum(keys == 1 for keys in keys_of.values())
    counts = ((1 << bits) - len(keys_of), one, len(keys_of) - one)
    words = (
        f"{1 << bits:,} indices: {counts[0]:,} of no key, {counts[1]:,} of one,"
        f" {counts[2]:,} of several"
    )
    layers = [
        f'<path fill="{palette.SHADE}" d="M0 0h{_WIDTH}v{high}H0z"/>',
        f'<g transform="scale({_WIDTH / across:g})" fill="none" stroke-width=".85">',
        *_bars(cells, across),
        "</g>",
        "" if marked is None else _ring(marked >> bits - shown, across, high),
        _legend(counts, high),
    ]
    return picture((_WIDTH, high + _FOOT), words, layers)


def _bars(cells: list[int], across: int) -> list[str]:
    """Draw the used cells: one path for each style, with one stroke for each run of equal cells."""
    paths = {_ONE: "", _SEVERAL: ""}
    for row, first in enumerate(range(0, len(cells), across)):
        column = 0
        for kind, run in groupby(cells[first : first + across]):
            length = len([*run])
            if kind in paths:
                paths[kind] += f"M{column} {row + 0.5:g}h{length}"
            column += length
    bars = []
    for kind, path in paths.items():
        colour, gaps, _ = _STYLES[kind]
        dashes = f' stroke-dasharray="{gaps}"' if gaps else ""
        if path:
            bars.append(f'<path stroke="{colour}"{dashes} d="{path}"/>')
    return bars


def _ring(cell: int, across: int, high: int) -> str:
    side = _WIDTH / across
    radius = min(max(side, 8), 14)
    # At an edge, move the ring inwards so that it is fully visible.
    row, column = divmod(cell, across)
    x = min(max((column + 0.5) * side, radius + 3), _WIDTH - radius - 3)
    y = min(max((row + 0.5) * side, radius + 3), high - radius - 3)
    ring = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"'
    return (
        f'<g class="magicbb-marked" fill="none"><circle {ring} stroke="{palette.PAPER}"'
        f' stroke-width="6"/><circle {ring} stroke="{palette.WRONG}" stroke-width="3"/></g>'
    )


def _legend(counts: tuple[int, ...], high: int) -> str:
    parts = ""
    for kind, (colour, gaps, name) in _STYLES.items():
        x, y = 84 * kind, high + 14
        dashes = ' stroke-dasharray="3 2"' if gaps else ""
        parts += (
            f'<path stroke="{colour}" stroke-width="11"{dashes} d="M{x} {y}h14"/>'
            f'<text x="{x + 18}" y="{y + 4}">{name}</text>'
            f'<text x="{x + 18}" y="{y + 18}" fill="{palette.FAINT_INK}">{counts[kind]:,}</text>'
        )
    return f'<g font-family="{palette.LETTERS}" font-size="12" fill="{palette.INK}">{parts}</g>'


_SIZE = 240


class Collision(NamedTuple):
    """Two keys with the same index but different attacks.

    Attributes:
        shared_index: The index of both keys.
        blockers: The two keys.
        attacks: The slider's attacks for each key.
    """

    shared_index: int
    blockers: tuple[int, int]
    attacks: tuple[int, int]


def magic_svg(
    name: str,
    factor: int,
    piece: tuple[int, str],
    mask: int,
    bits: int,
    indices: Iterable[int],
    collision: Collision | None = None,
) -> str:
    """Draw a magic as an SVG picture and return the SVG source.

    Args:
        name: The name of the magic.
        factor: The multiplier.
        piece: The square and the letter of the slider.
        mask: The relevant squares.
        bits: The number of index bits.
        indices: The index of each key.
        collision: Two keys that show why the number is not a magic; None if it is one.
    """
    square, letter = piece
    keys_of = Counter(indices)
    keys, used = keys_of.total(), len(keys_of)
    panels = [
        Panel(
            bits_svg(factor, size=_SIZE),
            "factor",
            f"{factor:#018x}, {_counted(factor.bit_count(), 'one')}",
        ),
        Panel(
            board_svg({square: letter}, shaded=mask, size=_SIZE),
            "mask",
            f"{mask.bit_count()} relevant squares, hence {keys:,} keys",
        ),
        Panel(
            index_map_svg(
                keys_of, bits, marked=None if collision is None else collision.shared_index
            ),
            "keys per index",
            f"{_counted(bits, 'bit')}, {1 << bits:,} indices, {used:,} of them used",
        ),
    ]
    verdict = "It works: no two keys share an index."
    if collision is None and keys > used:
        verdict = (
            f"It works: {keys:,} keys share {used:,} indices, with"
            f" {_counted(keys - used, 'constructive collision')}."
        )
    if collision is not None:
        verdict = (
            f"It fails: two keys with different attacks have the index {collision.shared_index:,}."
        )
        for which, blockers, attacks in zip(
            ("one key", "the other key"), collision.blockers, collision.attacks, strict=True
        ):
            panels.append(
                Panel(
                    board_svg({square: letter}, occupied=blockers, marked=attacks, size=_SIZE),
                    f"{which} with index {collision.shared_index:,}",
                    f"blockers {blockers:#018x}",
                )
            )
    return sheet(panels, title=name, text=verdict, width=3 * _SIZE + 60)


def _counted(count: int, noun: str) -> str:
    """Return a number with its noun in the singular or plural: 1 bit, 2 bits."""
    return f"{count:,} {noun}{'s' * (count != 1)}"

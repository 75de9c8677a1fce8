"""A magic as a picture: its factor, its mask, its indices, and why it fails if it does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from magicbb.geometry.bitboards import squares_of
from magicbb.pictures.bits import bits_svg
from magicbb.pictures.board import board_svg
from magicbb.pictures.index_map import index_map_svg
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    from collections.abc import Iterable

_SIZE = 240


class Clash(NamedTuple):
    """Two keys of one index with different attacks.

    Attributes:
        shared_index: The index that both have.
        blockers: The two keys.
        attacks: What the slider attacks with each.
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
    clash: Clash | None = None,
) -> str:
    """Draw a magic as the text of an SVG picture.

    Args:
        name: Which one it is.
        factor: The multiplier.
        piece: The square and the letter of the slider.
        mask: The relevant squares.
        bits: How many bits an index has.
        indices: The index of each key.
        clash: Why the magic is none; None if it is one.
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
            board_svg({square: letter}, marked=mask, size=_SIZE),
            "mask",
            f"{mask.bit_count()} relevant squares, and so {keys:,} keys",
        ),
        Panel(
            index_map_svg(keys_of, bits, marked=None if clash is None else clash.shared_index),
            "keys of each index",
            f"{_counted(bits, 'bit')}, {1 << bits:,} indices, {used:,} of them used",
        ),
    ]
    if clash is None:
        saved = keys - used
        verdict = "It works: no two keys share an index."
        if saved:
            verdict = (
                f"It works: {used:,} indices do for {keys:,} keys, by"
                f" {_counted(saved, 'constructive collision')}."
            )
    else:
        verdict = (
            f"It fails: two keys with different attacks have the index {clash.shared_index:,}."
        )
        for which, blockers, attacks in zip(
            ("one key", "the other key"), clash.blockers, clash.attacks, strict=True
        ):
            men = dict.fromkeys(squares_of(blockers), "x") | {square: letter}
            panels.append(
                Panel(
                    board_svg(men, marked=attacks, size=_SIZE),
                    f"{which} with index {clash.shared_index:,}",
                    f"blockers {blockers:#018x}",
                )
            )
    return sheet(panels, title=name, text=verdict, width=3 * _SIZE + 60)


def _counted(count: int, noun: str) -> str:
    """Return a number with its noun: 1 bit, 2 bits."""
    return f"{count:,} {noun}{'s' * (count != 1)}"

"""What a word of 64 bits is in a language: computations are written down accordingly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.exports.bounds import Bounds
from magicbb.exports.pairs import in_lanes

if TYPE_CHECKING:
    from magicbb.exports.model import SliderModel

WORDS = {
    "wrapping": "a number of 64 bits",
    "checked": "a number of 64 bits that must not overflow unless that is said; see `bounds`",
    "unbounded": "a number of any size, to be cut off; see `bounds`",
    "pairs": "two numbers of 32 bits; see `pairs`",
}
"""The kinds of words."""


def in_words(part: SliderModel, element_bits: int, words: str) -> SliderModel:
    """A slider's part in words of a kind.

    Args:
        part: The part.
        element_bits: The bits of a slot.
        words: One of `WORDS`.
    """
    if words == "pairs":
        return in_lanes(part, element_bits)
    if words in {"checked", "unbounded"}:
        fields, loose = part.columns, words == "unbounded"
        return part.mapped(lambda body: Bounds(fields, element_bits).exact(body, loose=loose))
    return part

"""Forms: how a language writes an operation or a cast, with places for what it is done to."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, NamedTuple

from magicbb.exports.line_breaks import Operator, Written

if TYPE_CHECKING:
    from collections.abc import Callable

_PLACE = re.compile(r"\{(\d?)(?::(\w+))?(!?)\}")
_OPERATOR = re.compile(r"(?<= )[^\w\s()\[\],.{}]+(?= )")


class _Place(NamedTuple):
    """Where an operand stands in a form.

    Attributes:
        operand: Its number.
        wanted: The type that it has to have.
        depth: In how many brackets it stands.
        is_delimited: Whether it stands alone between brackets or commas.
        is_tight: Whether its operators have no spaces around them.
    """

    operand: int
    wanted: str
    depth: int
    is_delimited: bool
    is_tight: bool


class Form(NamedTuple):
    """How an operation or a cast is written.

    Attributes:
        pieces: Text, with its operators, and the places of operands.
        is_compound: Whether it needs brackets as an operand of another.
    """

    pieces: tuple[Written | _Place, ...]
    is_compound: bool

    def filled(self, operands: Callable[[int, str], Written]) -> Written:
        """The form with operands, each asked for by its number and the type that it has to have."""
        text, operators = "", list[Operator]()
        for piece in self.pieces:
            written, depth = (piece, 0) if isinstance(piece, Written) else _operand(piece, operands)
            operators += (each.moved(len(text), depth) for each in written.operators)
            text += written.text
        return Written(text, tuple(operators), self.is_compound)


def _operand(place: _Place, operands: Callable[[int, str], Written]) -> tuple[Written, int]:
    written = operands(place.operand, place.wanted)
    if place.is_tight:
        return written.tight, place.depth
    if place.is_delimited or not written.is_compound:
        return written, place.depth
    inner = tuple(operator.moved(1, 1) for operator in written.operators)
    return Written(f"({written.text})", inner), place.depth


@functools.cache
def parse_form(text: str) -> Form:
    """Read a form such as ``"{0} >> {1:shift}"``.

    >>> parse_form("table[{0:index}]").is_compound, parse_form("{0} + {1}").is_compound
    (False, True)
    """
    depth, start, is_compound = 0, 0, False
    pieces: list[Written | _Place] = []

    def read(literal: str) -> None:
        nonlocal depth, is_compound
        depths = []
        for character in literal:
            depth += (character in "([") - (character in ")]")
            depths.append(depth)
            is_compound |= character == " " and depth == 0
        found = ((*each.span(), depths[each.start()]) for each in _OPERATOR.finditer(literal))
        pieces.append(Written(literal, tuple(Operator(at, *span) for *span, at in found)))

    for match in _PLACE.finditer(text):
        before, after = text[: match.start()], text[match.end() :]
        read(before[start:])
        is_delimited = before.endswith(("(", "[", ", ")) and after.startswith((")", "]", ","))
        operand, wanted, tight = match.groups()
        place = _Place(int(operand or 0), wanted or "word", depth, is_delimited, bool(tight))
        pieces.append(place)
        start = match.end()
    read(text[start:])
    return Form(tuple(pieces), is_compound)

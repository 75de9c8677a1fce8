"""Forms: how a language writes an operation or a cast, with places for what it is done to."""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING, NamedTuple

from magicbb.exports.line_breaks import Operator, Written

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_PLACE_OR_OPERATOR = re.compile(r"\{(\d?)(?::(\w+))?(!?)\}|( [^\w\s()\[\],.{}]+ )")


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

    def filled(self, operand: Written) -> Iterator[str | Operator]:
        """The pieces of an operand that stands there."""
        if self.is_tight:
            operand = operand.tight
        is_bracketed = operand.is_compound and not self.is_delimited
        yield "(" * is_bracketed
        for piece in operand.pieces:
            if isinstance(piece, Operator):
                yield Operator(piece.text, piece.depth + self.depth + is_bracketed)
            else:
                yield piece
        yield ")" * is_bracketed


class Form(NamedTuple):
    """How an operation or a cast is written.

    Attributes:
        pieces: Text, with its operators, and the places of operands.
        is_compound: Whether it needs brackets as an operand of another.
    """

    pieces: tuple[str | Operator | _Place, ...]
    is_compound: bool

    def filled(self, operands: Callable[[int, str], Written]) -> Written:
        """The form with operands, each asked for by its number and the type that it has to have."""
        pieces: list[str | Operator] = []
        for piece in self.pieces:
            if isinstance(piece, _Place):
                pieces += piece.filled(operands(piece.operand, piece.wanted))
            else:
                pieces.append(piece)
        return Written(tuple(pieces), self.is_compound)


@functools.cache
def parse_form(text: str) -> Form:
    """Read a form such as ``"{0} >> {1:shift}"``.

    >>> parse_form("table[{0:index}]").is_compound, parse_form("{0} + {1}").is_compound
    (False, True)
    """
    depths = [*itertools.accumulate((each in "([") - (each in ")]") for each in text)]
    pieces: list[str | Operator | _Place] = []
    end = 0
    for match in _PLACE_OR_OPERATOR.finditer(text):
        start, depth = match.start(), depths[match.start()]
        pieces.append(text[end:start])
        end = match.end()
        operand, wanted, tight, operator = match.groups()
        if operator:
            pieces.append(Operator(operator, depth))
        else:
            is_opened = text.endswith(("(", "[", ", "), 0, start)
            is_delimited = is_opened and text.startswith((")", "]", ","), end)
            place = _Place(int(operand or 0), wanted or "word", depth, is_delimited, bool(tight))
            pieces.append(place)
    is_compound = (" ", 0) in zip(text, depths, strict=True)
    return Form((*pieces, text[end:]), is_compound)

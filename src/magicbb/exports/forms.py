"""The syntax of a language's operations and casts, and the breaking of long statements.

Operators are kept separate from the rest of an expression's text, so that statements can be broken
at them.
"""

from __future__ import annotations

import functools
import itertools
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PLACE_OR_OPERATOR = re.compile(r"\{(\d?)(?::(\w+))?(!?)\}|( [^\w\s()\[\],.{}]+ )")

WIDTH = 100
"""The maximum length of a line."""


class Operator(NamedTuple):
    """An operator in source code.

    Attributes:
        text: The operator with a space on either side.
        depth: Its nesting depth in brackets.
    """

    text: str
    depth: int

    def __str__(self) -> str:
        """The text."""
        return self.text


class Breaks(NamedTuple):
    """How a language breaks long statements.

    Attributes:
        by: The extra indentation of continuation lines, in columns.
        behind: Whether a line is broken after an operator rather than before it.
        inside: Whether a line is broken inside the brackets of the last operand instead.
    """

    by: int = 4
    behind: bool = False
    inside: bool = False


@dataclass(frozen=True)
class Written:
    """An expression as source code.

    Attributes:
        pieces: The text, with its operators.
        is_compound: Whether it needs brackets as an operand.
        breaks: How long statements are broken; None if they are not broken.
    """

    pieces: tuple[str | Operator, ...]
    is_compound: bool = False
    breaks: Breaks | None = None

    def __str__(self) -> str:
        """The text."""
        return "".join(map(str, self.pieces))

    @property
    def tight(self) -> Written:
        """The expression without spaces around operators.

        >>> str(Written(("a", Operator(" + ", 0), "b")).tight)
        'a+b'
        """
        pieces = (each if isinstance(each, str) else each.text.strip() for each in self.pieces)
        return Written(("".join(pieces),))

    def statement(self, before: str, after: str, column: int) -> str:
        """A statement that contains the expression, in lines of at most 100 characters if possible.

        The statement is broken at the outermost operators first, or before the expression if it has
        no operators.

        Args:
            before: The text before the expression.
            after: The text after it.
            column: The column in which the statement starts.

        >>> code = Written(
        ...     ("x" * 60, Operator(" + ", 0), "(y", Operator(" & ", 1), "z" * 30, ")"),
        ...     breaks=Breaks(2),
        ... )
        >>> print(code.statement("word = ", ";", 0))
        word = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
          + (y & zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz);
        """
        if self.breaks is None:
            return f"{before}{self}{after}"
        indent = column + self.breaks.by
        if self.breaks.inside:
            return self._broken_inside(before, after, column, indent)
        if not any(isinstance(piece, Operator) for piece in self.pieces):
            line = f"{before}{self}{after}"
            is_whole = not before or fits(" " * column + line)
            return line if is_whole else f"{before.rstrip()}\n{' ' * indent}{self}{after}"
        return _broken([before, *self.pieces, after], column, indent, self.breaks)

    def _broken_inside(self, before: str, after: str, column: int, indent: int) -> str:
        line, start = f"{before}{self}{after}", 0  # of the last operand
        for place, piece in enumerate(self.pieces, 1):
            if isinstance(piece, Operator) and piece.depth == 0:
                start = place
        last = "".join(map(str, self.pieces[start:]))
        if fits(" " * column + line) or not (last.startswith("(") and last.endswith(")")):
            return line
        first = str(self).removesuffix(last)
        return f"{before}{first}(\n{' ' * indent}{last[1:-1]}\n{' ' * column}){after}"


def _broken(pieces: Sequence[str | Operator], column: int, indent: int, breaks: Breaks) -> str:
    line = "".join(map(str, pieces))
    operators = {at: piece for at, piece in enumerate(pieces) if isinstance(piece, Operator)}
    if column + len(line) <= WIDTH or not operators:
        return line
    outermost = min(operators, key=lambda at: operators[at].depth)
    operator = operators[outermost].text.strip()
    ends, starts = (f" {operator}", "") if breaks.behind else ("", f"{operator} ")
    deeper = indent + breaks.by
    first = _broken([*pieces[:outermost], ends], column, deeper, breaks)
    rest = _broken([starts, *pieces[outermost + 1 :]], indent, deeper, breaks)
    return f"{first}\n{' ' * indent}{rest}"


class _Place(NamedTuple):
    """The place of an operand in a form."""

    operand: int
    wanted: str  # the required type
    depth: int
    is_delimited: bool  # it stands alone between brackets or commas
    is_tight: bool  # its operators have no spaces around them

    def filled(self, operand: Written) -> Iterator[str | Operator]:
        """The pieces of an operand that is inserted at this place."""
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
    """The syntax of an operation or a cast, with placeholders for operands.

    Attributes:
        pieces: The text, the operators, and the places of operands.
        is_compound: Whether the result needs brackets as an operand.
    """

    pieces: tuple[str | Operator | _Place, ...]
    is_compound: bool

    def filled(self, operands: Callable[[int, str], Written]) -> Written:
        """The form with operands, each of which `operands` returns for a number and a type."""
        pieces: list[str | Operator] = []
        for piece in self.pieces:
            if isinstance(piece, _Place):
                pieces += piece.filled(operands(piece.operand, piece.wanted))
            else:
                pieces.append(piece)
        return Written(tuple(pieces), self.is_compound)


@functools.cache
def parse_form(text: str) -> Form:
    """Parse a form such as ``"{0} >> {1:shift}"``.

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


def fits(line: str, width: int = WIDTH) -> bool:
    """Whether every line of a text fits the width."""
    return all(len(each) <= width for each in line.split("\n"))


def below(text: str) -> str:
    """Spaces as wide as a text, to align the next line with its end."""
    return " " * len(text)


def column(rows: Sequence[str]) -> list[str]:
    """Pad rows to equal length, so that another column can be appended.

    >>> column(["1,", "100,"])
    ['1,  ', '100,']
    """
    return [row.ljust(max(map(len, rows))) for row in rows]

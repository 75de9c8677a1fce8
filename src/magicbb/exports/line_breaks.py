"""Source code that knows its operators, and so where a long statement can be broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 100
"""The longest line."""


class Operator(NamedTuple):
    """An operator in source code.

    Attributes:
        text: The operator with a space on either side.
        depth: In how many brackets it stands.
    """

    text: str
    depth: int

    def __str__(self) -> str:
        """The text."""
        return self.text


class Breaks(NamedTuple):
    """How a language breaks long statements.

    Attributes:
        by: By how many columns the next line is indented more.
        behind: Whether the operator stays in the line before.
    """

    by: int = 4
    behind: bool = False


@dataclass(frozen=True)
class Written:
    """An expression as source code.

    Attributes:
        pieces: The text, with its operators.
        is_compound: Whether it needs brackets as an operand.
        breaks: How long statements are broken; None if they are not.
    """

    pieces: tuple[str | Operator, ...]
    is_compound: bool = False
    breaks: Breaks | None = None

    def __str__(self) -> str:
        """The text."""
        return "".join(map(str, self.pieces))

    @property
    def tight(self) -> Written:
        """The same without spaces around operators.

        >>> str(Written(("a", Operator(" + ", 0), "b")).tight)
        'a+b'
        """
        pieces = (each if isinstance(each, str) else each.text.strip() for each in self.pieces)
        return Written(("".join(pieces),))

    def statement(self, before: str, after: str, column: int) -> str:
        """A statement with the expression, in lines of at most 100 characters where that can be.

        It is broken at its outermost operator, the first of them, and so on.

        Args:
            before: What stands before the expression.
            after: What stands behind it.
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
        pieces = [before, *self.pieces, after]
        return _broken(pieces, column, column + self.breaks.by, self.breaks)


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


def fits(line: str, width: int = WIDTH) -> bool:
    """Whether something fits into a line."""
    return len(line) <= width


def below(text: str) -> str:
    """As many spaces as a text has characters, for what stands below its end."""
    return " " * len(text)


def column(rows: Sequence[str]) -> list[str]:
    """Rows as long as the longest, for what stands behind them in a column.

    >>> column(["1,", "100,"])
    ['1,  ', '100,']
    """
    return [row.ljust(max(map(len, rows))) for row in rows]

"""Source code that knows its operators, and so where a long statement can be broken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 100
"""The longest line."""


class Operator(NamedTuple):
    """An operator in a text, with a space on either side.

    Attributes:
        depth: In how many brackets it stands.
        start: The column of its first character.
        end: The column behind its last.
    """

    depth: int
    start: int
    end: int

    def moved(self, columns: int, depth: int = 0) -> Operator:
        """The operator in a text around this one."""
        return Operator(self.depth + depth, self.start + columns, self.end + columns)


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
        text: The text.
        operators: The operators in it, from left to right.
        is_compound: Whether it needs brackets as an operand.
        breaks: How long statements are broken; None if they are not.
    """

    text: str
    operators: tuple[Operator, ...] = ()
    is_compound: bool = False
    breaks: Breaks | None = None

    def __str__(self) -> str:
        """The text."""
        return self.text

    @property
    def tight(self) -> Written:
        """The same without spaces around operators.

        >>> str(Written("a + b", (Operator(0, 2, 3),)).tight)
        'a+b'
        """
        parts, start = [], 0
        for operator in self.operators:
            parts += [self.text[start : operator.start - 1], self.text[operator[1] : operator[2]]]
            start = operator.end + 1
        return Written("".join([*parts, self.text[start:]]))

    def statement(self, before: str, after: str, column: int) -> str:
        """A statement with the expression, in lines of at most 100 characters where that can be.

        It is broken at its outermost operator, the first of them, and so on.

        Args:
            before: What stands before the expression.
            after: What stands behind it.
            column: The column in which the statement starts.

        >>> text = f"{'x' * 60} + (y & {'z' * 30})"
        >>> operators = Operator(0, 61, 62), Operator(1, 66, 67)
        >>> print(Written(text, operators, breaks=Breaks(2)).statement("word = ", ";", 0))
        word = xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
          + (y & zzzzzzzzzzzzzzzzzzzzzzzzzzzzzz);
        """
        line = f"{before}{self.text}{after}"
        if self.breaks is None:
            return line
        operators = [operator.moved(len(before)) for operator in self.operators]
        return _broken(line, operators, column, column + self.breaks.by, self.breaks)


def _broken(line: str, operators: list[Operator], column: int, indent: int, breaks: Breaks) -> str:
    inner = [operator for operator in operators if operator.start > 0]
    if column + len(line) <= WIDTH or not inner:
        return line
    outermost = min(inner, key=lambda operator: (operator.depth, operator.start))
    end = outermost.end if breaks.behind else outermost.start - 1
    head = [operator for operator in operators if operator.end < end]
    tail = [operator.moved(-end - 1) for operator in operators if operator.start > end]
    deeper = indent + breaks.by
    first = _broken(line[:end], head, column, deeper, breaks)
    return f"{first}\n{' ' * indent}{_broken(line[end + 1 :], tail, indent, deeper, breaks)}"


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

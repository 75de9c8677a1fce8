"""Long statements in lines of at most 100 characters, for languages without a formatter to obey."""

from __future__ import annotations

WIDTH = 100

_OPERATORS = {"|", "^", "&", "+", "-", "*", "<<", ">>", ">>>"}


def wrapped(text: str, start: int, indent: int, step: int) -> str:
    """Break a statement before its outermost operator, the first of them, and so on.

    Args:
        text: The statement.
        start: The column in which it starts.
        indent: The column in which its next line starts.
        step: By how much lines within that are indented more.

    >>> print(wrapped(f"{'x' * 60} + (y & {'z' * 40})", 0, 4, 4))
    xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
        + (y & zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz)
    """
    place = _outermost_operator(text)
    if start + len(text) <= WIDTH or place is None:
        return text
    first = wrapped(text[: place - 1], start, indent + step, step)
    rest = wrapped(text[place:], indent, indent + step, step)
    return f"{first}\n{' ' * indent}{rest}"


def _outermost_operator(text: str) -> int | None:
    """Where the first operator of those in the fewest brackets stands; None if there is none."""
    found: tuple[int, int] | None = None
    column = depth = 0
    for word in text.split(" "):
        if column and word in _OPERATORS and (found is None or depth < found[0]):
            found = depth, column
        depth += sum(word.count(bracket) for bracket in "([")
        depth -= sum(word.count(bracket) for bracket in ")]")
        column += len(word) + 1
    return found[1] if found else None

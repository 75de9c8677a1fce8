"""Find the arrays that take part in the expressions shifted by the code.

A look-up shifts the product of blockers and a magic, which may have been assigned to a variable
before, as in `hashed = (occupied & masks[square]) * magics[square]; hashed >> 52`. Statements are
read one after the other; a variable stands for the arrays in the expression last assigned to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from magicbb.tables.imports.sources.names import name_before
from magicbb.tables.imports.sources.tokens import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from magicbb.tables.imports.sources.pasted import Pasted

Token = tuple[str, str, int]
"""The kind of a token, its text and its position."""

MAGIC = re.compile("magic", re.IGNORECASE)
"""Matches fields and arrays that may be magics, even if no array in the source has the name."""

_COUNTING = re.compile(
    "pop_?c(?:ou)?nt|bit_?count|ones_?count|count_?(?:set_?)?(?:bits|ones)", re.IGNORECASE
)
"""Matches the names of functions that count the bits of a word."""

_FUNCTIONS = frozenset(["def", "fn", "func", "fun", "function", "sub", "proc", "procedure"])
"""Words that begin a function, and so end the use of the previous one's variables."""

_LONGEST = 400
"""The maximum number of tokens of a statement that are kept: more are not code but data."""

_CONTINUED = frozenset("=*+-/%|&^<>.?,")
"""Signs at the end of a line, or at the start of the next, within one statement."""

_TIGHTER = frozenset(["*", "/", "%", "+", "-", ".", "::", "~"])
"""Signs that bind tighter than a shift in C and most languages."""

_OPENING, _CLOSING = ("(", "["), (")", "]")
_BOUNDS = (";", "{", "}")


@dataclass(frozen=True)
class _Shift:
    """A shift in a statement: its sign, its operand's first token, and its amount's first token."""

    sign: str
    first: int
    place: int


def with_shifted_names(contents: Sequence[tuple[str, Pasted]]) -> None:
    """Add to the shifts of several texts the names of the arrays that are shifted.

    Args:
        contents: The texts, each with its contents, which are changed.
    """
    words = {part for _, pasted in contents for array in pasted.arrays for part in array.words}
    for text, pasted in contents:
        if ">>" in text:
            scan = _Scan(frozenset(words))
            for statement, end in _statements(text):
                scan.read(statement, end)
            pasted.code = [
                replace(each, names=scan.names[each.start]) if each.start in scan.names else each
                for each in pasted.code
            ]
            pasted.counted |= scan.counted()


class _Scan:
    """Reads statements, and keeps the names of arrays that each shift and variable depends on."""

    def __init__(self, arrays: frozenset[str]) -> None:
        self.names: dict[int, frozenset[str]] = {}
        self._arrays = arrays
        self._scopes: list[dict[str, frozenset[str]]] = [{}]
        self._amounts: dict[int, set[str]] = {}
        self._counts: set[str] = set()

    def read(self, tokens: Sequence[Token], end: str) -> None:
        """Read the next statement, and the token that ends it, if any."""
        if any(token in _FUNCTIONS for _, token, _ in tokens):
            self._scopes[-1].clear()
        shifts = [*_shifts(tokens)]
        right = [shift for shift in shifts if shift.sign == ">>"]
        indices = _indices_around(tokens) if shifts else []
        for shift in right:
            start = tokens[shift.place][2]
            self.names[start] = self._names_in(tokens[shift.first : shift.place])
            self._amounts[start] = _words(_amount(tokens[shift.place :]))
        for shift in shifts:
            if shift.sign == "<<" and _is_of_square(shift, tokens, right):
                index = indices[shift.place]
                beside = [each.place for each in right if indices[each.place] == index]
                names = (self.names[tokens[place][2]] for place in beside)
                self.names[tokens[shift.place][2]] = frozenset[str]().union(*names)
        self._assign(tokens)
        if end == "{":
            self._scopes.append({})
        elif end == "}" and len(self._scopes) > 1:
            self._scopes.pop()

    def counted(self) -> set[str]:
        """Return the names of arrays shifted right by a counted number of bits."""
        return {
            name
            for start, words in self._amounts.items()
            if words & self._counts or any(map(_COUNTING.search, words))
            for name in self.names[start]
        }

    def _assign(self, tokens: Sequence[Token]) -> None:
        sign = next((at for at, token in enumerate(tokens) if token[1] in ("=", ":=")), 0)
        if not sign:
            return
        variables, value = _assigned(tokens[: sign + 1]), tokens[sign + 1 :]
        if any(map(_COUNTING.search, _words(value))):
            self._counts |= variables
        names = self._names_in(value)
        is_change = tokens[sign - 1][0] == "sign"  # *=
        for variable in variables:
            # The second of two assignments of magics may depend on a condition.
            old = self._variable(variable) if is_change or names else frozenset()
            self._scopes[-1][variable] = names | old

    def _names_in(self, tokens: Sequence[Token]) -> frozenset[str]:
        """Return the names of arrays that an expression depends on, except in indices."""
        names: set[str] = set()
        depth = 0
        for place, each in enumerate(tokens):
            kind, token, _ = each
            depth += (each[1] == "[") - (each[1] == "]")
            if kind != "word" or depth > 0:
                continue
            before = tokens[place - 1][1] if place else ""
            after = tokens[place + 1][1] if place + 1 < len(tokens) else ""
            is_field = before in (".", ">", "::")
            if token in self._arrays or ((is_field or after == "[") and MAGIC.search(token)):
                names.add(token)
            elif not is_field:
                names |= self._variable(token)
        return frozenset(names)

    def _variable(self, name: str) -> frozenset[str]:
        scopes = (scope[name] for scope in reversed(self._scopes) if name in scope)
        return next(scopes, frozenset())


def _statements(text: str) -> Iterator[tuple[list[Token], str]]:
    """Split a text into statements; yield the tokens of each, and the sign that ends it, if any.

    A line ends a statement, too, unless brackets are open or the next line continues it.
    """
    tokens: list[Token] = []
    depth = last = 0
    for each in tokens_of(text):
        _, token, start = each
        is_next = not depth and tokens and "\n" in text[last:start]
        if is_next and tokens[-1][1] not in _CONTINUED and token not in (*_CONTINUED, ":"):
            yield tokens, ""
            tokens = []
        last = start + len(token)
        if token in _BOUNDS:
            yield tokens, token
            tokens, depth = [], 0
            continue
        depth = max(0, depth + (token in _OPENING) - (token in _CLOSING))
        tokens.append(each)
        if len(tokens) > _LONGEST:
            del tokens[: _LONGEST // 2]
    yield tokens, ""


def _shifts(tokens: Sequence[Token]) -> Iterator[_Shift]:
    """Yield the shifts in a statement."""
    for place in range(2, len(tokens)):
        sign = tokens[place - 2][1] + tokens[place - 1][1].rstrip("=")
        if sign in ("<<", ">>") and tokens[place][1] not in ("<", ">", ">="):
            end = place - 2
            while end and tokens[end - 1][1] == sign[0]:
                end -= 1  # the shift may be >>>
            yield _Shift(sign, _operand(tokens, end), place)


def _operand(tokens: Sequence[Token], end: int) -> int:
    """Return the place of the first token of the expression that ends before a sign."""
    first, depth = end, 0
    while first:
        kind, token, _ = tokens[first - 1]
        if token in _CLOSING:
            depth += 1
        elif token in _OPENING and depth:
            depth -= 1
        elif not depth:
            after = tokens[first] if first < end else ("", "", 0)
            is_apart = after[0] in ("word", "number") and "as" not in (token, after[1])
            if kind == "word" and is_apart:
                break
            if kind not in ("word", "number") and not _is_tighter(tokens, first - 1):
                break
        first -= 1
    return first


def _is_of_square(shift: _Shift, tokens: Sequence[Token], right: Sequence[_Shift]) -> bool:
    """Whether a left shift may be that of the square: of a variable, and not hashed itself."""
    sign = shift.place - 2
    inside = any(each.first <= sign < each.place - 2 for each in right)
    return not inside and tokens[sign - 1][0] != "number"


def _indices_around(tokens: Sequence[Token]) -> list[int]:
    """For each token, return the place of the square bracket around it; -1 if there is none."""
    opened, found = [-1], []
    for place, each in enumerate(tokens):
        found.append(opened[-1])
        if each[1] == "[":
            opened.append(place)
        elif each[1] == "]" and len(opened) > 1:
            opened.pop()
    return found


def _amount(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the tokens of the expression after a shift's sign."""
    depth = 0
    for place, (kind, token, _) in enumerate(tokens):
        depth += (token in _OPENING) - (token in _CLOSING)
        is_looser = kind in ("sign", "break") and not _is_tighter(tokens, place)
        if depth < 0 or (is_looser and not depth):
            return tokens[:place]
    return tokens


def _is_tighter(tokens: Sequence[Token], place: int) -> bool:
    """Whether a sign binds tighter than a shift, as do operators and the arrow of a pointer."""
    is_arrow = [each[1] for each in tokens[max(0, place - 1) : place + 1]] == ["-", ">"]
    return is_arrow or tokens[place][1] in _TIGHTER


def _assigned(tokens: Sequence[Token]) -> set[str]:
    """Return the names before an assignment sign, as in `mask, magic = ...`."""
    parts = groupby(_outside_brackets(tokens[:-1]), key=lambda each: each[1] == ",")
    names = {name_before([*part, tokens[-1]], labelled=True) for _, part in parts}
    return names - {""}


def _outside_brackets(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens outside all brackets, except those still open at the end."""
    kept: list[Token] = []
    opened: list[int] = []
    for each in tokens:
        kept.append(each)
        if each[1] in _OPENING:
            opened.append(len(kept) - 1)
        elif each[1] in _CLOSING and opened:
            del kept[opened.pop() :]
    yield from kept


def _words(tokens: Sequence[Token]) -> set[str]:
    return {token for kind, token, _ in tokens if kind == "word"}

"""Check masks and other arrays whose order differs from that of the magics.

If the orders differ, a program that indexes masks and magics alike reads the mask of the wrong
square. It is correct only if it indexes them differently, as in `masks[square ^ 56]` and
`magics[square]`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING

from magicbb.tables.imports.sources.tokens import number_of, tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from magicbb.tables.imports.recognition.known_contents import KnownContents
    from magicbb.tables.imports.slider_part import SliderPart
    from magicbb.tables.imports.sources.pasted import PastedArray
    from magicbb.tables.imports.sources.source_text import SourceText

Indexing = tuple[tuple[str, ...], ...]
"""The tokens of each index in an array access; constant indices are omitted."""

_SQUARE = "square"
"""A placeholder for any variable in an index."""

_OPENING, _CLOSING = "([{", ")]}"
_LONGEST = 40
"""The maximum number of tokens in an index."""


def order_of(
    array: PastedArray, role: KnownContents, part: SliderPart, texts: Sequence[SourceText]
) -> tuple[str, bool]:
    """Describe an array whose order differs from the magics', and return whether this is an error.

    Args:
        array: The array.
        role: The array's contents.
        part: The slider's part, with its magics.
        texts: The source code.
    """
    magics = part.trial.array
    said = (
        f"{array} holds the {role.slider}'s {role.name} in the order {role.mapping.name}, but "
        f"{magics} holds the magics in the order {part.mapping.name}"
    )
    if array.table == magics.table:
        return f"{said}, though they are fields of the same records", True
    indexings = indexings_in(texts)
    own, others = (indexings[_base(each)] for each in (array, magics))
    if not own or not others or own & others:
        alike = "both use the same index" if own & others else "no code indexes them differently"
        return f"{said}, and {alike}; to check only the magics, choose magics-only", True
    indices = f"{_written(own)} and {_written(others)}"
    if len(own) == len(others) == 1:
        places = [_places(indexing) for (indexing,) in (own, others)]
        if None not in places:
            squares = zip(*(map(int, each or ()) for each in places), strict=True)
            goes = all(
                role.mapping.squares[mine] == part.mapping.squares[magic] for mine, magic in squares
            )
            if goes:
                return f"{said}; {indices} refer to the same squares", False
            return f"{said}, and {indices} do not refer to the same squares", True
    return f"{said}; whether {indices} refer to the same squares was not checked", False


def indexings_in(texts: Iterable[SourceText]) -> defaultdict[str, set[Indexing]]:
    """Find the ways in which the code indexes each name.

    Casts and the names of variables are ignored.

    >>> from magicbb.tables.imports.sources.source_text import SourceText
    >>> text = "U64 masks[64]; x & masks[1][sq ^ 56] & masks[0][s ^ 56]"
    >>> [*indexings_in([SourceText(text)])["masks"]]
    [(('square', '^', '56'),)]
    """
    found: defaultdict[str, set[Indexing]] = defaultdict(set)
    for text in texts:
        tokens = [*tokens_of(text.content)]
        for place, (kind, name, _) in enumerate(tokens):
            if kind == "word" and tokens[place + 1 : place + 2] and tokens[place + 1][1] == "[":
                indexing = tuple(_indices(tokens, place + 1))
                if indexing:
                    found[name].add(indexing)
    return found


def _indices(tokens: Sequence[tuple[str, str, int]], place: int) -> Iterator[tuple[str, ...]]:
    """Yield the contents of consecutive brackets, except constants and types."""
    while place < len(tokens) and tokens[place][1] == "[":
        depth, first = 0, place + 1
        while place < min(len(tokens), first + _LONGEST):
            sign = tokens[place][1]
            depth += (sign in _OPENING) - (sign in _CLOSING)
            place += 1
            if not depth:
                break
        if depth:
            return
        index = _plain(tokens[first : place - 1])
        if index and not (len(index) == 1 and index[0].isdecimal()):
            yield index


def _plain(tokens: Sequence[tuple[str, str, int]]) -> tuple[str, ...]:
    """Normalise an index: one name for all variables, decimal numbers, and no casts."""
    words: list[str] = []
    for place, (kind, token, _) in enumerate(tokens):
        after = tokens[place + 1][1] if place + 1 < len(tokens) else ""
        if kind == "word" and after not in (*_OPENING, ".", "::"):
            words.append(token if token.isupper() else _SQUARE)
        elif kind == "number":
            words.append(str(number_of(token)))
        else:
            words.append(token)
    text = " ".join(words)
    text = re.sub(rf"\( {_SQUARE} \) (?={_SQUARE}\b|\()", "", text)  # (int) square
    text = re.sub(rf" (?:as )?{_SQUARE}(?: {_SQUARE})+$", f" {_SQUARE}", f" {text}")  # as usize
    while match := re.fullmatch(r"\( ([^()]*) \)", text.strip()):
        text = match[1]
    return tuple(text.split())


def _places(indexing: Indexing) -> list[int] | None:
    """Evaluate an index expression for all squares; None if it is not understood."""
    if len(indexing) != 1:
        return None
    (index,) = indexing
    match index:
        case (only,) if only == _SQUARE:
            return [*range(64)]
        case (one, "^", other) if _SQUARE in (one, other):
            turned = other if one == _SQUARE else one
            if turned.isdecimal() and int(turned) < 64:  # noqa: PLR2004 (squares)
                return [square ^ int(turned) for square in range(64)]
        case ("63", "-", only) if only == _SQUARE:
            return [63 - square for square in range(64)]
    return None


def _base(array: PastedArray) -> str:
    """Return the indexed name, such as `masks` for `tables.masks[0]`."""
    return re.split(r"\[| ", array.name)[0].rpartition(".")[2]


def _written(indexings: Iterable[Indexing]) -> str:
    return ", ".join(
        sorted("".join(f"[{' '.join(index)}]" for index in each) for each in indexings)
    )

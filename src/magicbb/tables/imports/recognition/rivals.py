"""Recognise the method of sources that compute attacks without magics.

If no array holds magics, the arrays and the code may indicate another method: line masks, for
example, indicate hyperbola quintessence. Comments are ignored. If a name in the code contains
"magic", the magics are reported as missing instead.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.geometry.squares import square_name
from magicbb.lookup.keys import row_of
from magicbb.recipes.rivals import RIVALS
from magicbb.recipes.rivals.lines import lines_of
from magicbb.tables.imports.findings import listed
from magicbb.tables.imports.recognition.known_contents import ENOUGH_SQUARES, words_of
from magicbb.tables.imports.recognition.rival_code import method_in_code
from magicbb.tables.imports.sources.tokens import tokens_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy.typing as npt

    from magicbb.tables.imports.sources.pasted import LongList, PastedArray
    from magicbb.tables.imports.sources.source_text import SourceText

METHODS = {
    "rays": "steps along rays",
    "bit scans": "rays cut off at the first piece",
    "rotated": "rotated bitboards",
    "kindergarten": "kindergarten bitboards",
    "hyperbola": "hyperbola quintessence",
    "obstruction": "obstruction difference",
    "kogge-stone": "Kogge-Stone fills",
    "fills": "step-by-step fills",
}
"""Descriptions of the known methods by name; a method in `RIVALS` has the same name there."""

_FEWEST = 2
"""The number of arrays needed to recognise a method; a single array may match by coincidence."""


def method_of(
    texts: Sequence[SourceText],
    arrays: Sequence[PastedArray],
    longs: Sequence[LongList] = (),
) -> str | None:
    """Describe the method of a source without magics; None if it is not recognised.

    Args:
        texts: The source code.
        arrays: The per-square arrays in the source.
        longs: Longer lists, which may consist of several arrays.

    >>> from magicbb.tables.imports.sources.source_text import SourceText
    >>> text = "int rook[4] = {-8, -1, 1, 8}, bishop[4] = {-9, -7, 7, 9};"
    >>> print(method_of([SourceText(text)], []))
    it holds no magics but uses steps along rays; verify reads only magics, but magicbb export \
rays --self-test writes a source that tests itself
    """
    tokens = [token for text in texts for token in tokens_of(text.content)]
    if any(kind == "word" and "magic" in token.lower() for kind, token, _ in tokens):
        return None
    method, found = _by_arrays([*arrays, *(each for flat in longs for each in flat.columns())])
    method = method or method_in_code(tokens)
    if not method:
        return None
    more = "another array" if len(found) == 2 else f"{len(found) - 1} more arrays"  # noqa: PLR2004
    seen = f", as {found[0]} and {more} show" if found else ""
    sentence = f"it holds no magics but uses {METHODS[method]}{seen}; verify reads only magics"
    if method in RIVALS:
        sentence += f", but magicbb export {method} --self-test writes a source that tests itself"
    wrong = [each for array in found for each in _wrong(array, method)]
    return "; ".join([sentence, *([listed(wrong)] if wrong else [])])


def _by_arrays(arrays: Sequence[PastedArray]) -> tuple[str, list[PastedArray]]:
    """Find the method that the most arrays match, and these arrays; both empty if too few match."""
    found: dict[str, list[PastedArray]] = {method: [] for method in METHODS}
    for array in arrays:
        for method in _methods_with(array):
            found[method].append(array)
    most = max(map(len, found.values()))
    best = [method for method in METHODS if len(found[method]) == most]
    return (best[0], found[best[0]]) if most >= _FEWEST else ("", [])


def _wrong(array: PastedArray, method: str) -> Iterator[str]:
    """Yield an error message for each wrong number in an array of a method."""
    methods, expected = _columns()
    orders = [*MAPPINGS.values()]
    numbers = words_of(array.numbers)
    right = expected == numbers
    agree = np.where([each == method for each in methods], np.count_nonzero(right, axis=1), 0)
    best = int(np.argmax(agree))
    if agree[best] >= ENOUGH_SQUARES:
        for place in np.flatnonzero(~right[best]).tolist():
            number, should = int(numbers[place]), int(expected[best, place])
            square = square_name(orders[best % len(orders)].squares[place])
            where = f"{square}: {array.number(place)}"
            yield f"{where} is {number:#x}, but should be {should:#x}"


def _methods_with(array: PastedArray) -> set[str]:
    methods, expected = _columns()
    agree = np.count_nonzero(expected == words_of(array.numbers), axis=1) >= ENOUGH_SQUARES
    named = {methods[place] for place in np.flatnonzero(agree).tolist()}
    return named | ({"rotated"} if _turns(array.numbers) else set())


@cache
def _columns() -> tuple[list[str], npt.NDArray[np.uint64]]:
    """Compute the contents of each method's arrays, for all square orders."""
    columns = [
        (name, rival.arrays().parameters[row_of(slider, 0) :][:64, place])
        for name, rival in RIVALS.items()
        for slider in SLIDERS
        for place in range(len(rival.fields(slider)))
    ]
    for slider in SLIDERS:
        lines = [lines_of(slider, square) for square in range(64)]
        for place in range(2):
            for side in ("lower", "upper"):
                ray = np.array([getattr(both[place], side) for both in lines], np.uint64)
                columns += [("bit scans", ray), ("obstruction", ray)]
    orders = [[*mapping.squares] for mapping in MAPPINGS.values()]
    expected = [column[order] for _, column in columns for order in orders]
    return [name for name, _ in columns for _ in orders], np.array(expected)


def _turns(numbers: Sequence[int]) -> bool:
    """Whether the numbers are the squares of a rotated board, with contiguous diagonals."""
    if sorted(numbers) != [*range(64)]:
        return False
    for step in (7, 9):
        beside = (
            abs(numbers[square + step] - numbers[square]) == 1
            for square in range(64 - step)
            if abs((square + step) % 8 - square % 8) == 1
        )
        if all(beside):
            return True
    return False

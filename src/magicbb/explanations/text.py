"""An explanation as text: small boards side by side, with explanations below.

A line is a list of text fragments, each with a style name; the caller decides how to render the
styles. The text is complete without styles: on boards that show the bits of a word, used bits are
shown as digits, and unused ones as x or dot.
"""

from __future__ import annotations

import textwrap
from itertools import zip_longest
from typing import TYPE_CHECKING, TypeAlias

from magicbb.geometry.bitboards import pext, squares_of
from magicbb.geometry.squares import square_at, square_name
from magicbb.pictures.bits import stretches
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from magicbb.explanations.stages import LookUp, Stage

Line: TypeAlias = "list[tuple[str, str]]"
"""Text fragments, each with its style: "", "title", "faint", "set", "taken" or "slider"."""

_Card: TypeAlias = "tuple[str, Sequence[Line]]"
"""A title, and the small board below it."""

NARROWEST = 60
_WIDEST_TEXT = 100
_BOARD = 15
_GAP = 4
_INDENT = 4
_MOST_BITS = 24
_MOST_SQUARES = 14


def stage_lines(explanation: LookUp, width: int) -> Iterator[Line]:
    """The steps of a look-up.

    Args:
        explanation: The look-up.
        width: The number of columns, at least 60.
    """
    width = max(width, NARROWEST)
    for text in _wrapped(explanation.title, width, 0):
        yield [(text, "title")]
    yield []
    letters = explanation.letters
    cards: list[_Card] = [("The board", _board_lines(explanation.occupied, letters, letters))]
    waiting: list[tuple[int, Stage]] = []
    for count, stage in enumerate(explanation.stages, start=1):
        if stage.step.kind != "number":
            title = f"{count} {stage.step.title}"
            if sum(_width(each) + _GAP for each, _ in cards) + _width(title) > width:
                yield from _group(cards, waiting, width)
                cards, waiting = [], []
            cards.append((title, _drawn(stage, explanation)))
        waiting.append((count, stage))
    yield from _group(cards, waiting, width)


def sharing_lines(explanation: LookUp, width: int) -> Iterator[Line]:
    """Lines about the other keys that lead to the slot; none for a non-magic method."""
    width, sharing = max(width, NARROWEST), explanation.sharing
    if sharing is None:
        return
    yield []
    yield [("Other keys of this slot", "title")]
    for text in sharing_sentences(explanation):
        yield from ([(line, "")] for line in _wrapped(text, min(width, _WIDEST_TEXT), 0))
    if sharing.example is not None:
        yield []
        blockers = explanation.occupied & explanation.piece.mask(explanation.square)
        own = explanation.own
        boards = (blockers, sharing.example, explanation.attacks)
        titles = ("These blockers", "and these", "share a slot")
        drawn = [_board_lines(board, own, own) for board in boards]
        yield from _side_by_side([*zip(titles, drawn, strict=True)])


def sharing_sentences(explanation: LookUp) -> list[str]:
    """Sentences about the other keys that lead to the slot; none for a non-magic method."""
    sharing = explanation.sharing
    if sharing is None:
        return []
    where, recipe = square_name(explanation.square), explanation.table.recipe
    alone = sharing.equal == 1
    sentences = [
        (
            f"The {explanation.piece} on {where} has {sharing.keys:,} sets of blockers; "
            f"{'only this one has' if alone else f'{sharing.equal:,} of them have'} these attacks."
        )
    ]
    if sharing.here > 1:
        sentences.append(
            f"{sharing.here:,} of those lead to slot {sharing.slot:,}. These collisions are "
            "constructive: all of these keys have the same attacks."
        )
    elif not alone:
        sentences.append(f"No other key with these attacks leads to slot {sharing.slot:,}.")
    if sharing.others:
        listed = sharing.names
        more = f" and {len(listed) - 4} more squares" if len(listed) > 4 else ""  # noqa: PLR2004
        come = "uses" if len(listed) == 1 else "use"
        why = (
            "each square reads only its own lines from it"
            if isinstance(recipe, Scheme) and recipe.storage.shareable
            else "its content is correct for all of them"
        )
        sentences.append(f"{', '.join(listed[:4])}{more} {come} this slot, too: {why}.")
    else:
        sentences.append("No other square uses this slot.")
    return sentences


def value_text(stage: Stage) -> str:
    """The value of a step as text: in hexadecimal, with its squares or bits."""
    value, step = stage.value, stage.step
    if step.kind == "board":
        count = value.bit_count()
        squares = [square_name(square) for square in squares_of(value)]
        listed = f": {' '.join(squares)}" if 0 < count <= _MOST_SQUARES else ""
        return f"{value:#018x}, {count} square{'s' * (count != 1)}{listed}"
    if step.kind != "number":
        if not stage.taken:
            return f"{value:#018x}"
        count = stage.taken.bit_count()
        bits = pext(value & stage.taken, stage.taken)
        return f"{value:#018x}; {runs(stage.taken)} are used: {bits:0{count}b}"
    number = stage.number
    if number < 64:  # noqa: PLR2004 (a shift amount, or a similarly small number)
        return f"{number:,}"
    is_sum = step.is_kept or step.expression.operation == "add"
    binary = "" if is_sum or number >= 1 << _MOST_BITS else f" = {number:#b}"
    return f"{number:,} = {number:#x}{binary}"


def runs(bits: int) -> str:
    """The positions of the set bits of a word, as a phrase.

    >>> runs(0b1110000), runs(0b1001)
    ('bits 4 to 6', 'bits 0 and 3')
    """
    return f"bits {' and '.join(stretches(squares_of(bits)))}"


def _group(
    cards: Sequence[_Card], stages: Sequence[tuple[int, Stage]], width: int
) -> Iterator[Line]:
    """Boards side by side, with their steps below."""
    yield from _side_by_side(cards)
    yield []
    for count, stage in stages:
        yield from _told(count, stage, min(width, _WIDEST_TEXT))
        yield []


def _told(count: int, stage: Stage, width: int) -> Iterator[Line]:
    step = stage.step
    done = "stored for the square" if step.is_kept else f"{step.key} = {step.formula}"
    title = f"{count:>2}  {step.title}  "
    if len(title) + len(done) <= width:
        yield [(title, "title"), (done, "faint")]
    else:
        yield [(title, "title")]
        yield from ([(line, "faint")] for line in _wrapped(done, width, _INDENT))
    yield from ([(line, "set")] for line in _wrapped(value_text(stage), width, _INDENT))
    yield from ([(line, "")] for line in _wrapped(step.sentence, width, _INDENT))


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    blank = " " * indent
    return textwrap.wrap(text, width, initial_indent=blank, subsequent_indent=blank)


def _side_by_side(cards: Sequence[_Card]) -> Iterator[Line]:
    if not cards:
        return
    titles: list[Line] = [[(title, "title")] for title, _ in cards]
    for row in (titles, *zip_longest(*(lines for _, lines in cards))):
        line: Line = []
        for (title, _), pieces in zip(cards, row, strict=True):
            used = sum(len(text) for text, _ in pieces)
            line += [*pieces, (" " * (_width(title) + _GAP - used), "")]
        yield line[:-1]


def _width(title: str) -> int:
    return max(_BOARD, len(title))


def _drawn(stage: Stage, explanation: LookUp) -> Sequence[Line]:
    """The value of a stage as a board."""
    if stage.step.kind == "board":
        own = explanation.own
        return _board_lines(stage.value, own, {} if stage.step.is_kept else own)
    return [
        [_bit(stage.value >> bit & 1, stage.taken >> bit & 1, last=bit % 8 == 7) for bit in row]  # noqa: PLR2004
        for row in _rows()
    ]


def _bit(value: int, taken: int, *, last: bool) -> tuple[str, str]:
    space = "" if last else " "
    if taken:
        return f"{value}{space}", "taken"
    return (f"x{space}", "set") if value else (f".{space}", "faint")


def _board_lines(squares: int, letters: Mapping[int, str], slider: Mapping[int, str]) -> list[Line]:
    """A set of squares drawn with x's and dots, and with letters for pieces."""

    def cell(square: int) -> tuple[str, str]:
        space = "" if square % 8 == 7 else " "  # noqa: PLR2004 (the last file)
        if square in letters and (square in slider or not squares >> square & 1):
            own = len(letters) == 1
            return f"{letters[square]}{space}", "slider" if own else "set"
        return (f"x{space}", "set") if squares >> square & 1 else (f".{space}", "faint")

    return [[cell(square) for square in row] for row in _rows()]


def _rows() -> list[list[int]]:
    return [[square_at(file, rank) for file in range(8)] for rank in range(7, -1, -1)]

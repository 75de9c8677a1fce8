"""One look-up with all its steps: the result of `magicbb.explain`."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from magicbb.arguments import parse_integer, short_repr
from magicbb.explanations.evaluation import evaluate
from magicbb.explanations.stages import LookUp, Stage
from magicbb.explanations.steps import steps_of
from magicbb.explanations.text import sharing_lines, sharing_sentences, stage_lines, value_text
from magicbb.geometry.bitboards import bitboard_of, parse_bitboard, squares_of
from magicbb.geometry.sliders import parse_rook_or_bishop
from magicbb.geometry.squares import SQUARE_NAMES, parse_square, square_name
from magicbb.lookup.keys import row_of
from magicbb.lookup.table import LookupTable
from magicbb.pictures.bits import bits_svg
from magicbb.pictures.board import board_svg, parse_pieces
from magicbb.pictures.drawing import save_svg
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from typing import SupportsIndex

    from magicbb.geometry.sliders import Slider
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table


_SIZE = 250
_COLUMNS = (5, 4, 3)
_SETS = ("attacks", "entry", "listed")
"""The suffixes of the keys of steps that yield attacked squares, which are drawn as such."""


@dataclass(frozen=True, repr=False)
class Explanation(LookUp):
    """One look-up explained step by step; it prints as text, and notebooks show a picture.

    The attributes are those of `LookUp`: `table`, `piece`, `square`, `occupied`, `pieces`,
    `stages`, `steps`, `attacks` and `sharing`. Indexing by the key of a step gives the value of the
    step.
    """

    def to_dict(self) -> dict[str, Any]:
        """The look-up as a dictionary, for JSON."""
        return {
            "scheme": self.table.choice.name,
            "piece": self.piece.name,
            "square": square_name(self.square),
            "occupied": f"{self.occupied:#018x}",
            "steps": [stage.to_dict() for stage in self.stages],
            "attacks": f"{self.attacks:#018x}",
            "squares": [SQUARE_NAMES[target] for target in squares_of(self.attacks)],
            "sharing": self.sharing and self.sharing.to_dict(),
        }

    def text(self, width: int = 80) -> str:
        """The look-up in words, numbers and small boards, in lines of at most `width` columns.

        A width below 60 counts as 60.

        Raises:
            ValueError: The width is less than 1.
            TypeError: The width is not an integer.
        """
        width = parse_integer(width, 1 << 31, "width must be a positive integer", start=1)
        lines = [*stage_lines(self, width), *sharing_lines(self, width)]
        return "".join("".join(part for part, _ in line).rstrip() + "\n" for line in lines)

    def svg(self) -> str:
        """The boards of all stages as one SVG picture."""
        return _picture(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to an SVG file; if this fails, leave the old file unchanged.

        Raises:
            ValueError: The suffix belongs to another file format.
            OSError: The file cannot be written.
        """
        save_svg(path, self.svg())

    def __reduce__(self) -> tuple[Any, ...]:
        """How to copy and pickle an explanation: explain the same look-up again."""
        again = functools.partial(explain, pieces=dict(self.pieces))
        return again, (self.table, self.piece, self.square, self.occupied)

    def __str__(self) -> str:
        """The text, 80 columns wide."""
        return self.text()

    def __repr__(self) -> str:
        """The title of the explanation, in angle brackets."""
        return f"<Explanation: {self.title}>"

    def _repr_svg_(self) -> str:
        return self.svg()


def explain(
    table: Table | RivalTable,
    piece: Slider | str,
    square: SupportsIndex | str,
    occupied: SupportsIndex,
    *,
    pieces: Mapping[int, str] | Mapping[str, str] | None = None,
) -> Explanation:
    """Explain one look-up, step by step.

    The steps are derived from the look-up kernels, so any scheme or non-magic method can be
    explained.

    Args:
        table: A table, as returned by `build` or `read`.
        piece: Rook or bishop.
        square: The square of the piece.
        occupied: The occupied squares.
        pieces: The letters of the pieces on the occupied squares, by square, for the pictures:
            those of FEN, or "x" for any piece.

    Raises:
        ValueError: The piece is the queen; the square or the occupied squares are out of range; or
            the squares of `pieces` are not exactly the occupied squares, or a letter is unknown.
        TypeError: An argument has the wrong type.

    >>> import magicbb as mb
    >>> explanation = explain(mb.build("fancy"), "rook", "a1", 0x10100)
    >>> explanation["blockers"] == 0x10100, explanation.attacks == 0x1FE
    (True, True)
    >>> [stage.step.key for stage in explanation.stages if stage.step.kind == "number"]
    ['shift', 'index', 'offset', 'slot']
    """
    if not isinstance(table, LookupTable):
        rule = 'table must be a table, for example build("fancy")'
        raise TypeError(f"{rule}, got {short_repr(table)}")
    slider = parse_rook_or_bishop(piece)
    place, board = parse_square(square), parse_bitboard(occupied)
    letters = dict.fromkeys(squares_of(board), "x") if pieces is None else parse_pieces(pieces)
    if bitboard_of(letters) != board:
        raise ValueError(
            f"pieces must stand on exactly the occupied squares {board:#x}, "
            f"got {bitboard_of(letters):#x}"
        )
    stages = _stages(table, slider, place, board)
    return Explanation(table, slider, place, board, MappingProxyType(letters), stages)


def _stages(
    table: Table | RivalTable, slider: Slider, square: int, occupied: int
) -> tuple[Stage, ...]:
    recipe = table.recipe
    record = map(int, table.parameters[row_of(slider, square)])
    names = {"square": square, "occupied": occupied}
    names |= dict(zip(recipe.fields(slider), record, strict=True))
    stages = []
    for step in steps_of(recipe, slider):
        value = evaluate(step.expression, names, table.slots, table.attack_sets, slider=slider)
        names[step.key] = value
        taken = 0 if step.taken is None else evaluate(step.taken, names)
        stages.append(Stage(step, value, taken))
    return tuple(stages)


def _picture(explanation: LookUp) -> str:
    """Draw the look-up as one SVG picture.

    Each board has a description below it; numbers are given below the board that they come from.
    """
    texts = [[f"The {explanation.piece} and the pieces around it."]]
    svgs = [board_svg(explanation.letters, size=_SIZE)]
    titles = ["The board"]
    for count, stage in enumerate(explanation.stages, start=1):
        step = stage.step
        done = step.title if step.is_kept else f"{step.title}, {step.formula}"
        if step.kind == "number":
            texts[-1].append(f"{count}. {done}: {value_text(stage)}")
            continue
        svgs.append(_drawn(stage, explanation))
        titles.append(f"{count}. {step.title}")
        number = f"{stage.value:#018x}" if step.kind == "board" else value_text(stage)
        formula = "" if step.is_kept else f"{step.formula} = "
        texts.append([step.sentence, f"{formula}{number}"])
    sharing = explanation.sharing
    if sharing is not None and sharing.example is not None:
        men = dict.fromkeys(squares_of(sharing.example), "x") | explanation.own
        svgs.append(board_svg(men, size=_SIZE))
        titles.append("The same slot")
        texts.append(sharing_sentences(explanation))
    panels = [
        Panel(svg, title, "\n".join(text))
        for svg, title, text in zip(svgs, titles, texts, strict=True)
    ]
    columns = max(_COLUMNS, key=lambda count: ((len(panels) - 1) % count + 1) / count)
    return sheet(panels, title=explanation.title, width=columns * (_SIZE + 20))


def _drawn(stage: Stage, explanation: LookUp) -> str:
    """Draw a board, a magic or a product as SVG."""
    step = stage.step
    if step.kind != "board":
        return bits_svg(stage.value, taken=stage.taken, size=_SIZE)
    own = explanation.own
    if step.key == "attacks":
        return board_svg(explanation.letters, marked=stage.value, size=_SIZE)
    if step.is_kept:
        return board_svg(own, shaded=stage.value, size=_SIZE)
    if step.name.endswith(_SETS):
        return board_svg(own, marked=stage.value, size=_SIZE)
    return board_svg(own | dict.fromkeys(squares_of(stage.value), "x"), size=_SIZE)

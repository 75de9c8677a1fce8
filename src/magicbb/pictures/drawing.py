"""Draw bitboards: one as a board, several side by side."""

from __future__ import annotations

import html
import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, SupportsIndex, cast, runtime_checkable

from magicbb.arguments import short_repr
from magicbb.files import write_whole
from magicbb.geometry.bitboards import parse_bitboard
from magicbb.pictures.board import board_svg
from magicbb.pictures.sheet import Panel, sheet

if TYPE_CHECKING:
    import os
    from typing import TypeAlias

    import numpy as np
    import numpy.typing as npt

    Square: TypeAlias = SupportsIndex | str
    Pieces: TypeAlias = Mapping[int, str] | Mapping[str, str]
    Bitboards: TypeAlias = SupportsIndex | Iterable[SupportsIndex] | npt.NDArray[np.integer[Any]]

_SINGLE, _ONE_OF_MANY = 360, 200  # pixels
_MOST = 128  # boards per drawing: one for each square of rook and bishop


@runtime_checkable
class DrawsItself(Protocol):
    """An object that notebooks show as a picture: a table, a magic or a position."""

    def _repr_svg_(self) -> str | None:
        """The picture; None if there is nothing to show."""


@dataclass(frozen=True, repr=False)
class Drawing:
    """A picture that notebooks display and that can be saved.

    Attributes:
        svg: The SVG source of the picture, which is also what `str` returns.
    """

    svg: str

    def __str__(self) -> str:
        """Return the SVG source of the picture."""
        return self.svg

    def __repr__(self) -> str:
        """Describe the picture briefly."""
        title = re.search("<title>(.*?)</title>", self.svg, re.DOTALL)
        words = html.unescape(title[1]) if title else ""
        longest = 60
        if len(words) > longest:
            words = f"{words[: longest - 3]}..."
        return f"<Drawing: {words}>"

    def _repr_svg_(self) -> str:
        """The picture, for notebooks."""
        return self.svg

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to an SVG file, atomically.

        Raises:
            ValueError: The suffix is that of another file format.
            OSError: The file cannot be written.
        """
        save_svg(path, self.svg)


def save_svg(path: str | os.PathLike[str], svg: str) -> None:
    """Write a picture as an SVG file; see `Drawing.save`."""
    suffix = Path(path).suffix
    if suffix.lower() not in {"", ".svg"}:
        raise ValueError(f"pictures are saved as SVG, not {suffix}")
    write_whole(path, svg.encode())


def draw(
    bitboard: Bitboards | DrawsItself = 0,
    *,
    pieces: Pieces | Sequence[Pieces] | None = None,
    occupied: Bitboards = 0,
    arrows: Sequence[tuple[Square, Square]] = (),
    last_move: tuple[Square, Square] | None = None,
    check: Square | None = None,
    captions: Sequence[str] | None = None,
    title: str = "",
    size: SupportsIndex | None = None,
    coordinates: bool = True,
    flipped: bool = False,
) -> Drawing:
    """Draw a bitboard: its empty squares are marked with dots, pieces on its squares with rings.

    A table, a magic or a position is drawn as in a notebook; all other arguments are ignored.

    The boards of an array of up to 128 bitboards are drawn side by side, in as many lines as
    needed. `occupied` and `pieces` may be lists with an item for each board; single values apply to
    all boards.

    Args:
        bitboard: The squares to mark, for example attacks; or an array of bitboards, of any shape;
            or a table, a magic or a position.
        pieces: The letter of the piece on each square: one of PNBRQK for White, pnbrqk for Black,
            or x for a blocker; as in `Position.pieces`.
        occupied: A bitboard of additional blockers, drawn as an x on squares without a piece.
        arrows: Pairs of squares (from, to).
        last_move: The two squares of the last move, which are tinted.
        check: The square of a king that is in check.
        captions: The text above each board.
        title: The title above all boards.
        size: The width and height of a board in pixels (default: 360, or 200 for several boards).
        coordinates: Whether to label files and ranks.
        flipped: Whether to draw boards with Black at the bottom.

    Raises:
        ValueError: A square, a letter, a bitboard or the size is out of range, an arrow ends where
            it begins, the lists of boards, pieces and captions differ in length, or there is
            nothing to draw.
        TypeError: An argument has the wrong type.

    >>> from magicbb.geometry.sliders import ROOK
    >>> draw(ROOK.attacks("a1", 1 << 16), pieces={"a1": "R"}, occupied=1 << 16)
    <Drawing: White: rook a1. Blockers: a3. Marked: b1, c1, d1, e1, f1,...>
    >>> draw([ROOK.mask("a1"), ROOK.mask("d4")], captions=["a1", "d4"])
    <Drawing: a1, d4>
    """
    # python-chess' SquareSet also draws itself, but is a bitboard: an integer of several squares.
    is_bitboard = isinstance(bitboard, SupportsIndex) and isinstance(bitboard, Iterable)
    if isinstance(bitboard, DrawsItself) and not (is_bitboard or isinstance(bitboard, type)):
        svg = bitboard._repr_svg_()
        if svg is None:
            raise ValueError(f"there is nothing to draw in {short_repr(bitboard)}")
        return Drawing(svg)
    given = {
        "bitboard": _parse_boards(cast("Bitboards", bitboard), "bitboard"),
        "occupied": _parse_boards(occupied, "occupied"),
        "pieces": _parse_pieces(pieces),
        "captions": _parse_captions(captions),
    }
    boards = [*_for_each_board(given)]
    alone = not any(isinstance(value, list) for value in given.values())
    pixels = (_SINGLE if len(boards) == 1 else _ONE_OF_MANY) if size is None else size
    svgs = [
        board_svg(
            pieces_of_board,
            occupied=blockers,
            marked=squares,
            arrows=arrows,
            last_move=last_move,
            check=check,
            size=pixels,
            coordinates=coordinates,
            flipped=flipped,
        )
        for squares, blockers, pieces_of_board, _ in boards
    ]
    if not isinstance(title, str):
        raise TypeError(f"title must be a string, got {short_repr(title)}")
    if alone and not title:
        return Drawing(svgs[0])
    panels = [Panel(svg, board[-1]) for svg, board in zip(svgs, boards, strict=True)]
    return Drawing(sheet(panels, title=title))


def _parse_boards(value: Bitboards, name: str) -> int | list[int]:
    """Return a bitboard or an array of bitboards as plain integers.

    Raises:
        ValueError: A bitboard is out of range, or the array is empty or too long.
        TypeError: A bitboard is not an integer.
    """
    rule = f"{name} must be a bitboard or an array of 1 to {_MOST} bitboards"
    if name == "bitboard":
        rule += ", or a position, magic or table"
    if isinstance(value, str | bytes):
        raise TypeError(f"{rule}, got {short_repr(value)}")
    try:
        return parse_bitboard(operator.index(value), name)  # type: ignore[arg-type]
    except TypeError:
        pass  # not an integer; it may be an array
    if not isinstance(value, Iterable):
        raise TypeError(f"{rule}, got {short_repr(value)}")
    boards: list[int] = []
    for each in getattr(value, "flat", value):
        boards.append(parse_bitboard(each, name))
        if len(boards) > _MOST:
            raise ValueError(f"{rule}, got a longer array")
    if not boards:
        raise ValueError(f"{rule}, got an empty array")
    return boards


def _parse_pieces(pieces: Pieces | Sequence[Pieces] | None) -> Pieces | list[Pieces]:
    """Return one mapping or a list of mappings; `board_svg` checks their contents."""
    if pieces is None:
        return {}
    if isinstance(pieces, Sequence) and not isinstance(pieces, str):
        return [*pieces]
    return pieces


def _parse_captions(captions: Sequence[str] | None) -> str | list[str]:
    if captions is None:
        return ""
    rule = "captions must be a sequence of strings"
    if isinstance(captions, str) or not isinstance(captions, Sequence):
        raise TypeError(f"{rule}, got {short_repr(captions)}")
    for caption in captions:
        if not isinstance(caption, str):
            raise TypeError(f"{rule}, got {short_repr(caption)}")
    return [*captions]


def _for_each_board(given: Mapping[str, Any]) -> Iterable[tuple[Any, ...]]:
    """Return the arguments for each board; a single value applies to all boards.

    Raises:
        ValueError: The lists differ in length.
    """
    name, count = "", 1
    for other, value in given.items():
        if isinstance(value, list):
            if name and len(value) != count:
                raise ValueError(
                    f"{other} must have as many items as {name} ({count}), got {len(value)}"
                )
            name, count = other, len(value)
    if count == 0:
        raise ValueError(f"{name} must not be empty")
    each = (value if isinstance(value, list) else [value] * count for value in given.values())
    return zip(*each, strict=True)

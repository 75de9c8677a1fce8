"""Chess boards as SVG pictures, for notebooks and web pages."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.geometry.bitboards import parse_bitboard, squares_of
from magicbb.geometry.squares import FILE_NAMES, RANK_NAMES, SQUARE_NAMES, parse_square
from magicbb.pictures import palette
from magicbb.pictures.lettering import parse_size, picture
from magicbb.pictures.piece_shapes import BOX, SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex, TypeAlias

    Square: TypeAlias = SupportsIndex | str

_LETTERS = "PNBRQKpnbrqkx"
_NAMES = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "n": "knight", "p": "pawn"}
_WIDTH = 8 * BOX

# Colours of (light squares, dark squares): for the plain board, and for the last move.
_PLAIN = (palette.SHADE, palette.SQUARE_DARK)
_MOVED = (palette.TAKEN_FAINT, palette.TAKEN)

# Fill, outline and inner lines. Inner lines use `currentColor`, so that both sides share a shape.
_MEN = {
    "White": (palette.MAN, palette.MAN_LINE, palette.MAN_LINE),
    "Black": (palette.MAN_BLACK, palette.MAN_BLACK_EDGE, palette.MAN_BLACK_LINE),
    "Blockers": (palette.BLOCKER, palette.BLOCKER, palette.BLOCKER),
}


def board_svg(
    pieces: Mapping[int, str] | Mapping[str, str],
    *,
    occupied: SupportsIndex = 0,
    marked: SupportsIndex = 0,
    shaded: SupportsIndex = 0,
    arrows: Sequence[tuple[Square, Square]] = (),
    last_move: tuple[Square, Square] | None = None,
    check: Square | None = None,
    size: SupportsIndex = _WIDTH,
    coordinates: bool = True,
    flipped: bool = False,
) -> str:
    """Draw a board as an SVG picture and return the SVG source.

    The source can be saved as a file or embedded in an HTML page with other boards, since elements
    with equal ids are identical. Equal arguments give equal sources.

    Args:
        pieces: The letter of the piece on each occupied square: one of PNBRQK for White, pnbrqk
            for Black, or x for a blocker of neither side.
        occupied: A bitboard of additional blockers, drawn as an x on squares without a piece.
        marked: A bitboard of squares to mark, for example attacks: empty squares with a dot, others
            with a ring around the piece.
        shaded: A bitboard of squares to tint, for example a mask.
        arrows: Pairs of squares (from, to); an arrow to a piece ends in front of it.
        last_move: The two squares of the last move, which are tinted.
        check: The square of a king that is in check.
        size: The width and height in pixels.
        coordinates: Whether to label files and ranks.
        flipped: Whether to draw the board with Black at the bottom.

    Raises:
        ValueError: A square, a letter, a bitboard or the size is out of range, or an arrow
            ends where it begins.
        TypeError: An argument has the wrong type.

    >>> svg = board_svg({"e1": "K", "a1": "R", "e8": "k"}, arrows=[("a1", "a8")], check="e8")
    >>> print(svg.splitlines()[1])
    <title>White: king e1, rook a1. Black: king e8. Check: e8. Arrows: a1 to a8.</title>
    """
    blockers = dict.fromkeys(squares_of(parse_bitboard(occupied, "occupied")), "x")
    men = dict(sorted((blockers | parse_pieces(pieces)).items()))
    marks = list(squares_of(parse_bitboard(marked, "marked")))
    tinted = list(squares_of(parse_bitboard(shaded, "shaded")))
    shafts = _parse_arrows(arrows)
    moved = () if last_move is None else _parse_pair(last_move, "last_move")
    checked = None if check is None else _parse_named(check, "check")
    pixels = parse_size(size)
    view = _View(flipped)
    layers = [
        _definitions(men),
        view.board(),
        view.shades(tinted),
        view.tints(moved),
        view.glow(checked),
        view.coordinates(pixels) if coordinates else "",
        view.marks(marks, men),
        *(view.men(men, side) for side in _MEN),
        view.arrows(shafts, men),
    ]
    words = _description(men, sorted({*tinted, *marks}), shafts, moved, checked)
    return picture((_WIDTH, _WIDTH), words, layers, pixels=pixels, paper=False)


class _View:
    """The board as seen from one side, with the positions and contents of its squares."""

    def __init__(self, flipped: bool) -> None:
        self._flipped = flipped

    def _corner(self, square: int) -> tuple[int, int]:
        """Return the position of the upper left corner of a square."""
        rank, file = divmod(square, 8)
        column, row = (7 - file, rank) if self._flipped else (file, 7 - rank)
        return column * BOX, row * BOX

    def _centre(self, square: int) -> tuple[float, float]:
        x, y = self._corner(square)
        return x + BOX / 2, y + BOX / 2

    def _outline(self, square: int) -> str:
        x, y = self._corner(square)
        return f"M{x} {y}h{BOX}v{BOX}h-{BOX}z"

    def board(self) -> str:
        """Draw the squares: a light board with one path for all dark squares."""
        dark = "".join(self._outline(square) for square in range(64) if not _is_light(square))
        return (
            f'<path fill="{_PLAIN[0]}" d="M0 0h{_WIDTH}v{_WIDTH}H0z"/>\n'
            f'<path fill="{_PLAIN[1]}" shape-rendering="crispEdges" d="{dark}"/>'
        )

    def shades(self, squares: Iterable[int]) -> str:
        """Tint the squares of a mask."""
        outlines = "".join(self._outline(square) for square in squares)
        if not outlines:
            return ""
        return (
            f'<path class="magicbb-shaded" fill="{palette.MASK}" fill-opacity=".65"'
            f' shape-rendering="crispEdges" d="{outlines}"/>'
        )

    def tints(self, squares: Iterable[int]) -> str:
        """Tint the squares of the last move."""
        return "".join(
            f'<path class="magicbb-moved" fill="{_MOVED[not _is_light(square)]}"'
            f' shape-rendering="crispEdges" d="{self._outline(square)}"/>'
            for square in squares
        )

    def glow(self, square: int | None) -> str:
        """Draw the glow under a king in check."""
        if square is None:
            return ""
        x, y = self._centre(square)
        # Circles rather than a gradient: if an earlier board on the page is hidden, browsers do not
        # draw the fills of other boards that use a gradient with the same id.
        circles = "".join(f'<circle cx="{x}" cy="{y}" r="{22.5 - 1.5 * k:g}"/>' for k in range(11))
        return f'<g class="magicbb-check" fill="{palette.WRONG}" fill-opacity=".14">{circles}</g>'

    def coordinates(self, pixels: int) -> str:
        """Label files and ranks in the corners of the edge squares."""
        # About 9 pixels high, to fit in the corner next to a rook's base.
        height = round(min(max(9 * _WIDTH / pixels, 6.5), 12), 1)
        texts = ""
        for square in range(64):
            x, y = self._corner(square)
            if x == 0:
                rank = RANK_NAMES[square // 8]
                texts += f'<text x="2.5" y="{y + 2 + 0.8 * height:.4g}">{rank}</text>'
            if y == _WIDTH - BOX:
                file = FILE_NAMES[square % 8]
                texts += f'<text x="{x + 42.5}" y="{y + 42}" text-anchor="end">{file}</text>'
        return (
            f'<g fill="{palette.FAINT_INK}" font-family="sans-serif" font-size="{height}">'
            f"{texts}</g>"
        )

    def marks(self, squares: Iterable[int], men: Mapping[int, str]) -> str:
        """Mark squares: draw a dot on each empty one and a ring on each occupied one."""
        dots = f'dots" fill="{palette.ATTACK}"'
        rings = f'rings" fill="none" stroke="{palette.ATTACK}" stroke-width="2.6"'
        groups = {dots: "", rings: ""}
        for square in squares:
            x, y = self._centre(square)
            style, radius = (rings, 20.2) if square in men else (dots, 6.5)
            groups[style] += f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
        return "\n".join(
            f'<g class="magicbb-{style}>{circles}</g>'
            for style, circles in groups.items()
            if circles
        )

    def men(self, men: Mapping[int, str], side: str) -> str:
        """Draw the pieces of one side."""
        uses = ""
        for square, letter in men.items():
            if _side(letter) == side:
                x, y = self._corner(square)
                uses += f'<use href="#magicbb-{letter.lower()}" x="{x}" y="{y}"/>'
        if not uses:
            return ""
        fill, outline, lines = _MEN[side]
        return (
            f'<g class="magicbb-{side.lower()}" fill="{fill}" stroke="{outline}" color="{lines}"'
            f' stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round">{uses}</g>'
        )

    def arrows(self, arrows: Iterable[tuple[int, int]], men: Mapping[int, str]) -> str:
        """Draw arrows between squares; an arrow to a piece ends in front of it."""
        paths = "".join(
            f'<path d="{_arrow(self._centre(start), self._centre(end), before=end in men)}"/>'
            for start, end in arrows
        )
        if not paths:
            return ""
        # The opacity is set on the group, so that crossing arrows do not get darker.
        return (
            f'<g class="magicbb-arrows" fill="{palette.RIGHT}" stroke="{palette.RIGHT}"'
            f' stroke-width="1.6" stroke-linejoin="round" opacity=".8">{paths}</g>'
        )


def _arrow(start: tuple[float, float], end: tuple[float, float], *, before: bool) -> str:
    """Return the outline of an arrow on the line between the centres of two squares."""
    length = math.dist(start, end)
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    # Each corner is (distance along the arrow, distance to its right). The corners are listed from
    # the tail along the right side to the tip, and back along the left side.
    tip = length - (17 if before else 4)
    tail, neck = 13, tip - 14
    right = [(tail, 2.6), (neck, 2.6), (neck, 7)]
    corners = [*right, (tip, 0), *((far, -aside) for far, aside in reversed(right))]
    points = [
        f"{start[0] + far * along[0] - aside * along[1]:.1f}"
        f" {start[1] + far * along[1] + aside * along[0]:.1f}"
        for far, aside in corners
    ]
    return f"M{'L'.join(points)}Z"


def _definitions(men: Mapping[int, str]) -> str:
    """Return the definitions of all shapes in use."""
    present = {letter.lower() for letter in men.values()}
    shapes = [
        f'<g id="magicbb-{letter}"><path d="{shape.silhouette}"/>'
        f'<path d="{shape.lines}" fill="none" stroke="currentColor" stroke-width="1.1"/></g>\n'
        for letter, shape in SHAPES.items()
        if letter in present
    ]
    return f"<defs>\n{''.join(shapes)}</defs>" if shapes else ""


def _is_light(square: int) -> bool:
    rank, file = divmod(square, 8)
    return (rank + file) % 2 == 1


def _side(letter: str) -> str:
    if letter == "x":
        return "Blockers"
    return "White" if letter.isupper() else "Black"


def _description(
    men: Mapping[int, str],
    marks: Iterable[int],
    arrows: Iterable[tuple[int, int]],
    moved: Sequence[int],
    check: int | None,
) -> str:
    """Return a description of the picture, its text alternative."""
    sentences = {side: _side_in_words(men, side) for side in ("White", "Black")}
    sentences["Blockers"] = _listed(square for square in men if men[square] == "x")
    sentences["Last move"] = _in_words(moved) if moved else ""
    sentences["Check"] = "" if check is None else SQUARE_NAMES[check]
    sentences["Marked"] = _listed(marks)
    sentences["Arrows"] = ", ".join(_in_words(arrow) for arrow in arrows)
    words = " ".join(f"{head}: {text}." for head, text in sentences.items() if text)
    return words if men else f"Empty board. {words}".rstrip()


def _side_in_words(men: Mapping[int, str], side: str) -> str:
    groups = []
    for letter, name in _NAMES.items():
        squares = [
            square for square in men if _side(men[square]) == side and men[square].lower() == letter
        ]
        if squares:
            groups.append(f"{name}{'s' * (len(squares) > 1)} {_listed(squares)}")
    return ", ".join(groups)


def _listed(squares: Iterable[int]) -> str:
    """Return the names of squares as a list in prose, such as "a1, b1 and c1"."""
    *names, last = [SQUARE_NAMES[square] for square in squares] or [""]
    return f"{', '.join(names)} and {last}" if names else last


def _in_words(pair: Sequence[int]) -> str:
    return " to ".join(SQUARE_NAMES[square] for square in pair)


def parse_pieces(pieces: Mapping[int, str] | Mapping[str, str]) -> dict[int, str]:
    """Parse the letters of pieces by square, given by number or name.

    Raises:
        ValueError: A square or a letter is unknown.
        TypeError: The argument is not a mapping, or a letter is not a string.
    """
    rule = f"pieces must map squares to letters of {_LETTERS}"
    if not isinstance(pieces, Mapping):
        raise TypeError(f"{rule}, got {short_repr(pieces)}")
    men: dict[int, str] = {}
    for square, letter in pieces.items():
        if not isinstance(letter, str):
            raise TypeError(f"{rule}, got {short_repr(letter)}")
        if len(letter) != 1 or letter not in _LETTERS:
            raise ValueError(f"{rule}, got {short_repr(letter)}")
        men[_parse_named(square, "pieces")] = letter
    return men


def _parse_arrows(arrows: Sequence[tuple[Square, Square]]) -> list[tuple[int, int]]:
    if isinstance(arrows, str) or not isinstance(arrows, Sequence):
        raise TypeError(f"arrows must be a sequence of pairs of squares, got {short_repr(arrows)}")
    parsed = [_parse_pair(arrow, "arrows") for arrow in arrows]
    for (start, end), arrow in zip(parsed, arrows, strict=True):
        if start == end:
            raise ValueError(
                f"arrows must lead from one square to another, got {short_repr(arrow)}"
            )
    return parsed


def _parse_pair(pair: tuple[Square, Square], name: str) -> tuple[int, int]:
    rule = f"{name}: a pair must be a tuple of two squares"
    # A string of two characters is a sequence of length two, but it names a square.
    if isinstance(pair, str) or not isinstance(pair, Sequence):
        raise TypeError(f"{rule}, got {short_repr(pair)}")
    if len(pair) != 2:  # noqa: PLR2004 (a pair)
        raise ValueError(f"{rule}, got {short_repr(pair)}")
    start, end = pair
    return _parse_named(start, name), _parse_named(end, name)


def _parse_named(square: Square, name: str) -> int:
    """Return the number of a square; error messages start with the argument's name."""
    try:
        return parse_square(square)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{name}: {error}") from None

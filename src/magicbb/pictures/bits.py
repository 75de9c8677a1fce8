"""A 64-bit number as a board of ones and zeros, with optional highlighting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import parse_bitboard, pext, squares_of
from magicbb.pictures import palette
from magicbb.pictures.lettering import parse_size, picture

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import SupportsIndex

_WIDTH = 360
_LAST = 7  # the last file or rank
_MARGIN, _EDGE = 28, 4  # margins with and without labels


def bits_svg(
    value: SupportsIndex,
    *,
    taken: SupportsIndex = 0,
    size: SupportsIndex = _WIDTH,
    labels: bool = True,
) -> str:
    """Draw 64 bits as an SVG picture, with bit s on square s of a board; return the SVG source.

    The lowest bit is in the lower left corner, the highest in the upper right corner. The top bits
    of a product, which form an index, fill the eighth rank from right to left, then the ranks below
    it.

    Args:
        value: The number.
        taken: A bitboard of the bits that the next step uses, for example as an index. They are
            coloured and outlined.
        size: The width and height in pixels.
        labels: Whether to label the rows and columns. The number of a bit is the label of its row
            plus the label of its column.

    Raises:
        ValueError: A number is out of range.
        TypeError: A number is not an integer.

    >>> print(bits_svg(5 << 61, taken=15 << 60).splitlines()[1])
    <title>64 bits, 0xa000000000000000. Taken: bits 60 to 63, which are 1010.</title>
    """
    bits, chosen = parse_bitboard(value, "value"), parse_bitboard(taken, "taken")
    pixels = parse_size(size)
    left, top = (_MARGIN, _EDGE) if labels else (0, 0)
    side = (_WIDTH - left - top) // 8
    cells = _Cells(left, top, side)
    layers = [
        cells.filled(bits & ~chosen, palette.SHADE, "ones"),
        cells.filled(chosen & bits, palette.TAKEN, "taken-ones"),
        cells.filled(chosen & ~bits, palette.TAKEN_FAINT, "taken-zeros"),
        cells.grid(),
        cells.outline(chosen),
        cells.digits(bits),
        cells.labels(pixels) if labels else "",
    ]
    return picture((_WIDTH, _WIDTH), _description(bits, chosen), layers, pixels=pixels)


class _Cells:
    """The 64 cells of a picture, with their positions and contents."""

    def __init__(self, left: int, top: int, side: int) -> None:
        self._left, self._top, self._side = left, top, side

    def _corner(self, bit: int) -> tuple[int, int]:
        return self._left + bit % 8 * self._side, self._top + (7 - bit // 8) * self._side

    def filled(self, bits: int, colour: str, name: str) -> str:
        """Fill cells with a colour."""
        if not bits:
            return ""
        side = self._side
        path = "".join(
            f"M{x} {y}h{side}v{side}h-{side}z" for x, y in map(self._corner, squares_of(bits))
        )
        return f'<path class="magicbb-{name}" fill="{colour}" d="{path}"/>'

    def grid(self) -> str:
        """Draw the lines between the cells and around the board."""
        whole = 8 * self._side
        path = "".join(
            f"M{self._left} {self._top + step}h{whole}M{self._left + step} {self._top}v{whole}"
            for step in range(0, whole + 1, self._side)
        )
        return f'<path fill="none" stroke="{palette.LINE}" d="{path}"/>'

    def outline(self, bits: int) -> str:
        """Outline a set of cells: draw the edges of its cells, except edges between two of them."""
        side, path = self._side, ""
        for bit in squares_of(bits):
            x, y = self._corner(bit)
            rank, file = divmod(bit, 8)
            path += f"M{x} {y}h{side}" * (rank == _LAST or not bits >> bit + 8 & 1)
            path += f"M{x} {y + side}h{side}" * (rank == 0 or not bits >> bit - 8 & 1)
            path += f"M{x} {y}v{side}" * (file == 0 or not bits >> bit - 1 & 1)
            path += f"M{x + side} {y}v{side}" * (file == _LAST or not bits >> bit + 1 & 1)
        if not path:
            return ""
        return (
            f'<path class="magicbb-taken" fill="none" stroke="{palette.TAKEN_EDGE}"'
            f' stroke-width="3.5" stroke-linecap="round" d="{path}"/>'
        )

    def digits(self, bits: int) -> str:
        """Write the digits row by row, zeros in a fainter colour than ones."""
        middle = self._side / 2
        texts = {"1": "", "0": ""}
        for rank in range(_LAST, -1, -1):
            y = self._corner(8 * rank)[1] + middle + 8
            for digit, chosen in (("1", bits), ("0", ~bits)):
                files = [file for file in range(8) if chosen >> 8 * rank + file & 1]
                if files:
                    x = " ".join(f"{self._corner(file)[0] + middle:g}" for file in files)
                    texts[digit] += f'<text x="{x}" y="{y:g}">{digit * len(files)}</text>'
        style = {
            "1": f'fill="{palette.INK}" font-weight="bold"',
            "0": f'fill="{palette.FAINT_INK}"',
        }
        return "\n".join(
            f'<g {style[digit]} font-family="{palette.DIGITS}" font-size="23"'
            f' text-anchor="middle">{text}</g>'
            for digit, text in texts.items()
            if text
        )

    def labels(self, pixels: int) -> str:
        """Label each row with the number of its first bit, and each column with an offset."""
        height = round(min(max(10 * _WIDTH / pixels, 11), 16), 1)
        middle, texts = self._side / 2, ""
        for number in range(8):
            x, y = self._corner(9 * number)
            texts += (
                f'<text x="{self._left - 6}" y="{y + middle + height / 3:g}" text-anchor="end">'
                f"{8 * number}</text>"
                f'<text x="{x + middle:g}" y="{_WIDTH - 9}" text-anchor="middle">+{number}</text>'
            )
        return (
            f'<g fill="{palette.FAINT_INK}" font-family="{palette.LETTERS}"'
            f' font-size="{height}">{texts}</g>'
        )


def _description(bits: int, taken: int) -> str:
    """Return a description of the picture, its text alternative."""
    words = f"64 bits, {bits:#018x}."
    count = taken.bit_count()
    if count:
        read = f"{pext(bits & taken, taken):0{count}b}"
        noun, verb = ("bits", "are") if count > 1 else ("bit", "is")
        words += f" Taken: {noun} {', '.join(stretches(squares_of(taken)))}, which {verb} {read}."
    return words


def stretches(bits: Iterable[int]) -> list[str]:
    """Describe ascending numbers as ranges of consecutive numbers.

    >>> stretches([0, 1, 2, 63])
    ['0 to 2', '63']
    """
    ends: list[list[int]] = []
    for bit in bits:
        if ends and ends[-1][1] == bit - 1:
            ends[-1][1] = bit
        else:
            ends.append([bit, bit])
    return [f"{first} to {last}" if last > first else f"{first}" for first, last in ends]

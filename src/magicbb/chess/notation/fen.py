"""Positions as text: FEN and lines of EPD files.

A FEN has six fields separated by blanks: the board rank by rank from the eighth, the side to move,
the castling rights, the en passant square that a pawn has just passed over, and two counters::

    r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1

(Steven J. Edwards, "Portable Game Notation Specification and Implementation Guide", 1994, sections
16.1 and 16.2 for FEN and EPD.) The rules for the board are in `fen_rules`; those for castling
rights, including Chess960, are in `castling`.
"""

from __future__ import annotations

import re
import string
import unicodedata
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.chess.notation.castling import (
    FILES,
    HOMES,
    is_chess960,
    rights_text,
    rooks_of,
    wrong_right,
)
from magicbb.chess.notation.fen_rules import (
    wrong_check,
    wrong_en_passant,
    wrong_piece,
)
from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.squares import SQUARE_NAMES, parse_square, square_at, square_name

if TYPE_CHECKING:
    from collections.abc import Mapping

PIECES = "PNBRQKpnbrqk"
LONGEST_LINE = 4096
"""The maximum length of a FEN or a line of EPD, in characters."""

_FIELDS = ("board", "side to move", "castling", "en passant", "halfmove clock", "fullmove number")
_REQUIRED = 4  # the counters are optional
_WORD = re.compile(r"[^ \t]+")
_AROUND = " \t\r\n"
_DIGITS = "12345678"
_SIDE = 8
_LONGEST_BOARD = 8 * 8 + 7
LARGEST_COUNTER = 65535


@dataclass(eq=False)  # compared by identity, like any exception
class FenError(ValueError):
    """The text is not a valid FEN.

    Attributes:
        field: The invalid field: "board", "side to move", "castling", "en passant", "halfmove
            clock" or "fullmove number"; "end" for text after the last field; "position" if the
            fields contradict each other or the text is too long.
        column: The character where the error starts, counted from 1; the field's first character if
            the whole field is wrong, or the place where a missing field should begin.
        complaint: The error message, which states what is allowed.
    """

    field: str
    column: int
    complaint: str

    def __str__(self) -> str:
        """The field, the column and the complaint, in one sentence."""
        return f"fen: {self.field}, column {self.column}: {self.complaint}"

    def __reduce__(self) -> tuple[type[FenError], tuple[object, ...]]:
        """Pickle the fields, so that worker processes can pass the error on."""
        return FenError, (self.field, self.column, self.complaint)


@dataclass(frozen=True)
class Board:
    """The pieces on the squares of a board.

    Attributes:
        pieces: The letter of the piece on each occupied square, in upper case for White.
    """

    pieces: Mapping[int, str]

    @property
    def occupied(self) -> int:
        """All occupied squares as a bitboard."""
        return bitboard_of(self.pieces)


@dataclass(frozen=True)
class Fen:
    """A position as returned by `parse_fen`; nothing is checked if it is constructed directly.

    Attributes:
        board: The pieces.
        white_to_move: Whether it is White's turn.
        castling: The remaining rights, in the order "KQkq"; for Chess960, as in X-FEN.
        en_passant: The en passant square after a double pawn step, even if no capture is possible.
        halfmove_clock: The number of moves by either side since the last capture or pawn move.
        fullmove_number: The move number, counted from 1.
        chess960: Whether the castling rights are those of Chess960; see `notation.castling`.
    """

    board: Board
    white_to_move: bool
    castling: str
    en_passant: int | None
    halfmove_clock: int = 0
    fullmove_number: int = 1
    chess960: bool = False

    def __str__(self) -> str:
        """Return all six fields, with one space between them.

        >>> str(parse_fen("4k3/8/8/8/8/8/8/R3K2R  b  QK -"))
        '4k3/8/8/8/8/8/8/R3K2R b KQ - 0 1'
        """
        side = "w" if self.white_to_move else "b"
        en_passant = "-" if self.en_passant is None else square_name(self.en_passant)
        counters = f"{self.halfmove_clock} {self.fullmove_number}"
        return f"{_ranks(self.board)} {side} {self.castling or '-'} {en_passant} {counters}"


def parse_fen(fen: str) -> Fen:
    """Parse a FEN.

    Fields are separated by any number of spaces and tabs; line breaks around the FEN are ignored.
    Castling rights can be in any order; for Chess960, X-FEN and Shredder-FEN are accepted (see
    `notation.castling`). Both counters, or only the second, can be omitted; they default to 0 and
    1. A fullmove number of 0, which some programs write, is read as 1. The side not to move must
    not be in check.

    Raises:
        FenError: The text is not a valid position. The first syntax error is reported; an
            impossible position is reported only if there is no syntax error.
        TypeError: The argument is not a string.

    >>> fen = parse_fen("r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 0 1")
    >>> fen.white_to_move, fen.castling, fen.en_passant
    (False, 'KQkq', 20)
    >>> parse_fen("4k3/8/8/8/8/8/8/4K3 x - - 0 1")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    magicbb.chess.notation.fen.FenError: fen: side to move, column 21: it must be 'w' or 'b', ...
    """
    return _parse(fen, "fen", epd=False)


def parse_epd(line: str) -> Fen:
    """Parse the position in an EPD line: a FEN with or without counters, followed by operations.

    Operations are ignored, including "hmvc" and "fmvn", whatever they contain. They begin with a
    letter or, as in perft suites, a semicolon.

    Raises:
        FenError, TypeError: As for `parse_fen`.

    >>> str(parse_epd('4k3/8/8/8/8/8/8/4K2R w K - bm O-O; id "castle";'))
    '4k3/8/8/8/8/8/8/4K2R w K - 0 1'
    >>> str(parse_epd("4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 15 ;D2 66"))
    '4k3/8/8/8/8/8/8/4K2R w K - 3 9'
    """
    return _parse(line, "line", epd=True)


def operations_of(line: str) -> str:
    """The text after the position in a line of EPD that `parse_epd` accepts.

    >>> operations_of("4k3/8/8/8/3p4/8/8/4K2R w K d6 3 9 D1 15; ;D2 66")
    'D1 15; ;D2 66'
    """
    last = [field for field in _split(line, epd=True) if field.text][-1]
    return line[last.column - 1 + len(last.text) :].strip(_AROUND)


def parse_board(fen: str) -> Board:
    """Parse the first field of a FEN; the fields after it are ignored.

    Any piece can be on any square, and kings may be missing.

    Raises:
        ValueError: The field is not eight ranks of eight squares; the message names the rank.
        TypeError: The argument is not a string.

    >>> board = parse_board("8/8/8/8/3Q4/8/8/8 w - - 0 1")
    >>> board.pieces
    {27: 'Q'}
    >>> parse_board("8/8/9/8/8/8/8/8")
    Traceback (most recent call last):
    ValueError: fen: rank 6 holds '9', not a piece (PNBRQKpnbrqk) or a number 1..8
    """
    if not isinstance(fen, str):
        raise TypeError(f"fen must be a string, got {short_repr(fen)}")
    (text, *_) = fen.split(maxsplit=1) or [""]
    try:
        columns = _read_board(_Field("board", text, 1))
    except FenError as error:
        raise ValueError(f"fen: {error.complaint}") from None
    return Board({square: text[column - 1] for square, column in columns.items()})


@dataclass(frozen=True)
class _Field:
    name: str
    text: str
    column: int

    def error(self, complaint: str, offset: int = 0) -> FenError:
        """An error for the field, located at the character with the given offset."""
        return FenError(self.name, self.column + offset, complaint)

    def check(self) -> None:
        """Check that the field exists and has only printable ASCII characters."""
        if not self.text:
            raise self.error(f"it is missing; a FEN has at least {', '.join(_FIELDS[:_REQUIRED])}")
        for offset, character in enumerate(self.text):
            if not "!" <= character <= "~":
                name = unicodedata.name(character, "an invisible character")
                raise self.error(
                    f"U+{ord(character):04X} ({name}) is not allowed in a FEN, whose fields are "
                    "printable ASCII with spaces or tabs between them",
                    offset,
                )


def _parse(text: str, name: str, *, epd: bool) -> Fen:
    if not isinstance(text, str):
        raise TypeError(f"{name} must be a string, got {short_repr(text)}")
    board, side, castling, en_passant, *counters = _split(text, epd=epd)

    # First check the syntax of all fields, from left to right.
    board.check()
    columns = _read_board(board)
    pieces = {square: text[column - 1] for square, column in columns.items()}
    white_to_move = _read_side(side)
    rights = _read_castling(castling)
    passed = _read_en_passant(en_passant)
    numbers = [_read_counter(counter) for counter in counters[:2]]
    if counters[2:]:
        end = counters[2]
        raise end.error(f"nothing may follow the {_FIELDS[-1]}, got {short_repr(end.text)}")

    # Then check the rules for the board.
    if piece := wrong_piece(pieces):
        square, complaint = piece
        raise FenError(board.name, board.column if square is None else columns[square], complaint)
    chess960 = is_chess960(pieces, rights)
    if chess960:
        for offset in range(len(rights)):
            if lacking := wrong_right(pieces, rights, offset):
                raise castling.error(lacking, offset)
        rights = rights_text(pieces, rooks_of(pieces, rights), shredder=False)
    else:
        rights = "".join(right for right in HOMES if right in rights)
    if passed is not None and (
        reason := wrong_en_passant(pieces, passed, white_to_move=white_to_move)
    ):
        raise en_passant.error(reason)
    if check := wrong_check(pieces, white_to_move=white_to_move):
        king, complaint = check
        raise FenError("position", columns[king], complaint)

    halfmove_clock, fullmove_number = (*numbers, *(0, 1)[len(numbers) :])
    counted = halfmove_clock, max(fullmove_number, 1)
    return Fen(Board(pieces), white_to_move, rights, passed, *counted, chess960)


def _split(text: str, *, epd: bool) -> list[_Field]:
    """Return the fields with their columns; missing required fields are empty."""
    if len(text) > LONGEST_LINE:
        complaint = f"it is {len(text):,} characters long; at most {LONGEST_LINE:,} are read"
        raise FenError("position", LONGEST_LINE + 1, complaint)
    fields = (text.partition(";")[0] if epd else text).rstrip(_AROUND)
    start = len(fields) - len(fields.lstrip(_AROUND))
    words = [(match[0], match.start() + 1) for match in _WORD.finditer(fields, start)]
    if epd:
        more = takewhile(lambda word: word[0][0] not in string.ascii_letters, words[_REQUIRED:])
        words[_REQUIRED:] = more
    words += [("", len(fields) + 1)] * (_REQUIRED - len(words))
    names = [*_FIELDS, *["end"] * len(words)]
    return [_Field(name, *word) for name, word in zip(names, words, strict=False)]


def _read_board(board: _Field) -> dict[int, int]:
    """Return the column of the letter for each occupied square, in text order."""
    length = len(board.text)
    if length > _LONGEST_BOARD:
        raise board.error(
            f"the board is {length} characters long; at most {_LONGEST_BOARD} are possible",
            _LONGEST_BOARD,
        )
    ranks = board.text.split("/")
    if len(ranks) != _SIDE:
        raise board.error(
            f"the board must have 8 ranks separated by '/', got {len(ranks)}",
            len("/".join(ranks[:_SIDE])) if len(ranks) > _SIDE else 0,
        )
    columns: dict[int, int] = {}
    start = board.column
    for rank, text in zip(range(_SIDE - 1, -1, -1), ranks, strict=True):
        columns |= _read_rank(_Field(board.name, text, start), rank)
        start += len(text) + 1
    return columns


def _read_rank(text: _Field, rank: int) -> dict[int, int]:
    name = f"rank {rank + 1}"
    for offset, (one, other) in enumerate(pairwise(text.text), 1):
        if one in _DIGITS and other in _DIGITS:
            raise text.error(f"{name} has two numbers in a row in {text.text!r}", offset)
    columns: dict[int, int] = {}
    file = 0
    beyond = None  # the first character beyond the last file
    for offset, character in enumerate(text.text):
        if character in PIECES and file < _SIDE:
            columns[square_at(file, rank)] = text.column + offset
        elif character not in PIECES and character not in _DIGITS:
            raise text.error(
                f"{name} holds {short_repr(character)}, not a piece ({PIECES}) or a number 1..8",
                offset,
            )
        file += int(character) if character in _DIGITS else 1
        if file > _SIDE and beyond is None:
            beyond = offset
    if file != _SIDE:
        squares = "1 square" if file == 1 else f"{file} squares"
        raise text.error(f"{name} has {squares}, not 8", beyond or 0)
    return columns


def _read_side(side: _Field) -> bool:
    side.check()
    if side.text not in {"w", "b"}:
        complaint = f"it must be 'w' or 'b', got {short_repr(side.text)}"
        raise side.error(complaint, 1 if side.text[0] in "wb" else 0)
    return side.text == "w"


def _read_castling(castling: _Field) -> str:
    """Return the rights after checking that each letter is allowed and none is repeated."""
    castling.check()
    if castling.text == "-":
        return ""
    rule = "it must be '-', letters from KQkq, or rook files such as HAha"
    for offset, letter in enumerate(castling.text):
        if letter not in HOMES and letter.upper() not in FILES:
            raise castling.error(f"{rule}, got {letter!r}", offset)
        if letter in castling.text[:offset]:
            raise castling.error(f"{rule}, each only once, got {letter!r} again", offset)
    return castling.text


def _read_en_passant(en_passant: _Field) -> int | None:
    en_passant.check()
    if en_passant.text == "-":
        return None
    if en_passant.text not in SQUARE_NAMES:
        rule = "it must be '-' or a square such as 'e3'"
        raise en_passant.error(f"{rule}, got {short_repr(en_passant.text)}")
    return parse_square(en_passant.text)


def _read_counter(counter: _Field) -> int:
    counter.check()
    complaint = f"it must be a number from 0 to {LARGEST_COUNTER}, got {short_repr(counter.text)}"
    for offset, character in enumerate(counter.text):
        if character not in string.digits:
            raise counter.error(complaint, offset)
    # Leading zeros are allowed, but Python refuses to convert thousands of digits.
    digits = counter.text.lstrip("0") or "0"
    if len(digits) > len(str(LARGEST_COUNTER)) or int(digits) > LARGEST_COUNTER:
        raise counter.error(complaint)
    return int(digits)


def _ranks(board: Board) -> str:
    """Return the first field of a FEN."""
    ranks = []
    for first in range(56, -8, -8):
        squares = [board.pieces.get(square, "") for square in range(first, first + _SIDE)]
        runs = [(letter, len([*run])) for letter, run in groupby(squares)]
        ranks.append("".join(letter * length or str(length) for letter, length in runs))
    return "/".join(ranks)

"""A compiled parser that converts lines of FEN and EPD to words.

It accepts only lines that `notation.fen.parse_epd` accepts, and stops at any line that it cannot
confirm as valid; `magicbb.chess.collections.lines` then passes that line to `parse_epd`.

Since the next letter is unpredictable, the board is read without branches: the squares, the order
of characters and the lengths of ranks are tracked in sums and masks that are checked once at the
end of the board. Every text ends with a line feed, and the parser never reads past the last one.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.chess.collections.validity import validity_kernel
from magicbb.chess.generator.state import write_state
from magicbb.chess.notation.fen import LARGEST_COUNTER, LONGEST_LINE
from magicbb.compile import Bytes, Entry, Record, Shorts, Word, Words, entry, kernel, swap_bytes
from magicbb.compile.memory import frozen

if TYPE_CHECKING:
    import numpy.typing as npt

    from magicbb.chess.generator.move_tables import Sliders


class Progress(Record):
    """The point where parsing starts and, after a call, where it stopped.

    Attributes:
        offset: The number of bytes before that point.
        positions: The number of positions before that point.
        lines: The number of lines before that point.
    """

    offset: Word = Word(0)
    positions: Word = Word(0)
    lines: Word = Word(0)


_BQN_PLACE, _RQK_PLACE, _PNK_PLACE, _ADVANCE, _SLASH, _RIGHT = map(Word, (1, 2, 3, 4, 8, 12))
_DIGIT, _END, _FOREIGN = map(Word, (1 << 9, 1 << 10, 1 << 11))
"""The fields of a character's code: bit 0 for White, the planes to set, the number of squares to
advance, flags for slashes, digits, field ends and other characters, and the castling right."""

_ZERO, _ONE, _TEN, _SIXTY_FOUR = map(Word, (0, 1, 10, 64))
_TIMES_EIGHT, _SQUARE, _NUMBER = Word(3), Word(63), Word(15)
_SEVEN_SLASHES = Word(7)
_H1, _TWO, _H8, _THREE, _A8 = map(Word, (7, 2, 63, 3, 56))
"""The squares of castling rooks, and the numbers of the rights k and q among the four rights."""

_TAB, _NEWLINE, _RETURN, _SPACE, _COMMENT = map(Word, b"\t\n\r #")
_NONE, _SEMICOLON, _DIGIT_0, _RANK_3, _RANK_6 = map(Word, b"-;036")
_FILE_A, _LETTER_A, _WHITE_MOVES, _BLACK_MOVES = map(Word, b"aawb")
_SMALL = Word(0x20)  # the bit that is set in lower-case but not in upper-case letters
_FILES, _LETTERS, _DIGITS = map(Word, (8, 26, 10))
_A3, _A6 = Word(16), Word(40)
_LARGEST_COUNTER, _LONGEST = Word(LARGEST_COUNTER), Word(LONGEST_LINE)


@functools.cache
def codes() -> npt.NDArray[np.uint16]:
    """The codes of all byte values."""
    found = np.full(256, int(_FOREIGN), np.uint16)
    advance, right = int(_ADVANCE), int(_RIGHT)
    planes = {int(_BQN_PLACE): b"BQN", int(_RQK_PLACE): b"RQK", int(_PNK_PLACE): b"PNK"}
    for letter in b"PNBRQK":
        code = 1 << advance | sum(1 << bit for bit in planes if letter in planes[bit])
        found[letter], found[letter | 0x20] = code | 1, code
    for number, digit in enumerate(b"12345678", 1):
        found[digit] = number << advance | int(_DIGIT)
    found[[*b"/"]] = 1 << int(_SLASH)
    found[[*b" \t\r\n"]] = int(_END)
    for place, letter in enumerate(b"KQkq"):
        found[letter] |= 1 << right + place
    return frozen(found)


@kernel
def is_blank(character: Word) -> bool:
    """Whether the character is a space or a tab."""
    return character == _SPACE or character == _TAB  # noqa: PLR1714 (kernels have no `in`)


@kernel
def after_blanks(text: Bytes, place: Word) -> Word:
    """The index of the next non-blank character."""
    while is_blank(Word(text[place])):
        place += _ONE
    return place


@kernel
def end_of_line(text: Bytes, place: Word) -> Word:
    """The index of the next line feed."""
    while Word(text[place]) != _NEWLINE:
        place += _ONE
    return place


@kernel
def is_end(text: Bytes, place: Word) -> bool:
    """Whether the line ends here."""
    character = Word(text[place])
    if character == _RETURN:
        character = Word(text[place + _ONE])
    return character == _NEWLINE


@kernel
def ends_field(text: Bytes, place: Word) -> Word:
    """0 if one of the last three fields can end here, else 1."""
    character = Word(text[place])
    ends = is_blank(character) or character == _SEMICOLON or is_end(text, place)
    return _ZERO if ends else _ONE


@kernel
def ends_before_blank(text: Bytes, place: Word) -> Word:
    """0 if the side to move or the castling field can end here, else 1."""
    return _ZERO if is_blank(Word(text[place])) else _ONE


@kernel
def read_board(text: Bytes, place: Word, codes: Shorts) -> Any:
    """White's pieces, the three planes, the index after the board, and a status, 0 if valid."""
    white, bqn, rqk, pnk = _ZERO, _ZERO, _ZERO, _ZERO
    square, slashes, wrong, before = _ZERO, _ZERO, _ZERO, _ZERO
    code = Word(codes[Word(text[place])])
    while code & _END == _ZERO:
        # Bits are in text order, from a8; the bitboards are flipped at the end.
        bit = square & _SQUARE
        white |= (code & _ONE) << bit
        bqn |= (code >> _BQN_PLACE & _ONE) << bit
        rqk |= (code >> _RQK_PLACE & _ONE) << bit
        pnk |= (code >> _PNK_PLACE & _ONE) << bit
        square += code >> _ADVANCE & _NUMBER
        slash = code >> _SLASH & _ONE
        slashes += slash
        wrong |= (_ZERO - slash) & (square ^ slashes << _TIMES_EIGHT)
        wrong |= code & before & _DIGIT | code & _FOREIGN
        before = code
        place += _ONE
        code = Word(codes[Word(text[place])])
    wrong |= square ^ _SIXTY_FOUR | slashes ^ _SEVEN_SLASHES
    return swap_bytes(white), swap_bytes(bqn), swap_bytes(rqk), swap_bytes(pnk), place, wrong


@kernel
def read_side(text: Bytes, place: Word) -> Any:
    """The side to move (0 White, 1 Black), the index after the field, and a status, 0 if valid."""
    side = Word(text[place])
    turn = _ONE if side == _BLACK_MOVES else _ZERO
    if side != _WHITE_MOVES and turn == _ZERO:
        return turn, place, _ONE
    return turn, place + _ONE, ends_before_blank(text, place + _ONE)


@kernel
def read_castling(text: Bytes, place: Word, codes: Shorts) -> Any:
    """The rooks' squares, the index after the field, and a status, 0 if the syntax is valid."""
    if Word(text[place]) == _NONE:
        return _ZERO, place + _ONE, ends_before_blank(text, place + _ONE)
    found, wrong = _ZERO, _ZERO
    right = Word(codes[Word(text[place])]) >> _RIGHT
    while right:
        wrong |= found & right
        found |= right
        place += _ONE
        right = Word(codes[Word(text[place])]) >> _RIGHT
    if found == _ZERO:
        wrong = _ONE
    rooks = (found & _ONE) << _H1 | found >> _ONE & _ONE
    rooks |= (found >> _TWO & _ONE) << _H8 | (found >> _THREE & _ONE) << _A8
    return rooks, place, wrong | ends_before_blank(text, place)


@kernel
def read_en_passant(text: Bytes, place: Word) -> Any:
    """The square's bitboard, the index after the field, and a status, 0 if the syntax is valid."""
    character = Word(text[place])
    if character == _NONE:
        return _ZERO, place + _ONE, ends_field(text, place + _ONE)
    file = character - _FILE_A
    if file < _FILES:
        rank = Word(text[place + _ONE])
        if rank == _RANK_3 or rank == _RANK_6:  # noqa: PLR1714, SIM109 (kernels have no `in`)
            first = _A3 if rank == _RANK_3 else _A6
            return _ONE << first + file, place + _TWO, ends_field(text, place + _TWO)
    return _ZERO, place, _ONE


@kernel
def is_digit(character: Word) -> bool:
    """Whether the character is a digit."""
    return character - _DIGIT_0 < _DIGITS


@kernel
def read_counter(text: Bytes, place: Word) -> Any:
    """The number that starts here, the index after it, and a status, 0 if the number is valid."""
    number, digit = _ZERO, Word(text[place]) - _DIGIT_0
    while digit < _DIGITS and number <= _LARGEST_COUNTER:
        number = number * _TEN + digit
        place += _ONE
        digit = Word(text[place]) - _DIGIT_0
    wrong = _ONE if number > _LARGEST_COUNTER else ends_field(text, place)
    return number, place, wrong


@kernel
def read_counters(text: Bytes, place: Word) -> Any:
    """Both counters or their defaults, the index after them, and a status, 0 if they are valid."""
    clock, number, wrong = _ZERO, _ONE, _ZERO
    if is_digit(Word(text[place])):
        clock, place, wrong = read_counter(text, place)
        place = after_blanks(text, place)
        if is_digit(Word(text[place])):
            number, place, wrong_too = read_counter(text, place)
            wrong |= wrong_too
            if number == _ZERO:
                number = _ONE  # some programs write 0 for the first move
            place = after_blanks(text, place)
    return clock, number, place, wrong


@kernel
def is_rest(text: Bytes, place: Word) -> bool:
    """Whether the line ends here, or an operation or a semicolon follows instead of a field."""
    character = Word(text[place])
    is_letter = (character | _SMALL) - _LETTER_A < _LETTERS
    return is_letter or character == _SEMICOLON or is_end(text, place)


@functools.cache
def parse_entry(sliders: Sliders) -> Entry:
    """The compiled function that parses lines and returns 1 if it stopped at a rejected line.

    It also stops at the end of the text and when the columns are full. Its arguments are the
    tables, the codes, the text and its length, the columns, their capacity in positions, and the
    progress from which to resume. The stride between the words of a position equals the capacity.
    """
    is_position = validity_kernel(sliders)

    @kernel
    def parse_line(
        tables: Words,
        codes: Shorts,
        text: Bytes,
        place: Word,
        columns: Words,
        step: Word,
        position: Word,
    ) -> Word:
        # Return the index of the line feed, or 0 to reject the line; no line feed has index 0.
        white, bqn, rqk, pnk, place, wrong = read_board(text, place, codes)
        turn, place, wrong_side = read_side(text, after_blanks(text, place))
        rooks, place, wrong_rooks = read_castling(text, after_blanks(text, place), codes)
        passed, place, wrong_square = read_en_passant(text, after_blanks(text, place))
        clock, number, place, wrong_number = read_counters(text, after_blanks(text, place))
        if wrong | wrong_side | wrong_rooks | wrong_square | wrong_number:
            return _ZERO
        rights = rooks | passed
        if not is_rest(text, place):
            return _ZERO
        if not is_position(tables, white, bqn, rqk, pnk, rights, turn):
            return _ZERO
        rest = (rights, turn, clock, number)
        write_state(columns, position, step, (white, bqn, rqk, pnk), rest)
        return end_of_line(text, place)

    @entry
    def parse(
        tables: Words,
        codes: Shorts,
        text: Bytes,
        end: Word,
        columns: Words,
        room: Word,
        progress: Progress,
    ) -> Word:
        line, position, lines = progress.offset, progress.positions, progress.lines
        refused = _ZERO
        while line < end:
            place, found = after_blanks(text, line), _ZERO
            if Word(text[place]) == _COMMENT or is_end(text, place):
                stop = end_of_line(text, place)
            elif position < room:
                stop = parse_line(tables, codes, text, place, columns, room, position)
                found = _ONE
            else:
                break
            if stop == _ZERO or stop - line > _LONGEST:
                refused = _ONE
                break
            line, lines, position = stop + _ONE, lines + _ONE, position + found
        progress.offset, progress.positions, progress.lines = line, position, lines
        return refused

    return parse

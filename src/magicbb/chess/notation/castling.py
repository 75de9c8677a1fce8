"""The castling field of a FEN, in standard chess and Chess960.

In X-FEN (Reinhard Scharnagl, 2003), K is White's outermost rook on the kingside and Q the one on
the queenside; an inner rook is given by its file. In Shredder-FEN (Stefan Meyer-Kahlen), all rooks
are given by their files, such as HAha instead of KQkq. Black's letters are lower case in both.

In standard chess, all rights are letters from KQkq with king and rook on their home squares, and
castling is written as a king move of two squares. With any other right (a file, or a letter from
KQkq with the king or rook on another square), the position is Chess960, where castling is written
as the king taking the rook.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.geometry.bitboards import squares_of
from magicbb.geometry.squares import file_of, rank_of, square_name

if TYPE_CHECKING:
    from collections.abc import Mapping

HOMES = {"K": 1 << 7, "Q": 1 << 0, "k": 1 << 63, "q": 1 << 56}
"""The rook that belongs to each right in standard chess, as a bitboard."""

FILES = "ABCDEFGH"

_AT_HOME = {
    "K": ("K", "R", 4, 7),
    "Q": ("K", "R", 4, 0),
    "k": ("k", "r", 60, 63),
    "q": ("k", "r", 60, 56),
}
_BACK_RANKS = {True: 0, False: 7}
_SIDES = {"K": "to the right", "Q": "to the left"}


def wrong_right(pieces: Mapping[int, str], rights: str, place: int) -> str | None:
    """Return an error message for the castling right at an index of the field; None if it is valid.

    >>> wrong_right({4: "K", 0: "R"}, "QK", 1)
    "'K' needs a white rook on rank 1 to the right of the king on e1"
    >>> wrong_right({4: "K", 6: "R", 7: "R"}, "HG", 1)
    "'G' is a second right to the right of the king on e1, where only one rook can castle"
    """
    right = rights[place]
    white = right.isupper()
    color, rank = ("white" if white else "black"), _BACK_RANKS[white] + 1
    king, rook = _king_of(pieces, white=white), rook_of(pieces, right)
    if rank_of(king) + 1 != rank:
        return f"{right!r} needs the {color} king on rank {rank}, but it is on {square_name(king)}"
    if rook is None:
        if right.upper() in _SIDES:
            side = f"rank {rank} {_SIDES[right.upper()]} of the king on {square_name(king)}"
            return f"{right!r} needs a {color} rook on {side}"
        square = 8 * (rank - 1) + FILES.index(right.upper())
        found = repr(pieces[square]) if square in pieces else "nothing"
        return f"{right!r} needs a {color} rook on {square_name(square)}, where {found} stands"
    before = [rook_of(pieces, other) for other in rights[:place] if other.isupper() == white]
    if any(other is not None and (other > king) == (rook > king) for other in before):
        side = _SIDES["K" if rook > king else "Q"]
        where = f"{side} of the king on {square_name(king)}"
        return f"{right!r} is a second right {where}, where only one rook can castle"
    return None


def rook_of(pieces: Mapping[int, str], right: str) -> int | None:
    """Return the square of the rook that a letter denotes; None if there is no such rook.

    >>> rook_of({3: "K", 1: "R", 0: "R"}, "Q"), rook_of({3: "K", 1: "R", 0: "R"}, "B")
    (0, 1)
    """
    white = right.isupper()
    king, rooks = _king_of(pieces, white=white), _rooks_of(pieces, white=white)
    if right.upper() == "K":
        return max((rook for rook in rooks if rook > king), default=None)
    if right.upper() == "Q":
        return min((rook for rook in rooks if rook < king), default=None)
    return next((rook for rook in rooks if file_of(rook) == FILES.index(right.upper())), None)


def rooks_of(pieces: Mapping[int, str], rights: str) -> int:
    """Return the castling rooks as a bitboard; the rights must be valid."""
    rooks = (rook_of(pieces, right) for right in rights)
    return sum(1 << rook for rook in rooks if rook is not None)


def is_chess960(pieces: Mapping[int, str], rights: str) -> bool:
    """Return whether any castling right requires Chess960.

    A right requires it if it is not one of KQkq, or if its king or rook is not on its home square.

    >>> is_chess960({4: "K", 7: "R"}, "K"), is_chess960({4: "K", 7: "R"}, "H")
    (False, True)
    """
    for right in rights:
        if right not in _AT_HOME:
            return True
        king, rook, king_square, rook_square = _AT_HOME[right]
        if pieces.get(king_square) != king or pieces.get(rook_square) != rook:
            return True
    return False


def rights_text(pieces: Mapping[int, str], rooks: int, *, shredder: bool) -> str:
    """Return the castling field for Chess960 castling rooks; empty if there are none.

    It is X-FEN, or Shredder-FEN if requested or if X-FEN would mean standard chess.

    >>> rights_text({4: "K", 6: "R", 7: "R"}, 1 << 6, shredder=False)
    'G'
    >>> rights_text({4: "K", 6: "R"}, 1 << 6, shredder=False)
    'K'
    >>> rights_text({4: "K", 7: "R"}, 1 << 7, shredder=False)
    'H'
    """
    # Kingside before queenside, White before Black.
    ordered = sorted(squares_of(rooks), key=lambda square: (rank_of(square), -square))
    files = [_spelled(FILES[file_of(square)], square) for square in ordered]
    if shredder:
        return "".join(files)
    letters = []
    for square, file in zip(ordered, files, strict=True):
        sides = (_spelled(side, square) for side in _SIDES)
        letters.append(next((side for side in sides if rook_of(pieces, side) == square), file))
    text = "".join(letters)
    return text if is_chess960(pieces, text) else "".join(files)


def _spelled(letter: str, square: int) -> str:
    """Return the letter in upper case if the rook is White's, else in lower case."""
    return letter if rank_of(square) == _BACK_RANKS[True] else letter.lower()


def _king_of(pieces: Mapping[int, str], *, white: bool) -> int:
    letter = "K" if white else "k"
    return next(square for square, piece in pieces.items() if piece == letter)


def _rooks_of(pieces: Mapping[int, str], *, white: bool) -> list[int]:
    """The rooks of a side on its king's rank; empty unless that is the side's back rank."""
    rank, letter = _BACK_RANKS[white], "R" if white else "r"
    if rank_of(_king_of(pieces, white=white)) != rank:
        return []
    return [square for square in range(8 * rank, 8 * rank + 8) if pieces.get(square) == letter]

"""The rules for a valid FEN beyond its syntax.

Each rule is a function that returns an error message, or None. The rules work on pieces and
squares; `magicbb.chess.notation.fen` maps these to columns of the text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.chess.steps import step_attacks
from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.geometry.squares import rank_of, square_name

if TYPE_CHECKING:
    from collections.abc import Mapping

_NAMES = {"P": "pawn", "N": "knight", "B": "bishop", "R": "rook", "Q": "queen", "K": "king"}
_NORTH = 8  # from a square to the square above it


def wrong_piece(pieces: Mapping[int, str]) -> tuple[int | None, str] | None:
    """Return the square of an impossible piece and an error message; None if all are possible.

    Each side must have exactly one king, and no pawn may be on the first or eighth rank. The number
    of other pieces is not limited. If a king is missing, the square is None.

    >>> wrong_piece({4: "K", 60: "k", 0: "p"})
    (0, 'a black pawn on a1: no pawn can stand on rank 1 or 8')
    >>> wrong_piece({4: "K"})
    (None, 'there is no black king; each side must have exactly one')
    """
    for letter in "Kk":
        kings = [square for square, piece in pieces.items() if piece == letter]
        rule = "each side must have exactly one"
        if not kings:
            return None, f"there is no {piece_name(letter)}; {rule}"
        if len(kings) > 1:
            return kings[1], f"there are {len(kings)} {piece_name(letter)}s; {rule}"
    for square, piece in pieces.items():
        if piece in "Pp" and rank_of(square) in {0, 7}:
            where = f"a {piece_name(piece)} on {square_name(square)}"
            return square, f"{where}: no pawn can stand on rank 1 or 8"
    return None


def wrong_en_passant(pieces: Mapping[int, str], square: int, *, white_to_move: bool) -> str | None:
    """Return the reason why no pawn can have just made a double step over a square, or None.

    It does not matter whether the pawn can be captured.

    >>> wrong_en_passant({}, 20, white_to_move=True)
    "with White to move, the square must be on rank 6, got 'e3'"
    >>> wrong_en_passant({}, 44, white_to_move=True)
    'a black pawn must have stepped over e6 to e5, where nothing stands'
    """
    mover = "White" if white_to_move else "Black"
    rank, pawn, back = (6, "p", _NORTH) if white_to_move else (3, "P", -_NORTH)
    name = square_name(square)
    if rank_of(square) + 1 != rank:
        return f"with {mover} to move, the square must be on rank {rank}, got {name!r}"
    if square in pieces:
        return f"no pawn can have passed over {_found(pieces, square)}"
    if square + back in pieces:
        return f"no pawn can have come from {_found(pieces, square + back)}"
    if pieces.get(square - back) != pawn:
        landing = _found(pieces, square - back)
        return f"a {piece_name(pawn)} must have stepped over {name} to {landing}"
    return None


def wrong_check(pieces: Mapping[int, str], *, white_to_move: bool) -> tuple[int, str] | None:
    """Return the king's square and an error message if the side not to move is in check.

    >>> wrong_check({4: "K", 60: "k", 12: "Q"}, white_to_move=True)
    (60, 'the queen on e2 attacks the king on e8 with White to move; only White can be in check')
    """
    letter, mover = ("k", "White") if white_to_move else ("K", "Black")
    king = next(square for square, piece in pieces.items() if piece == letter)
    for square in attackers(pieces, king, white=white_to_move):
        piece = f"the {_NAMES[pieces[square].upper()]} on {square_name(square)}"
        attacked = f"the king on {square_name(king)}"
        return (
            king,
            f"{piece} attacks {attacked} with {mover} to move; only {mover} can be in check",
        )
    return None


def attackers(pieces: Mapping[int, str], target: int, *, white: bool) -> list[int]:
    """Return the squares of one side's pieces that attack a square.

    >>> [square_name(square) for square in attackers({4: "K", 7: "R", 1: "N"}, 5, white=True)]
    ['e1', 'h1']
    """
    occupied = bitboard_of(pieces)
    # Attacks are symmetric: a rook on the target would attack exactly the rooks that attack the
    # target. For pawns, use the attacks of the other side's pawns.
    seen = {"R": ROOK.attacks(target, occupied), "B": BISHOP.attacks(target, occupied)}
    seen |= {"Q": seen["R"] | seen["B"], "P": step_attacks("p" if white else "P", target)}
    seen |= {letter: step_attacks(letter, target) for letter in "NK"}
    return [
        square
        for square, letter in pieces.items()
        if letter.isupper() == white and seen[letter.upper()] >> square & 1
    ]


def piece_name(letter: str) -> str:
    """Return the name of a piece with its colour.

    >>> piece_name("n")
    'black knight'
    """
    return f"{'white' if letter.isupper() else 'black'} {_NAMES[letter.upper()]}"


def _found(pieces: Mapping[int, str], square: int) -> str:
    found = repr(pieces[square]) if square in pieces else "nothing"
    return f"{square_name(square)}, where {found} stands"

"""The castling field: X-FEN and Shredder-FEN, read and written."""

from __future__ import annotations

import copy
import pickle
from typing import NamedTuple

import chess
import numpy as np
import pytest

import magicbb as mb
from magicbb.chess import Positions
from magicbb.chess.notation.fen import FenError

RIGHTS = 4  # row of `Positions.columns`
MARK = np.uint64(1 << 24 | 1 << 32)

WRITTEN = [
    # the board's first rank, the field, as X-FEN, as Shredder-FEN
    ("R3K2R", "KQ", "KQ", "HA"),
    ("R3K2R", "HA", "HA", "HA"),
    ("R3K2R", "AH", "HA", "HA"),
    ("R3K2R", "KA", "HA", "HA"),
    ("R3K2R", "H", "H", "H"),
    ("1R2K2R", "KQ", "KQ", "HB"),
    ("1R2K2R", "K", "K", "H"),
    ("1R2K2R", "H", "H", "H"),
    ("1R2K2R", "Q", "Q", "B"),
    ("RR2K1RR", "GB", "GB", "GB"),
    ("RR2K1RR", "KB", "KB", "HB"),
    ("RR2K1RR", "GQ", "GQ", "GA"),
    ("RR2K1RR", "KQ", "KQ", "HA"),
    ("RRK3R1", "KQ", "KQ", "GA"),
    ("RRK3R1", "BK", "KB", "GB"),
    ("RKR5", "KQ", "KQ", "CA"),
    ("RKR5", "CA", "KQ", "CA"),
    ("5KRR", "G", "G", "G"),
    ("5KRR", "K", "K", "H"),
]

WRONG = [
    ("4K2R", "Q", "'Q' needs a white rook on rank 1 to the left of the king on e1"),
    ("R3K3", "K", "'K' needs a white rook on rank 1 to the right of the king on e1"),
    ("R3K3", "B", "'B' needs a white rook on b1, where nothing stands"),
    ("RN2K3", "B", "'B' needs a white rook on b1, where 'N' stands"),
    ("R3K3", "E", "'E' needs a white rook on e1, where 'K' stands"),
    ("4K1RR", "HG", "'G' is a second right to the right of the king on e1, where only one rook"),
    ("4K1RR", "KH", "'H' is a second right to the right of the king on e1, where only one rook"),
    ("RR2K3", "BQ", "'Q' is a second right to the left of the king on e1, where only one rook"),
    ("R3K2R", "HAHA", "each only once, got 'H' again"),
    ("R3K2R", "HI", "it must be '-', letters from KQkq, or rook files such as HAha, got 'I'"),
    ("R3K2R", "H1", "it must be '-', letters from KQkq, or rook files such as HAha, got '1'"),
]


def fen(rank: str, field: str) -> str:
    """A FEN with pieces of White's on the first rank."""
    return f"7k/7p/8/8/8/8/8/{rank} w {field} - 0 1"


def black(rank: str, field: str) -> str:
    """The same for Black."""
    return f"{rank.lower()}/8/8/8/8/8/7P/7K b {field.lower()} - 0 1"


class Case(NamedTuple):
    """A FEN, and how it is written."""

    text: str
    xfen: str
    shredder: str


@pytest.fixture(params=WRITTEN, ids=" ".join)
def row(request: pytest.FixtureRequest) -> tuple[str, str, str, str]:
    """A row of the table."""
    found: tuple[str, str, str, str] = request.param
    return found


@pytest.fixture(params=[fen, black], ids=["white", "black"])
def case(row: tuple[str, str, str, str], request: pytest.FixtureRequest) -> Case:
    """It for White or for Black."""
    rank, *fields = row
    return Case(*(request.param(rank, field) for field in fields))


class TestRight:
    """What is right."""

    def test_it_is_written(self, case: Case) -> None:
        position = mb.Position(case.text)
        assert position.to_fen() == case.xfen
        assert position.castling == case.xfen.split()[2]
        assert position.to_fen(shredder=True) == case.shredder

    def test_it_is_read_again(self, case: Case) -> None:
        position = mb.Position(case.text)
        assert mb.Position(case.xfen) == position
        assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301
        assert mb.Position(case.shredder).castling_rooks == position.castling_rooks

    def test_only_letters_at_home_are_standard_chess(self, case: Case) -> None:
        board = chess.Board(case.text, chess960=True)
        letters = {*case.text.split()[2]} <= {*"KQkq"}
        standard = letters and not board.has_chess960_castling_rights()
        assert mb.Position(case.text).chess960 != standard

    def test_python_chess_reads_the_same(self, case: Case) -> None:
        board = chess.Board(case.text, chess960=True)
        assert mb.Position(case.text).castling_rooks == board.castling_rights
        assert mb.Position(case.text).to_fen(shredder=True) == board.fen(shredder=True)
        assert mb.Position.from_board(board) == mb.Position(case.shredder)

    def test_many_are_read(self, case: Case) -> None:
        position = mb.Position(case.text)
        positions = Positions.from_fens([case.text, mb.Position().to_fen()])
        assert positions[0] == position
        assert positions.castling_rooks[0] == position.castling_rooks
        assert positions.chess960.tolist() == [position.chess960, False]
        assert Positions(positions.columns) == positions == copy.deepcopy(positions)
        assert pickle.loads(pickle.dumps(positions)) == positions  # noqa: S301


@pytest.mark.parametrize(("rank", "field", "complaint"), WRONG)
def test_what_is_wrong_is_named(rank: str, field: str, complaint: str) -> None:
    with pytest.raises(FenError, match=r"^fen: castling, column \d+: ") as caught:
        mb.Position(fen(rank, field))
    assert complaint in str(caught.value)


def test_the_king_must_be_on_its_first_rank() -> None:
    complaint = "castling, column 23: 'K' needs the white king on rank 1, but it is on e2"
    with pytest.raises(FenError, match=complaint):
        mb.Position("k7/8/8/8/8/8/4K3/7R w K - 0 1")


def test_without_rights_it_is_standard_chess() -> None:
    assert not mb.Position("7k/8/8/8/8/8/8/1K4R1 w - - 0 1").chess960
    after = mb.Position(fen("1K4R1", "G")).push("b1b2")
    assert not after.chess960
    assert after == mb.Position(after.to_fen())


def test_en_passant_is_no_right() -> None:
    position = mb.Position("1rk3r1/8/8/pP6/8/8/8/1RK3R1 w GBgb a6 0 9")
    assert position.en_passant == chess.A6
    assert Positions.from_fens([position.to_fen()]).en_passant.tolist() == [chess.A6]


@pytest.mark.parametrize(
    ("field", "rights"),
    [
        ("-", MARK),  # no right
        ("GB", 1 << 1 | 1 << 6 | 1 << 24),  # half a mark
        ("GB", 1 << 1 | 1 << 6 | 1 << 32),
        ("GB", 1 << 1 | 1 << 6),  # no mark
        ("GB", int(MARK) | 1 << 1 | 1 << 7),  # no rook
        ("GB", int(MARK) | 1 << 1 | 1 << 6 | 1 << 0),  # two on a side
        ("GB", int(MARK) | 1 << 1 | 1 << 57),  # none of Black's
        ("GB", int(MARK) | 1 << 1 | 1 << 6 | 1 << 25),  # on no rank of rights
    ],
)
def test_words_are_judged(field: str, rights: int) -> None:
    columns = Positions.from_fens([fen("RRK3R1", field)]).columns.copy()
    columns[RIGHTS, 0] = rights
    with pytest.raises(ValueError, match="is not a valid position"):
        Positions(columns)


def test_the_king_of_words_must_be_on_its_first_rank() -> None:
    columns = Positions.from_fens(["7k/8/8/8/8/8/2K5/1R6 w - - 0 1"]).columns.copy()
    columns[RIGHTS, 0] = MARK | np.uint64(1 << 1)
    with pytest.raises(ValueError, match="is not a valid position"):
        Positions(columns)

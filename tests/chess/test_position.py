"""A position: how it is made, that it is a value, and what it says about checks and attacks."""

from __future__ import annotations

import copy
import json
import pickle
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import chess
import chess.variant
import pytest

import magicbb as mb
from magicbb.arguments import MissingPackageError, import_optional
from magicbb.chess.notation.fen import FenError
from magicbb.chess.position import START

KNOWN = json.loads((Path(__file__).parents[1] / "data" / "positions.json").read_text("utf-8"))
FENS = KNOWN["various"]
KIWIPETE = FENS[1]
MATES = KNOWN["mates"]
STALEMATES = KNOWN["stalemates"]
CHECKS = KNOWN["checks"]


def bits(*names: str) -> int:
    """The bitboard of some squares."""
    return sum(1 << chess.parse_square(name) for name in names)


@pytest.fixture
def start() -> mb.Position:
    return mb.Position()


@pytest.fixture
def kiwipete() -> mb.Position:
    return mb.Position(KIWIPETE)


each_fen = pytest.mark.parametrize("fen", FENS)


class TestMaking:
    """From a FEN, from a board, and from another position."""

    @each_fen
    def test_a_fen_is_written_as_it_was_read(self, fen: str) -> None:
        assert mb.Position(fen).to_fen() == fen

    def test_the_counters_can_be_left_out(self) -> None:
        fen = "4k3/8/8/8/8/8/8/4K3 b - -"
        assert mb.Position(fen).to_fen() == f"{fen} 0 1"

    def test_games_start_where_python_chess_starts_them(self, start: mb.Position) -> None:
        assert start.to_fen() == chess.STARTING_FEN

    @each_fen
    def test_a_board_becomes_the_position_of_its_fen(self, fen: str) -> None:
        assert mb.Position.from_board(chess.Board(fen)) == mb.Position(fen)

    @each_fen
    def test_a_position_becomes_the_board_of_its_fen(self, fen: str) -> None:
        assert mb.Position(fen).to_board() == chess.Board(fen)

    def test_a_board_keeps_its_square_for_en_passant(self) -> None:
        board = chess.Board()
        board.push_uci("e2e4")
        assert mb.Position.from_board(board).en_passant == chess.E3

    def test_a_board_is_left_as_it_was(self) -> None:
        board = chess.Board(KIWIPETE)
        mb.Position.from_board(board).push("e1g1")
        assert board.fen() == KIWIPETE

    @pytest.mark.parametrize("board", [None, KIWIPETE, 5, chess.BaseBoard(), chess.Board])
    def test_what_is_no_board_is_refused(self, board: Any) -> None:
        with pytest.raises(TypeError, match=r"^board must be a chess\.Board, got "):
            mb.Position.from_board(board)

    def test_a_board_of_a_variant_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"^board must be a standard chess board, got atomic$"):
            mb.Position.from_board(chess.variant.AtomicBoard())

    def test_an_empty_board_is_refused(self) -> None:
        with pytest.raises(FenError, match=r"^fen: board, column 1: there is no white king"):
            mb.Position.from_board(chess.Board(None))

    def test_without_python_chess_the_error_says_how_to_install_it(
        self, start: mb.Position, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "chess", None)
        with pytest.raises(MissingPackageError, match=r"pip install 'magicbb\[chess\]'$"):
            start.to_board()

    def test_a_package_that_lacks_another_is_not_called_missing(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "broken.py").write_text("import absent")
        monkeypatch.syspath_prepend(tmp_path)
        with pytest.raises(ModuleNotFoundError, match="No module named 'absent'") as caught:
            import_optional("broken", "extra", "a need")
        assert not isinstance(caught.value, MissingPackageError)

    def test_without_a_fen_it_is_the_start(self, start: mb.Position) -> None:
        assert mb.Position() == start


class TestWrongFens:
    """Each error names the field that is wrong."""

    @pytest.mark.parametrize(
        ("fen", "field", "complaint"),
        [
            ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", "board", "there are 2 white kings"),
            ("k3k3/8/8/8/8/8/8/4K3 w - - 0 1", "board", "there are 2 black kings"),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "there is no black king"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1", "board", "there is no white king"),
            ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "board", "a white pawn on a8"),
            ("4k3/8/8/8/8/8/8/4K2p w - - 0 1", "board", "a black pawn on h1"),
            ("4k3/8/8/8/8/8/8/4K2P w - - 0 1", "board", "a white pawn on h1"),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "got 9"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "board", "got 7"),
            ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", "board", "rank 7 holds '9'"),
            ("4k4/8/8/8/8/8/8/4K3 w - - 0 1", "board", "rank 8 has 9 squares"),
            ("4k2/8/8/8/8/8/8/4K3 w - - 0 1", "board", "rank 8 has 7 squares"),
            ("4k3/8/8/\u0668/8/8/8/4K3 w - - 0 1", "board", "U+0668"),
            ("4k3/8/8/8/8/8/8/4\uff2b3 w - - 0 1", "board", "U+FF2B"),
            ("", "board", "it is missing"),
            ("4k3/8/8/8/8/8/8/4K3", "side to move", "it is missing"),
            ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", "side to move", "got 'W'"),
            ("4k3/8/8/8/8/8/8/4K3 w", "castling", "it is missing"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling", "'K' needs a white rook on rank 1"),
            ("4k3/8/8/8/8/8/8/4K3 w q - 0 1", "castling", "'q' needs a black rook on rank 8"),
            ("4k3/8/8/8/8/8/3K4/R7 w Q - 0 1", "castling", "'Q' needs the white king on rank 1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", "castling", "'K' again"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HGha - 0 1", "castling", "'G' needs a white rook on g1"),
            ("r3k2r/8/8/8/8/8/8/R3K2R w xyz - 0 1", "castling", "got 'x'"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "en passant", "a black pawn must have"),
            ("4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1", "en passant", "must be on rank 6"),
            ("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", "en passant", "have come from e7"),
            ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", "en passant", "have passed over e6"),
            ("4k3/8/8/4p3/8/8/8/4K3 w - e9 0 1", "en passant", "got 'e9'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - \u0661 1", "halfmove clock", "U+0661"),
            ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove clock", "got '-1'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "halfmove clock", "got '65536'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 \u00b2", "fullmove number", "U+00B2"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1e3", "fullmove number", "got '1e3'"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "end", "nothing may follow"),
            ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "position", "the queen on e2 attacks"),
            ("4k3/8/8/8/8/8/8/r3K3 b - - 0 1", "position", "the rook on a1 attacks"),
            ("8/8/8/8/8/8/8/Kk6 w - - 0 1", "position", "the king on a1 attacks"),
            ("8/" * 500_000, "position", "at most 4,096 are read"),
            ("8" * 1_000_000, "position", "at most 4,096 are read"),
        ],
        ids=lambda text: text[:40],
    )
    def test_are_a_value_error_that_names_the_field(
        self, fen: str, field: str, complaint: str
    ) -> None:
        with pytest.raises(ValueError, match=rf"^fen: {field}, column .*{re.escape(complaint)}"):
            mb.Position(fen)

    @pytest.mark.parametrize("fen", [None, 5, START.encode(), [START], chess.Board()])
    def test_of_another_type_are_a_type_error(self, fen: Any) -> None:
        with pytest.raises(TypeError, match=r"^fen must be a string, got "):
            mb.Position(fen)


class TestBeingAValue:
    """Equality, hash, copies; and that nothing changes a position."""

    @each_fen
    def test_positions_with_one_fen_are_equal(self, fen: str) -> None:
        assert mb.Position(fen) == mb.Position(fen)

    @each_fen
    def test_equal_positions_have_one_hash(self, fen: str) -> None:
        assert len({mb.Position(fen), mb.Position(fen)}) == 1

    @pytest.mark.parametrize(
        "other",
        [
            "r3k2r/8/8/2pP4/8/8/8/R3K1R1 w Qkq c6 3 9",
            "r3k2r/8/8/2pP4/8/8/8/R3K2R b KQkq - 3 9",
            "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQk c6 3 9",
            "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq - 3 9",
            "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 4 9",
            "r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 3 8",
            "r3k2r/8/8/2pp4/8/8/8/R3K2R w KQkq c6 3 9",
            "r3k2r/8/8/2pP4/8/8/8/Q3K2R w Kkq c6 3 9",
        ],
    )
    def test_positions_that_differ_in_any_field_are_not_equal(self, other: str) -> None:
        one = mb.Position("r3k2r/8/8/2pP4/8/8/8/R3K2R w KQkq c6 3 9")
        assert one != mb.Position(other)

    @pytest.mark.parametrize("other", [START, None, chess.Board(), b""])
    def test_a_position_equals_nothing_else(self, start: mb.Position, other: object) -> None:
        assert start != other

    def test_a_transposition_leads_to_an_equal_position(self, start: mb.Position) -> None:
        one = start.push("g1f3").push("g8f6").push("b1c3")
        other = start.push("b1c3").push("g8f6").push("g1f3")
        assert one == other

    @pytest.mark.parametrize("name", ["turn", "white", "_state", "castling", "new"])
    def test_nothing_can_be_set(self, start: mb.Position, name: str) -> None:
        with pytest.raises(AttributeError, match=f"^a position is immutable: {name} cannot be set"):
            setattr(start, name, 1)

    @pytest.mark.parametrize("name", ["turn", "_state"])
    def test_nothing_can_be_deleted(self, start: mb.Position, name: str) -> None:
        with pytest.raises(AttributeError, match=f"^a position is immutable: {name} cannot be del"):
            delattr(start, name)

    def test_the_words_cannot_be_written(self, start: mb.Position) -> None:
        with pytest.raises(ValueError, match="read-only"):
            start.words[0] = 1

    def test_changing_the_pieces_changes_a_copy(self, start: mb.Position) -> None:
        start.pieces.clear()
        assert len(start.pieces) == 32

    @pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
    @each_fen
    def test_a_pickle_is_read_back(self, fen: str, protocol: int) -> None:
        position = mb.Position(fen)
        assert pickle.loads(pickle.dumps(position, protocol)) == position  # noqa: S301

    def test_a_pickle_that_was_tampered_with_is_refused(self, start: mb.Position) -> None:
        content = pickle.dumps(start).replace(b"PPPPPPPP", b"PPPPKPPP")
        with pytest.raises(FenError, match="there are 2 white kings"):
            pickle.loads(content)  # noqa: S301

    @pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
    def test_a_copy_is_equal(self, kiwipete: mb.Position, again: Any) -> None:
        assert again(kiwipete) == kiwipete

    @each_fen
    def test_the_repr_makes_the_position_again(self, fen: str) -> None:
        position = mb.Position(fen)
        assert eval(repr(position), {"Position": mb.Position}) == position  # noqa: S307

    @each_fen
    def test_printed_it_is_the_board_of_python_chess(self, fen: str) -> None:
        assert str(mb.Position(fen)) == str(chess.Board(fen))

    @each_fen
    def test_the_picture_has_every_piece(self, fen: str) -> None:
        position = mb.Position(fen)
        root = ET.fromstring(position._repr_svg_())  # noqa: S314  our own text
        drawn = [use for use in root.iter() if use.tag.endswith("}use")]
        assert len(drawn) == len(position.pieces)

    def test_the_picture_shows_both_kings(self, start: mb.Position) -> None:
        root = ET.fromstring(start._repr_svg_())  # noqa: S314  our own text
        kings = [use for use in root.iter() if use.get("href", "").lower().endswith("-k")]
        assert len(kings) == 2

    def test_the_picture_shows_a_check(self) -> None:
        with_check, without = (
            mb.Position(f"4k3/8/8/8/8/8/4q3/K7 {side} - - 0 1")._repr_svg_() for side in ("b", "w")
        )
        assert with_check == without
        assert mb.Position(MATES[0])._repr_svg_().count("check") > without.count("check")


class TestAsking:
    """Check, mate, and what attacks what."""

    @pytest.mark.parametrize("fen", [*MATES, *CHECKS[1:]])
    def test_a_check_is_seen(self, fen: str) -> None:
        assert mb.Position(fen).is_check() is True

    @pytest.mark.parametrize("fen", [*FENS[:3], *STALEMATES, CHECKS[0]])
    def test_where_there_is_no_check_none_is_seen(self, fen: str) -> None:
        assert mb.Position(fen).is_check() is False

    @pytest.mark.parametrize("fen", MATES)
    def test_a_mate_is_seen(self, fen: str) -> None:
        assert mb.Position(fen).is_checkmate() is True

    @pytest.mark.parametrize("fen", [*FENS[:3], *FENS[4:], *STALEMATES, *CHECKS])
    def test_where_there_is_no_mate_none_is_seen(self, fen: str) -> None:
        assert mb.Position(fen).is_checkmate() is False

    @pytest.mark.parametrize("fen", STALEMATES)
    def test_a_stalemate_is_seen(self, fen: str) -> None:
        assert mb.Position(fen).is_stalemate() is True

    @pytest.mark.parametrize("fen", [*FENS, *MATES, *CHECKS])
    def test_where_there_is_no_stalemate_none_is_seen(self, fen: str) -> None:
        assert mb.Position(fen).is_stalemate() is False

    @pytest.mark.parametrize(
        ("square", "squares"),
        [
            ("a1", ["a2", "b1", "c1", "d1", "e1"]),
            ("e1", ["d1", "d2", "e2", "f1", "f2"]),
            ("e5", ["c4", "c6", "d3", "d7", "f3", "f7", "g4", "g6"]),
            ("d5", ["c6", "e6"]),
            ("b4", ["a3", "c3"]),
            ("a2", ["b3"]),
            ("h3", ["g2"]),
            ("d2", ["c1", "c3", "e1", "e3", "f4", "g5", "h6"]),
            ("e4", ["d5", "f5"]),
            ("d4", []),
        ],
    )
    def test_a_piece_attacks(self, kiwipete: mb.Position, square: str, squares: list[str]) -> None:
        assert kiwipete.attacks(square) == bits(*squares)

    @pytest.mark.parametrize(
        ("square", "color", "squares"),
        [
            ("e6", True, ["d5"]),
            ("e6", False, ["d7", "e7", "f7"]),
            ("d5", True, ["c3", "e4"]),
            ("d5", False, ["b6", "e6", "f6"]),
            ("e5", False, []),
            ("e2", True, ["c3", "e1", "f3"]),
            ("e2", False, ["a6"]),
            ("g2", "black", ["h3"]),
            ("g2", "white", ["f3"]),
        ],
    )
    def test_a_square_is_attacked_by(
        self, kiwipete: mb.Position, square: str, color: Any, squares: list[str]
    ) -> None:
        assert kiwipete.attackers(square, color) == bits(*squares)

    def test_no_attack_goes_around_the_edge(self) -> None:
        position = mb.Position("7k/8/8/P6p/P6p/8/8/K7 w - - 0 1")
        assert position.attacked("white") == bits("b5", "b6", "a2", "b1", "b2")

    @pytest.mark.parametrize(
        ("color", "squares"), [(True, 0x0000000000FFFF7E), (False, 0x7EFFFF0000000000)]
    )
    def test_a_side_attacks(self, start: mb.Position, color: bool, squares: int) -> None:
        assert start.attacked(color) == squares

    @pytest.mark.parametrize("fen", [*MATES, *CHECKS, *FENS])
    def test_checkers_are_those_of_python_chess(self, fen: str) -> None:
        assert mb.Position(fen).checkers() == chess.Board(fen).checkers().mask

    def test_two_pieces_can_give_check(self) -> None:
        fen = "4r2k/8/8/8/8/5n2/8/4K3 w - - 0 1"
        assert mb.Position(fen).checkers() == bits("e8", "f3")

    @pytest.mark.parametrize(
        ("fen", "color", "squares"),
        [
            ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", True, ["e2"]),
            ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", False, []),
            ("4r2k/8/8/8/8/4N3/4N3/4K3 w - - 0 1", True, []),
            ("4r2k/8/8/8/4n3/8/4N3/4K3 w - - 0 1", True, []),
            ("4r2k/8/8/8/7b/6P1/4N3/4K2R w - - 0 1", True, ["e2", "g3"]),
            ("4b2k/8/8/8/8/8/4N3/4K3 w - - 0 1", True, []),
            ("7k/8/5p2/8/8/2B5/8/4K3 w - - 0 1", False, ["f6"]),
            ("4q2k/8/8/8/8/8/4R3/q1B1K1Nq w - - 0 1", True, ["c1", "e2", "g1"]),
        ],
    )
    def test_the_pieces_are_pinned(self, fen: str, color: bool, squares: list[str]) -> None:
        assert mb.Position(fen).pinned(color) == bits(*squares)

    @pytest.mark.parametrize("side", ["w", "b"])
    def test_pins_are_of_the_side_to_move_if_none_is_named(self, side: str) -> None:
        position = mb.Position(f"4r2k/6p1/8/8/3B4/8/4N3/4K3 {side} - - 0 1")
        assert position.pinned() == position.pinned(side == "w") != 0

    @pytest.mark.parametrize(
        ("square", "color", "name"),
        [(64, True, "square"), ("x", "white", "square"), ("e4", "w", "color")],
    )
    def test_attackers_of_a_wrong_square_or_side_are_refused(
        self, start: mb.Position, square: Any, color: Any, name: str
    ) -> None:
        with pytest.raises(ValueError, match=f"^{name} must be "):
            start.attackers(square, color)

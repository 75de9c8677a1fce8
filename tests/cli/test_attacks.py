"""magicbb attacks: the drawing, its colours, the JSON, and what is refused."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import Call, OnTerminal, Refuse

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
BLACK_ROOK = "3k4/8/8/1P6/3r4/8/8/N2N4"

DRAWINGS = {
    ("bishop", "d4"): """\
bishop on d4 attacks 13 squares: 0x8041221400142241

 8  .  .  .  .  .  .  .  •
 7  •  .  .  .  .  .  •  .
 6  .  •  .  .  .  •  .  .
 5  .  .  •  .  •  .  .  .
 4  .  .  . <♗> .  .  .  .
 3  .  .  •  .  •  .  .  .
 2  .  •  .  .  .  •  .  .
 1  •  .  .  .  .  .  •  .
    a  b  c  d  e  f  g  h
""",
    ("f3", "--fen", KIWIPETE): """\
queen on f3 attacks 14 squares: 0x000020a070dc7000

 8  ♜  .  .  .  ♚  .  .  ♜
 7  ♟  .  ♟  ♟  ♛  ♟  ♝  .
 6  ♝  ♞  .  .  ♟ [♞] ♟  .
 5  .  .  .  ♙  ♘  •  .  •
 4  .  ♟  .  . [♙] •  •  .
 3  .  . [♘] •  • <♕> • [♟]
 2  ♙  ♙  ♙  ♗ [♗][♙][♙] ♙
 1  ♖  .  .  .  ♔  .  .  ♖
    a  b  c  d  e  f  g  h
""",
    ("d4", "--fen", BLACK_ROOK): """\
rook on d4 attacks 14 squares: 0x08080808f7080808

 8  .  .  . [♚] .  .  .  .
 7  .  .  .  •  .  .  .  .
 6  .  .  .  •  .  .  .  .
 5  .  ♙  .  •  .  .  .  .
 4  •  •  • <♜> •  •  •  •
 3  .  .  .  •  .  .  .  .
 2  .  .  .  •  .  .  .  .
 1  ♘  .  . [♘] .  .  .  .
    a  b  c  d  e  f  g  h
""",
    ("rook", "h8", "--occupied", "0x8100000000000081"): """\
rook on h8 attacks 14 squares: 0x7f80808080808080

 8 [■] •  •  •  •  •  • <♖>
 7  .  .  .  .  .  .  .  •
 6  .  .  .  .  .  .  .  •
 5  .  .  .  .  .  .  .  •
 4  .  .  .  .  .  .  .  •
 3  .  .  .  .  .  .  .  •
 2  .  .  .  .  .  .  .  •
 1  ■  .  .  .  .  .  . [■]
    a  b  c  d  e  f  g  h
""",
}
IN_ASCII = DRAWINGS["d4", "--fen", BLACK_ROOK].translate(str.maketrans("♚♜♙♘•", "krPN*"))


def attacks_of(result: Call, *arguments: str) -> dict[str, object]:
    """The answer as JSON."""
    answer: dict[str, object] = json.loads(result("attacks", *arguments, "--json").stdout)
    return answer


@pytest.mark.parametrize("arguments", DRAWINGS)
def test_the_board_is_drawn_with_marks(call: Call, arguments: tuple[str, ...]) -> None:
    assert call("attacks", *arguments).stdout == DRAWINGS[arguments]


def test_the_drawing_is_the_same_for_a_pipe(run: Call) -> None:
    arguments = ("f3", "--fen", KIWIPETE)
    assert run("attacks", *arguments).stdout == DRAWINGS[arguments]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_where_figurines_cannot_be_written_there_are_letters(
    run: Call, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    assert run("attacks", "d4", "--fen", BLACK_ROOK).stdout == IN_ASCII


def test_json_holds_the_question_and_the_answer(call: Call) -> None:
    assert attacks_of(call, "e2", "--fen", KIWIPETE) == {
        "piece": "bishop",
        "square": "e2",
        "occupied": "0x917d731812a4ff91",
        "attacks": "0x0000010204280028",
        "squares": ["d1", "f1", "d3", "f3", "c4", "b5", "a6"],
    }


@pytest.mark.parametrize(
    ("square", "piece"),
    [("a1", "rook"), ("d2", "bishop"), ("f3", "queen"), ("e7", "queen"), ("h8", "rook")],
)
def test_the_piece_on_the_square_is_taken(call: Call, square: str, piece: str) -> None:
    assert attacks_of(call, square, "--fen", KIWIPETE)["piece"] == piece


def test_a_queen_is_taken_where_nothing_stands(call: Call) -> None:
    assert attacks_of(call, "a3", "--fen", KIWIPETE)["piece"] == "queen"


@pytest.mark.parametrize(("square", "piece"), [("e1", "K"), ("b6", "n"), ("a2", "P")])
def test_a_piece_that_does_not_slide_is_not_replaced_silently(
    refuse: Refuse, square: str, piece: str
) -> None:
    sentence = refuse("attacks", square, "--fen", KIWIPETE)
    where, named = f"'{piece}' on {square}", f"magicbb attacks rook {square}"
    assert sentence == f"{where} is not a slider; choose one, as in: {named}"


def test_a_chosen_piece_overrules_the_one_on_the_square(call: Call) -> None:
    assert attacks_of(call, "rook", "f3", "--fen", KIWIPETE)["piece"] == "rook"


def test_the_first_field_of_a_fen_will_do(call: Call) -> None:
    board = KIWIPETE.partition(" ")[0]
    assert attacks_of(call, "e2", "--fen", board) == attacks_of(call, "e2", "--fen", KIWIPETE)


@pytest.mark.parametrize("number", ["0x81", "129", "0b10000001", "0o201"])
def test_occupied_is_a_number_in_any_base(call: Call, number: str) -> None:
    assert attacks_of(call, "d4", "--occupied", number)["occupied"] == "0x0000000000000081"


@pytest.mark.parametrize(("number", "name"), [("0", "a1"), ("28", "e4"), ("63", "h8")])
def test_a_square_may_be_given_by_number(call: Call, number: str, name: str) -> None:
    assert attacks_of(call, number)["square"] == name


class TestOnATerminal:
    """The drawing for people's eyes."""

    @staticmethod
    def cells(shown: str) -> dict[str, tuple[str, str]]:
        """The colours and the text of every square."""
        cells = re.findall(r"\x1b\[([\d;]+)m(...)\x1b\[0m", shown)
        names = [file + rank for rank in "87654321" for file in "abcdefgh"]
        return dict(zip(names, cells, strict=True))

    def test_colours_stand_for_the_marks(self, on_terminal: OnTerminal) -> None:
        shown = on_terminal("attacks", "d4", "--fen", BLACK_ROOK).terminal
        texts = {square: text for square, (_, text) in self.cells(shown).items()}
        assert [texts[square] for square in ("d4", "d8", "a1", "d5", "h8")] == [
            " ♜ ",
            " ♚ ",
            " ♘ ",
            " • ",
            "   ",
        ]

    def test_attacked_pieces_differ_from_others_in_colour(
        self, on_terminal: OnTerminal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("TERM", "xterm-256color")
        shown = on_terminal("attacks", "d4", "--fen", BLACK_ROOK).terminal
        colours = {square: colour for square, (colour, _) in self.cells(shown).items()}
        attacked, others = ({colours["d8"], colours["d1"]}, {colours["a1"], colours["b5"]})
        assert attacked.isdisjoint(others)

    @pytest.mark.parametrize(
        ("variable", "value"),
        [("NO_COLOR", "1"), ("TERM", "dumb"), ("TERM", "xterm"), ("TERM", "linux")],
    )
    def test_without_colours_the_marks_come_back(
        self, on_terminal: OnTerminal, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
    ) -> None:
        monkeypatch.setenv(variable, value)
        arguments = ("d4", "--fen", BLACK_ROOK)
        assert on_terminal("attacks", *arguments).terminal == DRAWINGS[arguments]


@pytest.mark.parametrize(
    "square",
    ["i9", "64", "-1", "", "I4", "e4 ", "e", "3.5", "e4e4", "²", "\uff12\uff18", "2_8", "9" * 6000],
    ids=lambda square: repr(square[:8]),
)
def test_a_wrong_square_is_refused(refuse: Refuse, square: str) -> None:
    sentence = refuse("attacks", "--", square)
    assert sentence.startswith('square must be 0..63 or a name such as "e4", got ')
    assert len(sentence) < 120


@pytest.mark.parametrize(
    ("fen", "sentence"),
    [
        ("", "fen: the board must have 8 ranks separated by '/', got 1"),
        ("start", "fen: the board must have 8 ranks separated by '/', got 1"),
        ("8/8/8/8/8/8/8", "fen: the board must have 8 ranks separated by '/', got 7"),
        ("8/8/8/8/8/8/8/8/8", "fen: the board must have 8 ranks separated by '/', got 9"),
        ("8/8/8/8/8/8/8/7", "fen: rank 1 has 7 squares, not 8"),
        ("8/pppppppppp/8/8/8/8/8/8", "fen: rank 7 has 10 squares, not 8"),
        (
            "8/8/8/8/8/8/8/\u0668",
            "fen: rank 1 holds '\u0668', not a piece (PNBRQKpnbrqk) or a number 1..8",
        ),
        (
            "8/8/8/8/8/8/8/\udcff",
            r"fen: rank 1 holds '\udcff', not a piece (PNBRQKpnbrqk) or a number 1..8",
        ),
        ("8" * 1_000_000, "fen: the board is 1000000 characters long; at most 71 are possible"),
    ],
    ids=lambda value: value[:12],
)
def test_a_wrong_fen_is_refused(refuse: Refuse, fen: str, sentence: str) -> None:
    assert refuse("attacks", "d4", "--fen", fen) == sentence


@pytest.mark.parametrize("number", ["", "x", "0x", "3.5", "\u0663", "077"])
def test_occupied_that_is_no_number_is_refused(refuse: Refuse, number: str) -> None:
    sentence = refuse("attacks", "d4", "--occupied", number)
    assert sentence == f"--occupied must be a number such as 0x81, got {number!r}"


@pytest.mark.parametrize("number", ["-1", "0x10000000000000000", "0x" + "9" * 5000])
def test_occupied_over_64_bits_is_refused(refuse: Refuse, number: str) -> None:
    sentence = refuse("attacks", "d4", "--occupied", number)
    assert sentence.startswith("occupied must be an integer from 0 to 2**64 - 1, got ")


def test_a_long_number_is_not_echoed(refuse: Refuse) -> None:
    assert len(refuse("attacks", "d4", "--occupied", "9" * 5000)) < 120


def test_a_position_is_given_in_one_way_only(refuse: Refuse) -> None:
    sentence = refuse("attacks", "d4", "--fen", KIWIPETE, "--occupied", "0")
    assert sentence == "--fen and --occupied cannot be combined"


@pytest.mark.parametrize("fen", ["startpos", "STARTPOS"])
def test_capitals_do_not_matter_and_the_start_position_has_a_name(call: Call, fen: str) -> None:
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    expected = call("attacks", "rook", "d4", "--fen", start).stdout
    assert call("attacks", "Rook", "D4", "--fen", fen).stdout == expected


@pytest.mark.parametrize("piece", ["king", "rooks", ""])
def test_a_piece_that_is_no_slider_is_refused(refuse: Refuse, piece: str) -> None:
    assert f"'{piece}' is not one of 'rook', 'bishop', 'queen'" in refuse("attacks", piece, "d4")

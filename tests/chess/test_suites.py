"""Files of perft counts: both forms, what they are called, and what is refused."""

from __future__ import annotations

import dataclasses
import gzip
from pathlib import Path

import pytest

from magicbb.arguments import short_repr
from magicbb.chess.notation.fen import LONGEST_LINE
from magicbb.chess.position import START, Position
from magicbb.chess.suites import SuiteCase, parse_suite, read_suite

KINGS = "7k/8/8/8/8/8/8/K7 w - -"
ROOK = "4k3/8/8/8/8/8/8/4K2R w K - 3 9"
BARE = START.removesuffix(" 0 1")

IN_ONE_LINE = f"{START} ;D1 20 ;D2 400 ;D3 8902\n{KINGS} ;D1 3 ;D2 9\n"
IN_MANY_LINES = f"""\
id start
epd {BARE}
perft 1 20
perft 2 400
perft 3 8902

id kings
epd {KINGS}
perft 1 3
perft 2 9
"""
COUNTS = [(START, {1: 20, 2: 400, 3: 8902}), (f"{KINGS} 0 1", {1: 3, 2: 9})]

each_form = pytest.mark.parametrize("text", [IN_ONE_LINE, IN_MANY_LINES], ids=["epd", "perft"])


def cases_of(text: str | bytes) -> list[SuiteCase]:
    lines = text.encode() if isinstance(text, str) else text
    return parse_suite(lines.splitlines(keepends=True), "suite")


def contents(cases: list[SuiteCase]) -> list[tuple[str, dict[int, int]]]:
    return [(case.position.to_fen(), case.counts) for case in cases]


def names(cases: list[SuiteCase]) -> list[str]:
    return [case.name for case in cases]


def refusal(text: str | bytes) -> str:
    """The sentence with which a file is refused, after its name."""
    path = Path("suite")
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    with pytest.raises(ValueError, match=r"^suite") as refused:
        read_suite(path)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert len(sentence) < 300
    return sentence.removeprefix("suite")


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class TestForms:
    """What is understood."""

    @each_form
    def test_both_forms_say_the_same(self, text: str) -> None:
        assert contents(cases_of(text)) == COUNTS

    def test_forms_may_be_mixed(self) -> None:
        text = f"{START} ;D1 20\nperft 2 400\nid kings\nepd {KINGS}\nperft 1 3\n{ROOK} ;D1 15\n"
        cases = cases_of(text)
        assert [case.counts for case in cases] == [{1: 20, 2: 400}, {1: 3}, {1: 15}]
        assert names(cases) == ["line 1", "kings", "line 6"]

    @pytest.mark.parametrize("path", ["suite", Path("suite")], ids=["str", "Path"])
    @each_form
    def test_a_file_is_read(self, text: str, path: str | Path) -> None:
        Path("suite").write_text(text)
        assert contents(read_suite(path)) == COUNTS

    def test_counts_are_those_of_the_position(self) -> None:
        for case in cases_of(IN_ONE_LINE):
            assert case.counts == {depth: case.position.perft(depth) for depth in case.counts}

    def test_cases_come_in_the_order_of_the_file(self) -> None:
        fens = [KINGS, ROOK, KINGS, START, ROOK]
        cases = cases_of("".join(f"{fen} ;D1 {number}\n" for number, fen in enumerate(fens)))
        assert [case.counts for case in cases] == [{1: number} for number in range(5)]
        assert [case.position for case in cases] == [Position(fen) for fen in fens]

    def test_a_position_may_come_twice(self) -> None:
        assert contents(cases_of(f"{START} ;D1 20\n{START} ;D2 400\n")) == [
            (START, {1: 20}),
            (START, {2: 400}),
        ]

    @pytest.mark.parametrize(
        "line",
        [
            f"{KINGS};D1 3;D2 9",
            f"{KINGS} ; D1 3 ; D2 9 ;",
            f"{KINGS} ;D2 9 ;D1 3",
            f"{KINGS} ;D1  3 ;D2\t9",
            f"{KINGS} ;D01 3 ;D2 0009",
            f"  {KINGS} ;D1 3 ;D2 9  ",
            KINGS.replace(" ", "\t") + "\t;D1 3\t;D2 9",
            KINGS.replace(" ", "  ") + " ;D1 3 ;D2 9",
        ],
    )
    def test_blanks_and_the_order_of_depths_mean_nothing(self, line: str) -> None:
        assert contents(cases_of(line)) == [COUNTS[1]]

    def test_any_blanks_part_the_words_of_a_line(self) -> None:
        text = f"id\tkings\nepd \t {KINGS}\n\tperft\t1\t3\nperft  2  9  \n"
        assert contents(cases_of(text)) == [COUNTS[1]]
        assert names(cases_of(text)) == ["kings"]

    @pytest.mark.parametrize(
        "operations",
        [
            'bm Kb2; id "x"; ;D1 3 ;D2 9',
            'bm Kb2; D1 3; D2 9; id "x";',
            ';D1 3 ;D2 9; bm Kb2; id "x";',
            ';D1 3; id "x"; bm Kb2; D2 9;',
            "hmvc 0; fmvn 1; ;D1 3 ;D2 9",
            ";dm 3 ;D1 3 ;D2 9",
            'id "D1; D7 x;"; D1 3; D2 9;',
        ],
    )
    def test_other_operations_are_passed_over(self, operations: str) -> None:
        assert contents(cases_of(f"{KINGS} {operations}")) == [COUNTS[1]]

    @pytest.mark.parametrize("square", ["d6", "-"])
    @pytest.mark.parametrize("counters", ["", " 0 2", " 0"])
    @pytest.mark.parametrize(
        "counts", [" ;D1 34 ;D2 1038", ";D1 34;D2 1038", " D1 34; D2 1038;", " ; d1 34 ; d2 1038"]
    )
    def test_a_square_that_a_pawn_passed_over_is_no_count(
        self, square: str, counters: str, counts: str
    ) -> None:
        board = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR"
        (case,) = cases_of(f"{board} w KQkq {square}{counters}{counts}")
        assert case.counts == {1: 34, 2: 1038}
        assert case.position.fullmove_number == (2 if counters == " 0 2" else 1)

    def test_what_is_passed_over_is_told(self) -> None:
        text = (
            f"{START} ;D1 20\nbqnb1rkr/8/8/8/8/8/8/BQ1BNRKR w HFhe - 2 9 ;D1 21\n"
            f"id bad\nepd 8/8/8/8/8/8/8/8 w - -\nperft 1 3\nperft 2 9\n"
            f"epd {KINGS}\nperft 1 3\nperft 2 x\n"
        )
        told: list[str] = []
        cases = parse_suite(text.encode().splitlines(), "s", lambda error: told.append(str(error)))
        assert contents(cases) == [(START, {1: 20}), (f"{KINGS} 0 1", {1: 3})]
        assert names(cases) == ["line 1", "line 7"]
        assert [line.partition(":")[0] for line in told] == ["s, line 2", "s, line 4", "s, line 9"]
        assert "'e' needs a black rook on e8" in told[0]

    def test_of_a_line_with_a_bad_count_nothing_is_kept(self) -> None:
        lines = f"{KINGS} ;D1 3 ;D1 4 ;D2 9\n{ROOK} ;D1 15".encode().splitlines()
        told: list[ValueError] = []
        cases = parse_suite(lines, "s", told.append)
        assert ([case.counts for case in cases], len(told)) == ([{1: 15}], 1)

    def test_an_epd_line_of_the_other_form_may_have_operations(self) -> None:
        assert contents(cases_of(f"epd {KINGS} bm Kb2;\nperft 1 3\nperft 2 9")) == [COUNTS[1]]

    def test_counters_are_kept(self) -> None:
        assert cases_of(f"{ROOK} ;D1 15")[0].position.to_fen() == ROOK

    def test_a_position_without_counts_is_left_out(self) -> None:
        text = f'{KINGS}\n{ROOK} bm O-O;\n{START} ;D1 20\nid empty\nepd {KINGS}\n{KINGS} id "D1 3";'
        assert contents(cases_of(text)) == [(START, {1: 20})]

    def test_the_largest_depth_and_large_counts_are_taken(self) -> None:
        text = f"{START} ;D64 1 ;D13 1981066775000396239\nperft 63 0"
        assert cases_of(text)[0].counts == {64: 1, 13: 1_981_066_775_000_396_239, 63: 0}

    def test_no_lines_have_no_cases(self) -> None:
        assert parse_suite([], "suite") == []


class TestLines:
    """What stands around the lines, and their ends."""

    @pytest.mark.parametrize("end", ["\n", "\r\n", " \r\n", "\n\n", "\r\n \t \r\n"], ids=repr)
    @each_form
    def test_the_end_of_a_line_means_nothing(self, text: str, end: str) -> None:
        assert contents(cases_of(text.replace("\n", end).encode())) == COUNTS

    @each_form
    def test_the_last_line_may_lack_its_end(self, text: str) -> None:
        assert contents(cases_of(text.rstrip())) == COUNTS

    @each_form
    def test_a_byte_order_mark_is_passed_over(self, text: str) -> None:
        Path("suite").write_text(text, encoding="utf-8-sig")
        assert contents(read_suite("suite")) == COUNTS

    @pytest.mark.parametrize("comment", ["#", "# ♔ to move", "  # D1 20", "#id x", "\t"])
    @each_form
    def test_comments_and_empty_lines_stand_anywhere(self, text: str, comment: str) -> None:
        commented = f"{comment}\n" + text.replace("\n", f"\n{comment}\n")
        assert contents(cases_of(commented)) == COUNTS

    def test_a_comment_may_follow_a_byte_order_mark(self) -> None:
        assert contents(cases_of(b"\xef\xbb\xbf# kings\n" + IN_ONE_LINE.encode())) == COUNTS

    def test_the_longest_line_is_read(self) -> None:
        Path("suite").write_text(f"{KINGS} ;D1 3".ljust(LONGEST_LINE - 1) + "\n")
        assert read_suite("suite")[0].counts == {1: 3}


class TestNames:
    """What a case is called."""

    def test_it_is_the_id(self) -> None:
        assert names(cases_of(IN_MANY_LINES)) == ["start", "kings"]

    def test_an_id_may_have_blanks_and_any_letters(self) -> None:
        assert names(cases_of(f"id Zwei Könige, ♔ ♚ \nepd {KINGS}\nperft 1 3")) == [
            "Zwei Könige, ♔ ♚"
        ]

    def test_without_an_id_it_is_the_line_of_the_position(self) -> None:
        text = f"# kings\n\n{KINGS} ;D1 3\nepd {ROOK}\nperft 1 15\n\nepd {START}\nperft 1 20"
        assert names(cases_of(text)) == ["line 3", "line 4", "line 7"]

    def test_an_empty_id_is_none(self) -> None:
        assert names(cases_of(f"id\nepd {KINGS}\nperft 1 3")) == ["line 2"]

    def test_an_id_is_for_one_position(self) -> None:
        text = f"id kings\nepd {KINGS}\nperft 1 3\nepd {ROOK}\nperft 1 15"
        assert names(cases_of(text)) == ["kings", "line 4"]

    def test_an_id_may_stand_before_counts_in_one_line(self) -> None:
        assert names(cases_of(f"id kings\n{KINGS} ;D1 3\n{ROOK} ;D1 15")) == ["kings", "line 3"]

    def test_an_id_may_be_an_operation(self) -> None:
        lines = (
            f'{KINGS} id "kings"; D1 3;',
            f'{ROOK} D1 15; id "a rook; b";',
            f"{START} id; D1 20",
        )
        text = "\n".join(lines)
        assert names(cases_of(text)) == ["kings", "a rook; b", "line 3"]

    def test_a_position_without_counts_takes_its_name_along(self) -> None:
        text = f"id rook\nepd {ROOK}\n\nid kings\nepd {KINGS}\nperft 1 3"
        assert names(cases_of(text)) == ["kings"]


class TestCase:
    """The value."""

    def test_it_is_frozen(self) -> None:
        (case, _) = cases_of(IN_ONE_LINE)
        for field in dataclasses.fields(case):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(case, field.name, None)

    def test_equal_ones_are_equal_and_have_one_hash(self) -> None:
        once, again = cases_of(IN_ONE_LINE), cases_of(IN_ONE_LINE)
        assert once == again
        assert {*once} == {*again}

    def test_counts_tell_them_apart(self) -> None:
        assert cases_of(f"{KINGS} ;D1 3") != cases_of(f"{KINGS} ;D1 4")

    def test_its_position_is_as_good_as_one_from_a_fen(self) -> None:
        (case,) = cases_of(f"{ROOK} ;D1 15")
        assert case.position == Position(ROOK)
        assert case.position.legal_moves() == Position(ROOK).legal_moves()


IN_EPD = 'a depth and a count, such as ";D3 8902"'
IN_PERFT = 'a depth and a count, such as "perft 3 8902"'
BAD_COUNTS = [
    "0 1",
    "65 1",
    "99 1",
    "100 1",
    "-1 1",
    "1",
    "1 x",
    "1 -20",
    "1 +20",
    "1 2.0",
    "1 1e3",
    "1 8,902",
    "1 8_902",
    "1 0x14",
    "1 20 400",
    "x 20",
    "1 \u0663",
    "\u00b2 20",
    f"1 {2**64}",
    f"1 {'9' * 3000}",
]
each_bad_count = pytest.mark.parametrize("count", BAD_COUNTS, ids=lambda text: text[:12])


class TestRefusals:
    """One sentence, with the file and the line."""

    @each_bad_count
    def test_a_bad_count_after_its_position(self, count: str) -> None:
        sentence = refusal(f"{IN_ONE_LINE}{ROOK} ;D1 15 ;D{count}\n")
        assert sentence == f", line 3: expected {IN_EPD}, got {short_repr('D' + count)}"

    @each_bad_count
    def test_a_bad_count_in_a_line_of_its_own(self, count: str) -> None:
        sentence = refusal(f"{IN_ONE_LINE}perft {count}\n")
        assert sentence == f", line 3: expected {IN_PERFT}, got {short_repr(count)}"

    @pytest.mark.parametrize("count", ["D", "D 1 20", "D120", "Depth 1 20"])
    def test_a_count_without_its_form(self, count: str) -> None:
        assert refusal(f"{KINGS} ;{count}") == f", line 1: expected {IN_EPD}, got '{count}'"

    def test_perft_and_nothing_more(self) -> None:
        assert refusal(f"epd {KINGS}\nperft\n") == f", line 2: expected {IN_PERFT}, got ''"

    def test_a_count_before_the_first_position(self) -> None:
        assert refusal("# counts\nperft 1 20\n") == (
            ", line 2: a count comes before the first position"
        )

    @pytest.mark.parametrize("before", ["", f"epd {START}\nperft 1 20\n"], ids=["first", "later"])
    def test_a_count_that_follows_an_id(self, before: str) -> None:
        line = before.count("\n") + 2
        assert refusal(f"{before}id kings\nperft 1 3\nepd {KINGS}\n") == (
            f", line {line}: a count comes before the position of 'kings'"
        )

    def test_a_count_that_follows_an_empty_id(self) -> None:
        assert refusal(f"epd {START}\nid\nperft 1 3\n").startswith(", line 3: a count comes before")

    def test_a_long_id_is_not_echoed_whole(self) -> None:
        assert len(refusal(f"id {'x' * 4000}\nperft 1 3\n")) < 150

    @pytest.mark.parametrize(
        ("fen", "words"),
        [
            ("8/8/8/8/8/8/8/8 w - -", "king"),
            ("7k/8/8/8/8/8/8 w - -", "board"),
            ("7k/8/8/8/8/8/8/K8 w - -", "9 squares"),
            ("7k/8/8/8/8/8/8/K7 x - -", "side to move"),
            ("7k/8/8/8/8/8/8/K7 w K -", "castling"),
            ("7k/8/8/8/8/8/8/K7 w - e9", "en passant"),
            ("7k/8/8/8/8/8/8/K7", "side to move"),
            ("kk6/8/8/8/8/8/8/K7 w - -", "king"),
            ("7k/8/8/8/8/8/8/K6R w - -", "check"),
            ("Perft 1 20", "board"),
            ("\u265a" * 1000, "board"),
        ],
    )
    def test_a_bad_position(self, fen: str, words: str) -> None:
        for line in (f"{fen} ;D1 3", f"epd {fen}"):
            sentence = refusal(f"{IN_ONE_LINE}{line}\n")
            assert sentence.startswith(", line 3: ")
            assert words in sentence

    def test_epd_and_nothing_more(self) -> None:
        assert refusal("id kings\nepd\n").startswith(", line 2: fen: board, column 1: ")

    @pytest.mark.parametrize(
        "junk", [b"\xff\xfe", b"\xc3(", b"\xed\xa0\x80", b"Schl\xfcsse"], ids=repr
    )
    @pytest.mark.parametrize("before", [b"", b"# ", b"id "], ids=repr)
    def test_what_is_not_utf_8(self, junk: bytes, before: bytes) -> None:
        sentence = refusal(IN_ONE_LINE.encode() + before + junk + b"\n")
        assert sentence == ", line 3: the line is not valid UTF-8"

    def test_utf_16(self) -> None:
        assert refusal(IN_ONE_LINE.encode("utf-16")) == ", line 1: the line is not valid UTF-8"

    def test_a_byte_order_mark_in_the_middle(self) -> None:
        assert refusal(IN_ONE_LINE.encode() + b"\xef\xbb\xbf" + KINGS.encode()).startswith(
            ", line 3"
        )

    @pytest.mark.parametrize("end", ["\n", ""], ids=["ended", "not ended"])
    @pytest.mark.parametrize("start", ["", "#", f"{KINGS} ;D1 3"], ids=["x", "comment", "epd"])
    def test_too_long_a_line(self, start: str, end: str) -> None:
        text = IN_ONE_LINE + start.ljust(LONGEST_LINE + 1, "x") + end
        assert refusal(text) == f", line 3: the line is longer than {LONGEST_LINE:,} bytes"

    def test_bytes_count_in_a_line_not_letters(self) -> None:
        text = "# " + "♔" * (LONGEST_LINE // 3)
        assert refusal(text) == f", line 1: the line is longer than {LONGEST_LINE:,} bytes"

    @pytest.mark.parametrize(
        "text",
        ["", "\n\n", "# nothing\n", "id kings\n", f"{KINGS}\n{ROOK} bm O-O;\n", f"epd {KINGS}\n"],
        ids=["empty", "blank", "comment", "id", "epd", "perft"],
    )
    def test_a_file_without_a_count(self, text: str) -> None:
        assert refusal(text) == ": no positions with perft counts found"

    def test_a_long_file_without_counts_is_rejected_early(self) -> None:
        lines = f"{KINGS}\n" * 1000
        assert refusal(f"{lines}nonsense") == ": no perft counts in the first 1,000 positions"
        assert refusal(f"{KINGS} ;D1 3\n{lines}nonsense").startswith(", line 1002: ")

    def test_the_first_wrong_line_is_named(self) -> None:
        assert refusal(f"{KINGS} ;D0 1\n{KINGS} ;D65 1\nnothing").startswith(", line 1: ")

    def test_a_missing_file(self) -> None:
        with pytest.raises(FileNotFoundError):
            read_suite("missing")

    def test_a_directory(self) -> None:
        with pytest.raises(IsADirectoryError):
            read_suite(".")

    def test_an_endless_file_is_not_read_to_its_end(self) -> None:
        sentence = r"^/dev/zero, line 1: the line is longer than 4,096 bytes$"
        with pytest.raises(ValueError, match=sentence):
            read_suite("/dev/zero")


def test_a_depth_with_two_counts_is_refused() -> None:
    assert "depth 1 already has a different count, got 4" in refusal(f"{KINGS} ;D1 3 ;D1 4")
    assert contents(cases_of(f"{KINGS} ;D1 3 ;D1 3")) == [(f"{KINGS} 0 1", {1: 3})]


@pytest.mark.parametrize("text", [f"{KINGS} D1 3; D2 9;", f"{KINGS} ;d1 3 ;d2 9"])
def test_other_spellings_of_counts_are_read(text: str) -> None:
    assert contents(cases_of(text)) == [(f"{KINGS} 0 1", {1: 3, 2: 9})]


def test_counts_can_stand_on_the_line_of_the_position() -> None:
    assert contents(cases_of(f"epd {KINGS} ;D1 3")) == [(f"{KINGS} 0 1", {1: 3})]


def test_a_zipped_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "suite.epd.gz"
    path.write_bytes(gzip.compress(IN_ONE_LINE.encode()))
    assert contents(read_suite(path)) == COUNTS

"""magicbb perft: the counts, the suites that are checked, the JSON, and what is refused."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Call, Refuse

PROGRAM = (sys.executable, "-m", "magicbb")

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
KINGS = "7k/8/8/8/8/8/8/K7 w - - 0 1"
MATE = "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
PROMOTION = "8/P6k/8/8/8/8/8/K7 w - - 0 1"

DIVIDED = """\
a1a2: 3
a1b1: 3
a1b2: 3
"""
"""The division of KINGS at depth 2."""

SUITE = f"{START} ;D1 20 ;D2 400 ;D3 8902\nid kings\nepd {KINGS}\nperft 1 3\nperft 2 9\n"
WRONG = f"{START} ;D1 20 ;D2 400\n{KINGS} ;D1 3 ;D2 1008\nid mate\nepd {MATE}\nperft 1 1\n"
"""The second and the third position have a wrong count."""

WRONG_FOUND = f"""\
line 2, depth 2: expected 1,008, found 9: {KINGS}
mate, depth 1: expected 1, found 0: {MATE}
divide 2 of {KINGS}
{DIVIDED}3 positions: 3 of 5 counts are right
"""

SPEED = re.compile(
    r"\d+\.\d{3} s(, [\d,.]+ million a second)?, (1 thread|\d+ threads), scheme \S+\n"
)


@pytest.fixture
def suite() -> Path:
    """A file whose counts are right."""
    path = Path("suite.epd")
    path.write_text(SUITE)
    return path


@pytest.fixture
def wrong() -> Path:
    """A file with wrong counts."""
    path = Path("wrong.epd")
    path.write_text(WRONG)
    return path


def answer_of(call: Call, *arguments: str | Path, status: int = 0) -> dict[str, Any]:
    """The answer as JSON, which is all there is."""
    result = call("perft", *arguments, "--json")
    assert (result.returncode, result.stderr) == (status, "")
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


class TestCounting:
    """One position."""

    @pytest.mark.parametrize(
        ("depth", "shown"),
        [(0, "1\n"), (1, "20\n"), (2, "400\n"), (3, "8,902\n"), (4, "197,281\n")],
    )
    def test_the_count_is_all_there_is(self, call: Call, depth: int, shown: str) -> None:
        result = call("perft", str(depth))
        assert (result.returncode, result.stdout) == (0, shown)

    @pytest.mark.parametrize(
        ("fen", "depth", "shown"),
        [(KIWIPETE, 3, "97,862\n"), (KINGS, 2, "9\n"), (MATE, 0, "1\n"), (MATE, 3, "0\n")],
    )
    def test_the_position_is_chosen(self, call: Call, fen: str, depth: int, shown: str) -> None:
        assert call("perft", str(depth), "--fen", fen).stdout == shown

    def test_a_fen_may_lack_its_counters(self, call: Call) -> None:
        assert call("perft", "2", "--fen", KINGS.removesuffix(" 0 1")).stdout == "9\n"

    def test_a_division_is_sorted_and_ends_with_the_total(self, call: Call) -> None:
        assert call("perft", "2", "--divide", "--fen", KINGS).stdout == f"{DIVIDED}9\n"

    def test_a_division_has_every_move_once(self, call: Call) -> None:
        *lines, total = call("perft", "3", "--divide", "--fen", KIWIPETE).stdout.splitlines()
        moves = [line.partition(": ")[0] for line in lines]
        assert moves == sorted({*moves})
        assert len(moves) == 48
        assert {"e1g1", "e1c1", "d5e6", "f3h3"} <= {*moves}
        counts = [int(line.partition(": ")[2].replace(",", "")) for line in lines]
        assert total == f"{sum(counts):,}" == "97,862"

    def test_promotions_are_told_apart(self, call: Call) -> None:
        shown = call("perft", "1", "--divide", "--fen", PROMOTION).stdout.splitlines()
        assert shown[-5:] == ["a7a8b: 1", "a7a8n: 1", "a7a8q: 1", "a7a8r: 1", "7"]

    def test_without_moves_a_division_is_the_total(self, call: Call) -> None:
        assert call("perft", "2", "--divide", "--fen", MATE).stdout == "0\n"

    @pytest.mark.parametrize("threads", ["1", "2", "7"])
    def test_threads_change_nothing(self, call: Call, threads: str) -> None:
        assert call("perft", "4", "--threads", threads).stdout == "197,281\n"
        divided = call("perft", "3", "--divide", "--threads", threads).stdout
        assert divided == call("perft", "3", "--divide").stdout

    @pytest.mark.parametrize("arguments", [("3",), ("2", "--divide")], ids=" ".join)
    def test_a_process_prints_the_same(self, run: Call, call: Call, arguments: tuple[str]) -> None:
        assert run("perft", *arguments).stdout == call("perft", *arguments).stdout


class TestScheme:
    """The table that is used."""

    @pytest.mark.parametrize(
        ("scheme", "named"),
        [
            ("fancy", "fancy"),
            *(
                pytest.param(name, named, marks=pytest.mark.slow)
                for name, named in [
                    ("byte-lookup", "byte-lookup"),
                    ("white-fixed/strided/bytes", "byte-lookup"),
                    ("hyperbola", "hyperbola"),
                ]
            ),
        ],
    )
    def test_it_is_chosen_by_name(self, call: Call, scheme: str, named: str) -> None:
        result = call("perft", "3", "--scheme", scheme)
        assert (result.returncode, result.stdout) == (0, "8,902\n")
        assert f", scheme {named}\n" in result.stderr

    @pytest.mark.parametrize(
        ("command", "file"),
        [("build fancy", "table.npz"), ("find", "magics.csv"), ("find", "magics.json")],
    )
    def test_it_is_read_from_a_file(self, call: Call, command: str, file: str) -> None:
        assert call(*command.split(), "-o", file).returncode == 0
        result = call("perft", "3", "--scheme", file)
        assert (result.returncode, result.stdout) == (0, "8,902\n")
        assert ", scheme fancy\n" in result.stderr

    def test_it_is_used_for_a_suite(self, call: Call, suite: Path) -> None:
        result = call("perft", "--suite", suite, "--scheme", "fancy")
        assert result.returncode == 0
        assert ", scheme fancy\n" in result.stderr

    @pytest.mark.parametrize(
        ("scheme", "words"),
        [
            ("nope", "scheme must be one of plain, fancy, "),
            ("", "scheme must be one of plain, fancy, "),
            ("white/nope/direct", "'nope'"),
            ("missing.npz", "missing.npz: No such file or directory"),
        ],
    )
    def test_an_unknown_one_is_refused(self, refuse: Refuse, scheme: str, words: str) -> None:
        assert words in refuse("perft", "1", "--scheme", scheme)

    def test_a_file_that_is_no_table_is_refused(self, refuse: Refuse) -> None:
        Path("file.npz").write_text("Magic bitboards\n")
        assert refuse("perft", "1", "--scheme", "file.npz").startswith("file.npz: ")


class TestSpeed:
    """How long it took is no result."""

    @pytest.mark.parametrize("arguments", [("3",), ("0",), ("2", "--divide")], ids=" ".join)
    def test_it_goes_to_standard_error(self, call: Call, arguments: tuple[str, ...]) -> None:
        result = call("perft", *arguments)
        assert SPEED.fullmatch(result.stderr)
        assert re.fullmatch(r"([a-h1-8]{4}: [\d,]+\n)*[\d,]+\n", result.stdout)

    def test_that_of_a_suite_too(self, call: Call, suite: Path, wrong: Path) -> None:
        for file in (suite, wrong):
            result = call("perft", "--suite", file)
            assert SPEED.fullmatch(result.stderr)
            assert " s, " not in result.stdout
            assert "second" not in result.stdout

    @pytest.mark.parametrize(("threads", "words"), [("1", ", 1 thread, "), ("3", ", 3 threads, ")])
    def test_the_threads_are_named(self, call: Call, threads: str, words: str) -> None:
        assert words in call("perft", "2", "--threads", threads).stderr


class TestJSON:
    """The answer for programs."""

    def test_it_holds_the_question_and_the_count(self, call: Call) -> None:
        answer = answer_of(call, "3", "--threads", "2", "--scheme", "fancy")
        assert type(answer.pop("seconds")) is float
        question = {"fen": START, "depth": 3, "threads": 2, "scheme": "fancy"}
        assert answer == {**question, "leaves": 8902}

    def test_a_division_adds_up_to_the_leaves(self, call: Call) -> None:
        answer = answer_of(call, "2", "--divide", "--fen", KIWIPETE)
        assert {*answer} == {"fen", "depth", "leaves", "divide", "seconds", "threads", "scheme"}
        assert answer["leaves"] == sum(answer["divide"].values()) == 2039
        assert len(answer["divide"]) == 48

    def test_without_moves_a_division_is_empty(self, call: Call) -> None:
        answer = answer_of(call, "1", "--divide", "--fen", MATE)
        assert (answer["divide"], answer["leaves"]) == ({}, 0)

    def test_the_position_is_whole(self, call: Call) -> None:
        assert answer_of(call, "1", "--fen", KINGS.removesuffix(" 0 1"))["fen"] == KINGS

    def test_a_suite_has_its_totals(self, call: Call, suite: Path) -> None:
        answer = answer_of(call, "2", "--suite", suite, "--threads", "2", "--scheme", "fancy")
        assert type(answer.pop("seconds")) is float
        assert (answer.pop("threads"), answer.pop("scheme")) == (2, "fancy")
        assert answer == {
            "positions": 2,
            "counts": 4,
            "left_out": 1,
            "leaves": 20 + 400 + 3 + 9,
            "wrong": [],
        }

    def test_wrong_counts_are_listed(self, call: Call, wrong: Path) -> None:
        answer = answer_of(call, "--suite", wrong, status=1)
        assert (answer["positions"], answer["counts"]) == (3, 5)
        assert answer["leaves"] == 20 + 400 + 3 + 9 + 0
        assert answer["wrong"] == [
            {"name": "line 2", "fen": KINGS, "depth": 2, "expected": 1008, "found": 9},
            {"name": "mate", "fen": MATE, "depth": 1, "expected": 1, "found": 0},
        ]


class TestSuite:
    """A file of counts."""

    def test_all_right(self, call: Call, suite: Path) -> None:
        result = call("perft", "--suite", suite)
        assert (result.returncode, result.stdout) == (0, "2 positions: 5 of 5 counts are right\n")

    def test_wrong_counts_are_told_and_the_first_position_is_divided(
        self, call: Call, wrong: Path
    ) -> None:
        result = call("perft", "--suite", wrong)
        assert (result.returncode, result.stdout) == (1, WRONG_FOUND)

    def test_a_process_ends_with_the_same_status(self, run: Call, wrong: Path) -> None:
        result = run("perft", "--suite", wrong)
        assert (result.returncode, result.stdout) == (1, WRONG_FOUND)
        assert SPEED.fullmatch(result.stderr)

    @pytest.mark.parametrize("depth", ["1", "2"])
    def test_the_depth_caps_it(self, call: Call, suite: Path, depth: str) -> None:
        checked = 2 * int(depth)
        assert call("perft", depth, "--suite", suite).stdout == (
            f"2 positions: {checked} of {checked} counts are right, "
            f"{5 - checked} larger or deeper ones were skipped\n"
        )

    def test_a_depth_that_nothing_reaches_changes_nothing(self, call: Call, suite: Path) -> None:
        assert call("perft", "64", "--suite", suite).stdout.endswith("5 of 5 counts are right\n")

    @pytest.mark.parametrize(("most", "checked"), [(3, 1), (20, 3), (399, 3), (400, 4), (8901, 4)])
    def test_the_largest_count_caps_it(
        self, call: Call, suite: Path, most: int, checked: int
    ) -> None:
        assert call("perft", "--suite", suite, "--max-nodes", str(most)).stdout == (
            f"2 positions: {checked} of {checked} counts are right, "
            f"{5 - checked} larger or deeper ones were skipped\n"
        )

    def test_both_cap_it(self, call: Call, suite: Path) -> None:
        result = call("perft", "1", "--suite", suite, "--max-nodes", "19")
        assert ": 1 of 1 counts " in result.stdout
        assert ", 4 larger or deeper ones " in result.stdout

    def test_counts_over_a_billion_are_left_out(self, call: Call) -> None:
        Path("deep.epd").write_text(f"{START} ;D2 400 ;D7 3195901860 ;D8 1000000001\n")
        assert call("perft", "--suite", "deep.epd").stdout.endswith(
            ": 1 of 1 counts are right, 2 larger or deeper ones were skipped\n"
        )

    def test_a_wrong_count_that_is_left_out_is_not_noticed(self, call: Call, wrong: Path) -> None:
        result = call("perft", "--suite", wrong, "--max-nodes", "3", "1")
        assert result.returncode == 1  # the mate's
        assert "line 2" not in result.stdout

    @pytest.mark.parametrize(
        "arguments", [("0",), ("--max-nodes", "2"), ("0", "--max-nodes", "2")], ids=" ".join
    )
    def test_nothing_left_to_check_is_refused(
        self, refuse: Refuse, suite: Path, arguments: tuple[str, ...]
    ) -> None:
        sentence = refuse("perft", "--suite", suite, *arguments)
        assert sentence.startswith("no counts left to check: ")
        assert " 5 " in sentence

    def test_counts_are_checked_in_the_order_of_depth(self, call: Call) -> None:
        Path("back.epd").write_text(f"{START} ;D3 3 ;D1 1 ;D2 2\n")
        shown = call("perft", "--suite", "back.epd").stdout
        assert re.findall(r"^line 1, depth (\d)", shown, re.MULTILINE) == ["1", "2", "3"]
        assert re.findall(r"^divide .*", shown, re.MULTILINE) == [f"divide 1 of {START}"]

    def test_threads_change_nothing(self, call: Call, wrong: Path) -> None:
        assert call("perft", "--suite", wrong, "--threads", "3").stdout == WRONG_FOUND

    def test_it_may_come_through_a_pipe(self, run: Call, suite: Path) -> None:
        cat = ("bash", "-c", 'cat "$0" | "$@"', str(suite), *PROGRAM)
        result = run("perft", "--suite", "/dev/stdin", program=cat)
        assert result.stdout == "2 positions: 5 of 5 counts are right\n"

    @pytest.mark.parametrize(
        ("content", "sentence"),
        [
            (b"", ": no positions with perft counts found"),
            (KINGS.encode(), ": no positions with perft counts found"),
            (b"\xff\n", ", line 1: the line is not valid UTF-8"),
            (b"#" * 5000, ", line 1: the line is longer than 4,096 bytes"),
            (b"\nperft 1 20\n", ", line 2: a count comes before the first position"),
            (
                f"{KINGS} ;D1 x".encode(),
                ", line 1: expected a depth and a count, such as \";D3 8902\", got 'D1 x'",
            ),
        ],
        ids=["empty", "no count", "not UTF-8", "long", "no position", "bad count"],
    )
    def test_a_file_that_is_no_suite_is_refused(
        self, refuse: Refuse, content: bytes, sentence: str
    ) -> None:
        Path("file").write_bytes(content)
        assert refuse("perft", "--suite", "file") == f"file{sentence}"

    def test_a_bad_position_is_refused_with_its_line(self, refuse: Refuse) -> None:
        Path("file").write_text(f"{START} ;D1 20\n8/8 w - - ;D1 1\n")
        assert refuse("perft", "--suite", "file").startswith("file, line 2: ")

    @pytest.mark.parametrize(
        ("place", "sentence"),
        [
            ("missing", "missing: No such file or directory"),
            (".", ".: is a directory, not a file"),
            ("/dev/zero", "/dev/zero, line 1: the line is longer than 4,096 bytes"),
        ],
    )
    def test_a_place_that_cannot_be_read_is_named(
        self, refuse: Refuse, place: str, sentence: str
    ) -> None:
        assert refuse("perft", "--suite", place) == sentence


class TestFast:
    """Shortcuts: the same counts, and the size of the hash table beside them."""

    @pytest.mark.parametrize("options", [(), ("--hash", "0"), ("--hash", "1")], ids=str)
    def test_the_count_is_the_same(self, call: Call, options: tuple[str, ...]) -> None:
        result = call("perft", "5", "--fast", *options)
        assert (result.returncode, result.stdout) == (0, "4,865,609\n")

    def test_the_division_is_the_same(self, call: Call) -> None:
        assert call("perft", "2", "--divide", "--fast", "--fen", KINGS).stdout == f"{DIVIDED}9\n"

    @pytest.mark.usefixtures("suite")
    def test_a_suite_is_checked(self, call: Call) -> None:
        result = call("perft", "--suite", "suite.epd", "--fast")
        assert result.stdout == "2 positions: 5 of 5 counts are right\n"

    @pytest.mark.parametrize(("options", "size"), [((), 64), (("--hash", "0"), 0)])
    def test_the_answer_says_how_it_was_counted(
        self, call: Call, options: tuple[str, ...], size: int
    ) -> None:
        answer = answer_of(call, "2", "--fast", *options)
        assert (answer["fast"], answer["hash_mib"]) == (True, size)
        assert "fast" not in answer_of(call, "2")

    @pytest.mark.parametrize(
        ("options", "shown"), [((), "hash 64 MiB"), (("--hash", "0"), "no hash")]
    )
    def test_the_speed_is_not_taken_for_the_plain_one(
        self, call: Call, options: tuple[str, ...], shown: str
    ) -> None:
        assert call("perft", "2", "--fast", *options).stderr.endswith(f"{shown}\n")
        assert "hash" not in call("perft", "2").stderr


class TestUsage:
    """What is refused: status 2, and one sentence."""

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ((), "DEPTH"),
            (("--divide",), "DEPTH"),
            (("--fen", KINGS), "DEPTH"),
            (("0", "--divide"), "no moves to divide at depth 0"),
            (("65",), "65 is not in the range"),
            (("--", "-1"), "-1 is not in the range"),
            (("9" * 5000,), "9"),
            (("x",), "'x' is not a valid integer"),
            (("2.0",), "'2.0' is not a valid integer"),
            (("1", "2"), "2"),
            (("-1",), "-1"),
            (("1", "--nope"), "--nope"),
            (("1", "--threads", "0"), "--threads"),
            (("1", "--threads", "4097"), "--threads"),
            (("1", "--fast", "--hash", "-1"), "hash must be 0.."),
            (("1", "--fast", "--hash", "9" * 15), "hash must be 0.."),
            (("1", "--fast", "--hash", "many"), "'many' is not a valid integer"),
            (("1", "--fast", "--hash", "1.5"), "'1.5' is not a valid integer"),
            (("1", "--fast", "--hash"), "--hash"),
            (("1", "--hash", "64"), "--hash requires --fast"),
            (("1", "--hash", "0"), "--hash requires --fast"),
            (("--suite", "suite.epd", "--hash", "64"), "--hash requires --fast"),
            (("1", "--max-nodes", "5"), "--suite"),
            (("--max-nodes", "5"), "--suite"),
            (("--suite", "suite.epd", "--max-nodes", "0"), "--max-nodes"),
            (("--suite", "suite.epd", "--max-nodes", "-1"), "--max-nodes"),
            (("--suite", "suite.epd", "65"), "65 is not in the range"),
            (("--suite", "suite.epd", "--fen", KINGS), "--fen"),
            (("--suite", "suite.epd", "--fen", ""), "--fen"),
            (("--suite", "suite.epd", "--divide"), "--divide"),
            (("2", "--suite", "suite.epd", "--divide"), "--divide"),
        ],
        ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
    )
    @pytest.mark.usefixtures("suite")
    def test_wrong_usage(self, refuse: Refuse, arguments: tuple[str, ...], words: str) -> None:
        assert words in refuse("perft", *arguments)

    @pytest.mark.parametrize(
        "arguments", [(), ("0", "--divide"), ("65",), ("1", "--fen", "x")], ids=" ".join
    )
    def test_no_traceback_comes_from_a_process(
        self, refuse: Refuse, run: Call, arguments: tuple[str, ...]
    ) -> None:
        assert "Traceback" not in refuse("perft", *arguments, by=run)

    @pytest.mark.parametrize(
        ("fen", "words"),
        [
            ("", "board"),
            ("start", "board"),
            (f"{KINGS} ;D1 3", "fen"),
            ("8/8/8/8/8/8/8/8 w - -", "king"),
            (KINGS.replace("w", "x"), "side to move"),
            ("\udcff", "board"),
        ],
        ids=["empty", "word", "EPD", "no kings", "side", "no text"],
    )
    def test_a_wrong_fen(self, refuse: Refuse, fen: str, words: str) -> None:
        sentence = refuse("perft", "1", "--fen", fen)
        assert sentence.startswith("fen: ")
        assert words in sentence

    def test_wrong_threads_of_the_environment(
        self, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MAGICBB_THREADS", "many")
        assert refuse("perft", "1") == "MAGICBB_THREADS must be 1..4096, got 'many'"


class TestStandardOutput:
    """Standard output that takes nothing."""

    @pytest.mark.parametrize(
        "arguments", [("2",), ("2", "--divide"), ("2", "--json")], ids=" ".join
    )
    def test_a_reader_that_went_away_is_no_news(
        self, run: Call, arguments: tuple[str, ...]
    ) -> None:
        ours, theirs = os.pipe()
        os.close(ours)
        with os.fdopen(theirs, "wb") as pipe:
            result = run("perft", *arguments, stdout=pipe)
        assert (result.returncode, result.stderr) == (1, "")

    def test_head_ends_a_division_quietly(self, run: Call) -> None:
        head = ("bash", "-c", '"$@" | head -1', "bash", *PROGRAM)
        result = run("perft", "2", "--divide", "--json", program=head)
        assert (result.stdout, result.stderr) == ("{\n", "")

    def test_a_full_disk_is_one_sentence(self, run: Call) -> None:
        with Path("/dev/full").open("w") as full:
            result = run("perft", "2", "--json", stdout=full)
        assert (result.returncode, result.stderr) == (2, "magicbb: No space left on device\n")


def test_lines_that_are_not_understood_are_passed_over_where_asked_for(
    call: Call, refuse: Refuse
) -> None:
    Path("suite.epd").write_text(
        "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq d6 0 2 ;D1 20\n"
        "1k1r4/8/8/8/8/8/8/1K1R4 w Qq - 0 1 ;D1 20\n"
    )
    assert refuse("perft", "--suite", "suite.epd") == (
        "suite.epd, line 2: fen: castling, column 27: 'Q' needs a white rook on rank 1 "
        "to the left of the king on b1"
    )
    skipped = call("perft", "--suite", "suite.epd", "--skip-invalid")
    assert skipped.stdout == "1 position: 1 of 1 counts are right, 1 line skipped\n"
    report = call("perft", "--suite", "suite.epd", "--skip-invalid", "--json")
    assert json.loads(report.stdout)["skipped"] == 1
    assert refuse("perft", "1", "--skip-invalid") == ("--skip-invalid requires --suite FILE")


CHESS960 = "nqn2krb/p1prpppp/1pbp4/7P/5P2/8/PPPPPKP1/NQNRB1RB w g - 3 9"


def test_positions_of_chess960_are_counted(call: Call) -> None:
    Path("suite.epd").write_text(f"{CHESS960} ;D1 21 ;D2 461 ;D3 10608\n")
    found = call("perft", "--suite", "suite.epd").stdout
    assert found == "1 position: 3 of 3 counts are right\n"
    report = json.loads(call("perft", "2", "--fen", CHESS960, "--json").stdout)
    assert (report["leaves"], report["fen"]) == (461, CHESS960.replace(" g ", " k "))


def test_castling_of_chess960_is_divided_by_king_and_rook(call: Call) -> None:
    fen = "4k3/8/8/8/8/8/8/R3K3 w {} - 0 1"
    standard = call("perft", "1", "--divide", "--fen", fen.format("Q")).stdout
    other = call("perft", "1", "--divide", "--fen", fen.format("A")).stdout
    assert {*standard.replace("e1c1", "e1a1").split("\n")} == {*other.split("\n")}
    assert "e1c1: 1\n" in standard
    assert "e1a1: 1\n" in other

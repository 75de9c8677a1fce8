"""magicbb records: the record book, listed, compared, exported and imported."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.magics.files import shipped
from magicbb.research.records import MagicRecord, Provenance, RecordBook, TableRecord

if TYPE_CHECKING:
    from .conftest import Call, OnTerminal, Refuse

HERE = Provenance("Ada", "2026-11-20T10:00:00+00:00", 7, "magicbb find", "0.1.0", 1.5)
DENSE = len(shipped("dense"))


@pytest.fixture
def book(published: dict[str, Path]) -> Path:
    """The book of the environment, with magics, a table and a campaign."""
    table = mb.read(published["annuss-2017-white-88772"])
    with RecordBook() as opened:
        opened.add_all([MagicRecord.of(row.magic, HERE) for row in shipped("dense")])
        opened.add(TableRecord.of("fixed", table, "published", HERE))
        number = opened.begin("find", {"square": "a7"}, seed=7, command="magicbb find rook a7")
        opened.lease(number, "me", 60)
        opened.keep(number, 0, 0, None, 90.0, "me")
        return opened.path


class TestListing:
    """What is in the book."""

    @pytest.mark.usefixtures("book")
    def test_every_section_has_its_lines(self, call: Call) -> None:
        result = call("records")
        assert (result.returncode, result.stderr) == (0, "")
        magics, tables, campaigns = result.stdout.rstrip().split("\n\n")
        assert magics.splitlines()[0] == f"magics: {DENSE}"
        assert len(magics.splitlines()) == DENSE + 2
        assert "  rook a7    white    10  0x48fffe99fecfaa00    960  0..1023" in magics
        assert tables.splitlines()[2].split() == [
            *("fixed", "white-fixed", "88,772", "710,176", "published"),
            *("2026-11-20", "Ada"),
        ]
        assert campaigns.splitlines()[0] == "campaigns: 1"
        assert "1.5 min" in campaigns
        assert campaigns.endswith("  magicbb find rook a7")

    def test_no_line_has_spaces_at_its_end(self, call: Call, book: Path) -> None:
        for line in call("records", "--book", book).stdout.splitlines():
            assert line == line.rstrip()

    @pytest.mark.usefixtures("book")
    def test_the_lines_fit_a_terminal_of_80_columns(self, on_terminal: OnTerminal) -> None:
        shown = on_terminal("records", "magics", "tables")
        assert shown.returncode == 0
        assert max(map(len, shown.terminal.splitlines())) <= 80

    @pytest.mark.usefixtures("book")
    def test_a_comparison_fits_one_of_100(self, on_terminal: OnTerminal) -> None:
        shown = on_terminal("records", "--compare", "--piece", "bishop")
        assert shown.returncode == 0
        assert max(map(len, shown.terminal.splitlines())) <= 100

    @pytest.mark.usefixtures("book")
    @pytest.mark.parametrize("section", ["magics", "tables", "campaigns"])
    def test_only_what_is_asked_for_is_shown(self, call: Call, section: str) -> None:
        shown = call("records", section).stdout
        assert shown.startswith(f"{section}: ")
        assert "\n\n" not in shown

    @pytest.mark.usefixtures("book")
    @pytest.mark.parametrize(
        ("filters", "count"),
        [
            (["--piece", "rook"], 21),
            (["--square", "a7"], 2),
            (["--bits", "4", "--piece", "bishop"], 20),
            (["--kind", "white"], DENSE),
        ],
    )
    def test_filters_hold_together(self, call: Call, filters: list[str], count: int) -> None:
        assert call("records", *filters).stdout.startswith(f"magics: {count}\n")

    @pytest.mark.usefixtures("book")
    def test_json_has_all_fields(self, call: Call) -> None:
        content = json.loads(call("records", "--json").stdout)
        assert [*content] == ["book", "magics", "tables", "proofs", "campaigns"]
        (a7,) = (each for each in content["magics"] if each["magic"] == "0x48fffe99fecfaa00")
        assert a7 == {
            "piece": "rook",
            "square": "a7",
            "kind": "white",
            "bits": 10,
            "magic": "0x48fffe99fecfaa00",
            "used": 960,
            "lowest": 0,
            "highest": 1023,
            **asdict(HERE),
        }
        assert content["tables"][0]["entries"] == 88_772
        (campaign,) = content["campaigns"]
        assert (campaign["params"], campaign["jobs"]) == ({"square": "a7"}, 1)

    @pytest.mark.usefixtures("book")
    def test_what_is_not_there_is_said(self, call: Call) -> None:
        result = call("records", "--kind", "black")
        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr.startswith("no matching records: ")

    def test_without_a_book_none_is_made(
        self, call: Call, refuse: Refuse, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sentence = refuse("records", "--book", "nowhere.sqlite")
        assert sentence == "nowhere.sqlite: no such record book"
        monkeypatch.setenv("MAGICBB_BOOK", "nowhere.sqlite")
        result = call("records")
        assert (result.returncode, result.stdout) == (0, "")
        assert result.stderr == "no record book yet: nowhere.sqlite\n"
        assert [*Path().iterdir()] == []

    def test_a_name_cannot_command_the_terminal(self, call: Call) -> None:
        magic = mb.find("bishop", "h8")
        with RecordBook() as opened:
            whose = Provenance("\x1b[31mEve", HERE.when, None, "", "0.1.0", None)
            opened.add(MagicRecord.of(magic, whose))
        shown = call("records").stdout
        assert "\x1b" not in shown
        assert r"\x1b[31mEve" in shown


class TestComparing:
    """Against what others published."""

    @pytest.mark.usefixtures("book")
    def test_all_three_are_compared(self, call: Call) -> None:
        result = call("records", "--compare")
        assert (result.returncode, result.stderr) == (0, "")
        magics, tables, proofs = result.stdout.split("\n\n")
        assert "  rook a7    white  10 = 10  960 = 960" in magics
        assert "88,772 = 88,772" in tables
        assert "Volker Annuss and Niklas Fiekas 2017" in tables
        assert "confirmed" in proofs
        assert "white, published: 39 exist, 71 disproved, 18 open; settled by the book: 6" in proofs

    @pytest.mark.usefixtures("book")
    def test_filters_hold_for_what_is_published_too(self, call: Call) -> None:
        content = json.loads(
            call("records", "--compare", "--piece", "rook", "--kind", "white", "--json").stdout
        )
        assert [*content] == ["book", "magics", "proofs"]
        assert len(content["proofs"]) == 64
        places = {
            (each["piece"], each["kind"]) for part in ("magics", "proofs") for each in content[part]
        }
        assert places == {("rook", "white")}

    def test_an_empty_book_is_compared(self, call: Call) -> None:
        shown = call("records", "--compare").stdout
        assert "published magics have no counterpart in the book" in shown
        assert "- (76,411)" in shown

    @pytest.mark.usefixtures("book")
    def test_json_has_the_verdicts(self, call: Call) -> None:
        content = json.loads(call("records", "tables", "--compare", "--json").stdout)
        assert [*content] == ["book", "tables"]
        fixed = content["tables"][0]
        assert (fixed["name"], fixed["candidates"]) == ("fixed", "published")
        assert fixed["entries"]["verdict"] == "equal"


class TestExchange:
    """Out and in."""

    @pytest.mark.usefixtures("book")
    def test_what_was_exported_can_be_imported(self, call: Call) -> None:
        exported = call("records", "--export", "all.json")
        assert exported.stdout == (f"magics: {DENSE}, tables: 1, proofs: 0; written to all.json\n")
        imported = call("records", "--import", "all.json", "--book", "other.sqlite")
        assert imported.stdout == f"{DENSE + 1} records verified, {DENSE + 1} added\n"
        again = call("records", "--import", "all.json", "--book", "other.sqlite")
        assert again.stdout == (
            f"{DENSE + 1} records verified, 0 added, {DENSE + 1} already known\n"
        )
        both = [
            json.loads(call("records", "magics", "tables", "--json", *which).stdout)
            for which in ([], ["--book", "other.sqlite"])
        ]
        assert both[0].pop("book") != both[1].pop("book")
        assert both[0] == both[1]

    @pytest.mark.usefixtures("book")
    def test_a_part_can_be_exported(self, call: Call) -> None:
        result = call("records", "magics", "--piece", "rook", "--export", "rooks.json", "--json")
        assert json.loads(result.stdout) == {"file": "rooks.json", "magics": 21}
        assert len(json.loads(Path("rooks.json").read_text())["magics"]) == 21

    @pytest.mark.usefixtures("book")
    @pytest.mark.parametrize("which", [("proofs",), ("magics", "--square", "d4", "--bits", "3")])
    def test_where_nothing_matches_nothing_is_written(
        self, refuse: Refuse, which: tuple[str, ...]
    ) -> None:
        sentence = refuse("records", *which, "--export", "none.json")
        assert sentence.endswith("records.sqlite: no matching records to export")
        assert not Path("none.json").exists()

    @pytest.mark.usefixtures("book")
    def test_json_counts(self, call: Call) -> None:
        call("records", "--export", "all.json")
        answer = json.loads(call("records", "--import", "all.json", "--json").stdout)
        assert (answer["records"], answer["new"]) == (DENSE + 1, 0)

    @pytest.mark.usefixtures("book")
    def test_a_false_record_is_refused_and_nothing_taken(self, call: Call, refuse: Refuse) -> None:
        call("records", "--export", "all.json")
        content = json.loads(Path("all.json").read_text())
        content["magics"][0]["used"] = 1
        Path("all.json").write_text(json.dumps(content))
        sentence = refuse("records", "--import", "all.json", "--book", "other.sqlite")
        assert sentence.startswith("all.json: ")
        assert "used is 895, not 1" in sentence
        assert call("records", "--book", "other.sqlite").stdout == ""

    @pytest.mark.parametrize("content", ["", "junk", "[1]", '{"format": "magicbb records"}'])
    def test_junk_is_refused(self, refuse: Refuse, content: str) -> None:
        Path("junk.json").write_text(content)
        assert refuse("records", "--import", "junk.json").startswith("junk.json: ")

    def test_a_file_that_is_missing_is_refused(self, refuse: Refuse) -> None:
        assert "nowhere.json" in refuse("records", "--import", "nowhere.json")

    @pytest.mark.parametrize("target", [".", "nowhere/file.json"])
    def test_where_nothing_can_be_written_is_refused(self, refuse: Refuse, target: str) -> None:
        assert target.split("/", maxsplit=1)[0] in refuse("records", "--export", target)


class TestBadBooks:
    """What is no book."""

    def test_a_directory(self, refuse: Refuse) -> None:
        assert "is a directory" in refuse("records", "--book", ".")

    def test_another_file(self, refuse: Refuse) -> None:
        Path("text").write_text("once upon a time")
        assert "not a magicbb record book" in refuse("records", "--book", "text")

    def test_another_database(self, refuse: Refuse) -> None:
        with closing(sqlite3.connect("other")) as base:
            base.execute("CREATE TABLE notes (text)")
        assert "the database of another program" in refuse("records", "--book", "other")

    def test_a_newer_book(self, refuse: Refuse, book: Path) -> None:
        with closing(sqlite3.connect(book)) as base:
            base.execute("PRAGMA user_version = 99")
        assert "is from a newer magicbb" in refuse("records")

    def test_a_directory_that_is_missing(self, refuse: Refuse) -> None:
        Path("some.json").write_text('{"format": "magicbb records", "version": 1}')
        sentence = refuse("records", "--import", "some.json", "--book", "nowhere/book")
        assert sentence == f"{Path('nowhere/book')}: there is no directory nowhere"


class TestSlots:
    """How many slots squares use."""

    def test_every_square_and_the_sums(self, call: Call) -> None:
        lines = call("records", "slots").stdout.splitlines()
        assert len(lines) == 2 + 128 + 3
        assert lines[1].split("  ")[1] == "square"
        assert lines[-1].split()[-1] == f"{38_528 + 2_992:,}"

    def test_one_square_as_json(self, call: Call) -> None:
        options = ("--piece", "bishop", "--square", "c1", "--json")
        (use,) = json.loads(call("records", "slots", *options).stdout)["slots"]
        assert use == {
            "piece": "bishop",
            "square": "c1",
            "used": None,
            "known": 16,
            "densest": 16,
            "least": 16,
            "rule": 16,
        }

    @pytest.mark.usefixtures("book")
    def test_a_book_has_some(self, call: Call) -> None:
        uses = json.loads(call("records", "slots", "--json").stdout)["slots"]
        assert {use["used"] for use in uses} > {None, 480}

    @pytest.mark.parametrize(
        "wrong", [("magics",), ("--bits", "4"), ("--kind", "white"), ("--compare",)], ids=str
    )
    def test_what_does_not_go_with_them_is_refused(
        self, refuse: Refuse, wrong: tuple[str, ...]
    ) -> None:
        sentence = refuse("records", "slots", *wrong)
        assert sentence.startswith("slots cannot be combined with other sections, --kind, --bits,")


def test_help_loads_no_database() -> None:
    code = """
import contextlib, sys
from magicbb.cli import main
sys.argv = ["magicbb", "records", "--help"]
with contextlib.suppress(SystemExit):
    main()
assert not {"sqlite3", "numpy", "numba"} & {*sys.modules}
"""
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)  # noqa: S603


@pytest.mark.parametrize(
    "arguments",
    [
        ("nope",),
        ("--bits", "0"),
        ("--square", "i9"),
        ("--piece", "queen"),
        ("tables", "--piece", "rook"),
        ("campaigns", "--compare"),
        ("campaigns", "--export", "file"),
        ("--compare", "--export", "file"),
        ("--import", "file", "--export", "file"),
        ("magics", "--import", "file"),
        ("--import", "file", "--bits", "4"),
    ],
)
def test_wrong_usage_is_refused(refuse: Refuse, arguments: tuple[str, ...]) -> None:
    assert refuse("records", *arguments)
    assert not Path("file").exists()

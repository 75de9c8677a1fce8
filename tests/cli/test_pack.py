"""magicbb pack: tables, files of them, the book, and going on after the time was up."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.research.campaigns.works import pack
from magicbb.research.records import RecordBook

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Call, Refuse

DRAFT = ("pack", "--draft", "--rounds", "1")

COMPUTED: dict[bytes, Any] = {}
"""The results of jobs, which most tests have in common and which take half a minute."""


@pytest.fixture(autouse=True)
def _computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests of a process share the results of equal jobs."""

    def once(compute: Callable[..., Any]) -> Callable[..., Any]:
        def compute_once(*arguments: Any, **options: Any) -> Any:
            key = pickle.dumps((compute.__name__, arguments, options))
            if key not in COMPUTED:
                COMPUTED[key] = compute(*arguments, **options)
            return COMPUTED[key]

        return compute_once

    for name in ("anneal_rows", "pack_anew", "separate", "slim_and_separate"):
        monkeypatch.setattr(pack, name, once(getattr(pack, name)))


def packed(call: Call, *arguments: str) -> dict[str, Any]:
    """What is packed, as JSON."""
    answer: dict[str, Any] = json.loads(call(*DRAFT, *arguments, "--json").stdout)
    return answer


def test_a_table_is_described_beside_those_of_others(call: Call) -> None:
    done = call(*DRAFT)
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == "free: black/overlapped/direct, without published candidates"
    assert lines[1].startswith("  entries    ")
    assert lines[2].startswith("  bytes      ")
    assert lines[3] == "  published  76,411 (black, Markus Everling 2026)"
    assert len(lines) == 4


@pytest.mark.slow
def test_several_tables_of_the_same_magics(call: Call) -> None:
    answer = packed(call, "--sharing", "none", "--sharing", "postmask", "--sharing", "bytes")
    assert [table["name"] for table in answer["tables"]] == ["free", "shared", "bytes"]
    assert [table["sharing"] for table in answer["tables"]] == ["none", "postmask", "bytes"]
    free, shared, small = answer["tables"]
    assert shared["entries"] < free["entries"]
    assert small["bytes"] < free["bytes"]
    assert all(table["candidates"] == "own" for table in answer["tables"])


@pytest.mark.slow
def test_published_candidates_are_said_to_be_such(call: Call) -> None:
    done = call(*DRAFT, "--published")
    assert "with published candidates" in done.stdout


def test_no_book_is_written_unasked(call: Call) -> None:
    done = call(*DRAFT, "-o", "table.npz")
    assert "--record" not in done.stderr
    assert [path.name for path in Path().iterdir()] == ["table.npz"]


def test_what_is_no_draft_says_that_nothing_is_kept(call: Call) -> None:
    done = call("pack", "--hours", "1e-9")
    assert "results are kept in memory only; use --record " in done.stderr
    assert done.stdout == "no table yet\n"
    assert [*Path().iterdir()] == []


def test_the_best_tables_are_in_the_book(call: Call) -> None:
    (table,) = packed(call, "--record")["tables"]
    with RecordBook() as book:
        (record,) = book.tables()
    assert (record.name, record.entries, record.bytes) == ("free", table["entries"], table["bytes"])
    assert record.provenance is not None
    assert record.provenance.command.startswith("magicbb pack --kind black --shift free")


def test_a_second_time_it_is_read_from_the_book(call: Call) -> None:
    assert packed(call, "--record") == packed(call, "--record")
    with RecordBook() as book:
        assert len(book.campaigns()) == len(book.tables()) == 1


@pytest.mark.parametrize(
    "name",
    [
        "table.npz",
        pytest.param("table", marks=pytest.mark.slow),
        pytest.param("table.csv", marks=pytest.mark.slow),
        "TABLE.CSV",
    ],
)
def test_the_file_holds_the_table(call: Call, name: str) -> None:
    (described,) = packed(call, "--record", "-o", name)["tables"]
    table = mb.read(name)
    assert (table.entries, "/".join(table.scheme.names)) == (
        described["entries"],
        described["scheme"],
    )
    with RecordBook() as book:
        (record,) = book.tables()
    assert (record.magics, record.offsets) == (table.magics, table.offsets)


def test_csv_names_squares_and_offsets(call: Call) -> None:
    call(*DRAFT, "-o", "table.csv")
    lines = Path("table.csv").read_text("utf-8").splitlines()
    assert lines[0] == "piece,square,kind,bits,magic,offset"
    assert lines[1].startswith("rook,a1,black,")
    assert len(lines) == 129


def test_csv_names_what_slots_hold_that_squares_share(call: Call) -> None:
    (described,) = packed(call, "--sharing", "postmask", "-o", "table.csv")["tables"]
    first, *rows = Path("table.csv").read_text("utf-8").splitlines()
    assert first == "piece,square,kind,bits,magic,offset,storage"
    assert all(row.endswith(",union") for row in rows)
    verified = json.loads(call("verify", "--json", "table.csv").stdout)
    assert (verified["storage"], verified["entries"]) == ("union", described["entries"])


def test_when_the_time_is_up_what_there_is_is_shown_and_it_can_go_on(call: Call) -> None:
    done = call(*DRAFT, "--record", "--hours", "1e-9", "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout) == {"seed": 1, "finished": False, "tables": []}
    assert "continue with `magicbb resume 1`" in done.stderr
    assert call(*DRAFT, "--record", "--hours", "1e-9").stdout == "no table yet\n"
    assert call("resume", "1").returncode == 0
    assert packed(call, "--record")["finished"]
    with RecordBook() as book:
        assert len(book.tables()) == 1


@pytest.mark.slow
@pytest.mark.parametrize("command", ["pack", "resume"])
def test_the_best_of_whole_rounds_enter_the_book_when_the_time_is_up(
    call: Call, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """Under the command that makes them again: with as many rounds."""
    from magicbb.research import campaigns

    whole = campaigns.run
    call(*DRAFT, "--rounds", "2", "--record", "--hours", "1e-9")

    def stopped(work: Any, book: Any, *arguments: Any, **options: Any) -> Any:
        """Everything but the last round, of which there are all results but one."""
        outcome = whole(work, book, *arguments, **options)
        *done, part = outcome.rounds
        return replace(outcome, finished=False, rounds=done, part=part[1:], records=[])

    monkeypatch.setattr(campaigns, "run", stopped)
    monkeypatch.setattr(RecordBook, "finish", lambda *_: None)
    arguments = (*DRAFT, "--rounds", "2", "--record") if command == "pack" else ("resume", "1")
    done = call(*arguments)
    assert "time is up; continue with `magicbb resume 1`" in done.stderr
    with RecordBook() as book:
        (record,) = book.tables()
    assert record.provenance is not None
    assert record.provenance.command == (
        "magicbb pack --kind black --shift free --sharing none --rounds 1 --draft --seed 1"
    )
    monkeypatch.undo()
    assert packed(call)["tables"][0]["entries"] == record.entries


@pytest.mark.slow
def test_workers_do_not_change_the_table(call: Call) -> None:
    one = packed(call)
    assert packed(call, "--workers", "2", "--book", "other") == one


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--kind", "white-32"), "'white-32' is not one of"),
        (("--shift", "none"), "'none' is not one of"),
        (("--sharing", "all"), "'all' is not one of"),
        (("--rounds", "0"), "0 is not in the range"),
        (("--sharing", "none", "--sharing", "bytes", "-o", "x"), "-o writes one table"),
        (("-o", "table.json"), "pack writes NPZ or CSV, not .json"),
        (("-o", "no/such/file"), "no/such/file: there is no directory no/such"),
        (("--hours", "0"), "0"),
        (("--workers", "nobody"), "workers must be"),
        (("--start", "hyperbola"), "start must be a table of magics, and hyperbola uses none"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refuse("pack", *arguments)


def test_a_campaign_does_not_replace_the_table_that_it_starts_from(
    call: Call, refuse: Refuse
) -> None:
    call("build", "densest", "-o", "start.npz")
    arguments = ("--start", "start.npz", "-o", "./start.npz", "--book", "b")
    assert refuse("pack", *arguments).startswith("-o would replace the table that magicbb resume")


@pytest.mark.slow
def test_the_command_in_a_record_makes_the_same_table_again(call: Call) -> None:
    assert call(*DRAFT, "--seed", "5", "--book", "one.sqlite").returncode == 0
    with RecordBook("one.sqlite") as book:
        (first,) = book.tables()
    by = first.provenance
    assert by is not None
    assert by.command == (
        "magicbb pack --kind black --shift free --sharing none --rounds 1 --draft --seed 5"
    )
    assert by.seed == 5
    assert by.version.startswith(mb.__version__)
    COMPUTED.clear()
    assert call(*by.command.split()[1:], "--book", "two.sqlite").returncode == 0
    with RecordBook("two.sqlite") as book:
        (second,) = book.tables()
    assert (second.magics, second.offsets) == (first.magics, first.offsets)

"""magicbb prove: the outcome, its certificate, the estimate, and going on after an interruption."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.cli.commands import prove
from magicbb.research.proofs.bit_by_bit.certificate import Certificate
from magicbb.research.proofs.chain.parts import Parts
from magicbb.research.records import RecordBook, proof_records

if TYPE_CHECKING:
    from .conftest import Call, OnTerminal, Refuse, Start

E1 = ("prove", "bishop", "e1", "--bits", "4")
SOON = ("prove", "bishop", "e1", "--bits", "3")
"""What a tenth of the nodes prove."""


@pytest.fixture(autouse=True)
def _trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Proofs are replayed only a little before they are in the book."""
    monkeypatch.setattr(proof_records, "REPLAYED_KEYS", 10**7)


def test_it_says_that_there_is_none_and_keeps_the_certificate(call: Call) -> None:
    done = call(*E1, "--record", "-o", "e1.json")
    assert done.returncode == 0
    said = "bishop e1 with 4 bits, white: no magic exists (37,088 nodes searched)\n"
    assert done.stdout == said
    assert "\nbishop e1 with 4 bits, white: about 3." in done.stderr
    text = Path("e1.json").read_text("utf-8")
    assert Certificate.from_text(text).magics == 0
    with RecordBook() as book:
        (record,) = book.proofs()
    assert (record.outcome, record.nodes, record.certificate) == ("disproved", 37_088, text)


def test_no_book_is_written_unasked(call: Call) -> None:
    assert call(*SOON, "-o", "e1.json").returncode == 0
    assert [path.name for path in Path().iterdir()] == ["e1.json"]


@pytest.mark.parametrize("option", [("--record",), ("--book", "records.sqlite")])
def test_a_book_is_written_where_it_is_asked_for(call: Call, option: tuple[str, ...]) -> None:
    call(*SOON, *option)
    with RecordBook() as book:
        assert len(book.campaigns()) == len(book.proofs()) == 1


@pytest.mark.slow
def test_what_takes_long_says_that_nothing_is_kept(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prove, "_LONG", -1)
    unasked, asked = (call(*SOON, "--hours", "1e-9", *how).stderr for how in ((), ("--record",)))
    assert "results are kept in memory only; use --record " in unasked
    assert "time is up; nothing was saved; with --record or --book, magicbb" in unasked
    assert "in memory" not in asked
    assert "time is up; continue with `magicbb resume 1`" in asked


@pytest.mark.slow
def test_workers_do_not_change_the_certificate(call: Call) -> None:
    call("prove", "bishop", "c7", "--bits", "4", "-o", "one.json")
    call("prove", "bishop", "c7", "--bits", "4", "-o", "two.json", "--book", "b", "--workers", "2")
    assert Path("one.json").read_bytes() == Path("two.json").read_bytes()


@pytest.mark.slow
def test_magics_are_counted(call: Call) -> None:
    done = call("prove", "bishop", "h2", "--bits", "4", "--json")
    outcome = json.loads(done.stdout)
    assert (outcome["finished"], outcome["magics"]) == (True, 5_229_050)
    assert all(magic.startswith("0x") for magic in outcome["listed"])


@pytest.mark.slow
def test_a_black_claim_is_mirrored_and_nothing_else_differs(call: Call) -> None:
    done = call(*E1, "--kind", "black", "-o", "black.json")
    assert done.stdout.startswith("bishop e1 with 4 bits, black: no magic exists (")
    assert Certificate.from_text(Path("black.json").read_text("utf-8")).division.mirror


@pytest.mark.slow
def test_a_second_time_it_is_read_from_the_book(call: Call) -> None:
    first = call(*SOON, "--record", "--json")
    assert call(*SOON, "--record", "--json").stdout == first.stdout
    with RecordBook() as book:
        assert len(book.campaigns()) == len(book.proofs()) == 1


@pytest.mark.slow
def test_the_estimate_alone_searches_nothing(call: Call) -> None:
    done = call(*E1, "--kind", "black", "--estimate")
    assert "bishop e1 with 4 bits, black: about " in done.stdout
    assert done.stdout.rstrip().endswith("on one core")
    assert not Path("records.sqlite").exists()


@pytest.mark.parametrize("bits", [(), ("--bits", "n-1"), ("--bits", "4")])
def test_by_default_magics_have_one_bit_fewer_than_mask_squares(
    call: Call, bits: tuple[str, ...]
) -> None:
    shown = call("prove", "bishop", "e1", *bits, "--estimate").stdout
    assert shown.startswith("bishop e1 with 4 bits, white: ")


def test_the_estimate_as_json(call: Call) -> None:
    expected = json.loads(call(*E1, "--estimate", "--json").stdout)
    assert 18_544 < expected["estimated_nodes"] < 74_176
    assert expected["nodes_per_second"] > 0
    assert expected["division"]["subtrees"] > 0


@pytest.mark.slow
def test_it_goes_on_where_it_was_interrupted(start: Start, call: Call) -> None:
    arguments = ("prove", "bishop", "f8", "--bits", "4", "--record")
    process = start(*arguments)
    while not _jobs_done():
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "continue with `magicbb resume 1`" in errors
    done = _jobs_done()
    resumed = json.loads(call(*arguments, "--json").stdout)
    assert (resumed["finished"], resumed["magics"]) == (True, 0)
    assert 2 < done < _jobs_done()


def _jobs_done() -> int:
    """The jobs in the book, once some subtrees are among them; else none."""
    if not Path("records.sqlite").exists():
        return 0
    with RecordBook() as book:
        jobs = sum(campaign.jobs for campaign in book.campaigns())
    return jobs if jobs > 2 else 0


def test_a_terminal_shows_nothing_that_stays_but_the_outcome(on_terminal: OnTerminal) -> None:
    shown = on_terminal(*SOON, pipe_stdout=True)
    assert shown.returncode == 0
    assert "nodes searched)" in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ("rook", "d4", "--bits", "11"),
            "bits must be 1..10 for rook d4, whose mask has 10",
        ),
        (("rook", "d4", "--bits", "0"), "bits must be 1..10 for rook d4"),
        (("rook", "i9", "--bits", "9"), "square must be"),
        (("queen", "d4", "--bits", "9"), "'queen' is not one of"),
        (("rook", "d4", "--bits", "few"), "'few' is neither a number nor one of n+1, n, n-1, n-2"),
        (("rook", "d4", "--bits", "n+1"), "bits must be 1..10 for rook d4"),
        (("rook", "d4", "--bits", "9", "--kind", "white-32"), "'white-32' is not one of"),
        (
            ("bishop", "e1", "--bits", "4", "--estimate", "-o", "x"),
            "--estimate produces no certificate",
        ),
        (
            ("bishop", "e1", "--bits", "4", "--estimate", "--record"),
            "--record cannot be combined with --estimate, which runs no search",
        ),
        (("rook", "a1", "--bits", "11", "--estimate", "--book", "b"), "--book cannot be combined"),
        (
            ("bishop", "e1", "--bits", "4", "-o", "no/such/file"),
            "no/such/file: there is no directory no/such",
        ),
        # Before the estimate, which can take minutes.
        (("rook", "d4", "--kind", "black", "--workers", "-1"), "workers must be a number"),
        (("rook", "d4", "--kind", "black", "--hours", "nan"), "'nan' is not a number"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refuse("prove", *arguments)


def test_a_settled_claim_is_proved_again_and_says_so(call: Call) -> None:
    again = call("prove", "bishop", "e1", "--bits", "4")
    assert "already settled: bishop e1 has no white magic with 4 bits: proved on " in again.stderr
    assert again.stdout.startswith("bishop e1 with 4 bits, white: no magic exists")
    assert "settled" not in call("prove", "bishop", "e1", "--bits", "6", "--estimate").stderr


# ---- The chain search ----


def test_one_part_is_written_checked_and_imported(call: Call, refuse: Refuse) -> None:
    done = call("prove", "rook", "a1", "--bits", "8", "--part", "2-3/4096", "-o", "two.json.gz")
    assert done.stdout.startswith("parts 2-3 of 4,096 of rook a1 with 8 bits, white and black: no")
    checked = call("check", "two.json.gz", "--part", "0.01").stdout.splitlines()
    assert checked[1].startswith("  searched 2 of 128 prefixes bit by bit, ")
    assert checked[2] == "  searched 1 run of prefixes by the chain search: node counts match"
    added = call("records", "--import", "two.json.gz", "--book", "b").stdout
    assert added.endswith("2 of 4,096 parts, missing 1, 4-4096\n")
    again = refuse("records", "--import", "two.json.gz", "--book", "b")
    assert again.endswith("rook a1 with 8 bits, white and black is in b already")
    listed = json.loads(call("records", "parts", "--book", "b", "--json").stdout)
    assert listed["parts"][0]["missing"] == "1, 4-4096"
    call("records", "parts", "--export", "out.json", "--book", "b")
    assert Parts.from_text(Path("out.json").read_text("utf-8")).total > 0


def test_a_directory_of_parts_is_imported(call: Call) -> None:
    for number in ("7", "9"):
        part = ("--part", f"{number}/4096", "-o", f"parts/{number}.json")
        Path("parts").mkdir(exist_ok=True)
        call("prove", "rook", "a1", "--bits", "8", *part)
    assert call("records", "--import", "parts", "--book", "b").stdout.startswith("2 parts checked")


def test_a_file_of_another_kind_is_named(refuse: Refuse) -> None:
    Path("part.json").write_text('{"format": "magicbb parts", "version": 1}')
    assert refuse("records", "--import", "part.json", "--book", "b").startswith("part.json: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rook", "a1", "--bits", "11", "--part", "0/512"), "part numbers must be 1..512, got"),
        (("rook", "a1", "--bits", "11", "--part", "513/512"), "part numbers must be 1..512"),
        (("rook", "a1", "--bits", "11", "--part", "x"), "part must look like 17/512"),
        (("rook", "h1", "--bits", "11", "--part", "1/99999"), "must be 1..32768"),
        (("rook", "a1", "--bits", "11", "--part", "1/9", "--record"), "--record cannot be"),
        (("rook", "a1", "--bits", "11", "--part", "1/9", "--estimate"), "--estimate cannot be"),
        (("rook", "a1", "--bits", "11", "--kind", "white", "--part", "1/9"), "without --kind"),
        (("bishop", "d4", "--bits", "8", "--part", "1/9"), "a rook with at least 8 bits"),
        (("rook", "a1", "--bits", "11", "--part", "1/512"), "--part needs -o FILE, to which"),
        (("bishop", "e1", "--bits", "4", "--parts", "9"), "a rook with at least 8 bits"),
    ],
)
def test_parts_are_those_of_the_chain_search(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refuse("prove", *arguments)

"""magicbb prove: the outcome, its certificate, the estimate, and going on after an interruption."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.research.proofs.certificate import Certificate
from magicbb.research.records import Book, proof_records

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
    done = call(*E1, "-o", "e1.json")
    assert done.returncode == 0
    said = "bishop e1 with 4 bits, white: there is no magic, as 37,088 nodes prove\n"
    assert done.stdout == said
    assert done.stderr.startswith("bishop e1 with 4 bits, white: about 3.")
    text = Path("e1.json").read_text("utf-8")
    assert Certificate.from_text(text).magics == 0
    with Book() as book:
        (record,) = book.proofs()
    assert (record.outcome, record.nodes, record.certificate) == ("disproved", 37_088, text)


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


def test_a_black_claim_is_mirrored_and_nothing_else_differs(call: Call) -> None:
    done = call(*E1, "--kind", "black", "-o", "black.json")
    assert done.stdout.startswith("bishop e1 with 4 bits, black: there is no magic, as ")
    assert Certificate.from_text(Path("black.json").read_text("utf-8")).division.mirror


def test_a_second_time_it_is_read_from_the_book(call: Call) -> None:
    first = call(*SOON, "--json")
    assert call(*SOON, "--json").stdout == first.stdout
    with Book() as book:
        assert len(book.campaigns()) == len(book.proofs()) == 1


def test_the_estimate_alone_searches_nothing(call: Call) -> None:
    done = call(*E1, "--kind", "black", "--estimate")
    assert "bishop e1 with 4 bits, black: about " in done.stdout
    assert done.stdout.rstrip().endswith("of one core")
    assert not Path("records.sqlite").exists()


def test_the_estimate_as_json(call: Call) -> None:
    expected = json.loads(call(*E1, "--estimate", "--json").stdout)
    assert 18_544 < expected["estimated_nodes"] < 74_176
    assert expected["nodes_per_second"] > 0
    assert expected["division"]["subtrees"] > 0


@pytest.mark.slow
def test_it_goes_on_where_it_was_interrupted(start: Start, call: Call) -> None:
    arguments = ("prove", "bishop", "f8", "--bits", "4")
    process = start(*arguments)
    while not _jobs_done():
        time.sleep(0.05)
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "magicbb resume 1 goes on from here" in errors
    done = _jobs_done()
    resumed = json.loads(call(*arguments, "--json").stdout)
    assert (resumed["finished"], resumed["magics"]) == (True, 0)
    assert 2 < done < _jobs_done()


def _jobs_done() -> int:
    """The jobs in the book, once some subtrees are among them; else none."""
    if not Path("records.sqlite").exists():
        return 0
    with Book() as book:
        jobs = sum(campaign.jobs for campaign in book.campaigns())
    return jobs if jobs > 2 else 0


def test_a_terminal_shows_nothing_that_stays_but_the_outcome(on_terminal: OnTerminal) -> None:
    shown = on_terminal(*SOON, pipe_stdout=True)
    assert shown.returncode == 0
    assert "nodes prove" in shown.stdout


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
        (("rook", "d4"), "Missing option '--bits'"),
        (("rook", "d4", "--bits", "9", "--kind", "white-32"), "'white-32' is not one of"),
        (("bishop", "e1", "--bits", "4", "--estimate", "-o", "x"), "--estimate ends before"),
        (("bishop", "e1", "--bits", "4", "-o", "no/such/file"), "no/such/file: No such file"),
    ],
)
def test_what_cannot_be_asked_is_refused(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refuse("prove", *arguments)

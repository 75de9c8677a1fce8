"""What a packing campaign starts from: published magics, a table, or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.files import DATA
from magicbb.research.campaigns.works.pack import Pack
from magicbb.research.campaigns.works.pack_jobs import Annealed, PackJob
from magicbb.research.campaigns.works.pack_start import digest_of, published_candidates
from magicbb.research.packing.candidates import Candidate

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("kind", ["white", "black"])
@pytest.mark.parametrize("shift", ["free", "fixed"])
def test_published_candidates_are_magics(kind: str, shift: str) -> None:
    known = published_candidates(kind, shift)
    assert len(known) > 100
    assert len({*known}) == len(known)
    for each in known[::16]:
        each.magic(kind).check()
        if shift == "fixed":
            assert each.bits == (12 if each.row < 64 else 9)


def test_magics_of_the_densest_tables_count_as_published() -> None:
    known = {*published_candidates("black", "free")}
    for name in ("densest", "densest-shared"):
        magics = mb.build(name).magics
        assert {Candidate(row, each.bits, each.magic) for row, each in enumerate(magics)} <= known


def test_published_magics_are_known_in_the_first_round() -> None:
    jobs = Pack("black", "free", published=True, draft=True).jobs(0, [])
    published = published_candidates("black", "free")
    assert {*published} <= {*jobs[0].candidates}


def test_without_published_magics_the_rounds_begin_with_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither among the candidates nor to start from, in any form."""

    def read(*_: object) -> None:
        raise AssertionError("published magics were read")

    for name in ("published_magics", "published_table", "published_tables"):
        monkeypatch.setattr(f"magicbb.research.records.published.{name}", read)
    for kind, shift in (("white", "fixed"), ("black", "fixed"), ("black", "free")):
        work = Pack(kind, shift, ("none", "postmask", "bytes"))
        assert work.own
        for number in (0, 1):
            for job in work.jobs(number, []):
                assert job.candidates == ()
                assert not isinstance(job, PackJob) or job.packed is None


@pytest.mark.parametrize(
    ("name", "kind", "shift", "sharing"),
    [("densest-shared", "black", "free", "postmask"), ("densest-fixed", "white", "fixed", "none")],
)
def test_packing_starts_from_a_table(name: str, kind: str, shift: str, sharing: str) -> None:
    work, table = Pack(kind, shift, (sharing,), start=name), mb.build(name)
    assert not work.own
    known = Annealed((Candidate(0, 12, 0x1234),))
    first = [job for job in work.jobs(1, [known]) if isinstance(job, PackJob)]
    ways = {"sequence"} if sharing == "postmask" else {"ruin", "anew", "slim"}
    assert {job.method for job in first} == {*ways, "separate"}
    for job in first:
        without = (job.sharing, job.method) == ("postmask", "separate")
        assert job.candidates == (() if without else known.candidates)
        assert job.packed is not None
        assert job.packed.entries == table.entries
        assert tuple(laid.offset for laid in job.packed.rows) == table.offsets
    chosen = {each for job in first if job.packed for each in job.packed.chosen}
    assert all(chosen <= {*job.candidates} for job in work.jobs(0, []))


@pytest.mark.parametrize(
    ("start", "kind", "shift"),
    [("densest-fixed", "black", "free"), ("fancy", "black", "free"), ("densest", "black", "fixed")],
)
def test_a_table_of_another_form_is_no_start(start: str, kind: str, shift: str) -> None:
    sentence = f"^start must be a table of {kind} magics with offsets and a {shift} shift, got "
    with pytest.raises(ValueError, match=sentence):
        Pack(kind, shift, start=start).jobs(0, [])


def test_black_magics_with_a_fixed_shift_start_from_the_published_table() -> None:
    work = Pack("black", "fixed", published=True)
    assert work.name("none") == "fixed-black"
    assert work.name("postmask") == "shared"
    (ruin,) = (job for job in work.jobs(1, []) if isinstance(job, PackJob) and job.method == "ruin")
    assert ruin.packed is not None
    assert ruin.packed.entries == 87_988


def test_standard_input_is_no_start() -> None:
    with pytest.raises(ValueError, match=r"^start must be a catalogue name or a file, not"):
        Pack(start="-")


def test_a_file_to_start_from_must_not_change(tmp_path: Path) -> None:
    start = tmp_path / "start.csv"
    start.write_bytes((DATA / "densest" / "free.csv").read_bytes())
    work = Pack("black", "free", start=str(start), digest=digest_of(str(start)))
    assert work.jobs(1, [])
    start.write_text(start.read_text() + "\n")
    assert digest_of(str(start)) != work.digest
    with pytest.raises(ValueError, match="has changed since the campaign began"):
        work.jobs(1, [])


@pytest.mark.parametrize("start", ["", "densest"])
def test_only_a_file_has_a_digest(start: str) -> None:
    assert digest_of(start) == ""
    with pytest.raises(FileNotFoundError):
        digest_of("no such file")


@pytest.mark.parametrize(
    ("kind", "sharing", "start", "sentence"),
    [
        (
            "black",
            "none",
            "densest-shared",
            "start must be a table that is valid with sharing none",
        ),
        ("black", "none", "densest-bytes", "start must be a table that is valid with sharing none"),
        ("white", "none", "densest", "start must be a table of white magics"),
        ("white", "none", "fancy", "start must be a table of white magics with offsets"),
    ],
)
def test_a_table_that_nothing_can_start_from_is_refused_at_once(
    kind: str, sharing: str, start: str, sentence: str, tmp_path: Path
) -> None:
    with mb.RecordBook(tmp_path / "book.sqlite") as book:
        with pytest.raises(ValueError, match=f"^{sentence}"):
            mb.pack(kind, "free", sharing, start=start, book=book)
        assert not book.campaigns()


@pytest.mark.parametrize("sharing", ["none", "postmask", "bytes"])
def test_densest_is_a_start_for_every_kind_of_sharing(sharing: str) -> None:
    Pack("black", "free", (sharing,), start="densest").check_start()

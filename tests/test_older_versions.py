"""Files and books that version 0.1.0 wrote are read, and written again as they were."""

from __future__ import annotations

import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

import magicbb as mb
from magicbb.chess.collections.map_files import write_maps
from magicbb.chess.collections.reading import position_chunks
from magicbb.cli import magicbb
from magicbb.research import campaigns
from magicbb.research.campaigns.work import params_of
from magicbb.research.campaigns.works import work_of
from magicbb.research.campaigns.works.pack import ROUND_VERSION, Pack
from magicbb.research.campaigns.works.pack_jobs import Annealed
from magicbb.research.proofs.reading import read_certificate
from magicbb.research.proofs.sealing import checksum
from magicbb.research.records import ProofRecord, Record, RecordBook
from magicbb.research.records.exchange import export_records, import_records, read_records
from magicbb.research.records.survey import survey

OLD = Path(__file__).with_name("data") / "version-0.1.0"

TABLES = ("magics", "tables", "proofs")
FINISHED, UNFINISHED = (1, 2, 3, 4, 5, 6), (7, 8, 9)

PACKING = 9
"""The unfinished one whose rounds have another form now."""

FORMER = {
    "fancy-dense": "white-dense",
    "densest-fixed": "white-densest-fixed",
    "densest": "black-densest",
    "densest-shared": "black-densest-shared",
    "densest-bytes": "black-densest-bytes",
}
"""Tables of the catalogue whose magics were a hash of their own, and its name."""

RESTORED = "densest-bytes"
"""One that has another storage now."""

MAGICS = {"magics.json": "black", "magics.csv": "white"}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A copy of the book."""
    return Path(shutil.copy(OLD / "book.sqlite", tmp_path))


@pytest.fixture
def resumed(tmp_path: Path) -> Path:
    """A copy of the book after its campaigns were resumed."""
    return Path(shutil.copy(OLD / "resumed.sqlite", tmp_path))


def with_names_of_today(content: bytes) -> bytes:
    """The content of a file with the names that columns have now."""
    return content.replace(b"index_bits", b"bits")


def of_today(value: Any) -> Any:
    """A value of a book; where it is a result or a certificate, with the names of today."""
    if not isinstance(value, str):
        return value
    if '"claim"' in value:
        return certificate_of_today(value)
    return value.replace('"factor":', '"magic":')


def certificate_of_today(text: str) -> str:
    """A certificate with the names that its fields have now."""
    content = json.loads(text)
    content["claim"] = {
        {"slider": "piece"}.get(name, name): value for name, value in content["claim"].items()
    }
    del content["checksum"]
    content["checksum"] = checksum(content)
    lines = (f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in content.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def rows(path: Path, table: str, campaign: int | None = None, *, without: set[str]) -> list[Any]:
    """The rows of a table in a book, perhaps those of one campaign, without some columns."""
    where = "TRUE" if campaign is None else f"campaign = {campaign}"
    with closing(sqlite3.connect(path)) as base:
        names = base.execute(f"SELECT name FROM pragma_table_info('{table}')")  # noqa: S608
        kept = ", ".join(f'"{name}"' for (name,) in names if name not in without)
        query = f"SELECT {kept} FROM {table} WHERE {where} ORDER BY {kept}"  # noqa: S608
        return base.execute(query).fetchall()


def plain(records: list[Record]) -> set[Record]:
    """Records without what differs from run to run."""
    return {
        replace(record, provenance=None, certificate=certificate_of_today(record.certificate))
        if isinstance(record, ProofRecord)
        else replace(record, provenance=None)
        for record in records
    }


class TestTables:
    """Tables and magics."""

    def test_a_saved_table(self, tmp_path: Path) -> None:
        table = mb.read(OLD / "fancy.npz")
        assert table == mb.build("fancy", seed=1)
        table.save(tmp_path / "fancy.npz")
        with np.load(OLD / "fancy.npz") as old, np.load(tmp_path / "fancy.npz") as new:
            assert [*old] == [*new]
            assert all(np.array_equal(old[name], new[name]) for name in old)

    @pytest.mark.parametrize("name", FORMER)
    def test_a_table_whose_hash_was_a_data_set(self, name: str, tmp_path: Path) -> None:
        with np.load(OLD / f"{name}.npz") as old:
            assert json.loads(bytes(old["header"]))["scheme"][0] == FORMER[name]
        table, now = mb.read(OLD / f"{name}.npz"), mb.build(name, seed=1)
        assert (table.scheme == now.scheme, table.seed, table.source) == (
            name != RESTORED,
            1,
            now.source,
        )
        assert (table.choice.name == name) == (name != RESTORED)
        assert table.entries > now.entries
        table.save(tmp_path / "again.npz")
        with np.load(OLD / f"{name}.npz") as old, np.load(tmp_path / "again.npz") as new:
            assert [*old] == [*new]
            assert all(np.array_equal(old[each], new[each]) for each in old if each != "header")

    @pytest.mark.parametrize("name", MAGICS)
    def test_magics_without_offsets(self, name: str, tmp_path: Path) -> None:
        kind, written = MAGICS[name], tmp_path / name
        table = mb.read(OLD / name)
        assert {magic.kind for magic in table.magics} == {kind}
        CliRunner().invoke(magicbb, ["find", "--kind", kind, "--seed", "1", "-o", str(written)])
        assert written.read_bytes() == with_names_of_today((OLD / name).read_bytes())

    @pytest.mark.parametrize("name", ["offsets.csv", "offsets.json"])
    def test_magics_with_offsets(self, name: str, path: Path) -> None:
        table = mb.read(OLD / name)
        assert (table.entries, table.scheme.names[0]) == (107_601, "black")
        with RecordBook(path) as book:
            (record,) = (each for each in book.tables() if each.entries == table.entries)
        assert (record.magics, record.offsets) == (table.magics, table.offsets)


class TestCertificates:
    """Certificates of all forms."""

    @pytest.mark.parametrize(
        ("name", "text"),
        [
            ("certificate.json", "bishop e1 with 4 bits, white: no magic, 37,088 nodes"),
            ("mirrored.json", "bishop e1 with 4 bits, black: no magic, 5,138,782 nodes"),
            (
                "magics-found.json.gz",
                "bishop h2 with 4 bits, white: 5,229,050 magics, 163,003,606 nodes",
            ),
        ],
    )
    def test_they_are_read_and_written_with_names_of_today(self, name: str, text: str) -> None:
        content = (OLD / name).read_bytes()
        certificate = read_certificate(OLD / name)
        assert str(certificate) == text
        plain = gzip.decompress(content) if name.endswith(".gz") else content
        assert b'"slider"' in plain
        assert certificate.to_text() == certificate_of_today(plain.decode())


class TestExports:
    """What one book wrote for another."""

    def test_it_is_read_and_written_as_it_was(self, tmp_path: Path) -> None:
        records = read_records(OLD / "records.json")
        assert [record.TABLE for record in records] == ["magics", "tables", *["proofs"] * 3]
        export_records(records, tmp_path / "records.json")
        old = with_names_of_today((OLD / "records.json").read_bytes())
        assert (tmp_path / "records.json").read_bytes() == old

    def test_it_is_what_the_book_holds(self, path: Path, tmp_path: Path) -> None:
        with RecordBook(path) as book:
            records: list[Record] = [*book.magics(), *book.tables(), *book.proofs()]
        assert records == read_records(OLD / "records.json")
        export_records(records, tmp_path / "records.json")
        old = with_names_of_today((OLD / "records.json").read_bytes())
        assert (tmp_path / "records.json").read_bytes() == old

    def test_its_rows_in_a_new_book_are_those_of_the_old_one(
        self, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for kind in {type(record) for record in read_records(OLD / "records.json")}:
            monkeypatch.setattr(kind, "verify", lambda _: None)
        with RecordBook(tmp_path / "new.sqlite") as book:
            import_records(book, OLD / "records.json")
        for table in TABLES:
            old, new = (
                rows(each, table, without={"id", "campaign"})
                for each in (path, tmp_path / "new.sqlite")
            )
            assert new == old != []


class TestCampaigns:
    """Campaigns in a book."""

    @pytest.mark.parametrize("number", [*FINISHED, *UNFINISHED])
    def test_beginning_the_same_one_finds_it(self, path: Path, number: int) -> None:
        with RecordBook(path) as book:
            campaign = book.campaign(number)
            work = work_of(campaign)
            assert book.begin(work.kind, params_of(work), seed=work.seed, command="") == number
            assert len(book.campaigns()) == len((*FINISHED, *UNFINISHED))

    @pytest.mark.parametrize("number", FINISHED)
    def test_of_a_finished_one_everything_is_read(self, path: Path, number: int) -> None:
        with RecordBook(path) as book:
            outcome = campaigns.run(work_of(book.campaign(number)), book)
            held = plain([*book.magics(), *book.tables(), *book.proofs()])
        assert outcome.finished
        assert len(rows(path, "results", number, without=set())) == sum(map(len, outcome.rounds))
        assert plain(outcome.records) <= held
        assert len(outcome.records) == (number != 6)

    @pytest.mark.slow
    @pytest.mark.parametrize("number", [number for number in UNFINISHED if number != PACKING])
    def test_resumed_it_comes_to_the_same_end(
        self, path: Path, resumed: Path, number: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("MAGICBB_WHO", "Ada")
        with RecordBook(path) as book:
            before = book.campaign(number)
            assert campaigns.run(work_of(before), book).finished
            assert book.campaign(number).jobs > before.jobs
        for table, changed in (
            ("results", {"seconds"}),
            *((each, {"id", "when", "version", "seconds", "digest"}) for each in TABLES),
        ):
            old, new = (rows(each, table, number, without=changed) for each in (resumed, path))
            assert new == [tuple(map(of_today, row)) for row in old]

    def test_one_of_another_form_is_read_but_not_gone_on_with(
        self, path: Path, resumed: Path
    ) -> None:
        with RecordBook(resumed) as book:
            work = work_of(book.campaign(PACKING))
            outcome = campaigns.run(work, book)
            (job, *_) = work.jobs(1, outcome.rounds[0])
        assert outcome.finished
        assert outcome.records
        words = "cannot continue a campaign of version 1"
        with pytest.raises(ValueError, match=words):
            work.run(job)
        with RecordBook(path) as book, pytest.raises(ValueError, match=words):
            campaigns.run(work_of(book.campaign(PACKING)), book)

    @pytest.mark.slow
    def test_jobs_done_again_find_what_they_found(self, resumed: Path) -> None:
        with RecordBook(resumed) as book:
            work = work_of(book.campaign(PACKING))
            rounds = campaigns.run(work, book).rounds
            jobs = work.jobs(1, rounds[0])
        assert isinstance(work, Pack)
        for number in (0, 15):  # annealing finds the same magics, and ladders are new
            before, again = (
                rounds[1][number],
                replace(work, round_version=ROUND_VERSION).run(jobs[number]),
            )
            assert isinstance(before, Annealed)
            assert isinstance(again, Annealed)
            assert {*before.candidates} < {*again.candidates}


class TestBooks:
    """Books whose columns and campaigns have the names of then."""

    def test_a_proof_of_today_is_the_one_that_is_there(self, path: Path) -> None:
        with RecordBook(path) as book:
            before = book.proofs()
            for proof in before:
                again = replace(proof, certificate=of_today(proof.certificate), provenance=None)
                assert again.digest != proof.digest
                assert not book.add(again)
            assert book.proofs() == before

    def test_what_is_left_of_a_damaged_one_is_saved(self, path: Path, tmp_path: Path) -> None:
        with closing(sqlite3.connect(path)) as base:
            base.execute("DROP TABLE leases")
            base.commit()
        found = survey(path, tmp_path / "saved.sqlite")
        assert found.faults == ["it has no table leases"]
        assert not found.damaged
        with RecordBook(tmp_path / "saved.sqlite") as book:
            campaign = book.campaign(FINISHED[1])
            work = work_of(campaign)
            assert "piece" in campaign.params
            number = book.begin(work.kind, params_of(work), seed=work.seed, command="")
            assert number == campaign.number
            assert len(book.proofs()) == len(FINISHED) // 2


class TestAttackMaps:
    """Attack maps of three positions."""

    @pytest.mark.parametrize("name", ["maps.npz", "maps.csv"])
    def test_they_are_written_as_they_were(self, name: str, tmp_path: Path) -> None:
        write_maps(tmp_path / name, position_chunks(OLD / "positions.epd"))
        assert (tmp_path / name).read_bytes() == (OLD / name).read_bytes()

    def test_parquet_has_the_same_rows(self, tmp_path: Path) -> None:
        parquet = pytest.importorskip("pyarrow.parquet")
        write_maps(tmp_path / "maps.parquet", position_chunks(OLD / "positions.epd"))
        old, new = (parquet.read_table(each / "maps.parquet") for each in (OLD, tmp_path))
        assert old.num_rows == 22
        assert new.equals(old)


def shape(value: object) -> object:
    """The names and types of what JSON holds."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shape(each) for each in value]
    return type(value)


def test_a_benchmark_as_json_has_the_same_fields() -> None:
    options = "--piece rook --stream random --mode throughput --rounds 2 --json"
    printed = CliRunner().invoke(magicbb, ["bench", "fancy", *options.split()]).stdout
    old, new = (json.loads(text) for text in ((OLD / "bench.json").read_text(), printed))
    for content in (old, new):
        del content["claims"], content["machine"]["caches"]  # what there is depends on the machine
    for figure in old["figures"]:
        del figure["quartiles"]
        figure["piece"] = figure.pop("slider")
    old["settings"]["pieces"] = old["settings"].pop("sliders")
    for figure in new["figures"]:
        del figure["interval"]  # what says more than quartiles did
    assert shape(new) == shape(old)

"""Records as JSON, out and in."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import magicbb as mb
from magicbb.research.records import RecordBook, RecordError
from magicbb.research.records.exchange import (
    content_of,
    export_records,
    import_records,
    read_records,
    records_of,
)
from magicbb.research.records.provenance import Provenance

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.research.records import MagicRecord, ProofRecord, Record, TableRecord


@pytest.fixture
def records(magics: list[MagicRecord], smallest: TableRecord, proof: ProofRecord) -> list[Record]:
    """A few magics, a table and a proof."""
    return [*magics[:3], smallest, proof]


@pytest.fixture
def file(tmp_path: Path, records: list[Record]) -> Path:
    """The file of an export."""
    export_records(records, tmp_path / "records.json")
    return tmp_path / "records.json"


def test_what_was_exported_can_be_imported(
    book: RecordBook, file: Path, records: list[Record]
) -> None:
    assert import_records(book, file) == (records, len(records))
    assert [*book.magics(), *book.tables(), *book.proofs()] == records


def test_a_record_without_provenance_gets_that_of_the_export(
    book: RecordBook, tmp_path: Path, magics: list[MagicRecord]
) -> None:
    export_records([replace(magics[0], provenance=None)], tmp_path / "new.json")
    (imported,), _ = import_records(book, tmp_path / "new.json")
    assert imported.provenance is not None
    now = replace(Provenance.of_this_moment(), when=imported.provenance.when)
    assert imported.provenance == now


def test_an_export_may_be_zipped(book: RecordBook, tmp_path: Path, records: list[Record]) -> None:
    path = tmp_path / "records.json.gz"
    export_records(records, path)
    assert import_records(book, path) == (records, len(records))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(ValueError, match=r"records\.json\.gz: the gzip data ends early"):
        import_records(book, path)


def test_what_is_known_is_not_added_again(
    book: RecordBook, file: Path, records: list[Record]
) -> None:
    book.add(records[1])
    assert import_records(book, file)[1] == len(records) - 1
    assert import_records(book, file)[1] == 0


def test_each_is_reported_as_it_is_verified(
    book: RecordBook, file: Path, records: list[Record]
) -> None:
    verified: list[Record] = []
    import_records(book, file, verified.append)
    assert verified == records


def test_an_empty_book_makes_a_file_that_can_be_read(tmp_path: Path) -> None:
    export_records([], tmp_path / "empty.json")
    assert read_records(tmp_path / "empty.json") == []


def test_only_records_are_exported(tmp_path: Path) -> None:
    with pytest.raises(
        TypeError,
        match=r"^records must be MagicRecord or TableRecord or ProofRecord objects, got 1$",
    ):
        export_records([1], tmp_path / "records.json")  # type: ignore[list-item]
    assert not [*tmp_path.iterdir()]


def test_all_128_magics_of_an_export_are_a_file_of_magics(
    tmp_path: Path, fancy: mb.Table, book: RecordBook
) -> None:
    from magicbb.research.records import MagicRecord

    book.add_all([MagicRecord.of(magic) for magic in fancy.magics])
    export_records(book.magics(), tmp_path / "magics.json")
    assert mb.read(tmp_path / "magics.json").magics == fancy.magics


FALSE: dict[str, tuple[str, int, dict[str, Any], str]] = {
    "used": ("magics", 1, {"used": 510}, "used is 1022, not 510"),
    "factor": ("magics", 2, {"magic": "0x1"}, "have different attacks"),
    "nodes": ("proofs", 0, {"nodes": 5}, "nodes is 5, but the certificate says"),
    "certificate": ("proofs", 0, {"certificate": "{}"}, "certificate"),
    "entries": ("tables", 0, {"entries": 88_000}, "it has 88,772 entries, not 88,000"),
}


@pytest.mark.parametrize("case", FALSE)
def test_of_a_file_with_a_false_record_nothing_is_taken(
    book: RecordBook, file: Path, case: str
) -> None:
    kind, place, change, sentence = FALSE[case]
    content = json.loads(file.read_text())
    content[kind][place] |= change
    file.write_text(json.dumps(content))
    with pytest.raises(ValueError, match=sentence) as caught:
        import_records(book, file)
    assert str(caught.value).count(str(file)) == 1
    assert (book.magics(), book.tables(), book.proofs()) == ([], [], [])


def test_a_table_whose_magics_collide_is_refused(book: RecordBook, file: Path) -> None:
    content = json.loads(file.read_text())
    content["tables"][0]["magics"][5][2] += 1
    file.write_text(json.dumps(content))
    with pytest.raises(ValueError, match=r"table fixed: .* have different attacks"):
        import_records(book, file)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "magicbb table"}, '"format" must be "magicbb records"'),
        ({"version": 2}, "it has format version 2, but this magicbb reads version 1"),
        ({"version": True}, "it has format version True, but this magicbb reads version 1"),
        ({"magics": 7}, "magics must be a list, got 7"),
        ({"proofs": {}}, "proofs must be a list"),
        ({"magics": ["x"]}, r"the export's magics\[0\] must be an object, got 'x'"),
        ({"tables": [{}]}, r"the export has no tables\[0\]\.name"),
    ],
)
def test_a_file_of_something_else_is_refused(
    records: list[Record], change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        records_of({**content_of(records), **change})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"piece": "queen"}, 'piece must be "rook" or "bishop"'),
        ({"piece": None}, "piece must be a text, got None"),
        ({"square": "i9"}, "square must be"),
        ({"kind": "grey"}, "kind must be one of"),
        ({"bits": 21}, "bits must be"),
        ({"bits": True}, "bits must be an integer, got True"),
        ({"magic": "seven"}, "magic must be a number"),
        ({"used": "960"}, "used must be an integer"),
        ({"when": "today"}, "when must be a time"),
        ({"who": "\ud800"}, "who must be valid Unicode text"),
        ({"seed": 0.5}, "seed must be an integer"),
        ({"seconds": None, "seed": -1}, "seed must be an integer"),
    ],
)
def test_a_magic_that_can_be_none_is_refused(
    records: list[Record], change: dict[str, Any], sentence: str
) -> None:
    content = content_of(records)
    content["magics"][0] |= change
    with pytest.raises(ValueError, match=rf"the export's magics\[0\].*{sentence}"):
        records_of(content)


@pytest.mark.parametrize(
    "field", ["piece", "square", "kind", "bits", "magic", "used", "lowest", "highest"]
)
def test_a_magic_with_a_field_less_is_refused(records: list[Record], field: str) -> None:
    content = content_of(records)
    del content["magics"][1][field]
    with pytest.raises(ValueError, match=rf"the export has no magics\[1\]\.{field}$"):
        records_of(content)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (None, r"the export's tables\[0\]\.magics must be a list, got None"),
        ([], r"tables\[0\]\.magics must be 128 lists, got 0"),
        ([7] * 128, r"magics\[0\] must be a list of bits, magic, offset, got 7"),
        ([[12, "0x1"]] * 128, r"magics\[0\] must be a list of bits, magic, offset"),
        ([[12, [], 0]] * 128, r"magics\[0\]\.magic must be a text, got \[\]"),
        ([["12", "0x1", 0]] * 128, r"magics\[0\]\.bits must be an integer, got '12'"),
        ([[12, "0x1", None]] * 128, r"magics\[0\]\.offset must be an integer, got None"),
        ([[12, True, 0]] * 128, r"magics\[0\]\.magic must be a text, got True"),
    ],
)
def test_a_table_of_other_magics_is_refused(
    records: list[Record], rows: object, sentence: str
) -> None:
    content = content_of(records)
    content["tables"][0]["magics"] = rows
    with pytest.raises(ValueError, match=sentence):
        records_of(content)


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense", b"[]", b"7", b"{", b"\xff\xfe", b"[" * 100_000, b'{"a": ' + b"9" * 5000],
)
def test_junk_is_refused_with_the_file_s_name(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "junk").write_bytes(content)
    with pytest.raises(ValueError, match="junk: "):
        read_records(tmp_path / "junk")


HOSTILE = {
    "a field of another type": '{"magics": [{"piece": 7}]}',
    "a record that is no object": '{"magics": [[]]}',
    "a field twice": '{"magics": [], "magics": []}',
    "no number": '{"magics": NaN}',
    "a number that is too large": '{"magics": 1e999}',
    "a number that is too long": '{"magics": ' + "9" * 2000 + "}",
    "a nested value": '{"magics": ' + "[" * 90_000 + "]" * 90_000 + "}",
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_json_is_refused_with_the_file_s_name(
    book: RecordBook, tmp_path: Path, case: str
) -> None:
    head = '{"format": "magicbb records", "version": 1, '
    (tmp_path / "hostile.json").write_text(head + HOSTILE[case].removeprefix("{"), "utf-8")
    with pytest.raises(ValueError, match=rf"^{tmp_path}/hostile\.json: ") as caught:
        import_records(book, tmp_path / "hostile.json")
    assert len(str(caught.value)) < 400
    assert book.magics() == []


def test_a_file_that_is_too_long_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("magicbb.research.records.exchange.LARGEST_FILE", 100)
    with pytest.raises(ValueError, match="it is longer than 100 bytes"):
        read_records(file)


def test_a_file_that_is_missing_is_an_error_of_the_system(book: RecordBook, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        import_records(book, tmp_path / "nowhere.json")


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_whatever_stands_in_a_field_is_read_or_refused(
    records: list[Record], data: st.DataObject
) -> None:
    content = copy.deepcopy(content_of(records))
    places = [content, *(content[kind][0] for kind in ("magics", "tables", "proofs"))]
    fields = data.draw(st.sampled_from(places))
    fields[data.draw(st.sampled_from(sorted(fields)))] = data.draw(JUNK)
    try:
        for record in records_of(content):
            record.verify()
    except ValueError:
        pass


def test_a_false_record_is_a_record_error(file: Path, book: RecordBook) -> None:
    content = json.loads(file.read_text())
    content["magics"][0]["highest"] = 5
    with pytest.raises(RecordError):
        book.add_all(records_of(content))

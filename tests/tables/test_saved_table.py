"""Files of tables: they bring the table back, and one that is not as it was is refused."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.tables import npz
from magicbb.tables.table import FORMAT_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt

    Arrays = dict[str, npt.NDArray[Any]]

ARRAYS = ["parameters", "slots", "attack_sets"]

every_array = pytest.mark.parametrize("name", ARRAYS)


def members_of(table: mb.Table) -> Arrays:
    """Return the arrays of a saved table, ready to be changed."""
    members = npz.unpack(io.BytesIO(table.to_bytes()), 1 << 27)
    return {name: array.copy() for name, array in members.items()}


def header_of(**changes: Any) -> npt.NDArray[np.uint8]:
    """Return a header with changes."""
    header = {
        "format": "magicbb table",
        "version": FORMAT_VERSION,
        "scheme": ["white", "concatenated", "direct"],
        "seed": 1,
    }
    text = json.dumps(header | changes)
    return np.frombuffer(text.encode(), np.uint8)


def test_a_file_brings_the_table_back(table: mb.Table, tmp_path: Path) -> None:
    table.save(tmp_path / "table.npz")
    found = mb.read(tmp_path / "table.npz")
    assert found == table
    assert (found.seed, found.source) == (table.seed, table.source)
    assert all(np.array_equal(getattr(found, name), getattr(table, name)) for name in ARRAYS)


def test_reading_any_file_reads_ours_too(table: mb.Table, tmp_path: Path) -> None:
    table.save(tmp_path / "table")
    assert mb.read(tmp_path / "table") == table


def test_equal_tables_make_equal_files(table: mb.Table, tmp_path: Path) -> None:
    same = mb.Table(table.scheme, table.magics, table.offsets, table.seed, table.source)
    assert same.to_bytes() == table.to_bytes()
    same.save(tmp_path / "table.npz")
    assert (tmp_path / "table.npz").read_bytes() == table.to_bytes()


def test_other_readers_find_all_they_need(table: mb.Table, tmp_path: Path) -> None:
    table.save(tmp_path / "table.npz")
    with np.load(tmp_path / "table.npz", allow_pickle=False) as file:
        header = json.loads(bytes(file["header"]))
        assert header["scheme"] == [*table.scheme.names]
        assert header["seed"] == table.seed
        assert header.get("source") == table.source
        assert ("magics" in file) == ("bits" in file) == bool(table.magics)
        if table.magics:
            assert file["magics"].tolist() == [magic.magic for magic in table.magics]
            assert file["bits"].tolist() == [magic.bits for magic in table.magics]
        assert ("offsets" in file) == (table.offsets is not None)
        assert all(np.array_equal(file[name], getattr(table, name)) for name in ARRAYS)


def test_a_failure_while_saving_leaves_the_old_file(
    fancy: mb.Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise OSError(28, "No space left on device")

    (tmp_path / "table.npz").write_bytes(b"old")
    monkeypatch.setattr("os.fsync", fail)
    with pytest.raises(OSError, match="No space left"):
        fancy.save(tmp_path / "table.npz")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]


def test_a_directory_that_is_missing_is_named(fancy: mb.Table, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape(str(tmp_path / "missing" / "t.npz"))):
        fancy.save(tmp_path / "missing" / "t.npz")


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=re.escape(str(tmp_path / "t.npz"))):
        mb.read(tmp_path / "t.npz")


# ---- Files that are not as they were ----


@pytest.fixture
def refused(tmp_path: Path) -> Callable[[bytes | Arrays], str]:
    """Return a function that says what is wrong with a file."""

    def read(content: bytes | Arrays) -> str:
        path = tmp_path / "table.npz"
        path.write_bytes(content if isinstance(content, bytes) else npz.pack(content))
        with pytest.raises(ValueError, match=r".") as caught:
            mb.read(path)
        if type(caught.value) is ValueError:
            assert str(caught.value).startswith(f"{path}: ")
        return str(caught.value).removeprefix(f"{path}: ")

    return read


@pytest.mark.parametrize("version", [0, FORMAT_VERSION + 1, "1", None, 10**30])
def test_another_version_is_named(
    fancy: mb.Table, refused: Callable[[Arrays], str], version: Any
) -> None:
    sentence = refused(members_of(fancy) | {"header": header_of(version=version)})
    assert sentence == (
        f"it has format version {version!r}, but this magicbb reads version {FORMAT_VERSION}"
    )


@pytest.mark.parametrize(
    "header",
    [
        np.zeros(0, np.uint8),
        np.frombuffer(b"nonsense", np.uint8),
        np.frombuffer(b"[1, 2]", np.uint8),
        np.frombuffer(b'{"format": "magicbb table"}', np.uint8),
        np.frombuffer(b"[" * 9000, np.uint8),
        np.frombuffer(b'{"format": "\xff"}', np.uint8),
        header_of(format="another"),
    ],
    ids=lambda header: bytes(header)[:20],
)
def test_another_header_is_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str], header: npt.NDArray[np.uint8]
) -> None:
    assert refused(members_of(fancy) | {"header": header}) == "it holds no magicbb table"


@pytest.mark.parametrize(
    "changes",
    [
        {"scheme": "fancy"},
        {"scheme": ["white", "concatenated"]},
        {"scheme": ["white", "concatenated", 1]},
        {"scheme": {}},
        {"seed": "1"},
        {"seed": 1.5},
        {"source": 1},
        {"source": ["dense"]},
    ],
    ids=str,
)
def test_a_damaged_header_is_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str], changes: dict[str, Any]
) -> None:
    assert refused(members_of(fancy) | {"header": header_of(**changes)}) == "its header is damaged"


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["grey", "concatenated", "direct"], "hash must be one of "),
        (["white", "heap", "direct"], "layout must be one of "),
        (["white", "concatenated", "tape"], "storage must be one of "),
        (["black", "concatenated", "direct"], ""),
        (["white", "overlapped", "direct"], "parameters does not match the magics"),
        (["white", "shared", "direct"], "white/shared/direct cannot work: "),
        (["pext", "concatenated", "direct"], "parameters does not match the magics"),
        (["white-fixed", "concatenated", "direct"], ""),
    ],
    ids=str,
)
def test_another_scheme_is_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str], names: list[str], sentence: str
) -> None:
    assert refused(members_of(fancy) | {"header": header_of(scheme=names)}).startswith(sentence)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("", "source must be one of constructed, "),
        ("sky", "source must be one of constructed, "),
        ("densest", "white/concatenated/direct/densest cannot work: "),
    ],
)
def test_another_source_is_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str], source: str, sentence: str
) -> None:
    assert refused(members_of(fancy) | {"header": header_of(source=source)}).startswith(sentence)


@pytest.mark.parametrize(
    "name",
    [
        "slots",
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("magics", "bits", "offsets", "parameters", "attack_sets")
        ),
    ],
)
def test_a_tampered_number_is_refused(
    table: mb.Table, refused: Callable[[Arrays], str], name: str
) -> None:
    members = members_of(table)
    if name == "attack_sets" and not members[name].size:
        members[name] = np.zeros(128, np.uint64)  # there should be none
    elif name == "offsets" and name not in members:  # the layout has no choice
        members[name] = np.zeros(128, np.int64)
    elif name not in members:  # magics, which the hash does not take
        return
    members[name].reshape(-1)[55] += members[name].dtype.type(1)
    refused(members)


@pytest.mark.parametrize("name", ["magics", "bits"])
def test_a_missing_member_is_named(
    fancy: mb.Table, refused: Callable[[Arrays], str], name: str
) -> None:
    members = members_of(fancy)
    del members[name]
    assert refused(members) == f"it has no member '{name}'"


@pytest.mark.parametrize("name", ["magics", "bits"])
@pytest.mark.parametrize("shape", [(127,), (129,), (0,), (), (2, 64)], ids=str)
def test_a_member_of_another_shape_is_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str], name: str, shape: tuple[int, ...]
) -> None:
    members = members_of(fancy) | {name: np.zeros(shape, np.uint64)}
    assert refused(members) == f"{name} must have 128 numbers, got shape {shape}"


@every_array
@pytest.mark.parametrize("change", [np.ravel, lambda a: a[:-1], lambda a: np.append(a, a[:1], 0)])
def test_an_array_of_another_shape_is_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str], name: str, change: Any
) -> None:
    members = members_of(fancy)
    changed = change(members[name]) if name != "attack_sets" else np.zeros(3, np.uint64)
    if changed.shape != members[name].shape:
        assert name in refused(members | {name: changed})


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("magics", -1, "rook a1: magic must be an integer from 0 to 2**64 - 1, got -1"),
        ("bits", 0, "rook a1: bits must be 1..20, got 0"),
        ("bits", 25, "rook a1: bits must be 1..20, got 25"),
        ("bits", -3, "rook a1: bits must be 1..20, got -3"),
    ],
)
def test_a_number_that_cannot_be_is_named_with_its_square(
    fancy: mb.Table, refused: Callable[[Arrays], str], name: str, value: int, sentence: str
) -> None:
    assert refused(members_of(fancy) | {name: np.full(128, value)}) == sentence


@pytest.mark.usefixtures("little_memory")
def test_a_huge_header_is_not_parsed(fancy: mb.Table, refused: Callable[[Arrays], str]) -> None:
    # Compressed, this is a file of a few kilobytes; parsed, it would be 130 MiB of empty lists.
    header = np.frombuffer(b"[" + b"[]," * (1 << 21) + b"[]]", np.uint8)
    refused(members_of(fancy) | {"header": header})


@pytest.mark.usefixtures("little_memory")
def test_numbers_of_bits_that_make_a_huge_table_are_refused(
    fancy: mb.Table, refused: Callable[[Arrays], str]
) -> None:
    members = members_of(fancy)
    members["bits"][:2] = 20
    refused(members)


@pytest.mark.parametrize("content", [b"", b"PK", b"PK\3\4" + bytes(100), bytes(1000)], ids=len)
def test_what_is_no_table_is_refused(content: bytes, refused: Callable[[bytes], str]) -> None:
    refused(content)


def test_every_truncation_is_refused(fancy: mb.Table, refused: Callable[[bytes], str]) -> None:
    content = fancy.to_bytes()
    for length in range(1, len(content), len(content) // 20):
        refused(content[:length])


def test_a_pickled_member_is_refused(fancy: mb.Table, refused: Callable[[bytes], str]) -> None:
    class Bomb:
        def __reduce__(self) -> tuple[Any, ...]:
            return sys.exit, ("unpickled",)

    content = io.BytesIO(fancy.to_bytes())
    member = io.BytesIO()
    np.lib.format.write_array(member, np.array([Bomb()], dtype=object), allow_pickle=True)
    with zipfile.ZipFile(content, "a") as archive:
        archive.writestr("more.npy", member.getvalue())
    assert "'more.npy' must be an array of integers" in refused(content.getvalue())


def test_magics_without_a_header_are_no_table_of_ours(fancy: mb.Table, tmp_path: Path) -> None:
    members = members_of(fancy)
    del members["header"]
    (tmp_path / "table.npz").write_bytes(npz.pack(members))
    with pytest.raises(ValueError, match=r"table\.npz: it holds neither a magicbb table nor "):
        mb.read(tmp_path / "table.npz")


def test_a_table_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^a table is saved as NPZ, not \.svg; "):
        mb.build("fancy").save(tmp_path / "table.svg")
    assert not [*tmp_path.iterdir()]

"""NPZ files: equal arrays make equal bytes, and nothing hostile gets in or allocates much."""

from __future__ import annotations

import io
import pickle
import re
import struct
import zipfile
import zlib
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from magicbb.tables import npz

LARGEST = 1 << 20

integer_arrays = hnp.arrays(
    hnp.integer_dtypes() | hnp.unsigned_integer_dtypes(),
    hnp.array_shapes(min_dims=0, min_side=0, max_side=5),
)


def npy(
    descr: object = "<u8",
    shape: object = (2,),
    content: bytes = bytes(16),
    *,
    fortran_order: bool = False,
    version: tuple[int, int] = (1, 0),
) -> bytes:
    """Return an NPY file that declares what we like."""
    header = f"{{'descr': {descr!r}, 'fortran_order': {fortran_order}, 'shape': {shape!r}, }}\n"
    length = struct.pack("<H" if version == (1, 0) else "<I", len(header))
    return b"\x93NUMPY" + bytes(version) + length + header.encode() + content


def archive(**members: bytes) -> bytes:
    """Return an archive of the members."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as file:
        for name, member in members.items():
            file.writestr(f"{name}.npy", member)
    return content.getvalue()


def unpack(content: bytes, largest: int = LARGEST) -> dict[str, npt.NDArray[Any]]:
    """Unpack bytes."""
    return npz.unpack(io.BytesIO(content), largest)


# ---- There and back ----


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,9}", fullmatch=True), integer_arrays, max_size=4))
def test_arrays_come_back_as_they_went(arrays: dict[str, npt.NDArray[Any]]) -> None:
    contiguous = {name: array.copy("C") for name, array in arrays.items()}
    found = unpack(npz.pack(contiguous))
    assert found.keys() == arrays.keys()
    for name, array in arrays.items():
        assert np.array_equal(found[name], array)
        assert found[name].shape == array.shape
        assert found[name].dtype == array.dtype.newbyteorder("=")


def test_equal_arrays_make_equal_bytes() -> None:
    one, other = ({"a": np.arange(1000, dtype=np.uint64)} for _ in range(2))
    assert npz.pack(one) == npz.pack(other)


def test_numpy_reads_what_was_packed() -> None:
    array = np.arange(1000, dtype=np.uint64)
    with np.load(io.BytesIO(npz.pack({"a": array})), allow_pickle=False) as found:
        assert np.array_equal(found["a"], array)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_what_numpy_saved_is_read(save: Any) -> None:
    content = io.BytesIO()
    save(content, a=np.arange(1000, dtype=np.uint64), b=np.arange(6, dtype=">i2").reshape(2, 3))
    found = unpack(content.getvalue())
    assert found["a"].tolist() == [*range(1000)]
    assert found["b"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_a_header_of_the_second_version_is_read() -> None:
    assert unpack(archive(a=npy(version=(2, 0))))["a"].tolist() == [0, 0]


def test_objects_are_not_packed() -> None:
    with pytest.raises(ValueError, match="pickle"):
        npz.pack({"a": np.array([{}])})


# ---- Damage ----


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"PK\3\4", b"nonsense" * 100, bytes(1000)], ids=str
)
def test_what_is_no_archive_is_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"^not a valid NPZ file"):
        unpack(content)


def test_every_truncation_is_refused() -> None:
    content = npz.pack({"a": np.arange(20, dtype=np.uint64), "b": np.arange(3, dtype=np.uint8)})
    for length in range(len(content)):
        with pytest.raises(ValueError, match=r"."):
            unpack(content[:length])


OURS = re.compile(
    r"not a valid NPZ file: (its list of members is damaged or truncated|'.*' is damaged, or its"
    r" compression is not supported)|'.*' (has \d+ bytes; at most \d+ are allowed|has unknown"
    r" array version .*|must be an array of integers, got .*|declares .*)|it has .* members? .*",
    re.DOTALL,
)
"""The sentences of this module."""


def test_no_damage_is_complained_of_in_the_words_of_others() -> None:
    content = npz.pack({"a": np.arange(20, dtype=np.uint64), "b": np.arange(3, dtype=np.uint8)})
    changed = [bytearray(content) for _ in range(8 * len(content))]
    for place, bits in enumerate(changed):
        bits[place // 8] ^= 1 << place % 8
    cut = [content[:length] for length in range(len(content))]
    lost = [content[:place] + content[place + 1 :] for place in range(len(content))]
    sentences = [complaint(damaged) for damaged in (*map(bytes, changed), *cut, *lost)]
    assert [each for each in sentences if each and not OURS.fullmatch(each)] == []
    assert sum(map(bool, sentences)) > len(sentences) // 2


def complaint(content: bytes) -> str:
    try:
        unpack(content)
    except ValueError as error:
        return str(error)
    return ""


@given(st.data())
def test_a_changed_byte_is_refused_or_makes_no_difference(data: st.DataObject) -> None:
    arrays: dict[str, npt.NDArray[Any]] = {"a": np.arange(20), "b": np.arange(3, dtype=np.uint8)}
    content = bytearray(npz.pack(arrays))
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))
    try:
        found = unpack(bytes(content))
    except ValueError:
        return
    for array in found.values():  # a name, a date or a permission was changed
        assert any(np.array_equal(array, original) for original in arrays.values())


def test_a_wrong_checksum_is_refused() -> None:
    content = archive(a=npy(content=b"abcdefgh" * 2))
    crc = struct.pack("<I", zlib.crc32(npy(content=b"abcdefgh" * 2)))
    with pytest.raises(ValueError, match=r"^not a valid NPZ file: 'a\.npy' is damaged"):
        unpack(content.replace(crc, b"oops"))


# ---- Hostility ----

HOSTILE: dict[str, tuple[bytes, str]] = {
    "huge shape": (npy(shape=(10**12,)), "declares the shape"),
    "huge product": (npy(shape=(10**6, 10**6)), "declares the shape"),
    "product that wraps": (npy(shape=(2**32, 2**32)), "declares the shape"),
    "shape of 64 bits": (npy(shape=(2**64,)), "declares the shape"),
    "huge and empty": (npy(shape=(2**70, 0), content=b""), "'bad.npy' "),
    "negative": (npy(shape=(-2,)), "declares the shape"),
    "twice negative": (npy(shape=(-1, -2)), "'bad.npy' "),
    "more than there is": (npy(shape=(3,)), "declares 3 elements but holds 16 bytes"),
    "less than there is": (npy(shape=(1,)), "declares 1 elements but holds 9 bytes"),
    "nothing there": (npy(content=b""), "declares 2 elements but holds 0 bytes"),
    "shape of strings": (npy(shape=("2",)), "'bad.npy' "),
    "shape of booleans and floats": (npy(shape=(2.0,)), "'bad.npy' "),
    "no shape": (npy(shape=None), "'bad.npy' "),
    "pickled objects": (npy("|O", content=pickle.dumps([1, 2])), "array of integers"),
    "floats": (npy("<f8"), "array of integers"),
    "booleans": (npy("|b1"), "array of integers"),
    "strings": (npy("<U1"), "array of integers"),
    "dates": (npy("<M8[s]"), "array of integers"),
    "records": (npy([("a", "<u8")]), "array of integers"),
    "records of objects": (npy([("a", "|O")]), "array of integers"),
    "Fortran order": (npy(shape=(1, 2), fortran_order=True), "array of integers"),
    "no dtype": (npy("nonsense"), "'bad.npy' "),
    "code for a dtype": (npy("__import__('os').abort()"), "'bad.npy' "),
    "unknown version": (npy(version=(9, 9)), "unknown array version"),
    "no array": (b"nonsense", "'bad.npy' "),
    "nothing": (b"", "'bad.npy' "),
    "header without end": (b"\x93NUMPY\1\0\xff\xff{", "'bad.npy' "),
    "header of code": (b"\x93NUMPY\1\0\x10\0__import__('os')\n", "'bad.npy' "),
    "deep header": (b"\x93NUMPY\1\0\x10\x27" + b"(" * 10_000, "'bad.npy' "),
    "long header": (b"\x93NUMPY\2\0\0\0\x08\0" + b" " * (1 << 19), "'bad.npy' "),
}


@pytest.mark.usefixtures("little_memory")
@pytest.mark.parametrize(("member", "sentence"), HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_member_is_refused(member: bytes, sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        unpack(archive(good=npy(), bad=member))


@pytest.mark.usefixtures("little_memory")
def test_a_member_larger_than_allowed_is_refused_before_it_is_read() -> None:
    bomb = io.BytesIO()
    with (
        zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as file,
        file.open("a.npy", "w") as member,
    ):
        member.write(npy(shape=(1 << 24,), content=b""))
        for _ in range(128):
            member.write(bytes(1 << 20))
    assert len(bomb.getvalue()) < 1 << 18
    with pytest.raises(ValueError, match=r"'a\.npy' has \d+ bytes; at most 1048576 are allowed"):
        unpack(bomb.getvalue())


@pytest.mark.usefixtures("little_memory")
def test_members_are_counted_together() -> None:
    half = npy("|u1", (600_000,), bytes(600_000))
    with pytest.raises(ValueError, match=r"'b\.npy'"):
        unpack(archive(a=half, b=half))


def test_a_member_that_lies_about_its_length_in_the_directory_is_refused() -> None:
    member = npy("|u1", (900_000,), bytes(900_000))
    content = archive(a=member)
    lie = content.replace(struct.pack("<I", len(member)), struct.pack("<I", 200))
    assert lie != content
    with pytest.raises(ValueError, match=r"."):
        unpack(lie)


def test_too_many_members_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^it has 33 members, more than 32$"):
        unpack(archive(**{f"a{number}": npy() for number in range(33)}))


@pytest.mark.parametrize("flag", [1, 64])
def test_an_encrypted_member_is_refused(flag: int) -> None:
    content = bytearray(archive(a=npy()))
    content[6] |= flag  # in the member's own header
    content[content.rindex(b"PK\1\2") + 8] |= flag  # in the directory
    with pytest.raises(ValueError, match=r"^not a valid NPZ file"):
        unpack(bytes(content))


def test_an_unknown_compression_is_refused() -> None:
    content = bytearray(archive(a=npy()))
    content[8] = 99
    content[content.rindex(b"PK\1\2") + 10] = 99
    with pytest.raises(ValueError, match=r"^not a valid NPZ file"):
        unpack(bytes(content))

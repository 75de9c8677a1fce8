"""NPZ files of plain arrays, as anybody may have saved them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.tables import npz

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import numpy.typing as npt


def arrays_of(table: mb.Table) -> dict[str, npt.NDArray[Any]]:
    """Return the arrays that somebody else may have saved."""
    arrays: dict[str, npt.NDArray[Any]] = {}
    for start, slider in ((0, "rook"), (64, "bishop")):
        magics = table.magics[start : start + 64]
        arrays[f"{slider}_magics"] = np.array([magic.magic for magic in magics], np.uint64)
        arrays[f"{slider}_bits"] = np.array([magic.bits for magic in magics])
        arrays[f"{slider}_offsets"] = table.parameters[start : start + 64, -1].astype(np.int64)
    return arrays


@pytest.mark.parametrize("left_out", [["_offsets"], ["_bits", "_offsets"]], ids=str)
def test_plain_arrays_are_read(
    fancy: mb.Table, read: Callable[..., mb.Table], left_out: list[str]
) -> None:
    arrays = arrays_of(fancy)
    kept = {name: a for name, a in arrays.items() if not name.endswith(tuple(left_out))}
    assert read(npz.pack(kept)) == fancy


def test_plain_arrays_may_have_offsets(fancy: mb.Table, read: Callable[..., mb.Table]) -> None:
    table = read(npz.pack(arrays_of(fancy)))
    assert table.scheme.layout.name == "overlapped"
    assert np.array_equal(table.slots, fancy.slots)


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("rook_magics", None, "it holds bishop magics but no rook magics; to verify it alone"),
        ("bishop_magics", None, "it holds rook magics but no bishop magics; to verify it alone"),
        ("rook_magics", np.zeros(63, np.uint64), "rook_magics must have 64 numbers"),
        ("bishop_bits", np.zeros((64, 1), np.int64), "bishop_bits must have 64 numbers"),
        ("rook_offsets", np.zeros(0, np.int64), "rook_offsets must have 64 numbers"),
        ("bishop_magics", np.full(64, -1), "bishop a1: magic must be an integer from 0"),
        ("bishop_bits", np.full(64, 99), "bishop a1: bits must be 1..20, got 99"),
        ("rook_bits", np.zeros(64, np.int64), "rook a1: bits must be 1..20, got 0"),
        ("bishop_offsets", None, "offsets must be given for all squares or for none"),
        ("rook_offsets", np.full(64, -1), "rook a1: "),
        ("rook_offsets", np.full(64, 2**40), "rook a1: "),
    ],
)
def test_wrong_arrays_are_named(
    fancy: mb.Table, refused: Callable[..., str], name: str, value: Any, sentence: str
) -> None:
    arrays = arrays_of(fancy) | {name: value}
    if value is None:
        del arrays[name]
    assert refused(npz.pack(arrays)).startswith(sentence)


@pytest.mark.parametrize("name", ["rook_shifts", "rook_mask", "queen_magics", "bishop_bit"])
def test_an_array_that_is_not_read_is_refused(
    fancy: mb.Table, refused: Callable[..., str], name: str
) -> None:
    more = {name: np.zeros(64, np.int64)}
    assert refused(npz.pack(arrays_of(fancy) | more)) == (
        f"it has '{name}', but of plain arrays, only those that end with _magics, _bits and "
        f"_offsets are read"
    )


def test_an_archive_of_something_else_is_refused(refused: Callable[..., str]) -> None:
    sentence = "it holds neither a magicbb table nor rook_magics and bishop_magics"
    assert refused(npz.pack({"a": np.zeros(3, np.uint8)})) == sentence


@pytest.mark.parametrize("length", [0, 1, 2, 3, 10, 100, 1000])
def test_a_truncated_archive_is_refused(
    fancy: mb.Table, refused: Callable[..., str], length: int
) -> None:
    content = fancy.to_bytes()[:length]
    assert refused(content).startswith(
        "not a valid NPZ file"
        if content[:2] == b"PK"
        else ("the file is empty", "no array of 64 or 128 numbers found")
    )


def test_an_archive_is_known_by_its_content(fancy: mb.Table, tmp_path: Path) -> None:
    (tmp_path / "magics.csv").write_bytes(fancy.to_bytes())
    assert mb.read(tmp_path / "magics.csv") == fancy

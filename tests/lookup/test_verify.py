"""Verification: a right table is reported, a wrong answer to any key is found and named."""

from __future__ import annotations

import dataclasses
import pickle
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.bitboards import FULL
from magicbb.geometry.sliders import BISHOP, QUEEN, ROOK, SLIDERS, Slider
from magicbb.lookup.function import make_lookup
from magicbb.lookup.verify import Report, verify, verify_queen

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy.typing as npt

    from magicbb.lookup.keys import Keys

ROOK_KEYS, BISHOP_KEYS = 102_400, 5_248


@dataclasses.dataclass
class Liar:
    """A table that passes another one's answers through a function."""

    table: mb.Table
    change: Callable[[Slider, Any, npt.NDArray[np.uint64]], npt.NDArray[np.uint64]]
    entries: int = 0
    used: int = 0
    nbytes: int = 0
    parameter_nbytes: int = 0

    def lookup(self, slider: Slider) -> Callable[..., Any]:
        """Answer with a change."""
        answer: Callable[..., Any] = self.table.lookup(slider)
        return lambda square, occupied: self.change(slider, occupied, answer(square, occupied))


# ---- Right tables ----


def test_every_table_passes(table: mb.Table) -> None:
    assert verify(table) == table.verify()


def test_the_report_says_what_the_table_is(table: mb.Table, keys: Keys) -> None:
    report = table.verify()
    reached = {*table.scheme.slots_of_keys(table.parameters, keys).tolist()}
    assert report.keys == 107_648
    assert report.entries == table.entries == len(table.slots)
    assert report.used == table.used == len(reached)
    assert report.nbytes == table.slots.nbytes + table.attack_sets.nbytes
    assert report.parameter_nbytes == table.parameters.nbytes
    assert report.fill == report.used / report.entries


def test_the_report_is_a_sentence() -> None:
    report = Report(
        keys=107_648, checksum=0xABC, entries=2000, used=500, nbytes=16_000, parameter_nbytes=3072
    )
    assert str(report) == (
        "107,648 keys correct; 2,000 entries, 500 used (25.0%), 16,000 bytes + 3,072 of parameters"
    )


def test_the_report_is_a_dict() -> None:
    report = Report(keys=107_648, checksum=0xABC, entries=3, used=1, nbytes=24, parameter_nbytes=9)
    assert report.to_dict() == {
        "keys": 107_648,
        "checksum": "0x0000000000000abc",
        "entries": 3,
        "used": 1,
        "fill": 0.333333,
        "nbytes": 24,
        "parameter_nbytes": 9,
    }


def test_a_report_is_frozen(fancy: mb.Table) -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        fancy.verify().used = 1  # type: ignore[misc]


def test_an_empty_table_is_not_divided_by() -> None:
    assert Report(keys=0, checksum=0, entries=0, used=0, nbytes=0, parameter_nbytes=0).fill == 0


# ---- Wrong tables ----


@pytest.mark.parametrize(
    ("slider", "key", "name"),
    [
        (ROOK, 0, "rook a1"),
        (ROOK, ROOK_KEYS - 1, "rook h8"),
        (BISHOP, 0, "bishop a1"),
        (BISHOP, BISHOP_KEYS - 1, "bishop h8"),
    ],
)
def test_one_wrong_answer_is_found_and_named(
    fancy: mb.Table, keys: Keys, slider: Slider, key: int, name: str
) -> None:
    def change(piece: Slider, _: object, attacks: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        attacks[key] ^= np.uint64(2 * (piece == slider))
        return attacks

    with pytest.raises(mb.errors.VerificationError) as caught:
        verify(Liar(fancy, change))
    blockers = int(keys.blockers[keys.of_slider(slider)][key])
    attacks = int(keys.attacks[keys.of_slider(slider)][key])
    assert str(caught.value) == (
        f"{name} with occupied {blockers:#018x}: looked up {attacks ^ 2:#018x}, "
        f"but the attacks are {attacks:#018x}"
    )


@pytest.mark.parametrize("key", [0, ROOK_KEYS + BISHOP_KEYS - 1])
def test_a_queen_that_does_not_see_what_the_two_see_is_found(fancy: mb.Table, key: int) -> None:
    def change(piece: Slider, _: object, attacks: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        attacks[key] ^= np.uint64(2 * (piece == QUEEN))
        return attacks

    verify_queen(fancy)
    with pytest.raises(
        mb.errors.VerificationError, match=rf"^queen on {'ah'[key > 0]}[18] with occupied "
    ):
        verify_queen(Liar(fancy, change))


@pytest.mark.parametrize("irrelevant", [0, 7, 56, 63])
def test_an_answer_that_depends_on_an_irrelevant_square_is_found(
    fancy: mb.Table, irrelevant: int
) -> None:
    def change(
        _: Slider, occupied: npt.NDArray[np.uint64], attacks: npt.NDArray[np.uint64]
    ) -> npt.NDArray[np.uint64]:
        return attacks ^ (occupied >> np.uint64(irrelevant) & np.uint64(1))

    with pytest.raises(mb.errors.VerificationError, match=r"with occupied 0x"):
        verify(Liar(fancy, change))


@pytest.mark.parametrize("singly", [False, True], ids=["arrays", "one call at a time"])
@pytest.mark.parametrize("corners", [(0, 7), (0, 63), (7, 56), (56, 63)], ids=str)
def test_an_answer_that_depends_on_two_irrelevant_squares_is_found(
    fancy: mb.Table, corners: tuple[int, int], singly: bool
) -> None:
    def change(_: Slider, occupied: Any, attacks: Any) -> Any:
        if isinstance(occupied, int) != singly:
            return attacks
        number = int if singly else np.uint64
        first, second = (occupied >> number(corner) for corner in corners)
        return attacks ^ (first ^ second) & number(1)

    with pytest.raises(mb.errors.VerificationError, match=r"with occupied 0x"):
        verify(Liar(fancy, change))


def test_no_answer_at_all_is_found(fancy: mb.Table) -> None:
    with pytest.raises(
        mb.errors.VerificationError, match=r"^rook a1 .* looked up 0x0000000000000000"
    ):
        verify(Liar(fancy, lambda _slider, _occupied, attacks: attacks * np.uint64(0)))


@settings(max_examples=10)
@given(key=st.integers(0, ROOK_KEYS + BISHOP_KEYS - 1), other=st.integers(0, 2**32))
def test_a_slot_with_the_attacks_of_another_key_is_found(
    table: mb.Table, keys: Keys, key: int, other: int
) -> None:
    part = keys.of_row(int(keys.rows[key]))
    rivals = part.start + np.flatnonzero(keys.attacks[part] != keys.attacks[key])
    slots, slots_of_keys = table.slots.copy(), table.scheme.slots_of_keys(table.parameters, keys)
    slots[slots_of_keys[key]] = slots[slots_of_keys[rivals[other % len(rivals)]]]
    arrays = SimpleNamespace(
        recipe=table.recipe,
        parameters=table.parameters,
        slots=slots,
        attack_sets=table.attack_sets,
    )
    tampered = SimpleNamespace(
        lookup=lambda slider: make_lookup(arrays, slider),
        entries=table.entries,
        used=table.used,
        nbytes=table.nbytes,
        parameter_nbytes=table.parameter_nbytes,
    )
    with pytest.raises(
        mb.errors.VerificationError, match=r"^(rook|bishop) [a-h][1-8] with occupied 0x"
    ):
        verify(tampered)


def test_an_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(mb.errors.VerificationError("rook a1")))  # noqa: S301  our own bytes
    assert isinstance(error, mb.errors.VerificationError)
    assert str(error) == "rook a1"


def test_an_error_is_a_value_error() -> None:
    assert issubclass(mb.errors.VerificationError, ValueError)


@pytest.mark.parametrize("slider", SLIDERS, ids=str)
def test_the_keys_are_looked_up_with_garbage_in_every_irrelevant_square(
    fancy: mb.Table, keys: Keys, slider: Slider
) -> None:
    seen: list[npt.NDArray[np.uint64]] = []

    def note(
        piece: Slider, occupied: npt.NDArray[np.uint64], attacks: npt.NDArray[np.uint64]
    ) -> npt.NDArray[np.uint64]:
        if piece == slider and isinstance(occupied, np.ndarray):  # not one call at a time
            seen.append(occupied)
        return attacks

    verify(Liar(fancy, note))
    part = keys.of_slider(slider)
    masks = keys.masks[keys.rows[part]]
    assert all(np.array_equal(occupied & masks, keys.blockers[part]) for occupied in seen)
    assert any(np.array_equal(occupied, keys.blockers[part]) for occupied in seen)
    assert any(((occupied | masks) == FULL).all() for occupied in seen)
    assert len(seen) >= 3


@pytest.mark.slow
def test_garbage_is_independent_of_the_blockers_and_of_other_garbage(
    fancy: mb.Table, keys: Keys
) -> None:
    seen: list[npt.NDArray[np.uint64]] = []

    def note(_: Slider, occupied: Any, attacks: Any) -> Any:
        if isinstance(occupied, np.ndarray):
            seen.append(occupied)
        return attacks

    verify(Liar(fancy, note))
    *_, boards = (occupied for occupied in seen if len(occupied) == ROOK_KEYS)
    for row in range(64):  # the rook's have at least 1,024 keys
        part = boards[keys.of_row(row)]
        bits = (part[:, np.newaxis] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).astype(float)
        both, one = bits.T @ bits / len(part), bits.mean(axis=0)
        apart = ~np.eye(64, dtype=bool)
        # Of any two squares, both, one or none are occupied in a quarter of the keys each.
        assert np.abs(both - 0.25)[apart].max() < 0.13
        assert np.abs(one - 0.5).max() < 0.13

"""Large results of processes go as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from magicbb.research import campaigns
from magicbb.research.campaigns.workers.processes import call_packed, unpack

from .toys import Large

SIZES = pytest.mark.parametrize("size", [0, 3000, 10_000, 1_000_000])


@SIZES
def test_what_is_packed_is_unpacked(tmp_path: Path, size: int) -> None:
    parcel = call_packed(str(tmp_path), str.__mul__, "x", size)
    assert unpack(parcel) == "x" * size
    assert not any(tmp_path.iterdir())


@SIZES
def test_only_what_a_pipe_takes_whole_is_sent_through_it(tmp_path: Path, size: int) -> None:
    parcel = call_packed(str(tmp_path), str.__mul__, "x", size)
    assert isinstance(parcel, Path) == (size >= 4000)


def test_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    work = Large(3, directory=str(tmp_path), free=3)
    outcome = campaigns.run(work, None, campaigns.parse_workers("2"))
    assert [len(result.text) for result in outcome.rounds[0]] == [300_000] * 3
    assert [path.name for path in tmp_path.iterdir()] == ["log"]

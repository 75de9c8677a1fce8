"""A small export in each language, as it was last looked at: a change is to be seen in review.

After a change that is meant, `make snapshots` writes them anew.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from magicbb import __version__
from magicbb.exports.languages import language_names
from magicbb.exports.source import export

SNAPSHOTS = Path(__file__).parents[1] / "data" / "exports"


def snapshot(language: str) -> str:
    """The whole of a small export, of whatever version."""
    source = export("plain", language, mapping="a8=0", self_test=True)
    return source.replace(f"magicbb {__version__}", "magicbb VERSION")


@pytest.mark.parametrize("language", language_names())
def test_the_export_is_as_it_was(language: str) -> None:
    assert snapshot(language) == (SNAPSHOTS / f"{language}.txt").read_text("ascii")


def test_there_are_no_others() -> None:
    assert {path.stem for path in SNAPSHOTS.iterdir()} == {*language_names()}


if __name__ == "__main__":
    SNAPSHOTS.mkdir(exist_ok=True)
    for name in language_names():
        (SNAPSHOTS / f"{name}.txt").write_text(snapshot(name), "ascii")
        sys.stdout.write(f"{name}\n")

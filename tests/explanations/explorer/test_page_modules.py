"""Modules of the page that need no browser, run by Node."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from magicbb.explanations.explorer.bundling import bundle

from .test_building import SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TRIES = """
const wanted = { piece: "rook", square: 27, kind: "white", bits: 9, seed: 1, dense: false };
const search = new Search(wanted);
search.progress.tries = 2 ** 31 - 10;
console.log(JSON.stringify([search.run(20), search.progress.tries]));
"""
"""The tries after which a signed 32-bit number of a try would be negative."""

WORDS = """
console.log(JSON.stringify(process.argv.slice(2).map((text) => {
  const { value, problem } = parseWord(text);
  return problem ?? `${value}`;
})));
"""


@pytest.fixture
def run(tmp_path: Path, demand: Callable[[str], None]) -> Callable[..., Any]:
    """Run a script with a module of the page and all that it imports."""
    demand("node")

    def run(module: str, script: str, *arguments: str) -> Any:
        (tmp_path / "main.mjs").write_text(bundle(SOURCES, module) + script, encoding="utf-8")
        command = ["node", "main.mjs", *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, text=True)  # noqa: S603
        return json.loads(done.stdout)

    return run


def test_no_collision_is_overlooked_after_any_number_of_tries(run: Callable[..., Any]) -> None:
    assert run("searching.js", TRIES) == [False, 2**31 + 10]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("18446744073709551615", f"{2**64 - 1}"),
        ("-1", f"{2**64 - 1}"),
        (f"{-(2**63)}", f"{2**63}"),
        (f"{-(2**63) - 1}", None),
        (f"{2**64}", None),
        (f"{2**80 + 5}", None),
        (f"{-(2**80) - 7}", None),
        ("9" * 81, None),
        ("0x1" + "0" * 16, None),
        ("0b" + "1" * 64, f"{2**64 - 1}"),
    ],
)
def test_a_number_has_at_most_64_bits(
    text: str, value: str | None, run: Callable[..., Any]
) -> None:
    assert run("words.js", WORDS, text) == [value or "The number has more than 64 bits."]

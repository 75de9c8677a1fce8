"""Every figure in the documents' prose is computed, or has its source.

What blocks show is run (`test_documents`). All other figures stand in `figures.txt`: below the name
of a document the words around a figure, and indented beneath them where it comes from. Between
braces is Python, evaluated with the names of `facts`; what has no braces is history, or a choice. A
figure that is in no entry fails, and so does an entry whose words its document does not have. Pages
that a command writes are sealed with their digest.
"""

from __future__ import annotations

import re
from fnmatch import fnmatch
from typing import TYPE_CHECKING

import pytest

from magicbb.files import sealed
from magicbb.recipes.catalogue import CATALOGUE

from .entries import WRITTEN as WRITTEN_PART
from .entries import entries, flat, prose, without_source
from .facts import FACTS, ROOT

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

WRITTEN = ("docs/choosing-a-scheme.md", "docs/records.md")
"""What a command writes, all of it."""

TRADES = "the catalogue"
"""What the catalogue says in words; it has no other document."""

DOCUMENTS = ["README.md", *sorted(str(p.relative_to(ROOT)) for p in ROOT.glob("docs/**/*.md"))]
HELD = [TRADES, *(name for name in DOCUMENTS if name not in WRITTEN)]
ENTRIES = [*entries()]
WRITTEN_PARTS = {
    name: [part[2] for part in WRITTEN_PART.finditer((ROOT / name).read_text("utf-8"))]
    for name in DOCUMENTS
}


@pytest.fixture(scope="module")
def documents(load_script: Callable[[str], ModuleType]) -> ModuleType:
    """The tests that run the blocks of documents."""
    return load_script("tests/test_documents.py")


def text_of(name: str, documents: ModuleType) -> str:
    """The prose of a document: all but what is run, or is an excerpt of a file that is."""
    if name == TRADES:
        return "\n".join(f"{entry.name}: {entry.trade}" for entry in CATALOGUE.values())
    path = ROOT / name
    page = path.read_text("utf-8")
    fences = re.finditer(r"^```(\S+) ?(\S*)\n.*?^```$", page, re.DOTALL | re.MULTILINE)
    if path in documents.EXPORTS:
        return prose(page, [fence[0] for fence in fences])
    run = {"console", "python"} if path in documents.DOCUMENTS else set()
    return prose(page, [fence[0] for fence in fences if fence[2] or fence[1] in run])


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.slow] * (name == TRADES)) for name in HELD],
)
def test_every_figure_has_its_source(name: str, documents: ModuleType) -> None:
    said = [flat(entry.said(FACTS)) for entry in ENTRIES if fnmatch(name, entry.document)]
    text = text_of(name, documents)
    assert [words for words in said if words not in text] == [], "tests/prose/figures.txt"
    assert without_source(text, said) == [], "tests/prose/figures.txt has none of these"


def test_every_entry_is_about_a_document() -> None:
    patterns = {entry.document for entry in ENTRIES}
    assert [
        pattern for pattern in patterns if not any(fnmatch(name, pattern) for name in HELD)
    ] == []


@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_is_as_its_command_wrote_it(name: str) -> None:
    page = (ROOT / name).read_text("utf-8")
    assert sealed(page[: page.rindex("<!-- sha256:")]) == page


@pytest.mark.parametrize("name", [name for name in DOCUMENTS if WRITTEN_PARTS[name]])
def test_a_part_is_as_its_command_wrote_it(name: str) -> None:
    for inside in WRITTEN_PARTS[name]:
        assert sealed(inside[: inside.rindex("<!-- sha256:")]) == inside


def test_a_figure_without_a_source_is_found() -> None:
    text = "A table of 107,648 slots, six times as large, on d4, in 64 bits, or 2⁶⁴."
    assert len(without_source(text, ["107,648 slots"])) == 2
    assert len(without_source(text, ["107,648 slots", "six times", "2⁶⁴"])) == 0
    assert len(without_source(text.replace("107", "106"), ["107,648 slots", "six times"])) == 2

"""Reading `figures.txt`, and finding figures in the prose of a document."""

from __future__ import annotations

import html
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

FILE = Path(__file__).with_name("figures.txt")

NUMBERS = (
    "three four five six seven eight nine ten eleven twelve fourteen fifteen sixteen twenty thirty "
    "dozens? hundreds? thousands? millions? billions? half third thirds quarters? fourth fifth "
    "sixth seventh eighth eighths ninth tenth tenths hundredths? thousandths? twice"
)
FIGURE = re.compile(rf"[\d⁰¹²³⁴-⁹]+(?:[.,]\d+)*|\b(?:{NUMBERS.replace(' ', '|')})\b", re.IGNORECASE)

NAMES = re.compile(
    r"\b[a-h][1-8]\b"  # squares
    r"|\b(16|32|64)[- ]bits?\b|\b64 squares\b"  # words of a computer, squares of a board
    r"|\b[iu](int)?(8|16|32|64)(_t)?\b"  # types
    r"|\b(perfect|pext|magic)-(16|32)\b"  # schemes
    r"|\b[Cc]hess960\b"  # the game
    r"|--[a-z-]+[ =]\w[\w.:/-]*"  # options in examples
    r"|\b[1-8BKNPQRbknpqr]+(/[1-8BKNPQRbknpqr]+){7}\b"  # positions
)
"""What has digits and is no figure."""


WRITTEN = re.compile(r"<!-- (\w+) -->(.*?)<!-- /\1 -->", re.DOTALL)
"""A part of a document that a command writes."""


class Entry(NamedTuple):
    """The words around a figure.

    Attributes:
        document: Where they stand; a pattern for several documents that all say so.
        text: The words; Python between braces is evaluated.
        source: Where the figure comes from.
    """

    document: str
    text: str
    source: str

    def said(self, facts: Mapping[str, Any]) -> str:
        """The words as they have to stand in the document."""
        return str(eval(f"f'''{self.text}'''", dict(facts)))  # noqa: S307 (our own)


def entries() -> Iterator[Entry]:
    """All entries: '# document', and below it the words with their source indented beneath."""
    document, text = "", ""
    for line in FILE.read_text("utf-8").splitlines():
        if line.startswith("# "):
            document = line[2:]
        elif line.startswith("    "):
            assert text, f"a source without words: {line}"
            yield Entry(document, text, line.strip())
            text = ""
        elif line:
            assert not text, f"no source: {text}"
            text = line
    assert not text, f"no source: {text}"


def prose(text: str, fences: Iterable[str] = ()) -> str:
    """A document without what commands write, what is run, comments, and where links lead."""
    text = WRITTEN.sub("", text)
    text = html.unescape(re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL))
    for fence in fences:
        text = text.replace(fence, "")
    text = re.sub(r"^(#+ )?\d\. ", r"\1", text, flags=re.MULTILINE)  # numbered lists
    return flat(re.sub(r"\]\([^)]*\)", "]", text))


def flat(text: str) -> str:
    """With one space wherever there are some, or a new line."""
    return " ".join(text.split())


def without_source(text: str, said: Iterable[str]) -> list[str]:
    """The figures of a prose that stand in none of the words said, each with what is around it."""
    held = {place for found in NAMES.finditer(text) for place in range(*found.span())}
    for words in said:
        for found in re.finditer(re.escape(words), text):
            held.update(range(*found.span()))
    return [
        text[max(0, figure.start() - 40) : figure.end() + 40]
        for figure in FIGURE.finditer(text)
        if not held.issuperset(range(*figure.span()))
    ]

"""Write a record book as a Markdown page, with a map of all squares."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from magicbb.files import write_whole
from magicbb.research.records.book import parse_book
from magicbb.research.records.frontier import answers, frontier_svg
from magicbb.research.records.report import markdown

if TYPE_CHECKING:
    from magicbb.research.records import RecordBook


def write_report(book: RecordBook, path: str | os.PathLike[str]) -> None:
    """Write a book as a Markdown page, with an SVG map of all squares beside it.

    Args:
        book: The book.
        path: The file to which the page is written.

    Raises:
        ValueError: The name of the page ends with .svg.
        OSError: A file cannot be written.

    >>> import os, tempfile
    >>> from magicbb import RecordBook
    >>> with tempfile.TemporaryDirectory() as directory:
    ...     with RecordBook(os.path.join(directory, "book.sqlite")) as book:
    ...         write_report(book, os.path.join(directory, "records.md"))
    ...     sorted(os.listdir(directory))
    ['book.sqlite', 'records.md', 'records.svg']
    """
    picture = Path(path).with_suffix(".svg")
    if picture == Path(path):
        raise ValueError(f"the page must not end with .svg, which is for the map, got {path}")
    page = markdown(parse_book(book), quote(os.fsencode(picture.name)))
    write_whole(picture, frontier_svg(answers(book)).encode())
    write_whole(path, page.encode())

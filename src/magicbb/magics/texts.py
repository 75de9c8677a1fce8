"""Read text files in the encodings that editors and old engines use."""

from __future__ import annotations

import codecs
import contextlib
from typing import TYPE_CHECKING, AnyStr

from magicbb.files import opened, read_start, source_name

if TYPE_CHECKING:
    import os

LARGEST_TEXT = 1 << 23
"""The maximum file size in bytes; a file of magics has about ten thousand bytes, a file of slots
about seven million."""

_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",  # before UTF-16, whose byte order mark is a prefix of this one
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8-sig",
}
_UNMARKED = {(False, True): "utf-16-le", (True, False): "utf-16-be"}
"""The encoding of UTF-16 text without a byte order mark, by whether many of the bytes at (even,
odd) positions are zero."""

_NOT_IN_TEXT = {*range(32), 127} - {*b"\t\n\v\f\r\x1a"}
"""Control characters that no text editor writes; Ctrl-Z is allowed, since DOS used it to end
text files."""


def read_text(path: str | os.PathLike[str]) -> str:
    """Read the text of a file or of standard input; see `decode`.

    Raises:
        ValueError: The file is not text; the message starts with its name.
        OSError: The file cannot be read.
    """
    with opened(path) as file:
        content = read_start(file, LARGEST_TEXT + 1)
    try:
        return decode(content)
    except ValueError as error:
        raise ValueError(f"{source_name(path)}: {error}") from None


def decode(content: bytes) -> str:
    r"""Decode the content of a file, or at least its first `LARGEST_TEXT + 1` bytes.

    The encoding is UTF-8, UTF-16 or UTF-32; otherwise Latin-1 is assumed, in which every byte is a
    character. The result has Unix line endings.

    Raises:
        ValueError: The content is empty, too long, or not text.

    >>> decode("é\r\n".encode("utf-16")), decode("é\n".encode("latin-1"))
    ('é\n', 'é\n')
    """
    check_length(len(content))
    _not_empty(content)
    encodings = [name for mark, name in _MARKS.items() if content.startswith(mark)][:1]
    if not encodings and 0 in content:
        zeros = tuple(content[start::2].count(0) > len(content) // 4 for start in (0, 1))
        encodings = [_UNMARKED[zeros]] if zeros in _UNMARKED else []
    elif not encodings:
        encodings = ["utf-8", "latin-1"]
    for encoding in encodings:
        with contextlib.suppress(UnicodeDecodeError):
            text = content.decode(encoding)
            if _NOT_IN_TEXT.isdisjoint(map(ord, {*text})):
                return _not_empty(one_form(text))
    raise ValueError("it is neither NPZ nor text")


def _not_empty(text: AnyStr) -> AnyStr:
    if not text.strip():
        raise ValueError("the file is empty")
    return text


def one_form(text: str) -> str:
    """Return the text with Unix line endings, and without Ctrl-Z at its end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\x1a")


def check_length(length: int) -> None:
    """Check that a text is not too long.

    Raises:
        ValueError: The text is longer than `LARGEST_TEXT`.
    """
    if length > LARGEST_TEXT:
        raise ValueError(f"it is longer than {LARGEST_TEXT:,} bytes")

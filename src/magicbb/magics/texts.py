"""Text that other people wrote: how much of it is read, and how errors name the file."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

from magicbb.magics.collisions import CollisionError

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGEST_TEXT = 1 << 20
"""Bytes of the largest text file that is read; 128 magics take ten thousand."""


def decode(content: bytes) -> str:
    """The text of a file, of which one byte more than is allowed may have been read.

    Raises:
        ValueError: It is empty, too long, or not in UTF-8.
    """
    if not content.strip():
        raise ValueError("the file is empty")
    check_length(len(content))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("it is neither NPZ nor text in UTF-8") from None


def check_length(length: int) -> None:
    """Refuse a text that is too long.

    Raises:
        ValueError: It is.
    """
    if length > LARGEST_TEXT:
        raise ValueError(f"it is longer than {LARGEST_TEXT} bytes")


@contextlib.contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Put the file's name in front of a ValueError's sentence."""
    try:
        yield
    except CollisionError as error:
        error.path = os.fspath(path)
        raise
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise ValueError(f"{os.fspath(path)}: {error}") from None

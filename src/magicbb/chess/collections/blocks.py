"""Read files block by block, decompressing gzip; no file is loaded as a whole."""

from __future__ import annotations

import errno
import sys
import zlib
from typing import TYPE_CHECKING, BinaryIO

from magicbb.arguments import short_repr
from magicbb.chess.notation.fen import LONGEST_LINE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

BLOCK = 1 << 18
"""Bytes per read: small enough for a core's cache, large enough to make call overhead
negligible."""

_MARK = b"\xef\xbb\xbf"  # the UTF-8 byte order mark that Windows programs write
_GZIP = b"\x1f\x8b"
_WITH_HEADER = 16 + zlib.MAX_WBITS


def blocks_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the content of a file in non-empty blocks of at most `BLOCK` bytes.

    Content that starts with the gzip signature is decompressed, whatever the file's name.

    Raises:
        ValueError: The compressed content is corrupt or truncated.
        OSError: The file cannot be read.
        TypeError: Reading the file returns an object other than bytes.
    """
    blocks = _read(file, name)
    first = b""
    for block in blocks:
        first += block
        if len(first) >= len(_GZIP):
            break
    if first.startswith(_GZIP):
        blocks, first = _unzipped(first, blocks, name), b""
    if first:
        yield first
    yield from blocks


def _read(file: BinaryIO, name: str) -> Iterator[bytes]:
    while True:
        try:
            block: object = file.read(BLOCK)
        except OSError as error:
            # On systems that allow a directory to be opened, reading it fails here, with an error
            # that lacks the file name.
            raise OSError(error.errno or errno.EIO, error.strerror or str(error), name) from None
        except _decompression_errors() as error:
            raise ValueError(f"{name}: {error}") from None
        if not isinstance(block, bytes):
            found = short_repr(block)
            raise TypeError(f"{name} must be opened in binary mode, but reading it gave {found}")
        if not block:
            return
        yield block


def _decompression_errors() -> tuple[type[Exception], ...]:
    """The errors of file objects that decompress, apart from OSError."""
    lzma = sys.modules.get("lzma")
    return (EOFError, zlib.error, *((lzma.LZMAError,) if lzma else ()))


def _unzipped(block: bytes, blocks: Iterator[bytes], name: str) -> Iterator[bytes]:
    """Decompress consecutive gzip members, as gzip does; trailing zeros are allowed."""
    unzip = zlib.decompressobj(_WITH_HEADER)
    while True:
        while block:
            if unzip.eof:
                block = block.lstrip(b"\0")
                if not block:
                    break
                unzip = zlib.decompressobj(_WITH_HEADER)
            try:
                content = unzip.decompress(block, BLOCK)
            except zlib.error:
                raise ValueError(f"{name}: the gzip data is corrupt") from None
            if content:
                yield content
            block = unzip.unused_data if unzip.eof else unzip.unconsumed_tail
        block = next(blocks, b"")
        if not block:
            break
    if not unzip.eof:
        raise ValueError(f"{name}: the gzip data ends early")


def lines_of(file: BinaryIO, name: str) -> Iterator[bytes]:
    """Yield the lines of a file without their line feeds; see `blocks_of` and `whole_lines`."""
    for text in whole_lines(blocks_of(file, name)):
        yield from text[:-1].split(b"\n")


def whole_lines(blocks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield blocks of complete lines, each ending with a line feed; drop a byte order mark.

    Overlong lines are truncated, but remain longer than `LONGEST_LINE`.
    """
    texts = short_lines(blocks)
    for first in texts:
        yield first.removeprefix(_MARK)
        yield from texts


def short_lines(blocks: Iterable[bytes]) -> Iterator[bytes]:
    """Yield blocks of complete lines, truncating overlong lines."""
    too_long = LONGEST_LINE + len(_MARK) + 1
    start, skipping = b"", False
    for block in blocks:
        rest = block.partition(b"\n")[2] if skipping else block
        skipping = skipping and b"\n" not in block
        text = start + rest
        end = text.rfind(b"\n") + 1
        start = text[end:]
        if end:
            yield text[:end]
        if len(start) >= too_long:
            yield start[:too_long] + b"\n"
            start, skipping = b"", True
    if start:
        yield start + b"\n"

"""Read files with one FEN or EPD per line into `Positions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer
from magicbb.chess.collections.lines import PositionError, columns_of
from magicbb.chess.collections.positions import Positions, lines_skipped, trusted
from magicbb.files import source_name

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import SupportsIndex

    from magicbb.files import Source

__all__ = ["CHUNK", "PositionError", "position_chunks", "read_positions"]

CHUNK = 1 << 16
"""The default number of positions per chunk; the words of a chunk take 4 MiB."""

_LARGEST_CHUNK = 1 << 24


def read_positions(
    path: Source, *, skip_invalid: bool = False, limit: SupportsIndex | None = None
) -> Positions:
    r"""Read a file with one position per line, as FEN or EPD, plain or gzipped.

    Empty lines and lines that start with '#' are skipped if they have at most 4,096 bytes. A
    position has the four fields of an EPD or the six of a FEN; operations after them are ignored.

    Args:
        path: The file, "-" for standard input, or a file object opened in binary mode.
        skip_invalid: Whether to skip lines that are not valid positions; `Positions.skipped` counts
            them.
        limit: The maximum number of positions to read (default: no limit).

    Raises:
        ValueError: The file has no position, or the gzip data is corrupt.
        PositionError: A line is not a valid position. PositionError is a ValueError that gives the
            line and column of the error.
        OSError: The file cannot be read.
        TypeError: An argument has the wrong type.

    >>> import io
    >>> lines = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n4k3/8/8/8/8/8/8/4K2R b K - id 7;\n"
    >>> read_positions(io.BytesIO(lines)).fullmove_number
    array([1, 1], dtype=uint16)
    >>> read_positions(io.BytesIO(lines + b"4k3"), skip_invalid=True)
    <Positions: 2, 1 line skipped>
    """
    chunks = [*position_chunks(path, skip_invalid=skip_invalid, limit=limit)]
    positions = chunks[0] if len(chunks) == 1 else Positions.concatenate(chunks)
    if not len(positions):
        raise no_position(source_name(path), positions.skipped)
    return positions


def position_chunks(
    path: Source,
    size: SupportsIndex = CHUNK,
    *,
    skip_invalid: bool = False,
    limit: SupportsIndex | None = None,
) -> Iterator[Positions]:
    r"""Read a file of positions in chunks, in constant memory.

    Args:
        path: As for `read_positions`.
        size: The number of positions per chunk; the last chunk can have fewer, and can be empty if
            it reports skipped lines.
        skip_invalid: Whether to skip lines that are not valid positions; `Positions.skipped` of
            each chunk counts the lines skipped since the previous chunk.
        limit: The maximum number of positions to read (default: no limit).

    Raises:
        ValueError, PositionError, OSError, TypeError: As for `read_positions`, but raised when the
            line is reached; a file without positions is not an error.

    >>> import io
    >>> lines = b"4k3/8/8/8/8/8/8/4K3 w - - 0 1\n" * 5
    >>> [len(chunk) for chunk in position_chunks(io.BytesIO(lines), 2)]
    [2, 2, 1]
    """
    rule = f"size must be 1..{_LARGEST_CHUNK}"
    number = parse_integer(size, _LARGEST_CHUNK + 1, rule, start=1)
    most = 2**63
    if limit is not None:
        most = parse_integer(limit, most, "limit must be 1..2**63 - 1", start=1)
    chunks = columns_of(path, number, most, skip_invalid=skip_invalid)
    return (trusted(columns, skipped) for columns, skipped in chunks)


def no_position(name: str, skipped: int) -> ValueError:
    """The error for a file without positions."""
    lines = f", {lines_skipped(skipped)}" if skipped else ""
    return ValueError(f"{name}: no positions found{lines}")

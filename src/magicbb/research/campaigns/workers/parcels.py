"""Results on their way from a process: what a pipe does not take in one piece goes as a file.

A worker that is killed in the middle of sending leaves half of a result in the pipe, and whoever
reads there waits for the other half for ever. POSIX promises that pieces of up to 4 KiB are sent
whole or not at all.
"""

from __future__ import annotations

import pickle
import secrets
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_LARGEST = 3500
"""Bytes; the pool adds some of its own."""


def call(directory: str, function: Callable[..., Any], *arguments: Any) -> bytes | Path:
    """Call a function in a worker; what it returns is packed, into a file if it is large."""
    packed = pickle.dumps(function(*arguments))
    if len(packed) <= _LARGEST:
        return packed
    path = Path(directory) / secrets.token_hex(8)
    path.write_bytes(packed)
    return path


def unpack(parcel: bytes | Path) -> Any:
    """Return what the function returned; a file is removed."""
    if isinstance(parcel, bytes):
        return pickle.loads(parcel)  # noqa: S301 (a worker of this process has packed it)
    packed = parcel.read_bytes()
    parcel.unlink()
    return pickle.loads(packed)  # noqa: S301 (likewise, in a directory of our own)

"""Write NPZ files, and read them safely: no pickle, no allocation based on an unchecked header.

NumPy's own reader trusts the declared shape, so a few bytes can make it allocate terabytes. Here,
declared sizes are checked against the allowed size before anything is read, and against the actual
size.
"""

from __future__ import annotations

import contextlib
import io
import math
import warnings
import zipfile
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
from numpy.lib import format as npy

from magicbb.arguments import short_repr

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import numpy.typing as npt

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The date of all members, fixed so that equal arrays give equal files."""

_LARGEST_HEADER = 10_000
_MOST_MEMBERS = 32


def pack(arrays: Mapping[str, npt.NDArray[Any]]) -> bytes:
    """Return the bytes of an NPZ file with these arrays; equal arrays give equal bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            member = io.BytesIO()
            npy.write_array(member, array, allow_pickle=False)
            info = zipfile.ZipInfo(f"{name}.npy", _EPOCH)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, member.getvalue())
    return content.getvalue()


def unpack(file: BinaryIO, largest: int) -> dict[str, npt.NDArray[Any]]:
    """Read the arrays of an NPZ file, at most `largest` bytes in total.

    Raises:
        ValueError: The file is not an NPZ file, is damaged, or has disallowed contents.
    """
    with _reading("its list of members is damaged or truncated"):
        archive = zipfile.ZipFile(file)
    with archive:
        members = archive.infolist()
        if len(members) > _MOST_MEMBERS:
            raise ValueError(f"it has {len(members)} members, more than {_MOST_MEMBERS}")
        arrays: dict[str, npt.NDArray[Any]] = {}
        for info in members:
            if info.filename.removesuffix(".npy") in arrays:
                raise ValueError(f"it has two members named {short_repr(info.filename)}")
            array = _array(archive, info, largest)
            arrays[info.filename.removesuffix(".npy")] = array
            largest -= array.nbytes
        return arrays


@contextlib.contextmanager
def _reading(complaint: str) -> Iterator[None]:
    """Convert to `ValueError` the many types of errors from zipfile, zlib, struct and NumPy."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # NumPy warns about Python 2 headers
            yield
    except Exception:  # noqa: BLE001
        raise ValueError(f"not a valid NPZ file: {complaint}") from None


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, largest: int) -> npt.NDArray[Any]:
    name = short_repr(info.filename)
    if info.file_size > largest + _LARGEST_HEADER:
        raise ValueError(f"{name} has {info.file_size} bytes; at most {largest} are allowed")
    damaged = f"{name} is damaged, or its compression is not supported"
    with _reading(damaged):
        member = archive.open(info)
    with member:
        with _reading(damaged):
            version = npy.read_magic(member)
        read_header = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
        if version not in read_header:
            raise ValueError(f"{name} has unknown array version {version}")
        with _reading(damaged):
            header = read_header[version](member, max_header_size=_LARGEST_HEADER)
        shape, fortran_order, dtype = header
        if dtype.kind not in "iu":
            raise ValueError(f"{name} must be an array of integers, got {short_repr(dtype)}")
        if fortran_order:
            raise ValueError(f"{name} must be an array of integers in C order, not Fortran order")
        count = math.prod(shape)
        if min(shape, default=0) < 0 or count * dtype.itemsize > largest:
            raise ValueError(f"{name} declares the shape {short_repr(shape)}, which no table has")
        with _reading(damaged):
            content = member.read(count * dtype.itemsize + 1)
        if len(content) != count * dtype.itemsize:
            raise ValueError(f"{name} declares {count} elements but holds {len(content)} bytes")
    native = dtype.newbyteorder("=")
    with _reading(damaged):
        return np.frombuffer(content, dtype).reshape(shape).astype(native)

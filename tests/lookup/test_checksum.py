"""The checksum: FNV-1a as published, over what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from magicbb.lookup.checksum import checksum

if TYPE_CHECKING:
    from magicbb.lookup.keys import Keys


def fnv_1a(data: bytes) -> int:
    """As its authors describe it."""
    hashed = 0xCBF29CE484222325
    for byte in data:
        hashed = (hashed ^ byte) * 0x100000001B3 % 2**64
    return hashed


# From the authors' own test vectors (FNV test suite, "64-bit FNV-1a").
@pytest.mark.parametrize(
    ("data", "expected"),
    [(b"", 0xCBF29CE484222325), (b"a", 0xAF63DC4C8601EC8C), (b"foobar", 0x85944171F73967E8)],
)
def test_the_oracle_gives_the_published_hashes(data: bytes, expected: int) -> None:
    assert fnv_1a(data) == expected


def test_it_is_that_hash_of_eight_bytes_each_the_lowest_first() -> None:
    values = np.array([1, 0x0123456789ABCDEF, 2**64 - 1], np.uint64)
    assert checksum(values) == fnv_1a(
        b"".join(int(value).to_bytes(8, "little") for value in values)
    )


def test_of_all_keys(keys: Keys) -> None:
    assert checksum(keys.attacks) == fnv_1a(keys.attacks.astype("<u8").tobytes())
    assert checksum(keys.attacks) == 0x3E98B4AAE632478B

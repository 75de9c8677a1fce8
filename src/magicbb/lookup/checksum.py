"""A checksum of all attack sets: the same for every correct table, in any language.

It is the 64-bit FNV-1a hash (Glenn Fowler, Landon Curt Noll, Kiem-Phong Vo 1991) of the attack sets
of all 107,648 keys, in the order of `keys.all_keys`: the rook's squares 0 to 63, then the bishop's,
and for each square the subsets of its mask in ascending order. Each attack set is hashed as eight
bytes, lowest first. The hash starts at 0xcbf29ce484222325; each byte is XORed into it, and it is
then multiplied by 0x100000001b3 modulo 2**64.

In every mapping, attacks are the same function of square numbers (see `mappings`), so the checksum
does not depend on the mapping.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.compile import Bytes, Word, counting, entry

if TYPE_CHECKING:
    import numpy.typing as npt

OFFSET_BASIS, PRIME = 0xCBF29CE484222325, 0x100000001B3

_BASIS_WORD, _PRIME_WORD = Word(OFFSET_BASIS), Word(PRIME)


def checksum(attack_sets: npt.NDArray[np.uint64]) -> int:
    """The 64-bit FNV-1a hash of attack sets, eight bytes each, lowest first.

    >>> import numpy as np
    >>> hex(checksum(np.zeros(0, np.uint64)))
    '0xcbf29ce484222325'
    """
    data = np.ascontiguousarray(attack_sets, "<u8").view(np.uint8)
    return int(_fnv_1a(data, data.size))


@entry
def _fnv_1a(data: Bytes, count: Word) -> Word:
    hashed = _BASIS_WORD
    for place in counting(count):
        hashed = (hashed ^ Word(data[place])) * _PRIME_WORD
    return hashed

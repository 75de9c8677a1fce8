"""Check the placement of squares' slots for collisions, and find wrong offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.lookup.keys import ROWS, all_keys

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from magicbb.recipes.storage.storage import Contents


def alone(rows: Sequence[int], indices: npt.NDArray[np.uint64], contents: Contents) -> list[int]:
    """Return the rows that work on their own: in each of them, no two keys conflict.

    Args:
        rows: The rows.
        indices: uint64[keys], the indices of the keys of all rows.
        contents: The values that keys require.
    """
    far = np.arange(ROWS, dtype=np.uint64) << np.uint64(32)
    clashes = _clashes(rows, indices + far[all_keys().rows], contents)
    wrong = {row for pair in clashes for row in pair}
    return [row for row in rows if row not in wrong]


def to_blame(
    rows: Sequence[int], slots: npt.NDArray[np.uint64], contents: Contents, most: int
) -> dict[int, tuple[int, ...]] | None:
    """Choose the rows to blame for collisions; return the rows that each of them collides with.

    The row that clashes with the most other rows is blamed and removed, and this is repeated until
    no rows clash. If more than `most` rows would be blamed, the result is None.

    Args:
        rows: The rows to check, each of which works alone.
        slots: uint64[keys], the slots of the keys of all rows.
        contents: The values that keys require in their slots.
        most: The maximum number of rows to blame.
    """
    blamed: dict[int, tuple[int, ...]] = {}
    left = [*rows]
    while clashes := _clashes(left, slots, contents):
        partners: dict[int, dict[int, int]] = {row: {} for row in left}
        for (one, other), count in clashes.items():
            partners[one][other] = partners[other][one] = count
        weight = {row: (len(others), sum(others.values())) for row, others in partners.items()}
        if len(blamed) == most or len(clashes) > most * len(rows):
            return None
        worst = max(left, key=lambda row: weight[row])
        blamed[worst] = tuple(partners[worst])
        left.remove(worst)
    return blamed


def _clashes(
    rows: Sequence[int], slots: npt.NDArray[np.uint64], contents: Contents
) -> dict[tuple[int, int], int]:
    """Count the clashes of each pair of rows: slots in which they require different values.

    Only consecutive keys of a slot are compared: if each agrees with the next, all agree.
    """
    keys = all_keys()
    mine = np.flatnonzero(np.isin(keys.rows, rows))
    mine = mine[np.argsort(slots[mine], kind="stable")]
    first, second = mine[:-1], mine[1:]
    care = contents.care[keys.rows]
    differ = (contents.values[first] ^ contents.values[second]) & care[first] & care[second]
    clash = np.flatnonzero((slots[first] == slots[second]) & (differ != 0))
    one, other = (keys.rows[keys_of[clash]].astype(np.intp) for keys_of in (first, second))
    counts = np.bincount(np.minimum(one, other) * ROWS + np.maximum(one, other))
    return {divmod(int(pair), ROWS): int(counts[pair]) for pair in np.flatnonzero(counts)}

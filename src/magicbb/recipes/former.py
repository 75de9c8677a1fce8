"""Names that recipes once had, as files, record books and commands of that time have them.

Magics that ship with the package were hashes then, though `white-dense` computed what `white` does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMER_HASHES = {
    "white-dense": ("white", "dense"),
    "white-densest-fixed": ("white-fixed", "densest-fixed"),
    "black-densest": ("black", "densest"),
    "black-densest-shared": ("black", "densest-shared"),
    "black-densest-bytes": ("black", "densest-bytes"),
}
"""The names of hashes that were data, each with those of the hash and the source that it is now."""


def renamed(names: Sequence[str]) -> tuple[list[str], str | None]:
    """The names of hash, layout and storage, and that of the source if the hash once named it.

    >>> renamed(["black-densest", "overlapped", "direct"])
    (['black', 'overlapped', 'direct'], 'densest')
    >>> renamed(["white", "overlapped", "direct"])
    (['white', 'overlapped', 'direct'], None)
    """
    hashing, *others = names
    now, source = FORMER_HASHES.get(hashing, (hashing, None))
    return [now, *others], source

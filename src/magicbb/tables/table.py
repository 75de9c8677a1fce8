"""Immutable tables that can be looked up, verified and saved."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from magicbb.arguments import as_list, parse_seed, short_repr
from magicbb.compile.types import ELEMENT_DTYPES
from magicbb.files import write_whole
from magicbb.lookup.keys import PLACES, ROWS, WIDEST_BITS, all_keys, row_name, row_of
from magicbb.lookup.table import LookupTable
from magicbb.magics.files import in_order
from magicbb.magics.magic import KINDS, MOST_ENTRIES, Magic
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.layout.layout import Rows
from magicbb.recipes.scheme import Scheme
from magicbb.tables import npz

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Sequence

    import numpy.typing as npt

    from magicbb.magics.files import Placed
    from magicbb.recipes.choice import Choice
    from magicbb.tables.slot_use import SlotUse

FORMAT = "magicbb table"
FORMAT_VERSION = 1
FILLED = ("parameters", "slots", "attack_sets")  # computed from the other members of a file


class Table(LookupTable):
    """A scheme with its arrays; the constructor verifies all keys.

    Attributes:
        scheme: The scheme, which is also the `recipe`.
        magics: The 128 magics: rook a1 to h8, then bishop a1 to h8; empty if the hash uses none.
        offsets: The offsets of the 128 rows if the layout is `overlapped`, which takes or finds
            them; None for the other layouts.
        seed: The seed of the search for the magics; None if unknown.
        source: The name of the magics' source; None if unknown; see `recipes.sources`.

    The arrays are those of `LookupTable`. Tables are equal if their schemes, magics and offsets are
    equal.

    Raises:
        ValueError: The scheme cannot be combined with the magics or with the source.
        TypeError: The scheme is not a `Scheme`, a magic not a `Magic`, or an offset not an integer.
        CollisionError: Two keys with different attacks collide.
    """

    scheme: Scheme
    recipe: Scheme
    magics: tuple[Magic, ...]
    offsets: tuple[int, ...] | None
    seed: int | None
    source: str | None

    def __init__(
        self,
        scheme: Scheme,
        magics: Sequence[Magic],
        offsets: Sequence[int] | None = None,
        seed: int | None = None,
        source: str | None = None,
    ) -> None:
        if not isinstance(scheme, Scheme):
            raise TypeError(f"scheme must be a Scheme, got {short_repr(scheme)}")
        keys = all_keys()
        self._set(
            scheme=scheme,
            magics=in_row_order(
                as_list(magics, "magics must be Magic objects in a list"), scheme.hash.kind
            ),
            offsets=None
            if offsets is None
            else tuple(as_list(offsets, "offsets must be integers in a list")),
            seed=None if seed is None else parse_seed(seed),
            source=source,
        )
        if source is not None:
            self.choice  # noqa: B018 (raises an error if the source does not fit the scheme)
        parameters = np.zeros((ROWS, len(scheme.words)), dtype=np.uint64)
        records = [
            scheme.hash.record(*place, magic)
            for place, magic in zip(PLACES, self._each(), strict=True)
        ]
        done = len(scheme.hash.words)
        parameters[:, :done] = records
        if self.offsets is not None and not scheme.layout.packs:
            name = scheme.layout.name
            raise ValueError(f"the {name} layout takes no offsets; use overlapped")
        contents = scheme.storage.contents(keys)
        indices = functools.partial(scheme.indices_of_keys, parameters, keys)
        placement = scheme.layout.place(Rows(self.bits, self.offsets, indices, contents))
        self._set(offsets=placement.offsets)
        parameters[:, done : done + len(scheme.layout.words)] = placement.words
        slots_of_keys = scheme.slots_of_keys(parameters, keys)
        entries = _entries(slots_of_keys, placement.entries)
        held = contents.merge(keys, slots_of_keys, entries)
        parameters[:, done + len(scheme.layout.words) :] = contents.words
        slots = held.astype(ELEMENT_DTYPES[scheme.memory])
        used = np.count_nonzero(np.bincount(slots_of_keys.astype(np.intp)))
        super().__init__(scheme, parameters, slots, contents.attack_sets, int(used))

    def _each(self) -> Sequence[Magic | None]:
        return self.magics or (None,) * ROWS

    @property
    def bits(self) -> list[int]:
        """The index bits of each row."""
        return [
            self.scheme.hash.bits(*place) if magic is None else magic.bits
            for place, magic in zip(PLACES, self._each(), strict=True)
        ]

    @property
    def choice(self) -> Choice:
        """The argument to `build`, with the default source if the source is unknown."""
        # Imported here because loading the catalogue takes a tenth of the first start-up time.
        from magicbb.recipes.choice import parse_choice

        return parse_choice(self.scheme, self.source)

    def __repr__(self) -> str:
        """The scheme and the number of entries."""
        return f"<Table {'/'.join(self.scheme.names)}, {self.entries:,} entries>"

    def __eq__(self, other: object) -> bool:
        """Compare scheme, magics and offsets, which determine everything else."""
        return self._identity == other._identity if isinstance(other, Table) else NotImplemented

    def __hash__(self) -> int:
        """Hash scheme, magics and offsets."""
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the constructor's arguments; unpickling fills and verifies the table again."""
        return Table, (self.scheme, self.magics, self.offsets, self.seed, self.source)

    def slot_use(self) -> SlotUse:
        """Determine which squares use which slots."""
        from magicbb.tables.slot_use import slot_use

        return slot_use(self.scheme.slots_of_keys(self.parameters, all_keys()), self.entries)

    def _repr_svg_(self) -> str:
        """A map of the slots, for notebooks."""
        from magicbb.pictures.table import table_svg

        size = f"{self.entries:,} slots, {self.used:,} of them used; {self.nbytes:,} bytes"
        text = f"{size} and {self.parameter_nbytes:,} of parameters"
        use = self.slot_use()
        return table_svg(f"Table: {self.choice.description}", text, use.owners, use.squares)

    @property
    def _identity(self) -> tuple[Any, ...]:
        return (self.scheme, self.magics, self.offsets)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the table atomically to an NPZ file.

        Equal tables with the same seed and source give equal files on any machine.

        The members are `header` (UTF-8 JSON with format, version, scheme, seed and, if known,
        source), `magics` (uint64[128]), `bits` (uint8[128]), `offsets` (int64[128], for
        the layout `overlapped`), and, for other programs, `parameters`, `slots` and `attack_sets`.

        Raises:
            ValueError: The file's suffix is neither empty nor `.npz`.
            OSError: The file cannot be written.
        """
        suffix = Path(path).suffix
        if suffix.lower() not in {"", ".npz"}:
            drawn = "; use magicbb.draw to draw it" if suffix.lower() == ".svg" else ""
            raise ValueError(f"a table is saved as NPZ, not {suffix}{drawn}")
        write_whole(path, self.to_bytes())

    def to_bytes(self) -> bytes:
        """Return the bytes written by `save`.

        Raises:
            ValueError: A part of the scheme is not registered.
        """
        if Scheme(*self.scheme.names) != self.scheme:
            raise ValueError(f"only schemes of registered parts can be saved, got {self.scheme}")
        header: dict[str, Any] = {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "scheme": self.scheme.names,
            "seed": self.seed,
        }
        if self.source is not None:
            header["source"] = self.source
        arrays: dict[str, npt.NDArray[Any]] = {
            "header": np.frombuffer(json.dumps(header).encode(), np.uint8)
        }
        if self.magics:
            arrays["magics"] = np.array([magic.magic for magic in self.magics], np.uint64)
            arrays["bits"] = np.array(self.bits, np.uint8)
        if self.offsets is not None:
            arrays["offsets"] = np.array(self.offsets, np.int64)
        return npz.pack(arrays | {name: getattr(self, name) for name in FILLED})


def table_from(placed: Iterable[Placed], seed: int | None = None) -> Table:
    """Build a table from imported magics, using the simplest scheme that fits.

    Raises:
        ValueError: The magics cannot be combined. `CollisionError` if a number is not a magic.
    """
    placed = [*placed]
    storages = {each.storage or "direct" for each in placed}
    if len(storages) > 1:
        raise ValueError(
            f"it mixes {' and '.join(sorted(storages))} storage; a table can have only one"
        )
    magics, offsets = in_order(placed)
    kinds = [kind for kind in KINDS if any(magic.kind == kind for magic in magics)]
    if len(kinds) > 1:
        raise ValueError(f"it mixes {' and '.join(kinds)} magics; a table can have only one kind")
    kind = kinds[0] if kinds else "white"
    fixed = all(magic.bits == WIDEST_BITS[magic.piece.name] for magic in magics)
    hashing, layout = hash_and_layout(kind, fixed=fixed)
    return Table(
        Scheme(hashing, "overlapped" if offsets else layout, *storages), magics, offsets, seed
    )


def hash_and_layout(kind: str, *, fixed: bool) -> tuple[str, str]:
    """The names of the simplest hash and layout for magics of a kind, without offsets.

    Args:
        kind: The kind of the magics.
        fixed: Whether their index bits suit a fixed shift.
    """
    if fixed and f"{kind}-fixed" in HASHES:
        return f"{kind}-fixed", "strided"
    return kind, "concatenated"


def in_row_order(magics: Sequence[Magic], kind: str | None) -> tuple[Magic, ...]:
    """Sort magics by row, and check that each row has exactly one, of the right kind.

    Raises:
        ValueError: A magic is missing, duplicated or of the wrong kind, or magics are given for a
            hash that uses none.
    """
    if kind is None:
        if magics:
            raise ValueError(f"the hash takes no magics, got {len(magics)}")
        return ()
    by_row: dict[int, Magic] = {}
    for magic in magics:
        if not isinstance(magic, Magic):
            raise TypeError(f"magics must be Magic objects, got {short_repr(magic)}")
        row = row_of(magic.piece, magic.square)
        if row in by_row:
            raise ValueError(f"{row_name(row)} has more than one magic")
        if magic.kind != kind:
            raise ValueError(
                f"{row_name(row)}: the hash takes {kind} magics, got a {magic.kind} one"
            )
        by_row[row] = magic
    missing = [row for row in range(ROWS) if row not in by_row]
    if missing:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise ValueError(f"there is no magic for {row_name(missing[0])}{more}")
    return tuple(by_row[row] for row in range(ROWS))


def _entries(slots_of_keys: npt.NDArray[np.uint64], entries: int | None) -> int:
    """Check that each key's slot is in range, and return the number of slots.

    A slot depends only on the relevant squares, so checking the keys covers all occupancies.
    """
    if entries is not None and entries > MOST_ENTRIES:
        raise ValueError(
            f"the table would have {entries:,} entries; at most {MOST_ENTRIES:,} are allowed"
        )
    wrong = np.flatnonzero(slots_of_keys >= (MOST_ENTRIES if entries is None else entries))
    if len(wrong):
        row = int(all_keys().rows[wrong[0]])
        slot = int(slots_of_keys[wrong[0]].astype(np.int64))
        raise ValueError(f"{row_name(row)}: a key has slot {slot}, which is outside the table")
    return int(slots_of_keys.max()) + 1 if entries is None else entries

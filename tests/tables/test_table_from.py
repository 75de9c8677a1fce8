"""Magics from elsewhere: the simplest scheme that they fit, and what does not go together."""

from __future__ import annotations

import pytest

import magicbb as mb
from magicbb.magics.files import Placed
from magicbb.tables.table import table_from


@pytest.mark.parametrize("scheme", ["fancy", "plain"])
def test_magics_alone_get_the_simplest_scheme(scheme: str) -> None:
    table = mb.build(scheme, seed=3)
    assert table_from(map(Placed, table.magics), seed=3) == table


def test_they_may_come_in_any_order() -> None:
    table = mb.build("fancy", seed=3)
    assert table_from(map(Placed, reversed(table.magics))).magics == table.magics


def test_with_offsets_they_overlap() -> None:
    magics = mb.find_all(seed=3)
    table = table_from(Placed(magic, row << 12) for row, magic in enumerate(magics))
    assert table.scheme.names == ("white", "overlapped", "direct")


def test_the_storage_may_be_said() -> None:
    shared = mb.build("densest-shared")
    rows = zip(shared.magics, shared.offsets or (), strict=True)
    placed = [Placed(*row, storage="union") for row in rows]
    assert table_from(placed) == shared
    with pytest.raises(ValueError, match="direct and union storage; a table can have only one"):
        table_from([*placed[:-1], Placed(placed[-1].magic, placed[-1].offset)])
    with pytest.raises(ValueError, match="storage must be one of"):
        table_from(Placed(each.magic, each.offset, storage="nowhere") for each in placed)


def test_kinds_do_not_mix() -> None:
    magics = [*mb.find_all("white", seed=3)[:64], *mb.find_all("black", seed=3)[64:]]
    with pytest.raises(ValueError, match="mixes white and black magics"):
        table_from(map(Placed, magics))


def test_offsets_are_for_all_or_none() -> None:
    first, *others = mb.find_all(seed=3)
    with pytest.raises(ValueError, match="offsets must be given for all squares or for none"):
        table_from([Placed(first, 0), *map(Placed, others)])

"""Magics from a file, for whatever scheme is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

import magicbb as mb
from magicbb.magics.files import to_csv, to_json
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.sources.file import File
from magicbb.tables.build import is_file, table_named

MAGICS = mb.find_all(seed=5)


@pytest.fixture(autouse=True)
def magics(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a file of magics in the working directory."""
    monkeypatch.chdir(tmp_path)
    Path("magics.csv").write_text(to_csv(MAGICS[::-1]), "ascii")
    return "magics.csv"


def test_a_scheme_is_filled_with_the_magics_of_a_file(magics: str) -> None:
    found: list[mb.Magic] = []
    table = mb.build("white/shared/union", source=magics, on_found=found.append)
    assert table == mb.Table(mb.tables.Scheme("white", "shared", "union"), MAGICS)
    assert (table.seed, table.source) == (None, None)
    assert tuple(found) == MAGICS


def test_it_may_be_json_with_a_path() -> None:
    Path("some").mkdir()
    Path("some", "magics").write_text(to_json(MAGICS, {}), "ascii")
    assert mb.build("fancy", source="./some/magics").magics == MAGICS
    assert mb.build(f"white/strided/bytes/{Path('some', 'magics').absolute()}").magics == MAGICS


def test_offsets_are_taken_too() -> None:
    shared = mb.build("densest-shared")
    Path("shared.csv").write_text(to_csv(shared.magics, shared.offsets), "ascii")
    table = mb.build("black/overlapped/union/shared.csv")
    assert (table, table.offsets) == (shared, shared.offsets)
    with pytest.raises(ValueError, match="the concatenated layout takes no offsets"):
        mb.build("black/concatenated/direct/shared.csv")


def test_a_choice_names_the_file_but_not_its_folders() -> None:
    choice = parse_choice("white/shared/union/some/where/magics.csv")
    assert choice.source == File("some/where/magics.csv")
    assert choice.name == "white/shared/union/magics.csv"
    assert choice.description.endswith(", union storage, magics from magics.csv")


def test_commands_tell_it_from_a_file_that_is_all(magics: str) -> None:
    assert is_file(magics)
    assert is_file("./white/shared/union/magics.csv")
    assert is_file("white/magics.csv")
    assert not is_file("magics")
    Path("magics").write_bytes(Path(magics).read_bytes())
    assert is_file("magics")
    Path("fancy").write_bytes(Path(magics).read_bytes())
    assert not is_file("fancy")
    assert not is_file(f"white/shared/union/{magics}")
    assert not is_file("black-densest/shared/union/x.csv")
    assert table_named(f"white/shared/union/{magics}").entries == 67_328


def test_what_is_exported_can_be_exported_again(magics: str) -> None:
    named = f"white/shared/union/{magics}"
    source = mb.export(named, "c")
    assert f" magicbb export {named} --language c " in source
    Path("my magics.csv").write_text(Path(magics).read_text("ascii"), "ascii")
    odd = mb.export("white/shared/union/my magics.csv", "c")
    assert " magicbb export white/shared/union/'my magics.csv' --language c " in odd


def test_magics_that_are_not_for_the_scheme_are_refused(magics: str) -> None:
    with pytest.raises(ValueError, match="the hash takes black magics, got a white one"):
        mb.build("black/concatenated/direct", source=magics)
    Path("few.csv").write_text(to_csv(MAGICS[1:]), "ascii")
    with pytest.raises(ValueError, match="there is no magic for rook a1"):
        mb.build("fancy", source="few.csv")


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(FileNotFoundError, match=r"nowhere\.csv"):
        mb.build("fancy", source="nowhere.csv")

"""Reading magics from several files, and those of one slider alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.magics.files import to_csv, to_json
from magicbb.recipes.scheme import Scheme
from magicbb.tables.one_slider import report_of
from magicbb.tables.reading import one_or_both

if TYPE_CHECKING:
    from collections.abc import Callable

BUILT: dict[str, Callable[[], mb.Table]] = {
    "fixed": lambda: mb.build("white-fixed/strided/direct"),
    "black": lambda: mb.Table(Scheme("black", "concatenated", "direct"), mb.find_all("black")),
    "densest": lambda: mb.build("black/overlapped/direct/densest"),
    "halves": lambda: mb.build("white-32/concatenated/direct"),
}


def written(fancy: mb.Table, name: str, slider: str) -> str:
    magics = [magic for magic in fancy.magics if magic.piece.name == slider]
    factors = [magic.magic for magic in magics]
    if name.endswith(".csv"):
        Path(name).write_text(to_csv(magics))
    elif name.endswith(".json"):
        Path(name).write_text(to_json(magics, {}))
    elif name.endswith(".npz"):
        arrays: dict[str, Any] = {f"{slider}_magics": np.array(factors, np.uint64)}
        np.savez(name, **arrays)
    else:
        numbers = ", ".join(map(hex, factors))
        Path(name).write_text(f"// {slider}\n\nU64 Magics[64] = {{{numbers}}};\n")
    return name


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("first", [".csv", ".json", ".npz"])
@pytest.mark.parametrize("second", [".csv", ".json", ".npz"])
def test_they_make_one_table(fancy: mb.Table, first: str, second: str) -> None:
    files = [
        written(fancy, f"b{first}", "bishop"),
        written(fancy, f"r{second}", "rook"),
    ]
    assert mb.read(*files) == fancy


def test_arrays_of_source_code_are_named_with_their_file_and_line(fancy: mb.Table) -> None:
    files = [written(fancy, "r.c", "rook"), written(fancy, "b.c", "bishop")]
    found = mb.verify(*files)
    assert found.table == fancy
    assert found.findings is not None
    assert found.findings.arrays == {
        "rook magics": "Magics (r.c, line 3)",
        "bishop magics": "Magics (b.c, line 3)",
    }


def test_texts_are_numbered(fancy: mb.Table) -> None:
    files = [written(fancy, "r.c", "rook"), written(fancy, "b.c", "bishop")]
    texts = [Path(file).read_text() for file in files]
    assert "bishop magics from Magics (b.c, line 3)" in str(mb.verify(texts[0], Path(files[1])))
    assert "Magics (text 2, line 3)" in str(mb.verify(*texts))


def test_a_wrong_number_is_named_with_its_file(fancy: mb.Table) -> None:
    files = [written(fancy, "r.c", "rook"), written(fancy, "b.c", "bishop")]
    number = hex(fancy.magics[64].magic)
    Path("b.c").write_text(Path("b.c").read_text().replace(number, "0x1"))
    with pytest.raises(
        mb.errors.CollisionError, match=r"^r\.c, b\.c: bishop a1: .*\(b\.c, line 3\)"
    ):
        mb.read(*files)


def test_a_wrong_row_is_named_with_its_file(fancy: mb.Table) -> None:
    files = [written(fancy, "r.csv", "rook"), written(fancy, "b.csv", "bishop")]
    Path("b.csv").write_text(Path("b.csv").read_text().replace("bishop,b1", "bishop,i1"))
    with pytest.raises(ValueError, match=r"^b\.csv: line 3: square must be"):
        mb.read(*files)


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("r.c", "b.csv"), r"^r\.c, b\.csv: source code cannot be combined with files in "),
        (("r.c", "fancy.npz"), r"fancy\.npz is a complete table; verify it separately$"),
        (("fancy.npz", "more.npz"), r"fancy\.npz is a complete table"),
        (("r.c", "r2.c"), r"it holds rook magics, Magics \(r\.c, line 3\), .*but no bishop"),
        (("r.csv", "all.csv"), r"rook a1 has more than one magic"),
        (("r.csv", "r.csv"), r"^r\.csv is given twice$"),
    ],
)
def test_what_does_not_go_together_is_refused(
    fancy: mb.Table, names: tuple[str, str], sentence: str
) -> None:
    for name in names:
        if name in ("fancy.npz", "more.npz"):
            fancy.save(name)
        elif name == "all.csv":
            Path(name).write_text(to_csv(fancy.magics))
        else:
            written(fancy, name, "rook" if name[0] == "r" else "bishop")
    with pytest.raises(ValueError, match=sentence):
        mb.read(*names)


@pytest.mark.parametrize("form", [".c", ".csv", ".json", ".npz"])
@pytest.mark.parametrize("slider", ["rook", "bishop"])
def test_one_slider_alone(fancy: mb.Table, form: str, slider: str) -> None:
    file = written(fancy, f"magics{form}", slider)
    with pytest.raises(ValueError, match=rf"; to verify it alone, use --piece {slider} \("):
        mb.read(file)
    verified = mb.verify(file, piece=slider)
    first = 0 if slider == "rook" else 64
    assert isinstance(verified.table, mb.Table)
    assert verified.table.magics[first : first + 64] == fancy.magics[first : first + 64]
    report = verified.report
    keys = 102_400 if slider == "rook" else 5_248
    assert (report.keys, report.entries, report.used) == (keys, keys, keys)
    assert (report.nbytes, report.parameter_nbytes) == (8 * keys, 2048)
    assert report.checksum != fancy.verify().checksum
    other = {"rook": "bishop", "bishop": "rook"}[slider]
    with pytest.raises(ValueError, match=f"no {other} magics"):
        mb.read(file, piece=other)


def test_a_wrong_magic_of_the_other_slider_does_not_matter(fancy: mb.Table) -> None:
    wrong = mb.Magic(mb.BISHOP, 0, "white", 6, 1)
    Path("m.csv").write_text(to_csv([*fancy.magics[:64], wrong, *fancy.magics[65:]]))
    assert mb.read("m.csv", piece="rook").magics[:64] == fancy.magics[:64]
    with pytest.raises(mb.errors.CollisionError, match="bishop a1"):
        mb.read("m.csv", piece="bishop")


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize("slider", ["rook", "bishop"])
def test_one_slider_of_other_schemes(name: str, slider: str) -> None:
    table = BUILT[name]()
    first = 0 if slider == "rook" else 64
    part = slice(first, first + 64)
    offsets = table.offsets and table.offsets[part]
    Path("m.csv").write_text(to_csv(table.magics[part], offsets))
    verified = mb.verify("m.csv", piece=slider)
    assert isinstance(verified.table, mb.Table)
    assert verified.table.scheme == table.scheme
    assert verified.table.magics[part] == table.magics[part]
    report = verified.report
    whole = report_of(table, one_or_both(slider))
    assert (report.used, report.entries) == (whole.used, whole.entries)


def test_a_storage_of_both_sliders_has_no_part(fancy: mb.Table) -> None:
    Path("m.csv").write_text(to_csv(fancy.magics, storage="bytes"))
    with pytest.raises(ValueError, match="its bytes storage combines rooks and bishops"):
        mb.read("m.csv", piece="rook")

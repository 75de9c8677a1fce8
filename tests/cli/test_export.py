"""magicbb export: sources on the command line."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.exports.languages import language_names

if TYPE_CHECKING:
    from .conftest import Call, Refuse, Start


def test_the_source_is_printed(call: Call) -> None:
    result = call("export", "fancy", "--language", "c")
    assert result.stdout == mb.export("fancy", "c")
    assert result.stderr == ""


def test_or_written_to_a_file(call: Call) -> None:
    assert call("export", "fancy", "-l", "c", "--seed", "3", "-o", "attacks.h").stdout == ""
    assert Path("attacks.h").read_bytes().decode() == mb.export("fancy", "c", seed=3)


def test_json_holds_what_it_is_and_the_source(call: Call) -> None:
    answer = json.loads(call("export", "pext", "-l", "rust", "--mapping", "h8=0", "--json").stdout)
    assert answer["source"] == mb.export("pext", "rust", mapping="h8=0")
    del answer["source"]
    assert answer == {
        "scheme": "pext",
        "language": "rust",
        "mapping": "h8=0",
        "tables": "init",
        "records": "aos",
        **mb.build("pext").verify().to_dict(),
    }


def test_or_its_file(call: Call) -> None:
    arguments = ["export", "fancy", "-l", "c", "--json", "-o", "attacks.h"]
    assert json.loads(call(*arguments).stdout)["file"] == "attacks.h"
    assert Path("attacks.h").read_text() == mb.export("fancy", "c")


def test_all_options_arrive(call: Call) -> None:
    options = ["--mapping", "a8=0", "--tables", "static", "--records", "soa", "--prefix", "my_"]
    flags = ["--no-queen", "--self-test"]
    assert call("export", "pext", "-l", "c", *options, *flags).stdout == mb.export(
        "pext",
        "c",
        mapping="a8=0",
        tables="static",
        records="soa",
        prefix="my_",
        queen=False,
        self_test=True,
    )


def test_a_file_of_magics_is_taken(call: Call) -> None:
    table = mb.build("fancy", seed=5)
    table.save("my.npz")
    source = call("export", "my.npz", "-l", "c").stdout
    assert source == mb.export(table, "c", file="my.npz")
    assert "magicbb export my.npz --language c" in source


def test_magics_pasted_from_source_code_are_taken(call: Call) -> None:
    Path("pasted.h").write_text(mb.export("fancy", "c"))
    source = call("export", "pasted.h", "-l", "c").stdout
    assert source == mb.export(mb.read("pasted.h"), "c", file="pasted.h")


@pytest.mark.slow
def test_equal_seeds_make_equal_files(run: Call) -> None:
    for name, threads in (("one.h", "1"), ("two.h", "2")):
        run("export", "fancy", "-l", "c", "--threads", threads, "-o", name)
    assert Path("one.h").read_bytes() == Path("two.h").read_bytes()


def test_a_class_of_java_is_called_as_its_file(call: Call) -> None:
    call("export", "hyperbola", "-l", "java", "-o", "Sliders.java")
    assert "class Sliders " in Path("Sliders.java").read_text()


def test_and_is_refused_in_a_file_of_another_name(refuse: Refuse) -> None:
    complaint = refuse("export", "fancy", "-l", "java", "--class", "Sliders", "-o", "x.java")
    assert "must be in a file of the same name: Sliders.java, not x.java" in complaint


def test_but_may_stand_in_a_device_or_a_pipe(call: Call) -> None:
    result = call("export", "hyperbola", "-l", "java", "-o", "/dev/null")
    assert result.stdout == ""
    said = r"/dev/null: Java 8, [0-9,]+ bytes; hyperbola, all 107,648 keys verified\n"
    assert re.fullmatch(said, result.stderr)


def test_help_names_all_languages(call: Call) -> None:
    words = call("export", "--help").stdout.replace(";", " ").split()
    assert {*language_names()} <= {*words}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["fancy"], "Missing option"),
        (["fancy", "-l", "cobol"], "language must be one of c, cpp"),
        (["fanzy", "-l", "c"], "did you mean fancy?"),
        (["fancy", "-l", "c", "--mapping", "a2=0"], "mapping must be one of"),
        (["fancy", "-l", "c", "--tables", "const"], "C11 cannot have const tables"),
        (["fancy", "-l", "c", "--tables", "all"], "tables must be one of"),
        (["rays", "-l", "c", "--tables", "init"], "rays does not have an entry for every key"),
        (["fancy", "-l", "go", "--records", "soa"], "Go has only one form of records, got 'soa'"),
        (["fancy", "-l", "c", "--records", "rows"], "records must be one of aos (array of struct"),
        (["rays", "-l", "c", "--records", "soa"], "rays stores at most one number"),
        (["fancy", "-l", "c", "--prefix", "struct"], "a keyword of C11"),
        (["fancy", "-l", "c", "--seed", "-1"], "--seed"),
        (["missing.npz", "-l", "c"], "missing.npz: No such file or directory"),
        (["fancy", "-l", "c", "-o", "."], "is a directory"),
        (["fancy", "-l", "c", "-o", "no/where.h"], "no/where.h: there is no directory no"),
    ],
)
def test_mistakes_are_refused(refuse: Refuse, arguments: list[str], sentence: str) -> None:
    assert sentence in refuse("export", *arguments)


def test_nothing_is_written_when_a_table_is_wrong(refuse: Refuse) -> None:
    Path("wrong.csv").write_text("piece,square,kind,bits,magic\nrook,a1,white,12,0x1\n")
    Path("attacks.h").write_text("as it was")
    refuse("export", "wrong.csv", "-l", "c", "-o", "attacks.h")
    assert Path("attacks.h").read_text() == "as it was"
    assert {path.name for path in Path().iterdir()} == {"attacks.h", "wrong.csv"}


@pytest.mark.slow
def test_an_end_in_the_middle_leaves_nothing_behind(start: Start) -> None:
    process = start("export", "black", "-l", "c", "-o", "attacks.h")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(timeout=1)
    process.terminate()
    process.wait(timeout=30)
    assert [*Path().glob("*attacks*"), *Path().glob(".magicbb*")] == []

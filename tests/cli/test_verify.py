"""magicbb verify: what is read, and what is refused."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import magicbb as mb
from magicbb.magics.magic import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Call, Refuse

PROGRAM = (sys.executable, "-m", "magicbb")
MASK_BITS = "one index bit per mask square"
REPORT = """\
magics.csv: white hash, concatenated layout, direct storage
  keys     107,648, all correct; checksum 0x3e98b4aae632478b
  entries  107,648, 107,648 of them used (100.0%)
  bytes    861,184, and 4,096 of parameters
"""


def magics(**changes: Any) -> list[dict[str, Any]]:
    """The magics of seed 1 as objects, the second one, of the rook on b1, changed."""
    objects = [
        {
            "piece": str(magic.piece),
            "square": mb.geometry.square_name(magic.square),
            "kind": magic.kind,
            "bits": magic.bits,
            "magic": f"{magic.magic:#018x}",
        }
        for magic in mb.find_all(seed=1)
    ]
    objects[1].update(changes)
    return objects


def test_the_report_is_text(run: Call) -> None:
    run("find", "-o", "magics.csv")
    assert run("verify", "magics.csv").stdout == REPORT


@pytest.mark.parametrize(
    ("command", "file"),
    [
        (("build", "fancy"), "fancy.npz"),
        (("find",), "white.json"),
        (("find", "--kind", "white-32"), "halves.csv"),
        (("build", "pext-16"), "pext"),
        *(
            pytest.param(*each, marks=pytest.mark.slow)
            for each in (
                (("build", "plain"), "plain.npz"),
                (("find", "--kind", "black"), "black.json"),
                (("find", "--kind", "black"), "black.csv"),
                (("find", "--kind", "white-32"), "halves.json"),
                (("build", "shift-in-magic"), "shift.npz"),
                (("build", "white-offset-in-magic/joint/bytes"), "joint.npz"),
            )
        ),
    ],
)
def test_what_the_other_commands_write_is_read(
    call: Call, command: tuple[str, ...], file: str
) -> None:
    call(*command, "-o", file)
    assert call("verify", file).returncode == 0


def test_json_holds_the_report(call: Call) -> None:
    call("build", "plain", "-o", "plain.npz")
    assert json.loads(call("verify", "--json", "plain.npz").stdout) == {
        "file": "plain.npz",
        "hash": "white-fixed",
        "layout": "strided",
        "storage": "direct",
        "source": "constructed",
        "keys": 107_648,
        "checksum": "0x3e98b4aae632478b",
        "entries": 294_912,
        "used": 107_648,
        "nbytes": 2_359_296,
        "parameter_nbytes": 2048,
        "fill": 0.365017,
    }


@pytest.mark.parametrize(
    ("name", "entries"),
    [
        ("annuss-2010-white-97264", 97_264),
        ("annuss-2017-white-88772", 88_772),
        ("everling-2026-black-76411", 76_411),
    ],
)
def test_published_tables_are_right(
    call: Call, published: dict[str, Path], name: str, entries: int
) -> None:
    assert json.loads(call("verify", "--json", published[name]).stdout)["entries"] == entries


def test_a_file_whose_name_cannot_be_written_is_read(run: Call) -> None:
    name = os.fsdecode(b"\xff.json")
    run("find", "-o", name)
    assert run("verify", name).returncode == 0


def test_a_wrong_magic_is_shown_with_piece_square_and_two_keys(refuse: Refuse) -> None:
    Path("wrong.json").write_text(json.dumps(magics(magic="0x0000000000000101")))
    wrong = re.fullmatch(
        r"wrong\.json: rook b1: the blockers 0x([0-9a-f]{16}) and 0x([0-9a-f]{16}) have different "
        r"attacks but collide in slot \d+",
        refuse("verify", "wrong.json"),
    )
    assert wrong
    first, second = (mb.ROOK.attacks("b1", int(key, 16)) for key in wrong.groups())
    assert first != second


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"magic": 2**64},
            f"magics[1]: magic must be an integer from 0 to 2**64 - 1, got {2**64}",
        ),
        ({"magic": "x"}, "magics[1]: magic must be a number such as 0x1f, got 'x'"),
        (
            {"square": "i9"},
            "magics[1]: square must be 0..63 or a name such as \"e4\", got 'i9'",
        ),
        ({"square": "a1"}, "rook a1 has more than one magic"),
        ({"kind": "black"}, "it mixes white and black magics; a table can have only one kind"),
        (
            {"kind": "grey"},
            f"magics[1]: kind must be one of {', '.join(map(json.dumps, KINDS))}, got 'grey'",
        ),
        (
            {"bits": 0},
            "magics[1]: rook b1: bits must be 1..20, got 0",
        ),
        ({"bits": 2.5}, "magics[1]: bits must be an integer, got 2.5"),
        ({"piece": "queen"}, 'magics[1]: piece must be "rook" or "bishop", got \'queen\''),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_a_wrong_field_is_named(refuse: Refuse, changes: dict[str, Any], sentence: str) -> None:
    Path("wrong.json").write_text(json.dumps(magics(**changes)))
    assert refuse("verify", "wrong.json") == f"wrong.json: {sentence}"


def pickled() -> None:
    np.savez("file", header=np.array([print], dtype=object))


def truncated() -> None:
    mb.tables.default_table().save("file.npz")
    os.truncate("file.npz", 20_000)


def missing_column() -> None:
    Path("file.npz").write_text("piece,square,kind,magic\n")


FILES: dict[str, tuple[Callable[[], object], str]] = {
    "missing": (lambda: None, "file.npz: No such file or directory"),
    "a directory": (lambda: Path("file.npz").mkdir(), "file.npz: is a directory, not a file"),
    "empty": (lambda: Path("file.npz").touch(), "file.npz: the file is empty"),
    "truncated": (
        truncated,
        "file.npz: not a valid NPZ file: its list of members is damaged or truncated",
    ),
    "pickled": (
        pickled,
        "file.npz: 'header.npy' must be an array of integers, got dtype('O')",
    ),
    "binary junk": (
        lambda: Path("file.npz").write_bytes(bytes(range(256)) * 99),
        "file.npz: it is neither NPZ nor text",
    ),
    "prose": (
        lambda: Path("file.npz").write_text("Magic bitboards\n"),
        "file.npz: no array of 64 or 128 numbers found",
    ),
    "a missing column": (missing_column, "file.npz: column 'bits' is missing"),
    "no magics": (
        lambda: Path("file.npz").write_text("[]"),
        "file.npz: there is no magic for rook a1 (and 127 more)",
    ),
    "one magic": (
        lambda: Path("file.npz").write_text(json.dumps(magics()[:1])),
        "file.npz: there is no magic for rook b1 (and 126 more)",
    ),
}


@pytest.mark.parametrize("content", FILES)
def test_a_file_that_is_no_table_is_refused(refuse: Refuse, content: str) -> None:
    make, sentence = FILES[content]
    make()
    assert refuse("verify", "file.npz") == sentence


def test_an_endless_file_is_not_read_to_its_end(refuse: Refuse, run: Call) -> None:
    sentence = refuse("verify", "/dev/zero", by=run)
    assert sentence == "/dev/zero: it is longer than 8,388,608 bytes"


@pytest.mark.parametrize("file", ["magics.csv", "table.npz"])
def test_a_file_may_come_through_a_pipe(call: Call, run: Call, file: str) -> None:
    call("find", "-o", "magics.csv")
    call("build", "fancy", "-o", "table.npz")
    cat = ("bash", "-c", 'cat "$0" | "$@"', file, *PROGRAM)
    assert run("verify", "/dev/stdin", program=cat).returncode == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "FILE"),
        (("a", "b"), "a: No such file"),
        (("a", "a"), "a is given twice"),
        (("-", "-"), "standard input is given twice"),
        (("--nope", "a"), "--nope"),
        (("--piece", "queen", "a"), "queen"),
    ],
)
def test_wrong_usage_is_refused(refuse: Refuse, arguments: tuple[str, ...], words: str) -> None:
    assert words in refuse("verify", *arguments)


def header(factors: list[int]) -> str:
    """The magics as somebody may have written them in C."""
    return "".join(
        f"U64 {name}[64] = {{ {', '.join(map(hex, part))} }};\n"
        for name, part in (("Rook", factors[:64]), ("Bishop", factors[64:]))
    )


def test_source_code_is_verified_and_what_was_found_printed(call: Call) -> None:
    Path("magics.h").write_text(header([magic.magic for magic in mb.find_all(seed=1)]))
    found = """\
rook magics from Rook (line 1), bishop magics from Bishop (line 2)
white magics in bit order; one index bit per mask square
"""
    assert call("verify", "magics.h").stdout == found + REPORT.replace(".csv", ".h")


def test_json_holds_what_was_found_in_source_code(call: Call) -> None:
    Path("magics.h").write_text(header([magic.magic for magic in mb.find_all(seed=1)]))
    assert json.loads(call("verify", "--json", "magics.h").stdout)["findings"] == {
        "kind": "white",
        "mapping": "a1=0",
        "shifts": {"rook": MASK_BITS, "bishop": MASK_BITS},
        "arrays": {"rook magics": "Rook (line 1)", "bishop magics": "Bishop (line 2)"},
        "checked_in_code": [],
        "not_checked": [],
        "notes": [],
    }


def test_a_wrong_magic_in_source_code_is_named(refuse: Refuse) -> None:
    factors = [magic.magic for magic in mb.find_all(seed=1)]
    Path("magics.h").write_text(header([*factors[:27], factors[27] ^ 1 << 40, *factors[28:]]))
    assert refuse("verify", "magics.h").startswith("magics.h: rook d4: the blockers ")


def test_a_file_for_each_slider(call: Call) -> None:
    factors = [magic.magic for magic in mb.find_all(seed=1)]
    rooks, bishops = header(factors).splitlines()
    Path("rooks.c").write_text(rooks)
    Path("bishops.c").write_text("\n" + bishops)
    text = call("verify", "rooks.c", "bishops.c").stdout
    assert text == (
        "rook magics from Rook (rooks.c, line 1), bishop magics from Bishop (bishops.c, line 2)\n"
        f"white magics in bit order; {MASK_BITS}\n"
        + REPORT.replace("magics.csv", "rooks.c, bishops.c")
    )
    found = json.loads(call("verify", "--json", "rooks.c", "bishops.c").stdout)
    assert found["files"] == ["rooks.c", "bishops.c"]


def test_one_slider_alone(call: Call, refuse: Refuse) -> None:
    factors = [magic.magic for magic in mb.find_all(seed=1)]
    Path("rooks.c").write_text(header(factors).splitlines()[0])
    assert refuse("verify", "rooks.c") == (
        "rooks.c: it holds rook magics, Rook (line 1), but no bishop magics; "
        'to verify it alone, use --piece rook (piece="rook")'
    )
    assert call("verify", "--piece", "rook", "rooks.c").stdout == (
        "rook magics from Rook (line 1)\n"
        f"white magics in bit order; {MASK_BITS}\n"
        "rooks.c, rook alone: white hash, concatenated layout, direct storage\n"
        "  keys     102,400, all correct; checksum 0xda46bbc69f005fa5\n"
        "  entries  102,400, 102,400 of them used (100.0%)\n"
        "  bytes    819,200, and 2,048 of parameters\n"
    )
    report = json.loads(call("verify", "--json", "--piece", "rook", "rooks.c").stdout)
    assert (report["piece"], report["keys"]) == ("rook", 102_400)
    assert report["findings"]["shifts"] == {"rook": MASK_BITS}


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "latin-1", "utf-8-sig"])
def test_source_code_comes_through_standard_input_in_any_encoding(run: Call, encoding: str) -> None:
    text = "// für Türme\r\n" + header([magic.magic for magic in mb.find_all(seed=1)])
    Path("magics.h").write_bytes(text.encode(encoding))
    with Path("magics.h").open("rb") as file:
        shown = run("verify", "-", stdin=file).stdout
    assert shown.startswith("rook magics from Rook (line 2), bishop magics from Bishop (line 3)\n")
    assert "\nstandard input: white hash" in shown

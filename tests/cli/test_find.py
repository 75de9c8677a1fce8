"""magicbb find: one magic or all, as lines, JSON and CSV."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.research.records import RecordBook

if TYPE_CHECKING:
    from .conftest import Call, Refuse


def found(call: Call, *arguments: str) -> dict[str, Any]:
    """What is found, as JSON."""
    answer: dict[str, Any] = json.loads(call("find", *arguments, "--json").stdout)
    return answer


def fields(magic: mb.Magic) -> dict[str, Any]:
    """What is written of a magic."""
    return {
        "piece": str(magic.piece),
        "square": mb.geometry.square_name(magic.square),
        "kind": magic.kind,
        "bits": magic.bits,
        "magic": f"{magic.magic:#018x}",
    }


def test_one_magic_is_one_line(run: Call) -> None:
    magic = mb.find("bishop", "d4", seed=7)
    line = f"bishop d4 white 9 {magic.magic:#018x}\n"
    assert run("find", "bishop", "d4", "--seed", "7").stdout == line


def test_all_magics_are_128_lines(call: Call) -> None:
    lines = [" ".join(map(str, fields(magic).values())) for magic in mb.find_all(seed=1)]
    assert call("find").stdout.splitlines() == lines


def test_the_time_goes_to_standard_error(call: Call) -> None:
    assert call("find", "rook", "a1").stderr.startswith("1 found in ")


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("a1 rook", {"piece": "rook", "square": "a1"}),
        ("rook a1", {"piece": "rook", "square": "a1"}),
        ("rook a1 --bits 13", {"piece": "rook", "square": "a1", "bits": 13}),
        ("rook h8 --kind black", {"piece": "rook", "square": "h8", "kind": "black"}),
        ("rook d4 --kind white-32", {"piece": "rook", "square": "d4", "kind": "white-32"}),
        ("rook h8 --seed 0", {"piece": "rook", "square": "h8", "seed": 0}),
        (f"rook h8 --seed {2**64 - 1}", {"piece": "rook", "square": "h8", "seed": 2**64 - 1}),
        ("bishop b1 --bits 4 --tries 99999", {"piece": "bishop", "square": "b1", "bits": 4}),
    ],
)
def test_options_mean_what_they_mean_in_python(
    call: Call, command: str, arguments: dict[str, Any]
) -> None:
    assert found(call, *command.split())["magics"] == [fields(mb.find(**arguments))]


@pytest.mark.parametrize("kind", ["white", "black", "white-32"])
def test_without_a_square_all_are_found(call: Call, kind: str) -> None:
    magics = [fields(magic) for magic in mb.find_all(kind, seed=2)]
    assert found(call, "--kind", kind, "--seed", "2")["magics"] == magics


def test_threads_make_no_difference(call: Call) -> None:
    assert found(call, "--threads", "1") == found(call, "--threads", "3")


@pytest.mark.parametrize("arguments", ["", "bishop b1 --bits 4 --seed 3", "rook c3 --kind black"])
def test_json_names_the_command_that_finds_the_same(call: Call, arguments: str) -> None:
    answer = found(call, *arguments.split())
    assert found(call, *shlex.split(answer["command"])[2:]) == answer


@pytest.mark.parametrize("name", ["magics.json", "magics"])
def test_the_file_is_json_unless_its_name_says_csv(call: Call, name: str) -> None:
    answer = found(call, "--kind", "black", "-o", name)
    assert json.loads(Path(name).read_text()) == answer


@pytest.mark.parametrize("name", ["magics.csv", "MAGICS.CSV"])
def test_the_file_is_csv_where_its_name_says_so(call: Call, name: str) -> None:
    magics = found(call, "--seed", "4", "-o", name)["magics"]
    with Path(name).open(newline="") as file:
        rows = [*csv.DictReader(file)]
    assert rows == [{key: str(value) for key, value in magic.items()} for magic in magics]


def test_with_a_file_standard_output_stays_empty(call: Call) -> None:
    assert call("find", "-o", "magics.json").stdout == ""


@pytest.mark.parametrize("arguments", ["--format c --mapping a8=0", "--kind black --format RS"])
def test_arrays_are_printed_and_read_back(call: Call, arguments: str) -> None:
    answer = call("find", "--seed", "3", *arguments.split())
    assert answer.stderr.startswith("128 found in ")
    Path("magics.txt").write_text(answer.stdout)
    kind = "black" if "black" in arguments else "white"
    assert call("verify", "magics.txt").returncode == 0
    assert mb.read("magics.txt").magics == mb.find_all(kind, seed=3)


def test_arrays_with_one_bit_more_have_shifts(call: Call) -> None:
    Path("magics.c").write_text(call("find", "--format", "c", "--bits", "n+1").stdout)
    assert "rook_shifts[64]" in Path("magics.c").read_text()
    assert {magic.bits - magic.mask.bit_count() for magic in mb.read("magics.c").magics} == {1}


def test_the_comment_of_arrays_has_the_command(call: Call) -> None:
    arrays = call("find", "--format", "go", "--mapping", "h8=0", "--seed", "9").stdout
    command = arrays.splitlines()[4].removeprefix("// written by: magicbb ")
    assert call(*command.split()).stdout == arrays


def test_arrays_go_into_a_file_of_their_language(call: Call) -> None:
    assert call("find", "--format", "c", "-o", "magics.h").stdout == ""
    written, printed = Path("magics.h").read_text(), call("find", "--format", "c").stdout
    assert "#include <stdint.h>" in written
    assert "#include" not in printed
    assert [
        line for line in written.splitlines() if line and line[0] != "#"
    ] == printed.splitlines()
    assert call("find", "--format", "cpp", "-o", "magics.h").returncode == 0


def test_a_class_of_arrays_is_called_as_its_file(call: Call) -> None:
    call("find", "--format", "java", "-o", "Factors.java")
    assert "\nfinal class Factors {\n" in Path("Factors.java").read_text()


@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_format_prints_what_a_file_of_it_holds(call: Call, form: str) -> None:
    call("find", "rook", "a1", "-o", f"magics.{form}")
    assert call("find", "rook", "a1", "--format", form).stdout == Path(f"magics.{form}").read_text()
    call("find", "rook", "a1", "--format", form, "-o", "magics")
    assert Path("magics").read_text() == Path(f"magics.{form}").read_text()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("rook a1 --format c", "--format c needs a magic for every square; leave out the"),
        ("--bits n-1 --format c", "--format c needs a magic for every square; leave out the"),
        ("--format csv --mapping a8=0", "--mapping requires --format with a language"),
        ("--mapping a8=0", "--mapping requires --format with a language"),
        ("--format csv -o x.json", "a CSV file ends with .csv, not .json"),
        ("--format json -o x.c", "a JSON file ends with .json, not .c"),
        ("--format cpp -o x.csv", "C++20 files end with "),
        (
            "--format zig -o x.json",
            "Zig 0.13 to 0.17 files end with .zig; .json is for JSON",
        ),
        ("-o x.rs", "without --format, find writes JSON or CSV, not .rs"),
        ("--format c -o x.rs", "C11 files end with .c or .h; .rs is for Rust"),
        ("--format java -o Magics", "Java 8 files end with .java; the suffix is missing"),
        ("--format java -o class.java", "class cannot be 'class', a keyword of Java 8"),
        ("--format cobol", "--format must be one of csv, json, c, cpp, csharp, go, "),
        ("--format=", "--format must be one of csv, json, c, cpp, csharp, go, "),
        ("--format rsut", "--format must be one of csv, json, c, cpp, csharp, go, "),
        ("--format typescript-pairs", "--format must be one of csv, json, c, cpp, csharp, go, "),
        ("--format c --mapping a9", "mapping must be one of a1=0, "),
        ("--format c --json", "--json and --format c cannot be combined"),
    ],
)
def test_formats_that_cannot_be(refuse: Refuse, arguments: str, sentence: str) -> None:
    assert refuse("find", *arguments.split()).startswith(sentence)


@pytest.mark.parametrize("kind", ["white", "black", "white-32"])
@pytest.mark.parametrize("name", ["magics.csv", "magics.json"])
def test_every_kind_comes_back_from_a_file(call: Call, kind: str, name: str) -> None:
    call("find", "--kind", kind, "--seed", "6", "-o", name)
    table = mb.read(name)
    assert table.magics == mb.find_all(kind, seed=6)
    assert table.scheme.names == (kind, "concatenated", "direct")
    assert call("verify", name).stdout.startswith(f"{name}: {kind} hash, concatenated layout, ")


def test_fewer_bits_than_a_kind_can_have_are_refused(refuse: Refuse) -> None:
    sentence = refuse("find", "bishop", "a1", "--kind", "white-32", "--bits", "5")
    assert sentence.endswith("must be white or black, got white-32")


def test_tries_run_out(refuse: Refuse) -> None:
    sentence = refuse("find", "rook", "h1", "--bits", "11", "--tries", "20000")
    assert sentence == "no white magic with 11 bits for rook h1 in 20,000 tries"


@pytest.mark.parametrize(
    ("bits", "sentence"),
    [
        ("5", "bits must be 6..20 for rook a1, got 5"),
        ("0", "bits must be 6..20 for rook a1, got 0"),
        ("-1", "bits must be 6..20 for rook a1, got -1"),
        ("25", "bits must be 6..20 for rook a1, got 25"),
        ("9" * 30, f"bits must be 6..20 for rook a1, got {'9' * 30}"),
    ],
)
def test_wrong_bits_are_refused(refuse: Refuse, bits: str, sentence: str) -> None:
    assert refuse("find", "rook", "a1", "--bits", bits) == sentence


@pytest.mark.parametrize("square", ["i9", "I1", "", "{x}", "[/b]"])
def test_a_wrong_square_is_refused(refuse: Refuse, square: str) -> None:
    sentence = refuse("find", "rook", square)
    assert sentence == f'square must be 0..63 or a name such as "e4", got {square!r}'


def test_a_square_may_be_given_by_number(call: Call) -> None:
    assert found(call, "rook", "28")["magics"] == found(call, "rook", "e4")["magics"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("rook",), "PIECE and SQUARE go together, as in: magicbb find rook a1"),
        (("queen", "a1"), "queen"),
        (("a1", "b1"), "a1"),
        (("rook", "bishop"), "'rook'"),
        (("rook", "a1", "b1"), "b1"),
        (("--bits", "12"), "--bits"),
        (("--tries", "5"), "--tries"),
        (("--kind", "grey"), "grey"),
        (("--nope",), "--nope"),
        (("rook", "a1", "--bits", "x"), "x"),
        (("rook", "a1", "--tries", "-1"), "-1"),
        (("rook", "a1", "--tries", "0"), "0 is not in the range"),
        (("rook", "a1", "--seed", str(2**64)), str(2**64)),
        (("--threads", "4097"), "4097"),
    ],
)
def test_wrong_usage_is_refused(refuse: Refuse, arguments: tuple[str, ...], words: str) -> None:
    assert words in refuse("find", *arguments)


# ---- Fewer bits, objectives, campaigns ----


@pytest.mark.parametrize(
    ("words", "bits"),
    [("bishop b1 --bits n-1", 4), ("rook d4 --bits n+1", 11), ("rook a1 --bits n", 12)],
)
def test_bits_may_be_counted_from_those_of_the_mask(call: Call, words: str, bits: int) -> None:
    piece, square, *_ = words.split()
    assert found(call, *words.split())["magics"] == [fields(mb.find(piece, square, bits))]


@pytest.mark.parametrize("word", ["n", "n+1"])
def test_all_squares_with_bits_counted_from_their_masks(call: Call, word: str) -> None:
    more = {"n": 0, "n+1": 1}[word]
    magics = mb.find_all(bits=lambda slider, square: slider.mask(square).bit_count() + more)
    answer = found(call, "--bits", word)
    assert answer["magics"] == [fields(magic) for magic in magics]
    assert found(call, *shlex.split(answer["command"])[2:]) == answer


@pytest.mark.parametrize("objective", ["used", "range"])
def test_objectives_mean_what_they_mean_in_python(call: Call, objective: str) -> None:
    answer = found(call, "bishop", "a1", "--objective", objective, "--tries", "2")
    magic = mb.find("bishop", "a1", objective=objective, tries=2)
    assert answer["magics"] == [fields(magic)]
    assert found(call, *shlex.split(answer["command"])[2:]) == answer


def test_with_a_book_what_is_found_enters_it(call: Call) -> None:
    answer = found(call, "bishop", "b1", "--bits", "n-1", "--book", "book")
    assert answer["finished"]
    with RecordBook("book") as book:
        (record,) = book.magics()
        (campaign,) = book.campaigns()
    assert answer["magics"] == [fields(record.as_magic())]
    assert answer["command"] == campaign.command
    assert found(call, "bishop", "b1", "--bits", "n-1")["magics"] == answer["magics"]


def test_with_record_it_enters_the_user_s_own(call: Call) -> None:
    found(call, "bishop", "b1", "--bits", "n-1", "--record")
    with RecordBook() as book:
        assert len(book.magics()) == len(book.campaigns()) == 1


def test_no_book_is_written_unasked(call: Call) -> None:
    done = call("find", "--bits", "n-1", "--hours", "1e-9", "--workers", "1")
    assert "results are kept in memory only; use --record " in done.stderr
    assert [*Path().iterdir()] == []


def test_seconds_go_to_standard_error(call: Call) -> None:
    done = call("find", "bishop", "b1", "--bits", "4", "--book", "book")
    assert done.stderr.startswith("bishop b1: found in ")
    assert done.stdout.startswith("bishop b1 white 4 0x")


def test_a_campaign_of_one_square_that_finds_nothing_says_so(call: Call) -> None:
    arguments = ("bishop", "e1", "--bits", "4", "--book", "book", "--tries", "1", "--anyway")
    done = call("find", *arguments)
    assert done.returncode == 2
    assert done.stderr.endswith("no white magic with 4 bits for bishop e1 in 1 round\n")


@pytest.mark.parametrize("campaign", [(), ("--book", "book")])
def test_what_is_settled_is_answered_at_once(refuse: Refuse, campaign: tuple[str, ...]) -> None:
    sentence = refuse("find", "bishop", "e1", "--bits", "4", *campaign)
    assert sentence.startswith("bishop e1 has no white magic with 4 bits: proved on 2026-11-21 by")
    assert "(magicbb check bishop-e1-white-4); " in sentence


def test_an_open_question_is_named_before_the_search(call: Call) -> None:
    done = call("find", "rook", "h1", "--bits", "11", "--hours", "1e-9")
    first = done.stderr.partition("\n")[0]
    assert first.startswith("rook h1 with 11 bits, white: open, the chain search takes ")
    assert first.endswith(" core-days; a search for a magic may never end")


def test_a_known_magic_says_whose_it_is(call: Call) -> None:
    done = call("find", "rook", "a8", "--bits", "11")
    assert done.stdout == "rook a8 white 11 0xebffffb9ff9fc526\n"
    assert "found by Grant Osborne; --anyway searches for another\n" in done.stderr


def test_the_command_of_a_search_for_another_says_so(call: Call) -> None:
    answer = found(call, "bishop", "b1", "--bits", "4", "--anyway")
    assert answer["command"].endswith(" --anyway --seed 1")
    assert found(call, *shlex.split(answer["command"])[2:]) == answer


def test_all_squares_with_one_bit_less_are_those_that_are_known(call: Call) -> None:
    done = call("find", "--bits", "n-1", "--hours", "1e-9", "--json")
    answer = json.loads(done.stdout)
    assert (answer["finished"], answer["magics"]) == (False, [])
    left_out = answer["not_searched"]
    assert {*left_out} == {"open", "disproved"}
    assert sum(map(len, left_out.values())) == 128 - 45
    assert "rook a2" in left_out["disproved"]
    assert f"not searched, open: {', '.join(left_out['open'])}" in done.stderr


@pytest.mark.slow
def test_a_campaign_that_finds_nothing_names_a_known_magic(call: Call) -> None:
    done = call("find", "rook", "b1", "--bits", "10", "--book", "book", "--tries", "1")
    assert done.returncode == 2
    assert "s; rook b1 has a white magic with 10 bits: 0x" in done.stderr


def test_when_the_time_is_up_it_can_go_on(call: Call) -> None:
    call("find", "-o", "magics.csv")
    before = Path("magics.csv").read_text()
    done = call("find", "--bits", "n-1", "--hours", "1e-9", "-o", "magics.csv", "--record")
    assert done.returncode == 0
    assert "continue with `magicbb resume 1`" in done.stderr
    assert "to magics.csv" not in done.stderr
    assert Path("magics.csv").read_text() == before, "nothing found replaces nothing"


def test_when_the_time_is_up_arrays_are_listed_as_magics(call: Call) -> None:
    how = ("--objective", "used", "--hours", "1e-9", "--format", "c", "-o", "magics.c")
    done = call("find", *how)
    assert (done.returncode, done.stdout, Path("magics.c").exists()) == (0, "", False)
    assert "arrays need all 128 magics; those found are listed instead" in done.stderr


def test_a_campaign_is_named_with_its_tries(call: Call, refuse: Refuse) -> None:
    how = ("bishop", "e1", "--bits", "4", "--tries", "1", "--anyway")
    call("find", *how, "--book", "b")
    sentence = refuse("resume", "1", "--book", "b")
    command = sentence.partition("; ")[2].removesuffix(" shows its results")
    options = "--bits 4 --kind white --tries 1 --anyway --seed 1 --book b"
    assert command == f"magicbb find bishop e1 {options}"
    call(*shlex.split(command)[1:])
    with RecordBook(Path("b")) as book:
        assert len(book.campaigns()) == 1


def test_all_squares_may_have_an_objective(call: Call) -> None:
    answer = found(call, "--objective", "used", "--hours", "1e-9")
    assert answer["magics"] == []
    assert answer["not_searched"] == {}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("rook", "a1", "--bits", "n-3"), "'n-3' is neither a number nor one of n+1, n, n-1, n-2"),
        (("--bits", "12", "--book", "b"), "need a square: "),
        (("--book", "b", "--threads", "2"), "campaigns use --workers, not --threads"),
        (
            ("--kind", "white-32", "--book", "b"),
            "campaigns find white and black magics; find one white-32 magic, or all 128, without",
        ),
        (("rook", "a1", "--objective", "size"), "'size' is not one of"),
        (
            ("rook", "a1", "--kind", "white-32", "--objective", "used"),
            'kind must be "white" or "black", got \'white-32\'',
        ),
        (("bishop", "a1", "--bits", "n-2", "--kind", "white-32"), "must be white or black"),
        (("bishop", "d4", "--bits", "6", "--book", "b"), "bits must be 7..20 for bishop d4, got 6"),
    ],
)
def test_what_cannot_be_searched_for_is_refused(
    refuse: Refuse, arguments: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refuse("find", *arguments)

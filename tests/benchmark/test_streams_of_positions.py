"""The positions of the package, and reading anybody's."""

from __future__ import annotations

import gzip
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, Any

import chess
import pytest

from magicbb.benchmark import streams
from magicbb.benchmark.streams import read_boards, shipped_positions

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from types import ModuleType

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


@pytest.fixture(scope="module")
def script(load_script: Callable[[str], ModuleType]) -> Any:
    return load_script("scripts/make_positions.py")


def shipped_lines() -> list[str]:
    content = files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
    return gzip.decompress(content).decode().splitlines()


def test_they_are_legal() -> None:
    for epd in shipped_lines()[::7]:
        assert chess.Board.from_epd(epd)[0].is_valid(), epd


def test_they_are_those_that_the_script_makes(script: Any) -> None:
    assert [*islice(script.positions(script.SEED), 150)] == shipped_lines()[:150]
    assert len(shipped_lines()) == script.POSITIONS


def test_the_script_writes_a_file_without_a_date(script: Any) -> None:
    content = script.content(3)
    assert content == script.content(3)
    assert content[4:8] == bytes(4)
    assert gzip.decompress(content).decode().splitlines() == shipped_lines()[:3]


def test_another_seed_makes_other_positions(script: Any) -> None:
    assert [*islice(script.positions(1), 9)] != shipped_lines()[:9]


def test_there_are_full_boards_and_endgames() -> None:
    pieces = [len(board.pieces) for board in shipped_positions()]
    assert sum(20 <= number <= 32 for number in pieces) > 2000
    assert sum(number < 12 for number in pieces) > 500


def test_every_one_has_a_slider() -> None:
    assert all(set("rbqRBQ") & {*board.pieces.values()} for board in shipped_positions())


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "some.epd"


def test_fen_and_epd_are_read_and_comments_passed_over(file: Path) -> None:
    text = f"# two of them\n\n{START} w KQkq - 0 1\r\n8/8/8/8/8/8/8/R7 w - - bm Ra8; id 1;\n"
    file.write_text(text, newline="")
    boards = read_boards(file)
    assert [len(board.pieces) for board in boards] == [32, 1]


def test_a_byte_order_mark_does_not_matter(file: Path) -> None:
    file.write_text(START, encoding="utf-8-sig")
    assert len(read_boards(file)) == 1


def test_a_wrong_line_is_named_with_its_number(file: Path) -> None:
    file.write_text(f"{START}\n\nrook to e4\n")
    with pytest.raises(ValueError, match=r"some\.epd, line 3: fen: the board must have 8 ranks"):
        read_boards(file)


def test_what_is_no_text_is_named_with_its_number(file: Path) -> None:
    file.write_bytes(START.encode() + b"\n\xff\xfe\n")
    with pytest.raises(ValueError, match=r"some\.epd, line 2: the line is not valid UTF-8"):
        read_boards(file)


def test_a_file_without_positions_is_refused(file: Path) -> None:
    file.write_text("# none\n\n")
    with pytest.raises(ValueError, match=r"some\.epd: no positions found"):
        read_boards(file)


def test_no_more_are_read_than_can_be_asked_about(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_POSITIONS", 2)
    file.write_text(f"{START}\n{START}\nnonsense\n")
    assert len(read_boards(file)) == 2


def test_a_missing_file_is_an_os_error(file: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_boards(file)


def test_a_file_may_be_compressed(tmp_path: Path) -> None:
    file = tmp_path / "games.epd.gz"
    file.write_bytes(gzip.compress(b"4k3/8/8/8/8/8/8/4K3 w - -\n" * 2))
    assert len(read_boards(file)) == 2

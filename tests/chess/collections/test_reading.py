"""Files of positions: the compiled parser against `parse_epd`, and all that can be wrong."""

from __future__ import annotations

import gzip
import io
import itertools
import lzma
import os
import pickle
import re
import sys
import tracemalloc
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import chess
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magicbb.chess.board_state import state_of
from magicbb.chess.collections import parsing
from magicbb.chess.collections.blocks import BLOCK
from magicbb.chess.collections.positions import Positions
from magicbb.chess.collections.reading import PositionError, position_chunks, read_positions
from magicbb.chess.default import move_tables
from magicbb.chess.notation.fen import LONGEST_LINE, FenError, parse_epd
from magicbb.chess.position import trusted_position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SHIPPED = gzip.decompress(
    files("magicbb").joinpath("data").joinpath("positions.epd.gz").read_bytes()
).splitlines()

START = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
KIWIPETE = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
PASSED = b"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
NOT_ONE = b"4k3/8/8/8/8/8/8/4K2R x K - 0 1"

RIGHT_LINES = [
    START,
    KIWIPETE,
    PASSED,
    b"4k3/8/8/3pP3/8/8/8/4K3 w - d6 12 34",
    b"r3k2r/8/8/8/8/8/8/R3K2R b kQ -",
    b'r3k3/8/8/8/8/8/8/4K2R w Kq - bm O-O; id "castle";',
    b"4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 15 ;D2 66",
    b"4k3/8/8/8/8/8/8/4K2R w K - 3; D1 15",
    b"4k3/8/8/8/8/8/8/4K2R w K - acd 12",
    b"  4k3/8/8/8/8/8/8/4K2R\tw \t K - 00000000000000000065535 65535 \t",
    b"4k3/8/8/8/8/8/8/4K2R w K - 0 0\r",
    b"4k3/8/8/8/8/8/8/4K2R w K -\r",
    b"4k3/8/8/8/8/8/8/4K2R w K - 7\r",
    b"QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/K6k b - -",
]

ALPHABET = b"/12345678PNBRQKpnbrqk wbKQkq-abcdefgh36 0 1\t\r;#x9\0\xc3\xa4"


def source(*lines: bytes) -> io.BytesIO:
    """A file of these lines."""
    return io.BytesIO(b"\n".join(lines) + b"\n")


def compiled(line: bytes) -> bytes | None:
    """The state that the compiled parser gives a line; None if it refuses it or finds nothing."""
    tables = move_tables()
    columns, progress = np.zeros((8, 1), np.uint64), parsing.Progress()
    text = np.frombuffer(line + b"\n", np.uint8)
    parse = parsing.parse_entry(tables.sliders)
    parse(tables.words, parsing.codes(), text, len(text), columns, 1, progress)
    return columns.tobytes() if progress.positions else None


def judged(line: bytes) -> bytes | None:
    """The same by `parse_epd`."""
    text = line.decode("utf-8", "surrogateescape")
    try:
        return state_of(parse_epd(text))
    except FenError:
        return None


@pytest.mark.parametrize("line", RIGHT_LINES)
def test_the_compiled_parser_takes_what_is_right(line: bytes) -> None:
    assert compiled(line) == judged(line) is not None


def test_the_compiled_parser_takes_all_shipped_positions() -> None:
    assert [compiled(line) for line in SHIPPED] == [judged(line) for line in SHIPPED]


def mutations(line: bytes, rng: np.random.Generator, count: int) -> Iterator[bytes]:
    """The line with some characters replaced, put in, left out or exchanged."""
    for _ in range(count):
        mutant = bytearray(line)
        for _ in range(rng.integers(1, 4)):
            place, letter = rng.integers(len(mutant)), ALPHABET[rng.integers(len(ALPHABET))]
            other = rng.integers(len(mutant))
            change = rng.integers(4)
            if change == 0:
                mutant[place] = letter
            elif change == 1:
                mutant.insert(place, letter)
            elif change == 2 and len(mutant) > 1:
                del mutant[place]
            else:
                mutant[place], mutant[other] = mutant[other], mutant[place]
        yield bytes(mutant)


def same_verdict(line: bytes) -> bool:
    """Whether both parsers take a line for the same.

    Of odd carriage returns and of Chess960 the compiled one knows nothing.
    """
    fast, slow = compiled(line), judged(line)
    if line.lstrip(b" \t").startswith(b"#"):
        return fast is None
    if fast is None and slow is not None and trusted_position(slow).chess960:
        return True
    return fast == slow or (fast is None and line.count(b"\r") > 0)


@pytest.mark.parametrize("line", RIGHT_LINES)
def test_both_parsers_agree_on_what_is_nearly_right(line: bytes) -> None:
    rng = np.random.default_rng(len(line))
    assert [mutant for mutant in mutations(line, rng, 400) if not same_verdict(mutant)] == []


@pytest.mark.parametrize("line", RIGHT_LINES)
def test_both_parsers_agree_on_each_character_changed(line: bytes) -> None:
    for place, letter in itertools.product(range(len(line)), b"/18PpKkQRw-a36 ;x\t\0"):
        mutant = line[:place] + bytes([letter]) + line[place + 1 :]
        assert same_verdict(mutant), mutant


@given(st.binary(max_size=120))
def test_both_parsers_agree_on_anything(line: bytes) -> None:
    assert same_verdict(line.replace(b"\n", b""))


FIELDS = st.tuples(
    st.sampled_from(["4k3/8/8/8/8/8/8/R3K2R", "r3k2r/4P3/8/3pP3/3Pp3/8/8/R3K2R"]),
    st.sampled_from("wb"),
    st.text("KQkq-", min_size=1, max_size=4),
    st.sampled_from(["-", "a3", "d3", "d6", "e3", "e6", "e", "e33"]),
    st.sampled_from(["", "0", "65535", "65536", "0x", "-1", "99999999999999999999", "bm"]),
    st.sampled_from(["", "0", "65535", "65536", "1.", "\u0663", "fmvn", ";"]),
)


@given(FIELDS)
def test_both_parsers_agree_on_every_field(fields: tuple[str, ...]) -> None:
    assert same_verdict(" ".join(fields).strip().encode())


def test_positions_are_those_of_python_chess() -> None:
    positions = read_positions(source(*SHIPPED))
    for place, line in enumerate(SHIPPED):
        board, _ = chess.Board.from_epd(line.decode())
        expected = [board.occupied_co[chess.WHITE], board.occupied, board.pawns, board.knights]
        expected += [board.bishops, board.rooks, board.queens, board.kings, board.castling_rights]
        names = ("white", "occupied", "pawns", "knights", "bishops", "rooks", "queens", "kings")
        found = [int(getattr(positions, name)[place]) for name in (*names, "castling_rooks")]
        assert found == expected
        assert positions.turn[place] == board.turn
        assert positions.en_passant[place] == (64 if board.ep_square is None else board.ep_square)


def test_lines_of_the_file_are_read_in_their_order() -> None:
    positions = read_positions(source(*RIGHT_LINES))
    assert [positions.state(place) for place in range(len(positions))] == [
        *map(judged, RIGHT_LINES)
    ]


class TestLines:
    """What is a line, and which are skipped."""

    @pytest.mark.parametrize("ending", [b"\n", b"\r\n", b" \t\r\n", b"\n\n", b"\n# x\n", b"\r\r\n"])
    def test_lines_end_in_every_way(self, ending: bytes) -> None:
        content = ending.join([START, KIWIPETE, PASSED])
        for text in (content, content + ending):
            assert len(read_positions(io.BytesIO(text))) == 3

    @pytest.mark.parametrize(
        "line", [b"", b" ", b"\t\r", b"\r", b"#", b"# 4k3", b" \t#x", b"#\xff"]
    )
    def test_lines_that_say_nothing_are_passed_over(self, line: bytes) -> None:
        positions = read_positions(source(line, START, line, line, PASSED, line))
        assert (len(positions), positions.skipped) == (2, 0)

    def test_they_are_counted_for_the_number_of_a_line(self) -> None:
        with pytest.raises(PositionError, match="line 6, column 22"):
            read_positions(source(b"", b"# one", START, b"\r", b"\r\r", NOT_ONE))

    def test_the_mark_of_utf8_at_the_start_is_passed_over(self) -> None:
        content = b"\xef\xbb\xbf" + START
        assert read_positions(io.BytesIO(content)) == read_positions(source(START))
        with pytest.raises(PositionError, match="line 2, column 1"):
            read_positions(source(content, content))

    @pytest.mark.parametrize("operation", ["Müller", "\u2654"])
    def test_operations_may_be_of_any_script(self, operation: str) -> None:
        for encoding in ("utf-8", "utf-16-le"):
            content = b"4k3/8/8/8/8/8/8/4K3 w - - id " + operation.encode(encoding)
            assert len(read_positions(io.BytesIO(content))) == 1

    @pytest.mark.parametrize("length", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1])
    @pytest.mark.parametrize("start", [START + b" x", b"#", b" "], ids=["fen", "comment", "blank"])
    @pytest.mark.parametrize("last", [True, False])
    @pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["", "mark"])
    def test_a_line_is_not_too_long(
        self, length: int, start: bytes, last: bool, mark: bytes
    ) -> None:
        content = mark + start.ljust(length) + (b"" if last else b"\n" + PASSED)
        file = io.BytesIO(START + b"\n" + content) if not mark else io.BytesIO(content)
        number = 1 if mark else 2
        if length <= LONGEST_LINE:
            [*position_chunks(file)]
            return
        sentence = f"line {number}, column 4097: the line is longer than 4,096 bytes"
        with pytest.raises(PositionError, match=sentence):
            [*position_chunks(file)]

    def test_a_line_that_never_ends_is_not_read_whole(self) -> None:
        file = Endless(b"x" * 1000)
        with pytest.raises(PositionError, match="line 1, column 4097"):
            read_positions(cast("Any", file))
        assert file.given <= 2 * BLOCK

    def test_after_a_line_that_is_too_long_reading_goes_on(self) -> None:
        content = START + b"\n" + b"x" * (3 * BLOCK) + b"\n" + PASSED + b"\n" + NOT_ONE
        positions = read_positions(io.BytesIO(content), skip_invalid=True)
        assert (len(positions), positions.skipped) == (2, 2)
        with pytest.raises(PositionError, match="line 2, column 4097"):
            read_positions(io.BytesIO(content))

    @pytest.mark.parametrize("most", [1, 2, 3, 50, 1000])
    def test_it_does_not_matter_how_the_bytes_arrive(self, most: int) -> None:
        lines = [b"\xef\xbb\xbf" + START, *SHIPPED[:100], b"# end\r", NOT_ONE, *RIGHT_LINES]
        content = b"\n".join(lines)
        expected = read_positions(io.BytesIO(content), skip_invalid=True)
        for text in (content, gzip.compress(content)):
            found = read_positions(cast("Any", Slow(text, most)), skip_invalid=True)
            assert found == expected
            assert found.skipped == expected.skipped == 1


class Endless:
    """A file without an end."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.given = 0

    def read(self, size: int) -> bytes:
        """Give the content again and again."""
        self.given += size
        return (self.content * (size // len(self.content) + 1))[: size // len(self.content) * 1000]


class Lines(Endless):
    """A file of the same line without an end."""

    def read(self, size: int) -> bytes:
        """Give whole lines."""
        self.given += size
        return self.content * (size // len(self.content))


class Slow:
    """A file that gives a few bytes at a time."""

    def __init__(self, content: bytes, most: int) -> None:
        self.file = io.BytesIO(content)
        self.most = most

    def read(self, size: int) -> bytes:
        """Give some of what was asked for."""
        return self.file.read(min(size, self.most))


class TestWrongLines:
    """What is said about them, and how they are skipped."""

    @pytest.mark.parametrize(
        ("line", "sentence"),
        [
            (NOT_ONE, "column 22: side to move: it must be 'w' or 'b', got 'x'"),
            (b"4k3/8/8/8/8/8/8/4K3", "column 20: side to move: it is missing"),
            (b"4k3/8/8/8/8/8/8/4K4 w - -", "column 19: board: rank 1 has 9 squares, not 8"),
            (b"4k3/8/8/8/8/8/8/4K2R w - - 70000", "column 28: halfmove clock: it must be a number"),
            (b"4k2R/8/8/8/8/8/8/4K3 w - -", "column 2: position: the rook on h8 attacks the king"),
            (b"4k3/\xff/8/8/8/8/8/4K3 w - -", "column 5: the byte 0xff is not valid UTF-8"),
            (b"4k3/8/8/8/8/8/8/4K3 w - -\0", "column 26: en passant: U\\+0000"),
            (b"\xff\xfe4\0k\0", "column 1: the byte 0xff is not valid UTF-8"),
        ],
    )
    def test_the_sentence_names_line_and_column(self, line: bytes, sentence: str) -> None:
        with pytest.raises(PositionError, match=f"^the file, line 3, {sentence}"):
            read_positions(source(START, b"", line, PASSED))

    def test_the_error_has_them_as_numbers(self, tmp_path: Path) -> None:
        path = tmp_path / "games.epd"
        path.write_bytes(START + b"\n" + NOT_ONE)
        with pytest.raises(PositionError) as caught:
            read_positions(path)
        error = caught.value
        assert (error.path, error.line, error.column) == (str(path), 2, 22)
        assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301
        assert isinstance(error, ValueError)

    def test_skipped_lines_are_counted(self) -> None:
        positions = read_positions(
            source(NOT_ONE, START, b"x", b"", PASSED, b"#", NOT_ONE), skip_invalid=True
        )
        assert positions == read_positions(source(START, PASSED))
        assert positions.skipped == 3
        assert repr(positions) == "<Positions: 2, 3 lines skipped>"

    def test_every_chunk_counts_its_own(self) -> None:
        file = source(START, NOT_ONE, START, START, NOT_ONE, NOT_ONE, START, START, NOT_ONE)
        chunks = position_chunks(file, 2, skip_invalid=True)
        assert [(len(chunk), chunk.skipped) for chunk in chunks] == [(2, 1), (2, 2), (1, 1)]

    def test_the_last_chunk_may_only_say_that_lines_were_skipped(self) -> None:
        chunks = position_chunks(source(START, START, NOT_ONE), 2, skip_invalid=True)
        assert [(len(chunk), chunk.skipped) for chunk in chunks] == [(2, 0), (0, 1)]

    @pytest.mark.parametrize(
        "content", [b"", b"\n\n", b"# nothing\n", b"\xef\xbb\xbf", b"\xef\xbb"]
    )
    def test_a_file_without_a_position_is_refused(self, content: bytes) -> None:
        with pytest.raises(ValueError, match=r"^the file"):
            read_positions(io.BytesIO(content))

    def test_it_says_how_many_lines_were_skipped(self) -> None:
        with pytest.raises(ValueError, match=r"no positions found, 2 lines skipped$"):
            read_positions(source(NOT_ONE, NOT_ONE), skip_invalid=True)

    @given(st.binary(max_size=3000))
    def test_any_bytes_are_read_or_refused(self, content: bytes) -> None:
        texts = (content, START + b"\n" + content, gzip.compress(content))
        assert all(is_read_or_refused(text) for text in texts)


def is_read_or_refused(content: bytes) -> bool:
    """Read a file; whether it was refused in one sentence, or has positions."""
    try:
        return len(read_positions(io.BytesIO(content), skip_invalid=True)) > 0
    except ValueError as error:
        return str(error).startswith("the file: ")


class TestChunks:
    """Pieces of a file."""

    @pytest.mark.parametrize("size", [1, 7, 4095, 4096, 4097, 1 << 24])
    def test_together_they_are_the_file(self, size: int) -> None:
        chunks = [*position_chunks(source(*SHIPPED), size)]
        assert {len(chunk) for chunk in chunks[:-1]} <= {size}
        assert Positions.concatenate(chunks) == read_positions(source(*SHIPPED))

    @pytest.mark.parametrize("limit", [1, 5, 100, 101, 4096, 5000])
    def test_no_more_are_read_than_the_limit(self, limit: int) -> None:
        expected = read_positions(source(*SHIPPED))[:limit]
        assert read_positions(source(*SHIPPED), limit=limit) == expected
        assert Positions.concatenate(position_chunks(source(*SHIPPED), 50, limit=limit)) == expected

    def test_what_follows_the_limit_does_not_matter(self) -> None:
        assert len(read_positions(source(START, NOT_ONE), limit=1)) == 1

    def test_memory_does_not_grow_with_the_file(self) -> None:
        line = max(SHIPPED, key=len) + b"\n"

        def peak(limit: int) -> int:
            tracemalloc.start()
            file = Lines(line)
            total = sum(
                len(chunk) for chunk in position_chunks(cast("Any", file), 1000, limit=limit)
            )
            assert total == limit
            assert file.given < limit * len(line) + 2 * BLOCK
            size = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            return size

        peak(10)
        few, many = peak(50_000), peak(500_000)
        assert many < few + (1 << 16)
        assert many < 4 * BLOCK

    @pytest.mark.parametrize("size", [0, -1, (1 << 24) + 1])
    def test_a_wrong_size_is_refused_at_once(self, size: int) -> None:
        with pytest.raises(ValueError, match=r"^size must be 1\.\.16777216, got"):
            position_chunks("nowhere", size)

    @pytest.mark.parametrize("limit", [0, -1])
    def test_a_wrong_limit_is_refused_at_once(self, limit: int) -> None:
        with pytest.raises(ValueError, match=r"^limit must be 1\.\.2\*\*63 - 1, got"):
            position_chunks("nowhere", limit=limit)

    @pytest.mark.parametrize("value", ["1", 1.0])
    def test_what_is_no_integer_is_refused(self, value: Any) -> None:
        with pytest.raises(TypeError, match=r"^size must be"):
            position_chunks("nowhere", value)
        with pytest.raises(TypeError, match=r"^limit must be"):
            position_chunks("nowhere", limit=value)


class TestSources:
    """Where positions can be read from."""

    @pytest.mark.parametrize("as_path", [str, Path])
    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_a_path_plain_or_zipped_whatever_its_name(
        self, tmp_path: Path, as_path: Any, pack: Any
    ) -> None:
        for name in ("games.epd", "games.gz"):
            (tmp_path / name).write_bytes(pack(b"\n".join(SHIPPED)))
            found = read_positions(as_path(tmp_path / name))
            assert found == read_positions(source(*SHIPPED))

    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_standard_input(self, monkeypatch: pytest.MonkeyPatch, pack: Any) -> None:
        content = io.TextIOWrapper(io.BytesIO(pack(START)))
        monkeypatch.setattr(sys, "stdin", content)
        assert len(read_positions("-")) == 1
        assert not content.buffer.closed

    @pytest.mark.parametrize("replacement", [None, io.StringIO("text")])
    def test_a_missing_standard_input(
        self, replacement: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(sys, "stdin", replacement)
        with pytest.raises(ValueError, match=r"^there is no standard input"):
            read_positions("-")

    def test_a_file_of_the_caller_is_not_closed(self) -> None:
        file = source(START)
        read_positions(file)
        assert not file.closed

    def test_an_own_file_is_closed_when_reading_ends_early(
        self, tmp_path: Path, recwarn: pytest.WarningsRecorder
    ) -> None:
        (tmp_path / "games").write_bytes(b"\n".join(SHIPPED))
        chunks = position_chunks(tmp_path / "games", 10)
        next(chunks)
        cast("Any", chunks).close()
        assert not recwarn.list

    @pytest.mark.parametrize("path", [None, 3, [START], START])
    def test_what_is_no_source_is_refused(self, path: Any) -> None:
        with pytest.raises(TypeError, match=r"^path must be a path or a binary file, got"):
            read_positions(path)

    def test_a_file_opened_for_text_is_refused(self) -> None:
        with pytest.raises(TypeError, match="must be opened in binary mode"):
            read_positions(cast("Any", io.StringIO("4k3")))

    def test_what_is_not_there_is_the_systems_error(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError):
            read_positions(tmp_path / "nowhere")
        with pytest.raises(IsADirectoryError):
            read_positions(tmp_path)

    @pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="root may read all")
    def test_what_may_not_be_read_is_the_systems_error(self, tmp_path: Path) -> None:
        (tmp_path / "secret").touch(mode=0)
        with pytest.raises(PermissionError):
            read_positions(tmp_path / "secret")

    def test_a_failing_disk_names_the_file(self) -> None:
        class Failing:
            name = "games.epd"

            def read(self, _size: int) -> bytes:
                raise OSError(5, "broken")

        with pytest.raises(OSError, match=r"broken: 'games.epd'"):
            read_positions(cast("Any", Failing()))


class TestGzip:
    """What is zipped."""

    PACKED = gzip.compress(b"\n".join(SHIPPED))

    @pytest.mark.parametrize("cut", [3, 9, 20, 1000, -9, -8, -4, -1])
    def test_what_ends_too_early_is_refused(self, cut: int) -> None:
        with pytest.raises(ValueError, match=r"^the file: the gzip data ends early$"):
            read_positions(io.BytesIO(self.PACKED[:cut]))

    @pytest.mark.parametrize("place", [2, 10, 500, -8, -1])
    def test_what_is_damaged_is_refused(self, place: int) -> None:
        damaged = bytearray(self.PACKED)
        damaged[place] ^= 0x55
        with pytest.raises(ValueError, match=r"^the file"):
            read_positions(io.BytesIO(damaged))

    def test_members_follow_each_other(self) -> None:
        parts: Iterable[bytes] = [b"\n".join(SHIPPED[:50]), b"\n" + b"\n".join(SHIPPED[50:])]
        content = b"".join(map(gzip.compress, parts)) + bytes(1000)
        assert read_positions(io.BytesIO(content)) == read_positions(source(*SHIPPED))

    def test_what_follows_the_last_member_must_be_zeros(self) -> None:
        with pytest.raises(ValueError, match=r"^the file: the gzip data is corrupt$"):
            read_positions(io.BytesIO(self.PACKED + b"\0xyz"))

    def test_a_file_of_the_caller_that_unzips_is_refused_likewise(self) -> None:
        with (
            gzip.open(io.BytesIO(self.PACKED[:-9])) as file,
            pytest.raises(ValueError, match=r"^the file: Compressed file ended"),
        ):
            read_positions(cast("Any", file))
        with (
            gzip.open(io.BytesIO(self.PACKED + b"xyz")) as file,
            pytest.raises(OSError, match="Not a gzipped file"),
        ):
            read_positions(cast("Any", file))

    def test_a_file_of_the_caller_that_unzips_in_another_way_is_refused_likewise(self) -> None:
        damaged = bytearray(lzma.compress(bytes(10_000)))
        damaged[40] ^= 0xFF
        with (
            lzma.open(io.BytesIO(damaged)) as file,
            pytest.raises(ValueError, match=r"^the file: Corrupt input data"),
        ):
            read_positions(cast("Any", file))

    def test_a_bomb_is_not_unpacked_whole(self) -> None:
        bomb = gzip.compress(bytes(1 << 26))
        tracemalloc.start()
        try:
            with pytest.raises(PositionError, match="line 1, column 4097"):
                read_positions(io.BytesIO(bomb))
            assert tracemalloc.get_traced_memory()[1] < 1 << 24
        finally:
            tracemalloc.stop()


def test_any_exception_is_one_sentence() -> None:
    with pytest.raises(PositionError) as caught:
        read_positions(source(b"4k3/8/8/8/8/8/8/4K3 w \x1b[31m -"))
    assert re.fullmatch(r"[ -~]+", str(caught.value))

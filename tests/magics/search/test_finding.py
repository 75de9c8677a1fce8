"""Finding magics: valid, seeded, the same with any number of threads, and soon over if stopped."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import magicbb as mb
from magicbb.geometry.sliders import BISHOP, QUEEN, SLIDERS, Slider
from magicbb.magics.magic import MOST_BITS

if TYPE_CHECKING:
    from collections.abc import Callable

    from magicbb.magics.magic import Magic

KINDS = ("white", "black")
PLACES = [(slider, square) for slider in SLIDERS for square in range(64)]

every_slider = pytest.mark.parametrize("slider", SLIDERS, ids=str)
every_kind = pytest.mark.parametrize("kind", KINDS)

seeds = st.integers(0, 2**64 - 1)


def mask_bits(slider: Slider, square: int) -> int:
    """Return as many bits as the mask has squares."""
    return slider.mask(square).bit_count()


# ---- One square ----


@every_slider
@every_kind
@given(square=st.integers(0, 63), seed=seeds)
def test_what_is_found_is_a_magic(slider: Slider, kind: str, square: int, seed: int) -> None:
    magic = mb.find(slider, square, kind=kind, seed=seed)
    assert (magic.piece, magic.square, magic.kind) == (slider, square, kind)
    assert magic.bits == mask_bits(slider, square)
    magic.check()


@every_kind
@pytest.mark.parametrize("seed", range(5))
def test_fewer_bits_are_found_where_they_are_known_to_do(kind: str, seed: int) -> None:
    # Published for white by Gerd Isenberg, for black by the author of Stormphrax.
    magic = mb.find("bishop", "a1", bits=5, kind=kind, seed=seed)
    assert magic.bits == 5
    magic.check()


@pytest.mark.parametrize("bits", [None, 5], ids=["easy", "dense"])
@every_kind
def test_equal_seeds_find_equal_magics(bits: int | None, kind: str) -> None:
    assert mb.find("bishop", "a1", bits, kind, seed=3) == mb.find(
        "bishop", "a1", bits, kind, seed=3
    )


@pytest.mark.parametrize("bits", [None, 5], ids=["easy", "dense"])
@every_kind
def test_another_seed_finds_another_magic(bits: int | None, kind: str) -> None:
    found = {mb.find("bishop", "a1", bits, kind, seed=seed).magic for seed in range(5)}
    assert len(found) > 1


def test_the_first_seed_is_taken_when_nothing_is_said() -> None:
    assert mb.find("rook", "a1") == mb.find("rook", "a1", seed=1)


@pytest.mark.parametrize("seed", [0, 2**64 - 1])
def test_any_64_bits_are_a_seed(seed: int) -> None:
    mb.find("rook", "a1", seed=seed).check()


@every_slider
def test_slider_and_square_may_be_named(slider: Slider) -> None:
    assert mb.find(slider.name, "e4") == mb.find(slider, 28)


def test_progress_is_reported_while_a_search_goes_on() -> None:
    reported: list[int] = []
    with pytest.raises(mb.errors.MagicNotFoundError):
        mb.find("rook", "h1", bits=11, tries=30_000, on_progress=reported.append)
    assert reported == sorted({*reported})
    assert reported[-1] == 30_000


def test_tries_that_are_used_up_are_said_to_be() -> None:
    # Nobody knows a white magic with 11 bits for the rook on h1.
    with pytest.raises(
        mb.errors.MagicNotFoundError, match=r"^no white magic with 11 bits for rook h1 .*100"
    ):
        mb.find("rook", "h1", bits=11, tries=100)


def test_tries_do_not_change_what_is_found() -> None:
    assert mb.find("bishop", "a1", 5, tries=10**9) == mb.find("bishop", "a1", 5)


def test_an_interruption_while_reporting_ends_the_search() -> None:
    def interrupt(_: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mb.find("rook", "h1", bits=11, on_progress=interrupt)


# ---- All squares ----


@every_kind
@given(seed=seeds)
def test_all_squares_get_magics_in_order(kind: str, seed: int) -> None:
    magics = mb.find_all(kind, seed=seed)
    assert [(magic.piece, magic.square) for magic in magics] == PLACES
    assert all(magic.kind == kind for magic in magics)
    mb.Table(mb.tables.Scheme(kind, "concatenated"), magics)  # checks them on all keys


@every_kind
@given(seed=seeds, data=st.data())
def test_any_larger_numbers_of_bits_are_taken(kind: str, seed: int, data: st.DataObject) -> None:
    place = data.draw(st.sampled_from(PLACES))
    magic = mb.find(*place, data.draw(st.integers(mask_bits(*place), MOST_BITS)), kind, seed=seed)
    magic.check()


@every_kind
def test_each_is_what_is_found_for_its_square_alone(kind: str) -> None:
    alone = tuple(mb.find(*place, kind=kind, seed=6) for place in PLACES)
    assert mb.find_all(kind, seed=6) == alone


def some_fewer_bits(slider: Slider, square: int) -> int:
    """Return fewer bits than the mask has squares where that is quickly found."""
    return mask_bits(slider, square) - (slider == BISHOP and square in {0, 7, 56, 63})


@every_kind
def test_each_is_what_is_found_alone_with_fewer_bits_too(kind: str) -> None:
    alone = tuple(mb.find(*place, some_fewer_bits(*place), kind=kind, seed=6) for place in PLACES)
    assert mb.find_all(kind, some_fewer_bits, seed=6) == alone


@every_kind
@pytest.mark.parametrize("bits", [None, some_fewer_bits], ids=["easy", "dense"])
@pytest.mark.parametrize("threads", [2, 7])
def test_threads_make_no_difference(
    kind: str, bits: Callable[[Slider, int], int] | None, threads: int
) -> None:
    one = mb.find_all(kind, bits, seed=5, threads=1)
    assert mb.find_all(kind, bits, seed=5, threads=threads) == one


def test_the_number_of_bits_is_asked_for_each_square() -> None:
    magics = mb.find_all(bits=lambda slider, square: mask_bits(slider, square) + square % 2)
    assert [magic.bits - mask_bits(magic.piece, magic.square) for magic in magics] == [0, 1] * 64
    for magic in magics[::9]:
        magic.check()


def test_none_leaves_the_number_of_bits_open() -> None:
    assert mb.find_all(bits=lambda _slider, _square: None) == mb.find_all()


def test_another_seed_finds_other_magics() -> None:
    one, other = mb.find_all(seed=1), mb.find_all(seed=2)
    same = sum(magic.magic == rival.magic for magic, rival in zip(one, other, strict=True))
    assert same < 64


def test_squares_of_equal_masks_have_streams_of_their_own() -> None:
    assert len({magic.magic for magic in mb.find_all(seed=1)}) > 100


@pytest.mark.parametrize("threads", [1, 2])
def test_every_magic_is_reported_once(threads: int) -> None:
    found: list[Magic] = []
    magics = mb.find_all(bits=some_fewer_bits, threads=threads, on_found=found.append)
    assert len(found) == 128
    assert {*found} == {*magics}


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("after", [0, 60, 125])
def test_an_error_of_the_listener_ends_the_search(threads: int, after: int) -> None:
    found: list[Magic] = []

    def listen(magic: Magic) -> None:
        found.append(magic)
        if len(found) > after:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        mb.find_all(bits=some_fewer_bits, threads=threads, on_found=listen)
    assert len(found) <= after + threads


# ---- Interruptions of a search that would go on for ever ----

HOPELESS = """
    import threading, magicbb as mb

    def bits(slider, square):  # nobody knows a magic for the first, the second is quickly found
        return {(mb.ROOK, 7): 11, (mb.BISHOP, 63): 5}.get((slider, square))

    def last(magic):
        return magic.piece == mb.BISHOP and magic.square == 63
"""


def run(script: str) -> subprocess.Popen[str]:
    """Start a script that searches for what nobody has found."""
    text = textwrap.dedent(HOPELESS) + textwrap.dedent(script)
    return subprocess.Popen(  # noqa: S603  our own script
        [sys.executable, "-c", text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )


def ending(process: subprocess.Popen[str]) -> str:
    """Return the last line of what a script says at its end, which must be soon."""
    try:
        return process.communicate(timeout=30)[1].strip().splitlines()[-1]
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(
    "search",
    [
        "mb.find('rook', 'h1', 11, on_progress=lambda tries: print(flush=True))",
        "mb.find_all(bits=bits, threads=2, on_found=lambda m: last(m) and print(flush=True))",
    ],
    ids=["one square", "all squares"],
)
def test_ctrl_c_ends_a_search(search: str) -> None:
    process = run(search)
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert ending(process) == "KeyboardInterrupt"


def test_ctrl_c_ends_a_search_that_is_just_starting_its_threads() -> None:
    process = run("""
        start = threading.Thread.start

        def interrupted(thread):
            start(thread)
            raise KeyboardInterrupt

        threading.Thread.start = interrupted
        mb.find_all(bits=bits, threads=2)
    """)
    assert ending(process) == "KeyboardInterrupt"


def test_an_error_in_one_thread_ends_the_others() -> None:
    process = run("""
        def fail(magic):
            if last(magic):  # found while the search for the rook's goes on
                raise ZeroDivisionError

        mb.find_all(bits=bits, threads=2, on_found=fail)
    """)
    assert ending(process) == "ZeroDivisionError"


# ---- Bad input ----


@pytest.mark.parametrize("slider", [QUEEN, "queen"], ids=str)
def test_the_queen_has_no_magics(slider: Slider | str) -> None:
    with pytest.raises(ValueError, match=r'^piece must be "rook" or "bishop"'):
        mb.find(slider, "a1")


@pytest.mark.parametrize(
    ("slider", "error"), [("knight", ValueError), (None, TypeError), (0, TypeError)]
)
def test_another_slider_is_refused(slider: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^piece must be "):
        mb.find(slider, "a1")


@pytest.mark.parametrize(
    ("square", "error"),
    [(64, ValueError), (-1, ValueError), ("i9", ValueError), (3.5, TypeError), (None, TypeError)],
)
def test_another_square_is_refused(square: Any, error: type[Exception]) -> None:
    with pytest.raises(
        error, match=rf'^square must be 0..63 or a name such as "e4", got {square!r}$'
    ):
        mb.find("rook", square)


@every_slider
@given(square=st.integers(0, 63), data=st.data())
def test_fewer_bits_than_the_attack_sets_need_are_refused(
    slider: Slider, square: int, data: st.DataObject
) -> None:
    least = (slider.attack_sets(square) - 1).bit_length()
    bits = data.draw(st.integers(0, least - 1))
    rule = f"bits must be {least}..{MOST_BITS} for {slider} {mb.geometry.square_name(square)}"
    with pytest.raises(ValueError, match=f"^{rule}, got {bits}$"):
        mb.find(slider, square, bits)


@pytest.mark.parametrize(
    ("bits", "error"),
    [
        (-1, ValueError),
        (MOST_BITS + 1, ValueError),
        (10**30, ValueError),
        ("12", TypeError),
        (12.0, TypeError),
    ],
)
def test_another_number_of_bits_is_refused(bits: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=f"^bits must be 6..{MOST_BITS} for rook a1, got {bits!r}$"):
        mb.find("rook", "a1", bits)


@pytest.mark.parametrize("kind", ["grey", "", None, 1, []])
def test_another_kind_is_refused(kind: Any) -> None:
    for search in (lambda: mb.find("rook", "a1", kind=kind), lambda: mb.find_all(kind)):
        with pytest.raises(ValueError, match=r'^kind must be one of "white", "black", .*, got '):
            search()


@pytest.mark.parametrize(
    ("seed", "error"),
    [(-1, ValueError), (2**64, ValueError), ("1", TypeError), (1.0, TypeError), (None, TypeError)],
)
def test_another_seed_is_refused(seed: Any, error: type[Exception]) -> None:
    for search in (lambda: mb.find("rook", "a1", seed=seed), lambda: mb.find_all(seed=seed)):
        with pytest.raises(error, match=r"^seed must be an integer from 0 to 2\*\*64 - 1, got "):
            search()


@pytest.mark.parametrize(
    ("tries", "error"), [(0, ValueError), (-1, ValueError), (2**63, ValueError), (1.5, TypeError)]
)
def test_another_number_of_tries_is_refused(tries: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^tries must be an integer from 1 to 2\*\*63 - 1, got "):
        mb.find("rook", "a1", tries=tries)


@pytest.mark.parametrize(("threads", "error"), [(0, ValueError), ("2", TypeError)])
def test_another_number_of_threads_is_refused(threads: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"^threads must be 1..4096, got "):
        mb.find_all(threads=threads)


@pytest.mark.parametrize("bits", [12, [12] * 128])
def test_what_cannot_be_asked_for_bits_is_refused(bits: Any) -> None:
    with pytest.raises(TypeError, match="bits"):
        mb.find_all(bits=bits)

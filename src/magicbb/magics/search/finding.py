"""Finding a magic for one square, or for all squares."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer, parse_seed, short_repr
from magicbb.compile.threads import run_each, thread_count
from magicbb.geometry.sliders import ROOK, parse_rook_or_bishop
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import PLACES, all_keys, row_name, row_of
from magicbb.magics.kinds import WHITE_AND_BLACK
from magicbb.magics.magic import MOST_BITS, Magic, parse_kind
from magicbb.magics.search.annealing.runs import RUNS, anneal_runs
from magicbb.magics.search.construct import construct_for, states_of
from magicbb.magics.search.dense import DenseSearch
from magicbb.magics.search.errors import MagicNotFoundError
from magicbb.magics.search.halves import find_halves
from magicbb.magics.settled import EXISTS, settled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.geometry.sliders import Slider

_SLICE = 1 << 13
"""The number of choices per call of the dense search; a call takes a few ms, so Ctrl-C works."""


def find(
    piece: Slider | str,
    square: int | str,
    bits: int | None = None,
    kind: str = "white",
    *,
    seed: int = 1,
    tries: int | None = None,
    objective: str = "bits",
    anyway: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> Magic:
    """Find a magic for one square.

    Settled questions are answered without a search: if there is provably no magic, an error is
    raised, and for a rook, a known magic with fewer bits than mask squares is returned.

    Args:
        piece: `ROOK`, `BISHOP` or a name.
        square: 0..63 or a name.
        bits: Index bits (default: the number of mask squares). With that many or more, a magic is
            constructed in microseconds. With fewer, the search takes a second for bishop squares
            known to have such a magic, but very long for open cases.
        kind: "white", "black" or "white-32".
        seed: 0..2**64 - 1. Equal arguments give equal magics.
        tries: The maximum number of random choices in a search for fewer bits (default: no limit).
            With an objective other than "bits", the number of annealing runs (default: 16).
        objective: "bits" for any magic with that many bits. With the other objectives, white or
            black magics are annealed: "used" for few slots, "range" for slots in a short range,
            "packed" for few slots in few blocks.
        anyway: Search for fewer bits with this seed even if the answer is known.
        on_progress: Called every few milliseconds with the number of tries so far.

    Raises:
        ValueError: An argument is out of range, or there are more attack sets than indices.
        TypeError: An argument has the wrong type.
        MagicNotFoundError: There is provably no such magic, or none was found within the
            allowed tries.

    >>> find("rook", "a1", seed=1).check()
    >>> find("bishop", "b1", bits=4, seed=1).bits
    4
    """
    place = parse_rook_or_bishop(piece), parse_square(square)
    wanted = parse_bits(place, bits)
    kind, seed = parse_kind(kind), parse_seed(seed)
    if tries is not None:
        least = 1 if objective == "bits" else 0  # with zero runs, the constructed magic is returned
        said = f"tries must be an integer from {least} to 2**63 - 1"
        tries = parse_integer(tries, 2**63, said, start=least)
    known = None if anyway else known_magic(place, wanted, kind)
    if known is not None and objective == "bits":
        return known
    if objective != "bits":
        runs = range(RUNS if tries is None else tries)
        factor = anneal_runs(place, wanted, kind, objective, runs, seed=seed, on_slice=on_progress)
        if factor is None:
            raise _not_found(place, wanted, kind, len(runs))
        return Magic(*place, kind, wanted, factor)
    if not _is_dense(place, wanted):
        return _construct_all([place], [wanted], kind, seed)[0]
    search = _dense_search(place, wanted, kind, seed)
    while not search.advance(_SLICE if tries is None else min(_SLICE, tries - search.tried)):
        if on_progress is not None:
            on_progress(search.tried)
        if tries is not None and search.tried >= tries:
            raise _not_found(place, wanted, kind, tries)
    return Magic(*place, kind, wanted, search.factor)


def known_magic(place: tuple[Slider, int], bits: int, kind: str) -> Magic | None:
    """A known rook magic with fewer bits than mask squares, or None.

    For bishops, the result is None: a square that has such magics has many, so that a search finds
    one in seconds.

    Raises:
        MagicNotFoundError: There is provably no such magic.

    >>> known_magic((ROOK, parse_square("a8")), 11, "white")
    Magic('rook', 'a8', 'white', 11, 0xebffffb9ff9fc526)
    """
    known = settled(*place, kind, bits) if _is_dense(place, bits) else None
    if known is None:
        return None
    if known.status != EXISTS:
        raise MagicNotFoundError(f"{known}; to search all the same, use --anyway (anyway=True)")
    if place[0] != ROOK or known.magic is None:
        return None
    return replace(known.magic, bits=bits)


def _not_found(place: tuple[Slider, int], bits: int, kind: str, tries: int) -> MagicNotFoundError:
    where = row_name(row_of(*place))
    tried = "1 try" if tries == 1 else f"{tries:,} tries"
    return MagicNotFoundError(f"no {kind} magic with {bits} bits for {where} in {tried}")


def find_all(
    kind: str = "white",
    bits: Callable[[Slider, int], int | None] | None = None,
    *,
    seed: int = 1,
    threads: int | None = None,
    anyway: bool = False,
    on_found: Callable[[Magic], None] | None = None,
) -> tuple[Magic, ...]:
    """Find magics for all squares of both sliders: rook a1 to h8, then bishop a1 to h8.

    Each magic is the one that `find` returns for its square, however many threads are used.

    Args:
        kind: "white", "black" or "white-32".
        bits: A function from (slider, square) to index bits (default: the number of mask squares).
        seed: 0..2**64 - 1.
        threads: The number of threads that search for magics with fewer bits than mask squares
            (default: all cores).
        anyway: Search for fewer bits even if the answer is known, as in `find`.
        on_found: Called with each magic as it is found, possibly from several threads.

    Raises:
        ValueError, TypeError, MagicNotFoundError: As for `find`.

    >>> magics = find_all(seed=1)
    >>> len(magics), magics[0] == find("rook", "a1", seed=1)
    (128, True)
    """
    kind, seed = parse_kind(kind), parse_seed(seed)
    count = thread_count(threads)
    if bits is not None and not callable(bits):
        raise TypeError(f"bits must be a function of (slider, square), got {short_repr(bits)}")
    wanted = {place: parse_bits(place, bits and bits(*place)) for place in PLACES}
    found: dict[tuple[Slider, int], Magic] = {}
    stopped = threading.Event()

    def keep(magic: Magic) -> None:
        found[magic.piece, magic.square] = magic
        if on_found is not None:
            on_found(magic)

    def search_one(place: tuple[Slider, int]) -> None:
        search = _dense_search(place, wanted[place], kind, seed)
        while not stopped.is_set():
            if search.advance(_SLICE):
                keep(Magic(*place, kind, wanted[place], search.factor))
                return

    # Calling _is_dense for each of the 128 magics would take a twentieth of the total time.
    easy = [place for place in PLACES if bits is None or not _is_dense(place, wanted[place])]
    for magic in _construct_all(easy, [wanted[place] for place in easy], kind, seed):
        keep(magic)
    dense = [place for place in PLACES if place not in found]
    if not anyway:
        known = [known_magic(place, wanted[place], kind) for place in dense]
        for magic in filter(None, known):
            keep(magic)
        dense = [place for place in dense if place not in found]
    run_each(search_one, dense, count, stopped)
    return tuple(found[place] for place in PLACES)


def _construct_all(
    places: Sequence[tuple[Slider, int]], bits: Sequence[int], kind: str, seed: int
) -> list[Magic]:
    if kind == "white-32":
        factors = find_halves(places, bits, states_of(places, bits, kind, seed))
    else:
        factors = construct_for(places, bits, kind, seed)
    return [
        Magic(*place, kind, count, factor)
        for place, count, factor in zip(places, bits, factors, strict=True)
    ]


def _dense_search(place: tuple[Slider, int], bits: int, kind: str, seed: int) -> DenseSearch:
    if kind not in WHITE_AND_BLACK:
        rule = "magics with fewer bits than mask squares must be white or black"
        raise ValueError(f"{rule}, got {kind}")
    (slider, square), keys = place, all_keys()
    attacks = keys.attacks_of(*place)
    (state,) = states_of([place], [bits], kind, seed)
    return DenseSearch(slider.mask(square), bits, attacks, state, black=kind == "black")


def _is_dense(place: tuple[Slider, int], bits: int) -> bool:
    slider, square = place
    return bits < slider.mask(square).bit_count()


def parse_bits(place: tuple[Slider, int], bits: int | None) -> int:
    """The index bits of a magic: by default, as many as the mask has squares.

    Raises:
        ValueError: There are too few for the attack sets of the square, or more than `MOST_BITS`.
        TypeError: They are not an integer.
    """
    slider, square = place
    if bits is None:
        return slider.mask(square).bit_count()
    least = (slider.attack_sets(square) - 1).bit_length()  # enough to tell all attack sets apart
    rule = f"bits must be {least}..{MOST_BITS} for {row_name(row_of(*place))}"
    return parse_integer(bits, MOST_BITS + 1, rule, start=least)

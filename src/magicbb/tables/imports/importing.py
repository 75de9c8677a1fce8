"""The other way in: magics pasted from source code.

Which array is what, in which order and with which shifts, is found out: by names where there are
some, by masks where they are there, and by trying all keys. What is right on most squares is taken
for what was meant, so that a wrong number is named and not an array refused.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.files import source_name
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS, parse_slider
from magicbb.magics.files import naming
from magicbb.magics.texts import check_length, one_form, read_text
from magicbb.tables.imports.assembling import assemble
from magicbb.tables.imports.findings import MOST_NAMED, listed
from magicbb.tables.imports.fixed import fixed_among
from magicbb.tables.imports.halves import joined_halves
from magicbb.tables.imports.parts import Part
from magicbb.tables.imports.rivals import method_of
from magicbb.tables.imports.sources.arrays import arrays_of
from magicbb.tables.imports.sources.source_text import SourceText
from magicbb.tables.imports.special import special_trials
from magicbb.tables.imports.trials import Trial, trials_of
from magicbb.tables.imports.widths import widths_for
from magicbb.tables.one_slider import alone

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.findings import Imported
    from magicbb.tables.imports.fixed import Fixed
    from magicbb.tables.imports.sources.pasted import Pasted, PastedArray


def import_magics(
    source: str | os.PathLike[str],
    *more: str | os.PathLike[str],
    piece: Slider | str | None = None,
    magics_only: bool = False,
) -> Imported:
    """Read magics out of source code in C, C++, Rust, Go, Java, C#, Zig, JavaScript or Python.

    What else plays a part in looking up is read and checked, too: masks, shifts or index bits,
    offsets, lines, lists of attack sets, the slots of a table.

    Args:
        source: The name of a file, or the text itself: a string with a line break or a brace in it
            is text, any other string is a name, and so is every `Path`; "-" is standard input.
        more: Other files or texts that belong to it, as one for each slider.
        piece: Rook or bishop, if only its magics are there or only they count. In the table, those
            of the other slider are constructed.
        magics_only: Whether to look at the magics and their shifts alone.

    Returns:
        The table, verified, and how the arrays were understood; `str()` of it says so in words, and
        what was not checked.

    Raises:
        ValueError: There are no magics for both sliders, or more than one choice; or a number is
            wrong, which is named with its square and line. `CollisionError` if a number is not a
            magic.
        OSError: The file cannot be read.

    >>> from magicbb.magics.search import find_all
    >>> magics = [f"0x{magic.factor:x}ULL" for magic in find_all(seed=1)]
    >>> text = "U64 rook[64] = {" + ",".join(magics[:64]) + "};"
    >>> text += "U64 bishop[64] = {" + ",".join(magics[64:]) + "};"
    >>> print(import_magics(text))
    rook magics from rook (line 1), bishop magics from bishop (line 1)
    white magics in the order of their bits; as many index bits as the masks have squares
    """
    sources = [source, *more]
    texts = [_text(each, number) for number, each in enumerate(sources, 1)]
    if not more:
        texts = [SourceText(texts[0].content)]
    names = [each for each in sources if not _is_text(each)]
    with naming(*names):
        return import_texts(texts, one_or_both(piece), magics_only=magics_only)


def one_or_both(piece: Slider | str | None) -> tuple[Slider, ...]:
    """The sliders that a piece stands for, of which None is both.

    Raises:
        ValueError: It is neither rook nor bishop.
    """
    if piece is None:
        return SLIDERS
    slider = parse_slider(piece)
    if slider not in SLIDERS:
        raise ValueError(f"piece must be rook or bishop, got {slider}")
    return (slider,)


def _is_text(source: str | os.PathLike[str]) -> bool:
    return isinstance(source, str) and any(sign in source for sign in "\n\r{}")


def _text(source: str | os.PathLike[str], number: int) -> SourceText:
    if isinstance(source, str) and _is_text(source):
        check_length(len(source))
        return SourceText(one_form(source), f"text {number}")
    return SourceText(read_text(source), source_name(source))


def import_texts(
    texts: Sequence[SourceText],
    sliders: tuple[Slider, ...] = SLIDERS,
    *,
    magics_only: bool = False,
) -> Imported:
    """As `import_magics`, of texts, for these sliders.

    Raises:
        ValueError: As `import_magics`; a text's complaint if nothing is like an array of squares.
    """
    pasted = arrays_of(texts)
    if not pasted.arrays and not pasted.misfits:
        complaints = (text.complaint for text in texts if text.complaint is not None)
        sentence = method_of(texts, []) or "there is no array of 64 or 128 numbers in it"
        raise next(complaints, ValueError(sentence))
    fixed = fixed_among(pasted.arrays)
    halves = joined_halves(pasted.arrays)
    halves = {array: pair for array, pair in halves.items() if not {*pair} & {*fixed}}
    fixed |= fixed_among([*halves])
    known = {*fixed, *(half for array in fixed for half in halves.get(array, ()))}
    halves = {
        array: pair for array, pair in halves.items() if array in fixed or not {*pair} & known
    }
    arrays = [*halves, *pasted.arrays]
    others = _different([array for array in arrays if array not in known])
    candidates = _all_candidates(others, fixed, sliders)
    if not any(candidates.values()):
        rival = method_of(texts, arrays)
        if rival is not None:
            raise ValueError(rival)
    parts = _parts(candidates, pasted, others, halves, sliders)
    return assemble(parts, others, fixed, pasted, halves, magics_only=magics_only)


def _different(arrays: Sequence[PastedArray]) -> list[PastedArray]:
    """The first of those with the same numbers, unless they are fields of different records."""
    seen: dict[tuple[int, tuple[int, ...]], PastedArray] = {}
    for array in arrays:
        large = any(abs(number) >= 2**32 for number in array.numbers)
        seen.setdefault((0 if large else array.table, array.numbers), array)
    return [*seen.values()]


_Candidates = dict["Slider", dict["PastedArray", Part]]
"""For each slider the arrays that may be its magics, and the best reading of each."""


def _all_candidates(
    arrays: Sequence[PastedArray], fixed: dict[PastedArray, Fixed], sliders: Sequence[Slider]
) -> _Candidates:
    """The readings as usual magics; if there are none, as special ones, or as masks for PEXT."""
    candidates = _candidates(trials_of(arrays), arrays)
    if not all(candidates[slider] for slider in sliders):
        orders = {role.mapping for role in fixed.values()} or MAPPINGS.values()
        special = _candidates(special_trials(arrays, orders), arrays)
        if all(special[slider] for slider in sliders):
            candidates = special
    if not any(candidates.values()):
        candidates = _without_magics(fixed, arrays) or candidates
    return candidates


def _parts(
    candidates: _Candidates,
    pasted: Pasted,
    arrays: Sequence[PastedArray],
    halves: dict[PastedArray, tuple[PastedArray, ...]],
    sliders: Sequence[Slider],
) -> list[Part]:
    """The reading for each slider; those of rook and bishop have to go together."""
    missing = [slider for slider in sliders if not candidates[slider]]
    if missing:
        raise ValueError(_why_missing(missing, candidates, pasted, arrays))
    for slider in sliders:
        for array in [*candidates[slider]]:  # a number that needs no second half has none
            mine = {*halves.get(array, ())}
            others = [each for each in candidates[slider] if each != array]
            if any(each in mine or {*halves.get(each, ())} & mine for each in others):
                del candidates[slider][array]
        if len(candidates[slider]) > 1:
            names = listed([*map(str, candidates[slider])])
            raise ValueError(f"it holds several arrays of {slider} magics: {names}; keep one")
    parts = [next(iter(candidates[slider].values())) for slider in sliders]
    if len(parts) > 1:
        _check_pair(*parts)
    return parts


def _check_pair(rook: Part, bishop: Part) -> None:
    """Refuse magics that no engine can use together."""
    if rook.trial.kind != bishop.trial.kind:
        raise ValueError(
            f"{rook.trial.array} holds {rook.trial.kind} magics and {bishop.trial.array} "
            f"{bishop.trial.kind} ones; a table has one kind"
        )
    if rook.trial.mapping != bishop.trial.mapping:
        raise ValueError(
            f"{rook.trial.array} is in the order {rook.trial.mapping.name} and "
            f"{bishop.trial.array} in the order {bishop.trial.mapping.name}; no engine can use both"
        )


def _candidates(
    trials: Sequence[Trial], arrays: Sequence[PastedArray]
) -> dict[Slider, dict[PastedArray, Part]]:
    """The best reading of each array that may be magics, by slider."""
    found: dict[Slider, dict[PastedArray, Part]] = {slider: {} for slider in SLIDERS}
    for trial in trials:
        widths = widths_for(trial, arrays)
        width = trial.width([width for width, _ in widths])
        if width is None:
            continue
        width_array = next((array for each, array in widths if each is width), None)
        part = Part(trial, width, width_array)
        best = found[trial.slider].get(trial.array)
        if best is None or part.right > best.right:
            found[trial.slider][trial.array] = part
    return found


def _without_magics(
    fixed: dict[PastedArray, Fixed], arrays: Sequence[PastedArray]
) -> dict[Slider, dict[PastedArray, Part]] | None:
    """Masks with offsets beside them, which PEXT can do with."""
    found: dict[Slider, dict[PastedArray, Part]] = {slider: {} for slider in SLIDERS}
    for array, role in fixed.items():
        if role.what == "masks" and arrays:
            bits = [role.slider.mask(square).bit_count() for square in range(64)]
            least = np.array(bits, np.uint8)
            nothing = np.zeros(64, np.uint64)
            trial = Trial(array, role.slider, "pext", role.mapping, nothing, least)
            width = trial.width([])
            if width is not None:
                found[role.slider][array] = Part(trial, width, None)
    return found if all(found.values()) else None


def _why_missing(
    missing: Sequence[Slider],
    candidates: dict[Slider, dict[PastedArray, Part]],
    pasted: Pasted,
    arrays: Sequence[PastedArray],
) -> str:
    """One sentence about magics that are not there."""
    clauses = pasted.misfits[:MOST_NAMED]
    for array in arrays:
        large = sum(number >= 2**32 for number in array.numbers)
        too_long = [n for n in array.numbers if not -(2**63) <= n < 2**64]
        if too_long and large > 32:  # noqa: PLR2004 (half of the squares)
            place = array.numbers.index(too_long[0]) + 1
            clauses.append(f"{array}: number {place} is longer than 64 bits")
    there = [slider for slider in SLIDERS if candidates[slider]]
    if there:
        held = listed([*map(str, candidates[there[0]])])
        sentence = f"it holds {there[0]} magics, {held}, but no {missing[0]} magics"
    elif arrays:
        sentence = f"no array holds magics in any order; there is {listed([*map(str, arrays)])}"
    else:
        kind = "but masks " if pasted.arrays else ""
        sentence = f"there is no array of 64 or 128 numbers {kind}in it"
    if there and not clauses:
        clauses = [alone(there[0])]
    return "; ".join([sentence, *clauses[:MOST_NAMED]])

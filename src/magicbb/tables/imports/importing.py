"""Import magics pasted from source code.

The role and order of each array and the shifts are recognised by names and masks, if present, and
by trying all keys. An array that is correct for most squares is accepted in its role, so that
errors name the wrong numbers and the array is not rejected as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.tables.imports.analysis import Analysis
from magicbb.tables.imports.findings import MOST_NAMED, listed
from magicbb.tables.imports.recognition.halves import joined_halves, order_of_halves
from magicbb.tables.imports.recognition.index_bits import fixed_in_code, listed_index_bits
from magicbb.tables.imports.recognition.known_contents import known_among
from magicbb.tables.imports.recognition.rivals import method_of
from magicbb.tables.imports.recognition.special import special_trials
from magicbb.tables.imports.recognition.trials import Trial, may_be_magics, trials_of
from magicbb.tables.imports.slider_part import SliderPart
from magicbb.tables.imports.sources.arrays import arrays_of
from magicbb.tables.imports.sources.slider_names import slider_named
from magicbb.tables.one_slider import advice_to_verify_alone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.findings import Imported
    from magicbb.tables.imports.recognition.known_contents import KnownContents
    from magicbb.tables.imports.sources.pasted import Pasted, PastedArray
    from magicbb.tables.imports.sources.source_text import SourceText


def import_texts(
    texts: Sequence[SourceText],
    sliders: tuple[Slider, ...] = SLIDERS,
    *,
    magics_only: bool = False,
) -> Imported:
    """Read magics and other look-up data from source code.

    The other data are masks, shifts or index bits, offsets, lines, lists of attack sets, and slots.

    Args:
        texts: The source code.
        sliders: The sliders whose magics are read; magics for the other slider are constructed.
        magics_only: Whether to read only the magics and their shifts.

    Returns:
        The verified table and the interpretation of the arrays. `str()` describes the
        interpretation and lists unchecked items.

    Raises:
        ValueError: Magics for these sliders are missing or ambiguous, a number is wrong (the
            message gives its square and line), or the source has no per-square array (the error is
            then the text's `complaint`, if it has one). `CollisionError` if a number is not a
            magic.

    >>> from magicbb.magics.search import find_all
    >>> from magicbb.tables.imports.sources.source_text import SourceText
    >>> magics = [f"0x{magic.magic:x}ULL" for magic in find_all(seed=1)]
    >>> text = "U64 rook[64] = {" + ",".join(magics[:64]) + "};"
    >>> text += "U64 bishop[64] = {" + ",".join(magics[64:]) + "};"
    >>> print(import_texts([SourceText(text)]))
    rook magics from rook (line 1), bishop magics from bishop (line 1)
    white magics in bit order; one index bit per mask square
    """
    pasted = arrays_of(texts)
    if not pasted.arrays and not pasted.misfits:
        complaints = (text.complaint for text in texts if text.complaint is not None)
        sentence = method_of(texts, [], pasted.longs) or "no array of 64 or 128 numbers found"
        raise next(complaints, ValueError(sentence))
    known = known_among(pasted.arrays)
    halves = joined_halves(pasted.arrays)
    halves = {array: pair for array, pair in halves.items() if not {*pair} & {*known}}
    known |= known_among([*halves])
    explained = {*known, *(half for array in known for half in halves.get(array, ()))}
    halves = {
        array: pair for array, pair in halves.items() if array in known or not {*pair} & explained
    }
    arrays = [*halves, *pasted.arrays]
    others = _different([array for array in arrays if array not in explained])
    candidates = _all_candidates(others, known, sliders, pasted)
    if not any(candidates.values()):
        rival = method_of(texts, arrays, pasted.longs)
        if rival is not None:
            raise ValueError(rival)
    parts = _parts(candidates, pasted, others, halves, sliders)
    analysis = Analysis(parts, others, known, pasted, halves, magics_only=magics_only)
    return analysis.imported()


def _different(arrays: Sequence[PastedArray]) -> list[PastedArray]:
    """Drop duplicate arrays, except arrays of small numbers in different records."""
    seen: dict[tuple[int, tuple[int, ...]], PastedArray] = {}
    for array in arrays:
        large = any(abs(number) >= 2**32 for number in array.numbers)
        seen.setdefault((0 if large else array.table, array.numbers), array)
    return [*seen.values()]


_Candidates = dict["Slider", dict["PastedArray", SliderPart]]
"""For each slider, the candidate arrays for its magics and the best interpretation of each."""


def _all_candidates(
    arrays: Sequence[PastedArray],
    known: dict[PastedArray, KnownContents],
    sliders: Sequence[Slider],
    pasted: Pasted,
) -> _Candidates:
    """Interpret arrays as ordinary magics, or failing that as special magics or PEXT masks."""
    candidates = _candidates(trials_of(arrays), arrays, pasted)
    if not all(candidates[slider] for slider in sliders):
        orders = {role.mapping for role in known.values()} or MAPPINGS.values()
        special = _candidates(special_trials(arrays, orders), arrays, pasted)
        if all(special[slider] for slider in sliders):
            candidates = special
    if not any(candidates.values()):
        candidates = _without_magics(known, arrays) or candidates
    return candidates


def _parts(
    candidates: _Candidates,
    pasted: Pasted,
    arrays: Sequence[PastedArray],
    halves: dict[PastedArray, tuple[PastedArray, PastedArray]],
    sliders: Sequence[Slider],
) -> list[SliderPart]:
    """Choose the interpretation for each slider; those for rook and bishop must be compatible."""
    missing = [slider for slider in sliders if not candidates[slider]]
    if missing:
        raise ValueError(_why_missing(missing, candidates, pasted, arrays))
    for slider in sliders:
        for array in [*candidates[slider]]:  # discard if another candidate uses its halves
            mine = {*halves.get(array, ())}
            others = [each for each in candidates[slider] if each != array]
            if any(each in mine or {*halves.get(each, ())} & mine for each in others):
                del candidates[slider][array]
        if len(candidates[slider]) > 1:
            names = listed([*map(str, candidates[slider])])
            raise ValueError(f"it holds several arrays of {slider} magics: {names}; keep one")
    parts = [next(iter(candidates[slider].values())) for slider in sliders]
    if len(parts) > 1:
        _check_pair(parts[0], parts[1], halves)
    return parts


def _check_pair(
    rook: SliderPart, bishop: SliderPart, halves: dict[PastedArray, tuple[PastedArray, PastedArray]]
) -> None:
    """Raise an error if no engine could use these rook and bishop magics together."""
    if rook.trial.kind != bishop.trial.kind:
        raise ValueError(
            f"{rook.trial.array} holds {rook.trial.kind} magics and {bishop.trial.array} "
            f"holds {bishop.trial.kind} ones; a table can have only one kind"
        )
    if rook.trial.mapping != bishop.trial.mapping:
        raise ValueError(
            f"{rook.trial.array} is in the order {rook.trial.mapping.name} and "
            f"{bishop.trial.array} in the order {bishop.trial.mapping.name}; no engine can use both"
        )
    pairs = [halves[part.trial.array] for part in (rook, bishop) if part.trial.array in halves]
    orders = [order_of_halves(*pair) for pair in pairs]
    if len(orders) > 1 and orders[0] == orders[1][::-1]:
        raise ValueError(
            f"{pairs[0][0]} has the lower halves of the rook magics, but {pairs[1][1]} the upper "
            "halves of the bishop magics; no engine can use both"
        )


def _candidates(
    trials: Sequence[Trial], arrays: Sequence[PastedArray], pasted: Pasted
) -> dict[Slider, dict[PastedArray, SliderPart]]:
    """Find the best interpretation of each candidate array, by slider."""
    found: dict[Slider, dict[PastedArray, SliderPart]] = {slider: {} for slider in SLIDERS}
    for trial in trials:
        given = listed_index_bits(trial, arrays) or fixed_in_code(trial, pasted, arrays)
        index_bits = trial.index_bits([each for each, _ in given])
        if index_bits is None:
            continue
        index_bits_array = next((array for each, array in given if each is index_bits), None)
        part = SliderPart(trial, index_bits, index_bits_array)
        best = found[trial.slider].get(trial.array)
        if best is None or part.working > best.working:
            found[trial.slider][trial.array] = part
    return found


def _without_magics(
    known: dict[PastedArray, KnownContents], arrays: Sequence[PastedArray]
) -> dict[Slider, dict[PastedArray, SliderPart]] | None:
    """Interpret masks as PEXT masks, which need only offsets; None if a slider has no masks."""
    found: dict[Slider, dict[PastedArray, SliderPart]] = {slider: {} for slider in SLIDERS}
    for array, role in known.items():
        if role.what == "masks" and arrays:
            bits = [role.slider.mask(square).bit_count() for square in range(64)]
            least = np.array(bits, np.uint8)
            nothing = np.zeros(64, np.uint64)
            trial = Trial(array, role.slider, "pext", role.mapping, nothing, least)
            index_bits = trial.index_bits([])
            if index_bits is not None:
                found[role.slider][array] = SliderPart(trial, index_bits, None)
    return found if all(found.values()) else None


def _why_missing(
    missing: Sequence[Slider],
    candidates: dict[Slider, dict[PastedArray, SliderPart]],
    pasted: Pasted,
    arrays: Sequence[PastedArray],
) -> str:
    """Compose the error message about missing magics."""
    clauses = [str(misfit) for misfit in pasted.misfits[:MOST_NAMED]]
    for array in arrays:
        large = sum(number >= 2**32 for number in array.numbers)
        too_long = [n for n in array.numbers if not -(2**63) <= n < 2**64]
        if too_long and large > 32:  # noqa: PLR2004 (half of the squares)
            place = array.numbers.index(too_long[0]) + 1
            clauses.append(f"{array}: number {place} is longer than 64 bits")
    there = [slider for slider in SLIDERS if candidates[slider]]
    held = {array for slider in there for array in candidates[slider]}
    others = [each for each in arrays if there and each not in held and may_be_magics(each)]
    rejected = {each: f"{each} does not work in any square order" for each in others}
    clauses += [rejected[each] for each in others if slider_named(each.name) == missing[0].name]
    if there:
        names = listed([*map(str, candidates[there[0]])])
        sentence = f"it holds {there[0]} magics, {names}, but no {missing[0]} magics"
    elif arrays:
        sentence = f"no array holds magics in any square order; found {listed([*map(str, arrays)])}"
    else:
        kind = " except masks" if pasted.arrays else ""
        sentence = f"no array of 64 or 128 numbers found{kind}"
    if there and not clauses:
        unnamed = [rejected[each] for each in others if slider_named(each.name) is None]
        clauses = [*unnamed[: MOST_NAMED - 1], advice_to_verify_alone(there[0])]
    return "; ".join([sentence, *clauses[:MOST_NAMED]])

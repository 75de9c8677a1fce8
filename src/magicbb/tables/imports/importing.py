"""The other way in: magics pasted from anybody's source code.

Which array is what, in which order and with which shifts, is found out: by names where there are
some, by masks where they are there, and by trying all keys. What is right on most squares is taken
for what was meant, so that a wrong number is named and not an array refused.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.geometry.sliders import SLIDERS
from magicbb.lookup.keys import WIDEST_BITS, row_name
from magicbb.magics.collisions import CollisionError
from magicbb.magics.files import LARGEST_TEXT, Placed, check_length, decode, naming
from magicbb.magics.magic import Magic
from magicbb.tables.imports.findings import MOST_NAMED, Findings, Imported, listed
from magicbb.tables.imports.roles import masks_among, offsets_for, slider_named, widths_for
from magicbb.tables.imports.sources.arrays import arrays_in
from magicbb.tables.imports.trials import trials_of
from magicbb.tables.table import table_from

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator, Sequence

    from magicbb.geometry.mappings import Mapping
    from magicbb.geometry.sliders import Slider
    from magicbb.tables.imports.sources.arrays import Pasted, PastedArray
    from magicbb.tables.imports.trials import Trial, Width
    from magicbb.tables.table import Table

_APART = "the offsets count in two arrays, one for each slider"


@dataclass(frozen=True)
class _Part:
    """What is known of one slider."""

    trial: Trial
    width: Width
    width_array: PastedArray | None

    @property
    def right(self) -> int:
        return self.trial.right(self.width)


def import_magics(source: str | os.PathLike[str]) -> Imported:
    """Read magics out of source code in C, C++, Rust, Go, Java, C#, Zig, JavaScript or Python.

    Args:
        source: The name of a file, or the text itself: a string with a line break or a brace in it
            is text, any other string is a name, and so is every `Path`.

    Returns:
        The table, verified, and how the arrays were understood; `str()` of it says so in words.

    Raises:
        ValueError: There are no magics for both sliders, or more than one choice. `CollisionError`
            where a magic is none.
        OSError: The file cannot be read.

    >>> from magicbb.magics.search import find_all
    >>> magics = [f"0x{magic.factor:x}ULL" for magic in find_all(seed=1)]
    >>> text = "U64 rook[64] = {" + ",".join(magics[:64]) + "};"
    >>> text += "U64 bishop[64] = {" + ",".join(magics[64:]) + "};"
    >>> print(import_magics(text))
    rook magics from rook (line 1), bishop magics from bishop (line 1)
    white magics in the order of their bits; as many index bits as the masks have squares
    """
    if isinstance(source, str) and any(sign in source for sign in "\n\r{}"):
        check_length(len(source))
        return import_text(source)
    with Path(source).open("rb") as file, naming(source):
        return import_text(decode(file.read(LARGEST_TEXT + 1)))


def import_text(text: str, otherwise: ValueError | None = None) -> Imported:
    """As `import_magics`, of a text.

    Raises:
        ValueError: As `import_magics`; `otherwise` if there is nothing like an array of squares.
    """
    pasted = arrays_in(text)
    if not pasted.arrays and not pasted.misfits:
        raise otherwise or ValueError("there is no array of 64 or 128 numbers in it")
    masks = masks_among(pasted.arrays)
    others = _different([array for array in pasted.arrays if array not in masks])
    parts = _parts(pasted, others)
    findings = _findings(parts, masks, pasted)
    placed = [_placed(part) for part in parts]
    try:
        table = table_from([entry for entries in placed for entry in entries])
    except CollisionError as error:
        error.found = "; ".join([*_places(error, parts), *findings.lines()])
        raise
    offsets = [offsets_for(part.trial, others) for part in parts]
    table, findings = _with_offsets(table, findings, parts, offsets)
    return Imported(**vars(findings), table=table)


def _different(arrays: Sequence[PastedArray]) -> list[PastedArray]:
    """The first of those with the same numbers, unless they are fields of different records."""
    seen: dict[tuple[int, tuple[int, ...]], PastedArray] = {}
    for array in arrays:
        large = any(abs(number) >= 2**32 for number in array.numbers)
        seen.setdefault((0 if large else array.table, array.numbers), array)
    return [*seen.values()]


def _parts(pasted: Pasted, arrays: Sequence[PastedArray]) -> list[_Part]:
    """The best reading for rook and bishop, which have to go together."""
    candidates: dict[Slider, dict[PastedArray, _Part]] = {slider: {} for slider in SLIDERS}
    for trial in trials_of(arrays):
        widths = widths_for(trial, arrays)
        width = trial.width([width for width, _ in widths])
        if width is None:
            continue
        width_array = next((array for each, array in widths if each is width), None)
        part = _Part(trial, width, width_array)
        best = candidates[trial.slider].get(trial.array)
        if best is None or part.right > best.right:
            candidates[trial.slider][trial.array] = part
    missing = [slider for slider in SLIDERS if not candidates[slider]]
    if missing:
        raise ValueError(_why_missing(missing, candidates, pasted, arrays))
    for slider in SLIDERS:
        if len(candidates[slider]) > 1:
            names = listed([*map(str, candidates[slider])])
            raise ValueError(f"it holds several arrays of {slider} magics: {names}; keep one")
    rook, bishop = (next(iter(candidates[slider].values())) for slider in SLIDERS)
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
    return [rook, bishop]


def _why_missing(
    missing: Sequence[Slider],
    candidates: dict[Slider, dict[PastedArray, _Part]],
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
    if len(missing) == 1:
        (there,) = (slider for slider in SLIDERS if slider not in missing)
        held = listed([*map(str, candidates[there])])
        sentence = f"it holds {there} magics, {held}, but no {missing[0]} magics"
    elif arrays:
        sentence = f"no array holds magics in any order; there is {listed([*map(str, arrays)])}"
    else:
        kind = "but masks " if pasted.arrays else ""
        sentence = f"there is no array of 64 or 128 numbers {kind}in it"
    return "; ".join([sentence, *clauses[:MOST_NAMED]])


def _findings(
    parts: Sequence[_Part],
    masks: dict[PastedArray, tuple[Slider, Mapping, bool]],
    pasted: Pasted,
) -> Findings:
    used = {f"{part.trial.slider} magics": part.trial.array for part in parts}
    used |= {
        f"{part.trial.slider} index bits": part.width_array
        for part in parts
        if part.width_array is not None
    }
    mapping = parts[0].trial.mapping
    notes = [
        f"{part.trial.array} holds the magics of the {part.trial.slider}, whatever its name"
        for part in parts
        if slider_named(part.trial.array.name) not in (None, part.trial.slider.name)
    ]
    for array, (slider, order, complement) in masks.items():
        used.setdefault(f"{slider} {'complements of masks' if complement else 'masks'}", array)
        if order != mapping:
            notes.append(f"the masks of {array} are in another order than the magics")
    names = {str(array) for array in used.values()} | {str(array) for array in masks}
    return Findings(
        kind=parts[0].trial.kind,
        mapping=mapping,
        shifts=(parts[0].width.words, parts[1].width.words),
        arrays={role: str(array) for role, array in used.items()},
        ignored=tuple(str(array) for array in pasted.arrays if str(array) not in names),
        notes=tuple(notes),
    )


def _placed(part: _Part, offsets: Sequence[int] | None = None) -> list[Placed]:
    trial = part.trial
    places: Sequence[int | None] = offsets or [None] * 64
    by_square = dict(zip(trial.mapping.squares, places, strict=True))
    numbers = zip(trial.factors.tolist(), part.width.bits.tolist(), strict=True)
    return [
        Placed(Magic(trial.slider, square, trial.kind, bits, factor), by_square[square])
        for square, (factor, bits) in enumerate(numbers)
    ]


def _places(error: CollisionError, parts: Sequence[_Part]) -> Iterator[str]:
    """Where in the source the wrong number stands."""
    slider, square = divmod(error.rows[0], 64)
    trial = parts[slider].trial
    place = trial.mapping.squares.index(square)
    right = " and ".join(f"{part.right} of the {part.trial.slider}'s" for part in parts)
    yield (
        f"{row_name(error.rows[0])} is number {place + 1} of {trial.array}, "
        f"{trial.factors[square]:#018x}"
    )
    yield f"right are {right} 64 magics"


def _with_offsets(
    table: Table,
    findings: Findings,
    parts: Sequence[_Part],
    offsets: Sequence[PastedArray | None],
) -> tuple[Table, Findings]:
    """The table with the offsets of the source, where there are some and they work."""
    known = [array for array in offsets if array is not None]
    if not known:
        return table, findings
    names = {str(array) for array in known}
    findings = replace(findings, ignored=tuple(n for n in findings.ignored if n not in names))
    if len(known) == len(parts):
        rooks, bishops = ([*array.numbers] for array in known)
        end = max(rooks) + (1 << WIDEST_BITS["rook"])
        apart = [offset + end for offset in bishops]
        for tried, notes in ((bishops, ()), (apart, (_APART,))):
            try:
                overlapped = table_from([*_placed(parts[0], rooks), *_placed(parts[1], tried)])
            except ValueError:
                continue
            roles = {f"{p.trial.slider} offsets": str(a) for p, a in zip(parts, known, strict=True)}
            return overlapped, replace(
                findings, arrays={**findings.arrays, **roles}, notes=(*findings.notes, *notes)
            )
    note = f"offsets that do not work and are not used: {', '.join(sorted(names))}"
    return table, replace(findings, notes=(*findings.notes, note))

"""Magics alone as arrays, for an engine that already has the rest of the code."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from magicbb.exports.bounds import LARGEST, Bounds
from magicbb.exports.code import body_of
from magicbb.exports.languages import CASES, parse_language
from magicbb.geometry.mappings import parse_mapping
from magicbb.geometry.sliders import BISHOP, ROOK, SLIDERS
from magicbb.lookup.keys import PLACES
from magicbb.magics.files import Placed, in_order, to_csv, to_json
from magicbb.recipes.expressions import Expression, Trace, trace
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from magicbb.exports.languages import Language
    from magicbb.geometry.mappings import Mapping as SquareMapping
    from magicbb.geometry.sliders import Slider
    from magicbb.magics.magic import Magic

_SQUARES = 64
_PER_LINE = {"word": 4, "amount": 16}

_RANGES = {"mask": (0, LARGEST), "magic": (0, LARGEST), "shift": (0, 63)}
"""The smallest and largest possible value of each word stored for a square."""


def arrays_of(
    magics: Sequence[Magic],
    language: str | Language,
    mapping: str | SquareMapping = "a1=0",
    command: str = "",
    *,
    file: bool = False,
    class_name: str = "Magics",
) -> str:
    """Write all 128 magics as one array per slider, with their shifts if needed.

    Shifts are written unless every square has as many index bits as mask squares. The numbers are
    the same in every mapping; a comment gives the order of the squares.

    Args:
        magics: One magic per slider and square, all of the same kind.
        language: The language or its name.
        mapping: The engine's numbering of the squares; see `mappings`.
        command: The command that reproduces the output, to be named in the comment.
        file: Whether to write a complete source file, with the includes, package or class needed to
            compile it.
        class_name: The name of the class that a complete Java file consists of.

    Returns:
        The text. In Java and C#, it must be placed inside a class unless `file` is true.

    Raises:
        ValueError: Magics are missing, or the language has no 64-bit numbers.

    >>> from magicbb.magics.search import find_all
    >>> print(arrays_of(find_all(seed=1), "c").splitlines()[4])
    static const uint64_t rook_magics[64] = {
    """
    target = parse_language(language)
    if "array" not in target.settings:
        raise ValueError(f"{target.title} has no 64-bit numbers, which arrays of magics need")
    ordered, _ = in_order(map(Placed, magics))
    if [(magic.piece, magic.square) for magic in ordered] != [*PLACES]:
        raise ValueError(
            f"arrays need one magic for each slider on each square, got {len(ordered)}"
        )
    if len(kinds := {magic.kind for magic in ordered}) > 1:
        raise ValueError(f"magics must be of one kind, got {' and '.join(sorted(kinds))}")
    names = parse_mapping(mapping).square_names
    (kind,) = kinds
    width = 32 if kind == "white-32" else 64
    usual = all(magic.bits == magic.mask.bit_count() for magic in ordered)
    shift = f"{width} - the number of squares in the mask" if usual else "see below"
    remarks = (
        f"magics in the order {names[0]}, {names[1]}, ..., {names[-1]}",
        *_index(target, kind),
        f"shift = {shift}",
        *([f"written by: {command}"] if command else []),
    )
    form = target.settings["array"]
    around = form.get("file", {}) if file else {}
    comments = [f"{form['comment']} {remark}" for remark in remarks]
    lines = list[str]()
    parts = [ordered[:_SQUARES], ordered[_SQUARES:]]
    for slider, own in zip(SLIDERS, parts, strict=True):
        factors = [magic.magic for magic in own]
        lines += _array(target, f"{slider}_magics", factors, "word", around)
    if not usual:
        for slider, own in zip(SLIDERS, parts, strict=True):
            shifts = [width - magic.bits for magic in own]
            lines += _array(target, f"{slider}_shifts", shifts, "amount", around)
    inside = around.get("indent", "")
    opens = around.get("opens", "").replace("{class}", class_name)
    whole = [*comments, opens, *(inside + line for line in lines)]
    whole.append(around.get("closes"))
    return "".join(f"{line}\n" for line in whole if line)


def magics_text(
    magics: Sequence[Magic], language: str, mapping: str | SquareMapping = "a1=0"
) -> str:
    """Write magics as arrays in a language, or as CSV or JSON with their squares.

    Raises:
        ValueError: As `arrays_of`; or CSV or JSON is combined with a mapping, though both name the
            squares.

    >>> from magicbb.magics.search import find
    >>> magics_text([find("rook", "a1")], "csv").splitlines()[0]
    'piece,square,kind,bits,magic'
    """
    if language not in ("csv", "json"):
        return arrays_of(magics, language, mapping)
    if parse_mapping(mapping) != parse_mapping("a1=0"):
        raise ValueError(f"mapping must be left out, since {language} names the squares")
    return to_csv(magics) if language == "csv" else to_json(magics, {})


def _index(language: Language, kind: str) -> Iterator[str]:
    """The computation of the index in the language's own operations, as comment lines."""
    texts = {slider: [*_index_of(language, kind, slider)] for slider in SLIDERS}
    if texts[ROOK] == texts[BISHOP]:
        yield from texts[ROOK]
        return
    for slider, lines in texts.items():
        yield f"{slider}:"
        yield from (f"  {line}" for line in lines)


def _index_of(language: Language, kind: str, slider: Slider) -> Iterator[str]:
    recipe = Scheme(kind, "concatenated")
    kernel = recipe.slot_kernel(slider, LAYOUTS["joint"])  # joint: slot = index
    traced = trace(kernel, recipe, slider, memories=False)
    inverted = Expression("not", (Expression("field", value="mask"),))
    stored = {Expression("field", value="irrelevant"): inverted}
    names = {part.replaced(stored): text for part, text in traced.names.items()}
    body = body_of(Trace(traced.result.replaced(stored), names))
    if language.words != "wrapping":
        body = Bounds(_RANGES).exact(body, loose=language.words == "unbounded")
    writer = language.writer({}, str(slider), {"array"}, {"shift": "amount"})
    plain = {**writer.operations, "field": "{0}"}
    text = dataclasses.replace(writer, operations=plain, field_case=None).body(body)
    yield from (f"{step.name} = {step.text}" for step in text.steps)
    yield f"index = {text.result}"


def _array(
    language: Language,
    name: str,
    numbers: Sequence[int],
    kind: str,
    around: Mapping[str, str],
) -> Iterator[str]:
    form, each = language.settings["array"], _PER_LINE[kind]
    written = [language.kept(number, kind) for number in numbers]
    yield around.get("public", "") + form["opens"].format(
        name=CASES[form["case"]](name), type=form[kind]
    )
    for start in range(0, _SQUARES, each):
        yield form.get("indent", "    ") + ", ".join(written[start : start + each]) + ","
    yield form["closes"]

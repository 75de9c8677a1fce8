"""One scheme as a JavaScript module: the output of `export`, followed by additions for the page.

The first part is identical to the export in "javascript-pairs", whose functions perform the page's
look-ups. The second part is the constant `explained`, with which the page explains these look-ups:

| member | content |
|---|---|
| about | name, author, year, place of publication, trade-off and description of the scheme; the \
          source and kind of its magics; the entries, bytes and used slots of its table |
| elementBits, table, attackSets | the memory that the look-ups read; null if there is none |
| rook, bishop | `{attacks, slot, fields, records, steps, follow}` |
| attacks, slot | the export's functions; `slot` is null if there are no slots to find |
| fields, records | the values stored per square: their names, and 64 hexadecimal strings |
| steps | the description of each step: key, title, sentence, kind and formula |
| follow | a function (square, occupied, own, words, memory) that returns the values of the steps \
           and the bits that later steps use, as BigInts, and the factors of multiplications |
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr, suggestion
from magicbb.explanations.steps import steps_of
from magicbb.exports.languages import camel, parse_language
from magicbb.exports.model import model_of
from magicbb.exports.source import export
from magicbb.exports.writer import Writer
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.research.records.published import published_table, published_tables
from magicbb.tables.build import build

if TYPE_CHECKING:
    from magicbb.explanations.steps import Step
    from magicbb.exports.model import Model, SliderModel
    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.catalogue import CatalogueEntry
    from magicbb.tables.rival_table import RivalTable
    from magicbb.tables.table import Table

SCHEMES = tuple(CATALOGUE)
"""The names of all schemes on the page, in the order of the catalogue.

>>> SCHEMES[:3], SCHEMES[-1]
(('plain', 'fancy', 'fancy-dense'), 'obstruction')
"""

_PUBLISHED = {
    "fixed-shift": "annuss-2017-white-88772",
    "black": "everling-2026-black-76411",
}
"""Published tables for the schemes whose magics take half a minute to find."""


def shown(name: str) -> tuple[Table | RivalTable, str]:
    """The table of a scheme, and a sentence on the source of its magics if they are published.

    >>> shown("rays")
    (<RivalTable rays, 3,584 entries>, '')
    """
    if name not in _PUBLISHED:
        return build(name), ""
    (row,) = (each for each in published_tables() if each.file == _PUBLISHED[name])
    magics = f"Magics and offsets: {row.by}, {row.entries:,} entries ({row.source})."
    return published_table(_PUBLISHED[name]), magics


def check_name(name: str) -> None:
    """Check that a scheme with this name exists.

    Raises:
        ValueError: The scheme is unknown.
        TypeError: The name is not a string.
    """
    rule = f"scheme must be one of {', '.join(SCHEMES)}, got {short_repr(name)}"
    if not isinstance(name, str):
        raise TypeError(rule)
    if name not in SCHEMES:
        raise ValueError(rule + suggestion(name, SCHEMES))


LANGUAGE = "javascript-pairs"
"""The export language for the look-ups."""

_WORDS = "javascript"
"""The export language for the steps, in which words are BigInts."""

_READS = {
    "table": "memory.table({0})",
    "attack_set": "memory.attackSet({0})",
    "pext": "words.pext({0}, {1})",
    "pdep": "words.pdep({0}, {1})",
    "swap_bytes": "words.swapBytes({0})",
    "leading_zeros": "words.leadingZeros({0})",
}
"""Forms that replace those of the export language, because they use the arguments of `follow`."""


def scheme_module(name: str) -> str:
    """The JavaScript of one scheme, which the page fetches as `schemes/NAME.js`.

    Args:
        name: One of `SCHEMES`.

    Returns:
        The source of the module, which is identical on all machines.

    Raises:
        ValueError: The scheme is unknown.
        TypeError: The name is not a string.

    >>> "export const explained = {" in scheme_module("hyperbola")
    True
    """
    check_name(name)
    return module_of(CATALOGUE[name], *shown(name))


def module_of(entry: CatalogueEntry, table: Table | RivalTable, magics: str) -> str:
    """The module for a catalogue scheme, given its table and the source of its magics."""
    model = model_of(table)
    about = {
        **{name: getattr(entry, name) for name in ("name", "author", "year", "published", "trade")},
        "magics": magics,
        "description": table.choice.description,
        "entries": table.entries,
        "bytes": table.nbytes,
        "used": table.used,
        "kind": getattr(getattr(table.recipe, "hash", None), "kind", None),
    }
    members = [
        f"about: {_json(about)}",
        f"elementBits: {model.element_bits}",
        f"table: {'table' if model.slots else 'null'}",
        f"attackSets: {'attackSets' if model.attack_sets else 'null'}",
        *(f"{part.slider}: {_slider(model, part)}" for part in model.sliders),
    ]
    return (
        export(table, LANGUAGE, queen=False)
        + "\n// Additions for the interactive page: the same look-ups step by step, with BigInts.\n"
        + "export const explained = {\n"
        + "".join(f"  {member},\n" for member in members)
        + "};\n"
    )


def _slider(model: Model, part: SliderModel) -> str:
    steps = steps_of(model.table.recipe, part.slider)
    records = [",".join(f"{value:x}" for value in record) for record in part.records]
    lines = [
        f"attacks: {part.slider}Attacks",
        f"slot: {f'{part.slider}Slot' if part.slot else 'null'}",
        f"fields: {_json([*map(camel, part.fields)])}",
        f"records: {_json(records)}",
        f"steps: {_json([*map(_told, steps)])}",
        _follow(steps, part.slider),
    ]
    return "{\n" + "".join(f"    {line},\n" for line in lines) + "  }"


def _told(step: Step) -> dict[str, str]:
    return step.to_dict() | {"formula": step.formula.replace(" * ", " × ")}


def _follow(steps: tuple[Step, ...], slider: Slider) -> str:
    """The function that computes the steps in order."""
    operations = parse_language(_WORDS).writer({}).operations
    walk = {"walk": f'words.walk("{slider}", {{0}}, {{1}})'}
    writer = Writer({**operations, **_READS, **walk}, camel)
    named = ((camel(step.key), writer.text(step.expression)) for step in steps)
    lines = (f"      const {name} = {text};\n" for name, text in named if name != text)
    values = ", ".join(camel(step.key) for step in steps)
    taken = ", ".join(
        writer.text(step.taken) if step.taken is not None else "null" for step in steps
    )
    factors = ", ".join(
        f"[{', '.join(map(writer.text, step.expression.operands))}]"
        if step.expression.operation == "mul"  # the operands if the step is a multiplication
        else "null"
        for step in steps
    )
    return (
        "follow(square, occupied, own, words, memory) {\n"
        + "".join(lines)
        + "      return {\n"
        + f"        values: [{values}],\n        taken: [{taken}],\n        factors: [{factors}],\n"
        + "      };\n    }"
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)

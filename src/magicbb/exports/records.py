"""The storage of per-square values: one record per square, or one array per field.

The Chessprogramming wiki remarks that a structure of arrays may be preferable if a record has more
than 32 bytes. A structure of arrays is faster for most schemes: a load instruction can address an
array element directly, while the address of a record takes a separate shift or multiplication.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.exports.languages import language_names, parse_language
from magicbb.geometry.sliders import SLIDERS
from magicbb.recipes.catalogue import CATALOGUE

if TYPE_CHECKING:
    from magicbb.exports.languages import Language
    from magicbb.recipes.rivals import Rival
    from magicbb.recipes.scheme import Scheme

RECORDS = {
    "aos": "array of structures: one record per square",
    "soa": "structure of arrays: one array per field",
}
"""The forms in which per-square values can be stored, by name."""

FASTER_BY_FIELD = (
    *("plain", "fixed-shift", "black", "byte-lookup", "perfect-16", "shared", "shift-in-magic"),
    *("offset-in-magic", "densest-shared", "densest-bytes", "pext-16"),
    *("rotated", "kindergarten", "obstruction"),
)
"""The catalogue schemes that are faster with a structure of arrays.

They are measured by `benchmarks/export_records.py`; docs/exporting.md has the figures. The other
schemes are equally fast, or slower in one of the languages or on one of the streams of queries.
"""


def preferred_records(recipe: Scheme | Rival) -> str:
    """The default form for a recipe, whatever the source of its magics.

    >>> from magicbb.recipes.scheme import Scheme
    >>> preferred_records(Scheme("white-fixed", "strided"))
    'soa'
    >>> preferred_records(Scheme("white", "concatenated"))
    'aos'
    """
    faster = any(CATALOGUE[name].scheme == recipe for name in FASTER_BY_FIELD)
    return "soa" if faster else "aos"


def has_forms(recipe: Scheme | Rival) -> bool:
    """Whether some slider has several values per square, so that the forms differ."""
    return any(len(recipe.fields(slider)) > 1 for slider in SLIDERS)


def check_records(records: str, language: Language) -> None:
    """Check the name of a form, and that the language offers a choice of forms.

    Raises:
        ValueError: The form is unknown, or the language offers no choice.
        TypeError: The form is not a string.
    """
    known = ", ".join(f"{name} ({what})" for name, what in RECORDS.items())
    rule = f"records must be one of {known}, got {short_repr(records)}"
    if not isinstance(records, str):
        raise TypeError(rule)
    if records not in RECORDS:
        raise ValueError(rule)
    if not language.has_forms_of_records:
        able = [name for name in language_names() if parse_language(name).has_forms_of_records]
        raise ValueError(
            f"{language.title} has only one form of records, got {records!r}; omit records, "
            f"or choose a language that has both: {', '.join(able)}"
        )

"""The languages, each defined by a template that also declares its capabilities and names.

A template in `templates/` defines a macro `source(x)` and sets `language` to a mapping:

| key | meaning |
|---|---|
| title | the language and its standard, as displayed |
| tables | for "init", "static" and "const": true, or the reason why it is not supported |
| records | true if a structure of arrays can also hold the per-square values; see `records` |
| aliases | other names of the language, in one string |
| suffixes | the suffixes of its files, in one string |
| file | the name suggested for a file |
| names | the names that exports use (prefix, namespace, package, class) and their defaults |
| program_names | the names that are fixed in a program |
| call | a look-up statement, with placeholders such as {slider} and {prefix}, for "init", \
         "static" and "const", and one for "" that applies where these are missing |
| files_are_classes | true if a file must be named after its class, with one of the suffixes |
| separator | the separator of the parts of a namespace or package; empty if it is one word |
| case | the case of names: "snake", "camel" or "pascal" |
| field_case | the case of the members of a record, if it differs |
| keywords | the words that cannot be names, in one string |
| taken | names that a class cannot have because a member has them, in one string |
| reserved | names that a component of a namespace or package cannot have; a name that ends with \
             the separator concerns only the first component |
| operations | a form for each operation; see `writer.Writer`. "kept" and "kept_amount" are for \
               words stored for squares |
| types, casts | the types, and the casts needed between them; see `writer.Writer` |
| substitutes | for each fact, the replacements of {word}s in the operations; see below |
| digits | "X" for upper-case hexadecimal digits |
| breaks | the extra indentation of continuation lines, and whether lines are broken after \
           operators or inside brackets; left out if statements are not broken |
| widened | the name of a variable for the square as a word, used if it is needed more than once |
| array | how an array of 64 numbers opens and closes, how its lines are indented if not by four \
          spaces, what a comment starts with, the case of its name, and the types of magics (word) \
          and shifts (amount); left out for languages without 64-bit numbers; see `arrays`. "file" \
          says how a file that contains only arrays opens and closes, with a placeholder {class} \
          if files are classes, how the lines between are indented, and what makes an array public |
| hidden | names that local variables cannot have because they are taken, in one string |
| asserts_reads | true if reads of arrays must be asserted to succeed; see `assertions` |
| words | the representation of a 64-bit word, one of `WORDS` (default: "wrapping") |

The facts are "init", "static" and "const" for the origin of the entries; "aos" and "soa" for the
storage of per-square values; "slot", "attacks", "stored" and "array" (the comment
above arrays of magics) for the purpose of an expression;
"alike" if rook and bishop compute their slots in the same way; "slot_takes_square" if computing a
slot reads the square itself; and "field_hides" if a local variable for a field would hide a step or
another name. Replacements of later facts override earlier ones; those of "" always apply. In
addition, {prefix}, {namespace}, {package} and {class} are replaced by the names in use, and
{slider}, {Slider} and {SLIDER} by the name of the slider.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr, suggestion
from magicbb.exports.forms import Breaks, below, column, fits
from magicbb.exports.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    import jinja2

    from magicbb.exports.context import Context

TABLES = {
    "init": "the program fills the table at start-up",
    "static": "the source contains every entry",
    "const": "the compiler computes the table",
}
"""The possible origins of the table's entries."""

WORDS = {
    "wrapping": "a 64-bit number that wraps",
    "checked": "a 64-bit number that may overflow only in wrapping operations; see `bounds`",
    "unbounded": "an integer of any size, truncated where needed; see `bounds`",
    "pairs": "two 32-bit numbers; see `pairs`",
}
"""The representations of a 64-bit word in a language; computations are written accordingly."""

_SUFFIX = ".j2"
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_DOTTED = {"namespace", "package"}
"""Kinds of names that may have several components."""
_OTHERS = {f".{name.lower()}": name for name in ("CSV", "JSON", "NPZ", "SVG", "HTML")} | {
    ".cjs": "CommonJS"
}
"""Suffixes of files that no export can be, with their formats."""


@dataclass(frozen=True)
class Language:
    """A language in which tables can be written.

    Attributes:
        name: Its name for `--language`.
        settings: The settings from its template; see the module's docstring.
        source: The template's macro, which renders the context as source code.
    """

    name: str
    settings: Mapping[str, Any]
    source: Callable[[Context], str]

    @property
    def title(self) -> str:
        """The language and its standard."""
        return str(self.settings["title"])

    def check_suffix(self, suffix: str) -> None:
        """Check that a file may have this suffix, which may be empty.

        Raises:
            ValueError: The suffix belongs to another language or format, or the language requires
                another.
        """
        own, lower = self.settings["suffixes"].split(), suffix.lower()
        if suffix in own or (lower in own and not self.files_are_classes):
            return
        others = [
            language.title
            for language in map(_language, language_names())
            if lower in language.settings["suffixes"].split() and language is not self
        ]
        others += [_OTHERS[lower]] if lower in _OTHERS else []
        rule = f"{self.title} files end with {' or '.join(own)}"
        if others:
            raise ValueError(f"{rule}; {suffix} is for {' or '.join(others)}")
        if self.files_are_classes:
            raise ValueError(
                f"{rule}, not {suffix}" if suffix else f"{rule}; the suffix is missing"
            )

    @property
    def files_are_classes(self) -> bool:
        """Whether a file must be named after its class."""
        return "files_are_classes" in self.settings

    def writer(
        self,
        names: Mapping[str, str],
        slider: str = "",
        facts: Collection[str] = (),
        fields: Mapping[str, str] | None = None,
    ) -> Writer:
        """A writer for expressions in this language.

        Args:
            names: The replacements for {prefix}, {namespace}, {package} and {class} in the
                operations.
            slider: The replacement for {slider}, {Slider} and {SLIDER}.
            facts: The keys of `substitutes` that apply.
            fields: The types of the fields that are not words.
        """
        words = dict[str, str]()
        for fact, substitutes in self.settings.get("substitutes", {}).items():
            if not fact or fact in facts:
                words |= substitutes
        words |= names
        words |= {"slider": slider, "Slider": slider.capitalize(), "SLIDER": slider.upper()}
        operations = dict(self.settings["operations"])
        for word, text in words.items():
            for operation, form in operations.items():
                operations[operation] = form.replace(f"{{{word}}}", text)
        own = ("types", "casts", "digits", "widened")
        return Writer(
            operations,
            self.case,
            self.field_case,
            fields=fields or {},
            breaks=Breaks(**self.settings["breaks"]) if "breaks" in self.settings else None,
            **{key: self.settings[key] for key in own if key in self.settings},
        )

    def kept(self, value: int, kind: str) -> str:
        """A field's value as source code: amounts in decimal, bitboards in hexadecimal."""
        operations = self.settings["operations"]
        if kind in {"amount", "offset", "addend"} and value < 2**32:
            return str(operations.get("kept_amount", "{}")).format(value)
        digits = self.settings.get("digits", "x")
        width = 8 if self.words == "pairs" else 16
        return str(operations.get("kept", "{}")).format(f"0x{value:0{width}{digits}}")

    def parts(self, names: Mapping[str, str]) -> dict[str, list[str]]:
        """The components of each name."""
        separator = self.settings.get("separator")
        return {
            kind: value.split(separator) if separator else [value] for kind, value in names.items()
        }

    def call(self, slider: str, tables: str) -> str:
        """A statement that looks up the attacks of a slider, with the default names.

        Args:
            slider: The name of the slider.
            tables: The origin of the entries, one of `TABLES`.

        >>> parse_language("c").call("rook", "init")
        'uint64_t targets = sliding_rook_attacks(square, occupied);'
        """
        forms: Mapping[str, str] = self.settings["call"]
        words = {"slider": slider, "Slider": slider.capitalize(), **self.settings["names"]}
        return forms.get(tables, forms[""]).format(**words)

    @property
    def case(self) -> Callable[[str], str]:
        """The function that converts a snake-case name to the language's case."""
        return CASES[self.settings["case"]]

    @property
    def field_case(self) -> Callable[[str], str]:
        """The function that converts a snake-case name to the case of record members."""
        return CASES[self.settings.get("field_case", self.settings["case"])]

    @property
    def words(self) -> str:
        """The language's representation of a 64-bit word, one of `WORDS`."""
        return str(self.settings.get("words", "wrapping"))

    @property
    def has_forms_of_records(self) -> bool:
        """Whether the language supports both forms of `records.RECORDS`."""
        return "records" in self.settings

    def check_tables(self, tables: str) -> None:
        """Check that the language supports this origin of the entries.

        Raises:
            ValueError: The language does not support it; the message says why.
        """
        known = ", ".join(f"{name} ({what})" for name, what in TABLES.items())
        rule = f"tables must be one of {known}, got {short_repr(tables)}"
        if not isinstance(tables, str):
            raise TypeError(rule)
        if tables not in TABLES:
            raise ValueError(rule)
        can = self.settings["tables"][tables]
        if can is not True:
            others = " or ".join(name for name in TABLES if self.settings["tables"][name] is True)
            raise ValueError(f"{self.title} cannot have {tables} tables: {can}; choose {others}")

    def names(self, given: Mapping[str, str], *, program: bool) -> dict[str, str]:
        """The names to use for prefix, namespace, package or class: as requested, or the default.

        Args:
            given: The requested names.
            program: Whether the source is a complete program.

        Raises:
            ValueError: The language has no such kind of name, or the name is not allowed.
            TypeError: The name is not a string.
        """
        known: Mapping[str, str] = self.settings["names"]
        for kind, value in given.items():
            if kind not in known:
                has = f"it takes {' and '.join(known)}" if known else "a file is its own module"
                raise ValueError(f"{self.title} takes no {kind}; {has}")
            self._check_name(kind, value)
        fixed: Mapping[str, str] = self.settings.get("program_names", {}) if program else {}
        for kind, value in fixed.items():
            if given.get(kind, value) != value:
                raise ValueError(
                    f"{kind} cannot be {short_repr(given[kind])} with a self-test: a program in "
                    f"{self.title} must have the {kind} {value}"
                )
        return {**known, **given, **fixed}

    def _check_name(self, kind: str, value: str) -> None:
        if not isinstance(value, str):
            raise TypeError(f"{kind} must be a string, got {short_repr(value)}")
        separator = self.settings.get("separator", ".")
        parts = value.split(separator) if kind in _DOTTED and separator else [value]
        for part in parts:
            if not _WORD.fullmatch(part):
                raise ValueError(
                    f"{kind} must be an identifier of {self.title} (letters, digits and _, "
                    f"starting with a letter), got {short_repr(value)}"
                )
            if part in self.settings["keywords"].split():
                raise ValueError(f"{kind} cannot be {part!r}, a keyword of {self.title}")
        reserved = self.settings.get("reserved", "").split() if kind in _DOTTED else []
        for name in (*parts, parts[0] + separator):
            if name in reserved:
                word = name.removesuffix(separator)
                raise ValueError(
                    f"{kind} cannot be {short_repr(value)}: {word} is reserved for another purpose"
                )
        if kind == "class" and value in self.settings.get("taken", "").split():
            raise ValueError(f"class cannot be {value!r}: a member of the class has that name")


def camel(text: str) -> str:
    """Convert a snake-case name to camel case.

    >>> camel("anti_diagonal")
    'antiDiagonal'
    """
    first, *others = text.split("_")
    return first + "".join(word.capitalize() for word in others)


def pascal(text: str) -> str:
    """Convert a snake-case name to Pascal case.

    >>> pascal("anti_diagonal")
    'AntiDiagonal'
    """
    return "".join(word.capitalize() for word in text.split("_"))


CASES: dict[str, Callable[[str], str]] = {
    "snake": str,
    "camel": camel,
    "pascal": pascal,
    "constant": str.upper,
}
"""The functions that convert a snake-case name to each case."""


def parse_language(language: str | Language) -> Language:
    """Return the language with the given name or alias; a `Language` is returned unchanged.

    Raises:
        ValueError: The name is unknown; the message suggests the nearest.
        TypeError: The name is not a string.

    >>> parse_language("c").title
    'C11'
    """
    if isinstance(language, Language):
        return language
    known = language_names()
    rule = f"language must be one of {', '.join(known)}"
    if not isinstance(language, str):
        raise TypeError(f"{rule}, got {short_repr(language)}")
    if language.lower() in known:
        return _language(language.lower())
    for name in known:
        if language.lower() in _language(name).settings.get("aliases", "").split():
            return _language(name)
    raise ValueError(f"{rule}, got {short_repr(language)}{suggestion(language, known)}")


@functools.cache
def language_names() -> tuple[str, ...]:
    """The names of all languages."""
    templates = files(__package__).joinpath("templates").iterdir()
    stems = (path.name.removesuffix(_SUFFIX) for path in templates if path.name.endswith(_SUFFIX))
    return tuple(sorted(stem for stem in stems if not stem.startswith("_")))


@functools.cache
def _language(name: str) -> Language:
    module: Any = _environment().get_template(name + _SUFFIX).module
    return Language(name, module.language, module.source)


@functools.cache
def _environment() -> jinja2.Environment:
    import jinja2

    environment = jinja2.Environment(
        autoescape=False,  # noqa: S701 (the output is source code, not HTML)
        keep_trailing_newline=True,
        loader=jinja2.PackageLoader(__package__),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["hex"] = hexadecimal
    environment.globals |= {"fits": fits, "below": below, "column": column}
    return environment


def hexadecimal(value: int, digits: int = 16) -> str:
    """Format a number as 0x with at least the given number of hexadecimal digits.

    >>> hexadecimal(255, 4)
    '0x00ff'
    """
    return f"{value:#0{digits + 2}x}"

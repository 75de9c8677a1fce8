"""The options of an export, checked before any work is done."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.exports.languages import parse_language
from magicbb.exports.records import check_records, has_forms, preferred_records
from magicbb.geometry.mappings import parse_mapping
from magicbb.recipes.scheme import Scheme

if TYPE_CHECKING:
    import os

    from magicbb.exports.languages import Language
    from magicbb.geometry.mappings import Mapping
    from magicbb.recipes.choice import Choice


@dataclass(frozen=True)
class Options:
    """The options for writing a table.

    Attributes:
        language: The language.
        mapping: The numbering of the squares.
        tables: One of `languages.TABLES`; None for the default of the table.
        records: One of `records.RECORDS`; None for the faster one.
        given: The requested prefix, namespace, package and class.
        names: The names to use, including the language's defaults.
        queen: Whether to write a function for the queen.
        self_test: Whether to add a program that tests all keys.
    """

    language: Language
    mapping: Mapping
    tables: str | None
    records: str | None
    given: dict[str, str]
    names: dict[str, str]
    queen: bool
    self_test: bool

    def tables_for(self, choice: Choice) -> str:
        """The origin of the entries: as requested, or the default for the choice.

        Raises:
            ValueError: The requested origin is impossible for this choice.
        """
        recipe, reason = choice.scheme, ""
        if not isinstance(recipe, Scheme):
            reason = (
                f"{choice.name} does not have an entry for every key, so there are no "
                f"{self.tables} tables to fill"
            )
        elif recipe.storage.fill is None:
            reason = (
                f"{recipe.storage.name} storage does not define how a program fills its slots, "
                f"so {self.tables} tables are not available"
            )
        elif recipe.storage.fill in {"number_in_list", "number_in_union"} and (
            recipe.layout.packs or recipe.layout.joint
        ):
            # A program numbers attack sets in order of appearance, which would break the sharing of
            # bytes among squares whose attack-set numbers happen to be equal.
            reason = (
                f"{choice.name} shares bytes among squares whose attack-set numbers "
                f"are equal, so {self.tables} tables, which renumber attack sets, are not available"
            )
        if reason and self.tables not in {None, "static"}:
            raise ValueError(f"{reason}; choose static, or omit the option")
        return self.tables or ("static" if reason else "init")

    def records_for(self, choice: Choice) -> str | None:
        """The storage of per-square values, one of `records.RECORDS`.

        None if there is no choice: the language has one form, or both forms would be the same.

        Raises:
            ValueError: A form was requested, but both forms would be the same.
        """
        if not has_forms(choice.scheme):
            if self.records is not None:
                raise ValueError(
                    f"{choice.name} stores at most one number per square, so "
                    f"{self.records} would have no effect; omit records"
                )
            return None
        if not self.language.has_forms_of_records:
            return None
        return self.records or preferred_records(choice.scheme)

    def command(self, origin: str, tables: str, records: str | None = None) -> str:
        """The command that reproduces the source, from a scheme and seed or a file."""
        words = [
            f"magicbb export {origin} --language {self.language.name}",
            *([f"--mapping {self.mapping.name}"] if self.mapping != parse_mapping("a1=0") else []),
            f"--tables {tables}",
            *([f"--records {records}"] if records else []),
            *(f"--{kind} {value}" for kind, value in self.given.items()),
            *([] if self.queen else ["--no-queen"]),
            *(["--self-test"] if self.self_test else []),
        ]
        return " ".join(words)


def parse_options(
    language: str,
    *,
    mapping: str | Mapping = "a1=0",
    tables: str | None = None,
    records: str | None = None,
    prefix: str | None = None,
    namespace: str | None = None,
    package: str | None = None,
    class_name: str | None = None,
    queen: bool = True,
    self_test: bool = False,
    output: str | os.PathLike[str] | None = None,
) -> Options:
    """Check the options; the arguments are those of `source.export`.

    `output` is the source file, which must be named after its class in some languages.
    """
    target = parse_language(language)
    squares = parse_mapping(mapping)
    if tables is not None:
        target.check_tables(tables)
    if records is not None:
        check_records(records, target)
    for name, flag in (("queen", queen), ("self_test", self_test)):
        if not isinstance(flag, bool):
            raise TypeError(f"{name} must be True or False, got {short_repr(flag)}")
    asked = {"prefix": prefix, "namespace": namespace, "package": package, "class": class_name}
    given = {kind: name for kind, name in asked.items() if name is not None}
    if output is not None and not _is_device(output):
        target.check_suffix(Path(output).suffix)
    if output is not None and target.files_are_classes and not _is_device(output):
        stem = Path(output).stem
        if given.setdefault("class", stem) != stem:
            raise ValueError(
                f"a {target.title} class must be in a file of the same name: "
                f"{given['class']}{Path(output).suffix}, not {Path(output).name}"
            )
    names = target.names(given, program=self_test)
    return Options(target, squares, tables, records, given, names, queen, self_test)


def _is_device(path: str | os.PathLike[str]) -> bool:
    """Whether a path exists but is not a file; the names of devices and pipes are not checked."""
    return Path(path).exists() and not Path(path).is_file()

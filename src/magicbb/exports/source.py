"""Export a table as source code by rendering its model with a language's template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from magicbb.arguments import short_repr
from magicbb.exports.arrays import magics_text
from magicbb.exports.assertions import asserted
from magicbb.exports.bounds import Bounds
from magicbb.exports.context import Context, FieldText, SliderText
from magicbb.exports.header import built_as, header_of, origin_of
from magicbb.exports.model import model_of
from magicbb.exports.options import parse_options
from magicbb.exports.pairs import in_lanes
from magicbb.magics.magic import Magic
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.expressions import Expression
from magicbb.tables.build import build
from magicbb.tables.rival_table import RivalTable
from magicbb.tables.table import Table

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable

    from magicbb.exports.model import Model, SliderModel
    from magicbb.exports.options import Options
    from magicbb.exports.writer import BodyText, Writer
    from magicbb.geometry.mappings import Mapping
    from magicbb.recipes.rivals import Rival
    from magicbb.recipes.scheme import Scheme


_ELEMENTS = {64: "word", 16: "short", 8: "byte"}
"""The type of a slot by its width in bits."""


def export(
    table: str | Scheme | Rival | Table | RivalTable | Sequence[Magic],
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
    seed: int | None = None,
    file: str | os.PathLike[str] | None = None,
) -> str:
    """Write a verified table as source code.

    Args:
        table: A table; or a scheme or its name, to build a table first; or all 128 magics alone, to
            be pasted into an engine that already has the rest of the code. For magics alone, only
            the options `language` and `mapping` apply.
        language: The name of the language, such as "c" or "rust"; for magics alone, also "csv" or
            "json".
        mapping: The numbering of the squares; see `mappings`.
        tables: "init" (the source has the magics, and the table is filled at start-up), "static"
            (every entry is in the source) or "const" (the compiler computes the table, if the
            language supports that). Default: "init" if there is a table to fill, else "static".
        records: The storage of per-square values in C, C++ and Rust: "aos" (one record per square)
            or "soa" (one array per field). Default: the faster one for the scheme.
        prefix: The prefix of all names, in a language without modules.
        namespace: The namespace, in a language with namespaces.
        package: The package, in a language with packages.
        class_name: The name of the class, in a language where functions must be in a class.
        queen: Whether to write a function for the queen as well.
        self_test: Whether to add a program that walks the rays itself, looks up all 107,648 keys
            with garbage in the irrelevant squares, and prints the checksum or the first wrong key.
        seed: The search seed, if a table is built (default: 1).
        file: The file from which the table was read, for the command in the header.

    Returns:
        The source. The same arguments give the same source on any machine.

    Raises:
        ValueError: A name is unknown or not allowed, the language does not support an option, or
            the table is wrong.
        TypeError: An argument has the wrong type.

    >>> source = export("hyperbola", "c", prefix="sliding_")
    >>> "sliding_rook_attacks" in source
    True
    >>> from magicbb.magics.search import find_all
    >>> export(find_all(), "cpp", mapping="a8=0").splitlines()[4]
    'inline constexpr std::uint64_t rook_magics[64] = {'
    """
    if isinstance(table, Sequence) and not isinstance(table, str):
        given: dict[str, object] = {"tables": tables, "records": records, "prefix": prefix}
        given |= {"namespace": namespace, "package": package, "class_name": class_name}
        given |= {"queen": None if queen else queen, "self_test": self_test or None}
        given |= {"seed": seed, "file": file}
        for name, value in given.items():
            if value is not None:
                raise ValueError(f"{name} is for tables, but magics were given")
        for each in table:
            if not isinstance(each, Magic):
                raise TypeError(f"magics must be Magic objects, got {short_repr(each)}")
        return magics_text(table, language, mapping)
    options = parse_options(
        language,
        mapping=mapping,
        tables=tables,
        records=records,
        prefix=prefix,
        namespace=namespace,
        package=package,
        class_name=class_name,
        queen=queen,
        self_test=self_test,
    )
    if isinstance(table, (Table, RivalTable)):
        if seed is not None:
            raise ValueError("seed is for building a table, but a table was given")
        return write(table, options, origin_of(table, file))
    if file is not None:
        raise ValueError(
            "file is the origin of a table that is passed in; omit it when a table is built"
        )
    choice = parse_choice(table)
    options.tables_for(choice)
    options.records_for(choice)
    seed = 1 if seed is None else seed
    return write(build(choice, seed), options, built_as(choice, seed))


def write(table: Table | RivalTable, options: Options, origin: str) -> str:
    """Write a table, after verifying every key.

    Args:
        table: The table.
        options: The options.
        origin: The command-line arguments that reproduce the table, for the header.

    Raises:
        ValueError: The options do not suit the table, or the table is wrong.
    """
    language = options.language
    model = model_of(table, language.settings["operations"])
    tables, records = options.tables_for(table.choice), options.records_for(table.choice)
    report = table.verify()
    fills = tables != "static"
    parts = [in_words(part, model.element_bits, language.words) for part in model.sliders]
    asked = {tables, records or "aos"}
    sliders = [_slider_text(part, model, parts, options, asked) for part in parts]
    queen = None
    if model.queen and options.queen:
        part = in_words(model.queen, model.element_bits, language.words)
        queen = _slider_text(part, model, parts, options, asked).attacks
    fills_with = _operations(part.stored for part in sliders) if fills else set[str]()
    context = Context(
        header=header_of(model, report, options, options.command(origin, tables, records)),
        names=options.names,
        parts=language.parts(options.names),
        tables=tables,
        by_field=records == "soa",
        queen=options.queen,
        queen_attacks=queen,
        self_test=options.self_test,
        sliders=sliders,
        alike=_are_alike(parts),
        element_bits=model.element_bits,
        slots=model.slots,
        attack_sets=model.attack_sets,
        attack_set_count=model.most_attack_sets if fills else len(model.attack_sets),
        fill=model.fill,
        uses=fills_with
        | _operations(body for part in sliders for body in (part.slot, part.attacks))
        | _operations([queen]),
        fills_with=fills_with,
        checksum=report.checksum,
        square_names=options.mapping.square_names,
    )
    source = language.source(context).strip("\n") + "\n"
    return asserted(source) if language.settings.get("asserts_reads") else source


def in_words(part: SliderModel, element_bits: int, words: str) -> SliderModel:
    """A slider's part, rewritten for a language's representation of words.

    Args:
        part: The part.
        element_bits: The number of bits in a slot.
        words: One of `languages.WORDS`.
    """
    if words == "wrapping":
        return part
    if words == "pairs":
        return in_lanes(part, element_bits)
    fields, loose = part.columns, words == "unbounded"
    return part.mapped(lambda body: Bounds(fields, element_bits).exact(body, loose=loose))


def _operations(bodies: Iterable[BodyText | None]) -> set[str]:
    """All operations used in the given computations."""
    return set[str]().union(*(body.uses for body in bodies if body))


def _are_alike(parts: Sequence[SliderModel]) -> bool:
    """Whether all sliders compute and fill slots in the same way from the same fields."""
    slots = [(part.fields, part.slot, part.stored) for part in parts]
    return parts[0].slot is not None and all(slot == slots[0] for slot in slots)


def _slider_text(
    part: SliderModel,
    model: Model,
    parts: Sequence[SliderModel],
    options: Options,
    asked: set[str],
) -> SliderText:
    language, kinds = options.language, model.field_types
    bodies = part.bodies
    steps = {step.name for body in bodies for step in body.steps}
    hidden = {*language.settings.get("hidden", "").split()}
    facts = {
        *asked,
        *(["alike"] if _are_alike(parts) else []),
        *(["slot_takes_square"] if part.slot and "square" in part.slot.values("name") else []),
        *(["field_hides"] if {*part.fields} & (steps | hidden) else []),
    }

    def writer(function: str) -> Writer:
        return language.writer(options.names, str(part.slider), facts | {function}, kinds)

    read = {field for body in bodies for field in body.values("field")}
    filled_with = {"list"} if model.fill == "number_in_union" else set()
    for body in (part.slot, part.stored):
        filled_with |= body.values("field") if body else set()
    types = [kinds.get(field, "word") for field in part.fields]
    records = [
        (square, [language.kept(*each) for each in zip(record, types, strict=True)])
        for square, record in zip(options.mapping.square_names, part.records, strict=True)
    ]
    fields = [
        FieldText(
            language.case(field),
            language.field_case(field),
            writer("attacks").type_text(kind),
            writer("attacks").text(Expression("field", value=field)),
            field in read,
            field in filled_with,
            [values[place] for _, values in records],
        )
        for place, (field, kind) in enumerate(zip(part.fields, types, strict=True))
    ]
    return SliderText(
        str(part.slider),
        fields,
        records,
        writer("slot").body(part.slot, "index") if part.slot else None,
        writer("attacks").body(part.attacks),
        writer("stored").body(part.stored, _ELEMENTS[model.element_bits]) if part.stored else None,
    )

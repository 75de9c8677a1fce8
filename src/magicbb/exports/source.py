"""Writing a table as source code: the model, put before a language's template."""

from __future__ import annotations

from typing import TYPE_CHECKING

from magicbb.catalogue import build
from magicbb.exports.context import BodyText, Context, SliderText
from magicbb.exports.header import built_as, header_of, name_of, origin_of
from magicbb.exports.languages import parse_language
from magicbb.exports.model import model_of
from magicbb.mappings import parse_mapping
from magicbb.rivals.table import RivalTable
from magicbb.tables import Table

if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from magicbb.axes import Scheme
    from magicbb.exports.code import Body
    from magicbb.exports.languages import Language
    from magicbb.exports.model import Model
    from magicbb.mappings import Mapping
    from magicbb.rivals import Rival


def export(
    table: str | Scheme | Rival | Table | RivalTable,
    language: str,
    *,
    mapping: str | Mapping = "a1=0",
    tables: str | None = None,
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
        table: A table; or a scheme or its name, of which one is built.
        language: Its name, such as "c" or "rust".
        mapping: How the squares are numbered; see `mappings`.
        tables: "init" (the source has the magics, and the table is filled at start-up), "static"
            (every entry is in the source) or "const" (the compiler computes it, where the language
            can). If left out, "init" where there is a table to be filled, else "static".
        prefix: What all names start with, in a language without modules.
        namespace: The namespace, in a language that has them.
        package: The package, likewise.
        class_name: The class, likewise.
        queen: Whether to write a function for the queen, too.
        self_test: Whether to add a program that walks the rays itself, looks up all 107,648 keys
            with garbage in the irrelevant squares, and prints the checksum or the first wrong key.
        seed: For the search, when a table has to be built; 1 if left out.
        file: The file that a given table is from, for the command in the header.

    Returns:
        The source. Equal arguments give equal texts, on any machine.

    Raises:
        ValueError: A name is unknown or cannot be used, the language cannot do what is asked, or
            the table is not right.
        TypeError: Something is of a wrong type.

    >>> source = export("hyperbola", "c", prefix="sliding_")
    >>> "sliding_rook_attacks" in source
    True
    """
    target = parse_language(language)
    squares = parse_mapping(mapping)
    given = {"prefix": prefix, "namespace": namespace, "package": package, "class": class_name}
    names = target.names(given, program=self_test)
    if tables is not None:
        target.check_tables(tables)
    if isinstance(table, (Table, RivalTable)):
        if seed is not None:
            raise ValueError("seed is for building a table, but a table was given")
        table.verify()
        origin = origin_of(table, file)
        verified = table
    else:
        seed = 1 if seed is None else seed
        verified, origin = build(table, seed), built_as(table, seed)
    model = model_of(verified)
    if tables is None:
        tables = "init" if model.fill else "static"
    elif model.fill is None and tables != "static":
        raise ValueError(
            f"{name_of(model.recipe)} has no table of all keys, and so no {tables} tables to fill; "
            "leave that out"
        )
    options = [
        f"--language {target.name}",
        *([f"--mapping {squares.name}"] if squares.name != "a1=0" else []),
        f"--tables {tables}",
        *(f"--{kind} {value}" for kind, value in given.items() if value is not None),
        *([] if queen else ["--no-queen"]),
        *(["--self-test"] if self_test else []),
    ]
    header = header_of(model, squares, f"magicbb export {origin} {' '.join(options)}")
    fills = tables != "static"
    context = Context(
        header=header,
        names=names,
        tables=tables,
        queen=queen,
        self_test=self_test,
        sliders=[*_slider_texts(model, target, names, squares)],
        element_bits=model.element_bits,
        slots=model.slots,
        attack_sets=model.attack_sets,
        attack_set_count=model.most_attack_sets if fills else len(model.attack_sets),
        fill=model.fill,
        uses=model.operations | ({"pext"} if model.fill == "squeezed" and fills else set()),
        checksum=model.checksum,
        square_names=squares.square_names,
    )
    return target.source(context)


def _slider_texts(
    model: Model, language: Language, names: dict[str, str], mapping: Mapping
) -> Iterator[SliderText]:
    def text(body: Body) -> BodyText:
        writer = language.writer({**names, "slider": str(part.slider)})
        steps = [(language.case(step.name), writer.text(step.expression)) for step in body.steps]
        return BodyText(steps, writer.text(body.result), body.operations)

    for part in model.sliders:
        yield SliderText(
            str(part.slider),
            [*map(language.case, part.fields)],
            [language.case(field) for field in part.fields if field in model.amounts],
            [*zip(mapping.square_names, part.records, strict=True)],
            text(part.slot) if part.slot else None,
            text(part.attacks),
        )

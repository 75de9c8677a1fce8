"""Build the interactive page as one self-contained file.

The sources are in `page/`: `index.html`, styles (`*.css`), and small JavaScript modules, which
`bundling` combines into two scripts: one for the page, whose main module is `main.js`, and one for
its search, whose main module is `worker.js`.

The page contains the module of each scheme (see `scheme_modules`) as compressed text, which is run
as code when the scheme is chosen. Its content security policy ensures that it loads nothing from
the network; only the served page fetches `schemes/NAME.js`.

Tests can use `window.magicbb`, which is documented in `page/main.js`, and these element ids:

| id | element |
|---|---|
| board, square-a1 … square-h8 | the grid, and its cells; `aria-selected` if attacked |
| scheme, scheme-about | the scheme selector, and a description of the selected scheme |
| piece-rook, piece-bishop | the buttons that choose the piece; `aria-pressed` if chosen |
| clear, random | buttons for the blockers |
| fen, fen-apply, fen-error | the position, the button that sets it, and the error in it |
| occupied | the occupied squares, in hexadecimal |
| attacks, attacks-names | the attacks in hexadecimal, and by name |
| chapter, chapter-link | the guide's chapter for the view |
| announcer | the live region for screen readers |
| readout | the name of the square or bit under the pointer or in focus |
| theme, copy-link, copied | the light/dark switch, the permalink's button, and its confirmation |
| tab-NAME, panel-NAME | the views: lookup, sides, collisions, own, search, settled, map, source |
| step-first, step-back, step-play, step-next, step-last | the playback controls |
| step-number, step-sentence, step-value | the current step, its description and its result |
| cards, step-KEY | the cards of the steps, by their keys: step-blockers, step-product, … |
| opening | the steps before the multiplication, as boards and figures |
| calculation, trace-says | the multiplication, and a sentence about the bit under the pointer |
| word-row, magic-row, register | the 64-bit rows: the word multiplied, the magic, the product |
| table-strip, table-says | the whole table, the square's slots, the slots around the one read |
| sides-whose, sides-magic, sides-use, sides-note | the magic, used both as white and as black |
| sides-KIND-says | the index and slots for each kind; KIND is white or black |
| phase, sides-phase-says | the phase dial, and the resulting slots and collisions |
| collisions-whose, collisions-good, collisions-bad | whose collisions, and of which kind |
| collisions-previous, collisions-next | the buttons for the previous and the next pair |
| collisions-count, collisions-place, collisions-note | the count, the current pair, a remark |
| collisions-pair | the boards of the current pair, 1 and 2 |
| collisions-blockers-1, own-blockers-1 | the blockers of board 1; also with 2 |
| collisions-show-1 | the button that puts board 1 on the main board; also with 2 |
| collisions-left, collisions-right, collisions-difference | the bits of both products |
| collisions-products, collisions-products-say | both products and their difference; a sentence |
| collisions-way-1, own-way-1 | the index of board 1, and its slot if it has one; also with 2 |
| own-magic, own-bits, own-kind | the number entered as a magic, its index bits and kind |
| own-verdict, own-answer, own-details, own-collision | the verdict, and a colliding pair |
| own-show, own-collisions, own-known | explain the magic, show its collisions, use a valid one |
| search-bits, search-kind, search-seed, search-dense | the magic to search for, and the seed |
| search-start, search-next, search-about | the search controls, and a description |
| search-known, search-known-use | the known answer, and a button that uses the known magic |
| search-rate, search-tries, search-best, search-depths | the progress of the search |
| search-found, search-use | the result of the search |
| settled-about | the result for the square under the pointer or in focus |
| settled-KIND-PIECE-a1 … | the squares of the four boards that show settled cases |
| map, map-ring, map-about, map-whole, map-near | the table as a map |
| map-previous, map-next | the buttons for the square's previous and next slot |
| source-language, source-mapping, source-command | the source's language, mapping and command |
| source-call | a call of its look-up function |
| source, source-copy, source-download, source-about | the source itself |
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import string
import zlib
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from magicbb.arguments import short_repr
from magicbb.explanations.explorer.bundling import bundle
from magicbb.explanations.explorer.chapters import (
    CHAPTER_OF_PANEL,
    CHAPTER_OF_SCHEME,
    CHAPTER_OF_STEP,
    CHAPTERS,
)
from magicbb.explanations.explorer.scheme_modules import (
    LANGUAGE,
    SCHEMES,
    check_name,
    scheme_module,
    shown,
)
from magicbb.exports.languages import TABLES, language_names, parse_language
from magicbb.exports.options import parse_options
from magicbb.exports.source import export
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import SLIDERS
from magicbb.pictures.palette import variables
from magicbb.pictures.piece_shapes import SHAPES
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.recipes.choice import parse_choice
from magicbb.recipes.rivals import RIVALS
from magicbb.research.records.frontier import answers
from magicbb.research.records.published import published_table, published_tables
from magicbb.tables.default import default_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from magicbb.tables.table import Table

__all__ = ["DEFAULT", "SCHEMES", "page", "scheme_module", "shell"]

DEFAULT = "fancy"
"""The initial scheme, if the page contains it."""

_BLACK = "everling-2026-black-76411"
"""The published table whose black magics are shown beside the white ones."""

_TOO_LONG = {"densest-bytes"}
"""Schemes whose sources the page omits: they are as long as those of all others together."""

_POLICY = (
    "default-src 'none'; script-src '{script}' blob:; style-src '{style}'; worker-src blob:; "
    "connect-src {connect}; img-src data:; base-uri 'none'; form-action 'none'"
)


def page(
    schemes: Sequence[str] | None = None,
    *,
    guide: str | None = None,
    on_progress: Callable[[str], None] | None = None,
) -> str:
    """Build the self-contained page.

    Args:
        schemes: The names of the schemes to show, from `SCHEMES` (default: all).
        guide: The address of the guide's chapters relative to the page, for example "guide/" on the
            site; without it, chapters are named but not linked.
        on_progress: Callback that receives the name of each scheme after it is built.

    Returns:
        The HTML, which is identical for equal arguments.

    Raises:
        ValueError: A scheme is unknown, or `schemes` is empty.
        TypeError: A name is not a string.

    >>> text = page(["rays", "hyperbola"])
    >>> text.startswith("<!doctype html>"), "https://" in text
    (True, False)
    """
    if isinstance(schemes, str):
        raise TypeError(f"schemes must be a sequence of names, got {short_repr(schemes)}")
    names = SCHEMES if schemes is None else tuple(dict.fromkeys(schemes))
    if not names:
        raise ValueError("schemes must not be empty")
    for name in names:
        check_name(name)
    modules = {}
    for name in names:
        modules[name] = scheme_module(name)
        if on_progress is not None:
            on_progress(name)
    return _html(names, modules, "'none'", guide)


def shell() -> str:
    """Build the served page, which contains one scheme and fetches others when they are chosen.

    >>> len(shell()) < 420_000
    True
    """
    return _html(SCHEMES, {DEFAULT: scheme_module(DEFAULT)}, "'self'")


def _html(
    names: Sequence[str], modules: dict[str, str], connect: str, guide: str | None = None
) -> str:
    directory = files(__package__).joinpath("page")
    sources = {item.name: item.read_text("utf-8") for item in directory.iterdir() if item.is_file()}
    scripts = {name: text for name, text in sources.items() if name.endswith(".js")}
    styles = variables() + "\n".join(
        text for name, text in sorted(sources.items()) if name.endswith(".css")
    )
    script = bundle(scripts, "main.js")
    finder = next(table.by for table in published_tables() if table.file == _BLACK)
    data = {
        "default": DEFAULT if DEFAULT in names else names[0],
        "schemes": [_row(name, modules.get(name)) for name in names],
        "languages": [
            {
                "name": name,
                "title": language.title,
                "file": language.settings["file"],
                "calls": {
                    slider.name: {tables: language.call(slider.name, tables) for tables in TABLES}
                    for slider in SLIDERS
                },
            }
            for name in language_names()
            for language in [parse_language(name)]
        ],
        "module": LANGUAGE,
        "guide": {
            "address": guide,
            "titles": {name: chapter.title for name, chapter in CHAPTERS.items()},
            "panels": CHAPTER_OF_PANEL,
            "steps": CHAPTER_OF_STEP,
            "schemes": CHAPTER_OF_SCHEME,
        },
        "mappings": {mapping.name: "".join(mapping.square_names) for mapping in MAPPINGS.values()},
        "magics": {
            "white": _by_slider(default_table()),
            "black": _by_slider(published_table(_BLACK)),
        },
        "settled": _settled(),
        "finders": {"white": "magicbb", "black": finder},
        "shapes": {name: tuple(shape) for name, shape in SHAPES.items()},
        "worker": bundle(scripts, "worker.js"),
    }
    parts = {
        "style": f"\n{styles}",
        "script": f"\n{script}",
        "data": _text(data).replace("<", "\\u003c"),
    }
    policy = _POLICY.format(
        script=_digest(parts["script"]), style=_digest(parts["style"]), connect=connect
    )
    return string.Template(sources["index.html"]).substitute(parts, policy=policy)


def _digest(text: str) -> str:
    """The digest that identifies an inline script or style in a content security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _row(name: str, module: str | None) -> dict[str, Any]:
    """A scheme's description, and its module and sources in compressed form."""
    entry = CATALOGUE[name]
    magical = getattr(getattr(entry.scheme, "hash", None), "kind", None) is not None
    is_taken = module is not None and name not in _TOO_LONG
    return {
        **{field: getattr(entry, field) for field in ("name", "author", "year", "trade")},
        "group": "rivals" if name in RIVALS else "magics" if magical else "pext",
        "module": module and _packed(module),
        "exports": _exports(name) if is_taken else None,
        "tables": parse_options(LANGUAGE).tables_for(parse_choice(name)),
    }


@functools.cache
def _exports(name: str) -> str:
    """The sources of a scheme in all languages, with default names, as packed JSON."""
    table, _ = shown(name)
    return _packed(_text({language: export(table, language) for language in language_names()}))


def _packed(text: str) -> str:
    """Compress a text with zlib and encode it in base64."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _settled() -> dict[str, dict[str, list[dict[str, Any]]]]:
    """Which magics with one index bit fewer than mask squares exist, by kind, slider and square."""
    found: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for each in answers():
        known = each.known
        row = {
            "bits": known.bits if known else each.bits,
            "status": each.status,
            "says": each.sentence,
            "shows": each.sign,
            "magic": f"{known.magic.magic:x}" if known and known.magic else None,
        }
        found.setdefault(each.kind, {}).setdefault(each.piece.name, []).append(row)
    return found


def _by_slider(table: Table) -> dict[str, list[tuple[str, int]]]:
    """Each square's magic and its number of index bits, by slider."""
    return {
        slider.name: [
            (f"{magic.magic:x}", magic.bits) for magic in table.magics if magic.piece == slider
        ]
        for slider in SLIDERS
    }

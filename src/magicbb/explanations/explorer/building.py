"""Build the interactive page as one self-contained file.

The sources are in `page/`: `index.html`, styles (`*.css`), and JavaScript modules of one idea each,
which `bundling` combines into one script. `main.js` starts the page, `worker.js` the search.

A scheme's module (see `scheme_modules`) is in the page as compressed text, which becomes code when
the scheme is chosen. The page loads nothing from elsewhere, and its content security policy
enforces that; only the served page fetches `schemes/NAME.js`.

For tests, `window.magicbb` is documented in `page/main.js`. These elements have fixed ids:

| id | what it is |
|---|---|
| board, square-a1 … square-h8 | the grid, and its cells; `aria-selected` if attacked |
| scheme, scheme-about | the choice of schemes, and a description of the chosen one |
| piece-rook, piece-bishop | buttons; `aria-pressed` |
| clear, random | buttons for the blockers |
| fen, fen-apply, fen-error | a position, and the error in it |
| occupied | the occupied squares, in hexadecimal |
| attacks, attacks-names | the attacks in hexadecimal, and by name |
| chapter, chapter-link | the guide's chapter for the view |
| announcer | the live region |
| readout | the names of the square or bit under the pointer or with the focus |
| theme, copy-link, copied | the switch between light and dark, the permalink |
| tab-NAME, panel-NAME | lookup, sides, collisions, own, search, settled, map, or source |
| step-first, step-back, step-play, step-next, step-last | the chain's controls |
| step-number, step-sentence, step-value | the current step, its description and its result |
| cards, step-KEY | the cards of the steps, by their keys: step-blockers, step-product, … |
| opening | the steps before the multiplication, as boards and figures |
| calculation, trace-says | the multiplication, and a sentence on the bit pointed at |
| word-row, magic-row, register | its rows of 64 bits: the word multiplied, the magic, the product |
| table-strip, table-says | the table: all of it, the square's slots, those around the slot read |
| sides-whose, sides-magic, sides-use, sides-note | the magic that is hashed both ways |
| sides-KIND-says | its index and slots; KIND is white or black |
| phase, sides-phase-says | the dial of the phase, and the slots and collisions with it |
| collisions-whose, collisions-good, collisions-bad | which collisions, and of which magic |
| collisions-previous, collisions-next | paging |
| collisions-count, collisions-place, collisions-note | their number, the current one, a remark |
| collisions-pair, collisions-blockers-1, collisions-show-1 | the two boards; also with 2 |
| collisions-left, collisions-right, collisions-difference | the bits of both products |
| collisions-products, collisions-products-say | these rows, and what the difference is |
| collisions-way-1, own-blockers-1, own-way-1 | their indices and slots; also with 2 |
| own-magic, own-bits, own-kind | your own magic |
| own-verdict, own-answer, own-details, own-collision | whether it works; if not, the two boards |
| own-show, own-collisions, own-known | follow it, see its collisions, take one that works |
| search-bits, search-kind, search-seed, search-dense | the target of the search |
| search-start, search-next, search-about | the search |
| search-known, search-known-use | the settled answer: a magic, or that none exists |
| search-rate, search-tries, search-best, search-depths | its progress |
| search-found, search-use | its result |
| settled-about | what is known of the square under the pointer or with the focus |
| settled-KIND-PIECE-a1 … | the squares of the four boards of settled cases |
| map, map-ring, map-about, map-whole, map-near | the table as a map |
| map-previous, map-next | the slots of the square, one after the other |
| source-language, source-mapping, source-command | the source's language, mapping and command |
| source-call | how its look-up is called |
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
"""The scheme that the page starts with, if it is on the page."""

_BLACK = "everling-2026-black-76411"
"""The published table whose black magics are shown beside the white ones."""

_TOO_LONG = {"densest-bytes"}
"""Schemes whose sources are left out: in all languages, they take as much space as all others."""

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
    """The page with everything in it, for a file.

    Args:
        schemes: The names of the schemes to show, from `SCHEMES` (default: all).
        guide: The address of the guide's chapters relative to the page, for example "guide/" on the
            site; without it, chapters are named but not linked.
        on_progress: Called with the name of each scheme as it is added.

    Returns:
        HTML. Equal arguments give equal pages.

    Raises:
        ValueError: A scheme is unknown, or there are none.
        TypeError: A name is not a string.

    >>> text = page(["rays", "hyperbola"])
    >>> text.startswith("<!doctype html>"), "https://" in text
    (True, False)
    """
    if isinstance(schemes, str):
        raise TypeError(f"schemes must be a sequence of names, got {short_repr(schemes)}")
    names = SCHEMES if schemes is None else tuple(dict.fromkeys(schemes))
    if not names:
        raise ValueError("schemes must name one scheme at least, got none")
    for name in names:
        check_name(name)
    modules = {}
    for name in names:
        modules[name] = scheme_module(name)
        if on_progress is not None:
            on_progress(name)
    return _html(names, modules, "'none'", guide)


def shell() -> str:
    """The page as served: it contains one scheme, and fetches the others when chosen.

    >>> len(shell()) < 400_000
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
                "suffix": language.settings["suffixes"].split()[0],
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
    """The digest by which a content security policy identifies an inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _row(name: str, module: str | None) -> dict[str, Any]:
    """A scheme's description, its module and its sources, compressed."""
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
    """The source of a scheme in each language, with the default names: JSON, packed."""
    table, _ = shown(name)
    return _packed(_text({language: export(table, language) for language in language_names()}))


def _packed(text: str) -> str:
    """A text compressed (zlib) and then in base64."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _settled() -> dict[str, dict[str, list[dict[str, Any]]]]:
    """What is known of magics with one bit fewer, for each kind, slider and square."""
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
    """A magic for each slider and square, with its index bits."""
    return {
        slider.name: [
            (f"{magic.magic:x}", magic.bits) for magic in table.magics if magic.piece == slider
        ]
        for slider in SLIDERS
    }

"""The page as a text: what is in it, and what is not. How it works is tested in a browser."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import subprocess
import zlib
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest

import magicbb as mb
from magicbb.explanations.explorer.building import DEFAULT, SCHEMES, page, scheme_module, shell
from magicbb.explanations.explorer.bundling import bundle
from magicbb.explanations.explorer.scheme_modules import shown
from magicbb.exports.source import export
from magicbb.recipes.catalogue import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable

QUICK = ("fancy", "fixed-shift", "black", "hyperbola", "rays")
MOST_BYTES = 2_000_000
MOST_LINES = 400

SOURCES = {
    item.name: item.read_text("utf-8")
    for item in files("magicbb.explanations.explorer").joinpath("page").iterdir()
    if item.is_file()
}
EACH_MODULE = pytest.mark.parametrize("name", [name for name in SOURCES if name.endswith(".js")])


class Elements(HTMLParser):
    """The elements of a page, and the texts of its scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag in {"script", "style"}:
            self.texts.append("")

    def handle_data(self, data: str) -> None:
        if self.cdata_elem in {"script", "style"}:
            self.texts[-1] += data

    def attribute(self, name: str) -> list[str]:
        return [f"{attributes[name]}" for _, attributes in self.found if name in attributes]


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="page-data">(.*?)</script>', text)
    assert found
    return json.loads(found[1])


@pytest.fixture(scope="module")
def quick_page() -> str:
    return page(QUICK)


@pytest.fixture(scope="module")
def quick_shell() -> str:
    return shell()


class TestPage:
    @pytest.mark.slow
    def test_the_file_is_small_with_all_schemes_and_sources(self, file: str) -> None:
        text = Path(url2pathname(urlsplit(file).path)).read_text("utf-8")
        assert len(text.encode()) < MOST_BYTES
        rows = data_of(text)["schemes"]
        assert [row["name"] for row in rows] == [*CATALOGUE]
        assert all(row["module"] for row in rows)
        assert [row["name"] for row in rows if not row["exports"]] == ["densest-bytes"]

    def test_it_is_the_same_each_time(self, quick_page: str) -> None:
        assert page(QUICK) == quick_page

    def test_it_has_the_modules_of_its_schemes(self, quick_page: str) -> None:
        rows = data_of(quick_page)["schemes"]
        assert tuple(row["name"] for row in rows) == QUICK
        for row in rows:
            text = zlib.decompress(base64.b64decode(row["module"])).decode()
            assert text == scheme_module(row["name"])

    def test_it_starts_with_a_scheme_that_it_has(self) -> None:
        assert data_of(page(["rays", "hyperbola"]))["default"] == "rays"

    def test_a_scheme_named_twice_is_there_once(self) -> None:
        assert page(["rays", "rays"]) == page(["rays"])

    def test_progress_is_told_scheme_by_scheme(self) -> None:
        told: list[str] = []
        page(["rays", "hyperbola"], on_progress=told.append)
        assert told == ["rays", "hyperbola"]

    def test_nothing_is_loaded_from_elsewhere(self, quick_page: str, quick_shell: str) -> None:
        for text in (quick_page, quick_shell):
            elements = Elements(text)
            assert elements.attribute("src") == []
            assert [link for link in elements.attribute("href") if link[0] != "#"] == ["data:,"]
            assert not re.search(r"@import|@font-face|url\(", text)
            assert re.findall(r"https?://[^\s\"'`<]*", text) == ["http://www.w3.org/2000/svg"]

    def test_the_policy_knows_the_scripts_and_styles(self, quick_page: str) -> None:
        elements = Elements(quick_page)
        style, _, script = elements.texts
        policy = next(
            f"{attributes['content']}"
            for tag, attributes in elements.found
            if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
        )
        for directive, text in (("style-src", style), ("script-src", script)):
            digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
            assert f"{directive} 'sha256-{digest}'" in policy
        assert "default-src 'none'" in policy
        assert "connect-src 'none'" in policy
        assert "unsafe" not in policy

    def test_no_id_is_there_twice(self, quick_page: str) -> None:
        ids = Elements(quick_page).attribute("id")
        assert len(ids) == len(set(ids))

    @pytest.mark.parametrize("schemes", [[], ()])
    def test_it_needs_a_scheme(self, schemes: list[str]) -> None:
        with pytest.raises(ValueError, match="schemes must not be empty"):
            page(schemes)

    def test_an_unknown_scheme_is_refused(self) -> None:
        with pytest.raises(ValueError, match=r"scheme must be one of plain, .*'fancier'.*fancy"):
            page(["fancier"])

    def test_a_single_name_is_refused(self) -> None:
        with pytest.raises(TypeError, match="schemes must be a sequence of names, got 'fancy'"):
            page("fancy")

    def test_a_number_is_refused(self) -> None:
        with pytest.raises(TypeError, match="scheme must be one of plain"):
            page([1])  # type: ignore[list-item]


class TestShell:
    def test_only_the_first_scheme_is_in_it(self, quick_shell: str) -> None:
        rows = data_of(quick_shell)["schemes"]
        assert [row["name"] for row in rows if row["module"]] == [DEFAULT]
        assert [row["name"] for row in rows] == [*SCHEMES]

    def test_others_may_be_fetched_from_the_same_origin_alone(self, quick_shell: str) -> None:
        assert "connect-src 'self';" in quick_shell


class TestSchemeModule:
    @pytest.mark.parametrize("name", ["fancy", "rotated"])
    def test_the_look_ups_are_those_of_the_export(self, name: str) -> None:
        exported = export(shown(name)[0], "javascript-pairs", queen=False)
        assert scheme_module(name).startswith(exported)

    @pytest.mark.parametrize(
        ("name", "entries", "author"),
        [("fixed-shift", 88_772, "Volker Annuss 2017"), ("black", 76_411, "Markus Everling 2026")],
    )
    def test_what_takes_long_to_find_is_published(
        self, name: str, entries: int, author: str
    ) -> None:
        table, magics = shown(name)
        assert table.entries == entries
        assert author in magics
        assert author in scheme_module(name)

    @pytest.mark.parametrize("name", ["fancy", "black", "byte-lookup", "pext", "rotated"])
    def test_the_steps_end_in_the_attacks(
        self, name: str, tmp_path: Path, demand: Callable[[str], None]
    ) -> None:
        """The page's own words are what the functions are given; here they run in Node."""
        demand("node")
        boards = [0x0040081248042010 * (3**place) % 2**64 for place in range(64)]
        (tmp_path / "scheme.mjs").write_text(scheme_module(name), encoding="utf-8")
        for module in ("words.js", "geometry.js"):
            text = SOURCES[module].replace('.js"', '.mjs"')
            (tmp_path / module.replace(".js", ".mjs")).write_text(text, encoding="utf-8")
        (tmp_path / "main.mjs").write_text(STEPPING, encoding="utf-8")
        done = subprocess.run(  # noqa: S603 (its arguments are made here)
            ["node", "main.mjs", json.dumps([f"{board:#x}" for board in boards])],  # noqa: S607 (the one on the path)
            cwd=tmp_path,
            capture_output=True,
            check=True,
            text=True,
        )
        found = json.loads(done.stdout)
        for slider in ("rook", "bishop"):
            looked_up = getattr(mb, f"{slider}_attacks")
            expected = [f"{looked_up(square, board):x}" for square, board in enumerate(boards)]
            assert found[slider] == expected

    def test_an_unknown_one_is_refused(self) -> None:
        with pytest.raises(ValueError, match="scheme must be one of plain"):
            scheme_module("../fancy")


STEPPING = """
import { explained } from "./scheme.mjs";
import { walkRays } from "./geometry.mjs";
import { leadingZeros, pdep, pext, swapBytes, wordOf } from "./words.mjs";
const walk = (slider, square, occupied) => walkRays(slider, Number(square), occupied);
const words = { leadingZeros, pdep, pext, swapBytes, walk };
const pairs = (array) => (place) => wordOf(array[2 * Number(place)], array[2 * Number(place) + 1]);
const { elementBits, table, attackSets } = explained;
const narrow = (place) => BigInt(table[Number(place)]);
const memory = { table: elementBits === 64 ? pairs(table) : narrow, attackSet: pairs(attackSets) };
const boards = JSON.parse(process.argv[2]).map(BigInt);
const found = {};
for (const slider of ["rook", "bishop"]) {
  const { fields, records, follow } = explained[slider];
  found[slider] = boards.map((occupied, square) => {
    const digits = records[square].split(",");
    const own = Object.fromEntries(fields.map((field, at) => [field, BigInt("0x" + digits[at])]));
    return follow(BigInt(square), occupied, own, words, memory).values.at(-1).toString(16);
  });
}
console.log(JSON.stringify(found));
"""


class TestSources:
    @EACH_MODULE
    def test_a_module_is_about_one_idea(self, name: str) -> None:
        lines = SOURCES[name].splitlines()
        assert lines[0].startswith("// ")
        assert len(lines) < MOST_LINES

    def test_no_module_is_left_over(self) -> None:
        bundles = bundle(SOURCES, "main.js") + bundle(SOURCES, "worker.js")
        assert [
            name for name in SOURCES if name.endswith(".js") and f"// {name}\n" not in bundles
        ] == []

    @EACH_MODULE
    def test_node_understands_it(
        self, name: str, tmp_path: Path, demand: Callable[[str], None]
    ) -> None:
        demand("node")
        copy = tmp_path / f"{name.removesuffix('.js')}.mjs"
        copy.write_text(SOURCES[name], encoding="utf-8")
        subprocess.run(["node", "--check", copy], check=True)  # noqa: S603, S607 (likewise)

    def test_the_types_fit(self, tmp_path: Path, demand: Callable[[str], None]) -> None:
        demand("tsc")
        for name, text in SOURCES.items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        options = "--noEmit --allowJs --checkJs --strict --target es2023 --module es2022"
        libraries = "--moduleResolution bundler --lib es2023,dom,dom.iterable"
        done = subprocess.run(  # noqa: S603 (likewise)
            ["tsc", *options.split(), *libraries.split(), "main.js", "worker.js"],  # noqa: S607 (the one on the path)
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == ""

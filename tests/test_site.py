"""The documentation as a site: it builds without a warning, holds together, and asks nobody."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

import pytest
from click import Context

import magicbb as mb
from magicbb.cli import COMMANDS
from magicbb.cli import magicbb as program
from magicbb.explanations.explorer.chapters import CHAPTER_OF_PANEL, CHAPTERS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
PATIENCE = 240  # seconds

pytestmark = pytest.mark.slow  # building it takes half a minute


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, demand: Callable[[str], None]) -> Path:
    """The site; a warning ends the build."""
    for module in ("mkdocs", "material", "mkdocstrings"):
        demand(module)
    place = tmp_path_factory.mktemp("site")
    result = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", place],
        cwd=ROOT,
        env=os.environ
        | {"NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(Path(mb.__file__).parents[1])},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr
    return place


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    """Every page but the interactive one, which has tests of its own, with its text."""
    for path in sorted(site.rglob("*.html")):
        if path.name not in ("explore.html", "404.html"):
            yield path, path.read_text("utf-8")


def test_every_chapter_is_there(site: Path) -> None:
    chapters = [path.stem for path in (ROOT / "docs" / "guide").glob("*.md")]
    assert sorted(path.stem for path in (site / "guide").glob("*.html")) == sorted(chapters)
    assert len(chapters) > 10


def test_every_link_leads_somewhere(site: Path) -> None:
    astray = [
        (str(path.relative_to(site)), link)
        for path, text in pages(site)
        for link in re.findall(r'(?:href|src)="([^"#?]+)', text)
        if not re.match(r"[a-z]+:", link) and not (path.parent / unquote(unescape(link))).exists()
    ]
    assert astray == []


def test_no_page_asks_another_host(site: Path) -> None:
    foreign = [
        (str(path.relative_to(site)), tag)
        for path, text in pages(site)
        for tag in re.findall(r"<(?:link|script|img|iframe|source)\b[^>]*>", text)
        if re.search(r'(?:href|src)="(?:https?:)?//', tag)
    ]
    assert foreign == []


def test_no_style_asks_another_host(site: Path) -> None:
    styles = [*site.rglob("*.css")]
    assert styles
    assert [
        path for path in styles if re.search(r"url\(['\"]?(?:https?:)?//", path.read_text())
    ] == []


def test_the_interactive_page_is_part_of_it(site: Path) -> None:
    assert "<!doctype html>" in (site / "explore.html").read_text("utf-8").lower()
    assert 'href="explore.html"' in (site / "index.html").read_text("utf-8")


def test_search_works_on_a_page_opened_from_disk(
    site: Path, tmp_path: Path, demand: Callable[[str], None]
) -> None:
    demand("chromium")
    shown = in_chromium(f"file://{site}/index.html?q=post-mask", tmp_path)
    assert 'href="guide/sharing.html' in shown.partition("md-search-result__list")[2]


def in_chromium(address: str, directory: Path, *options: str) -> str:
    """A page as Chromium has it after some seconds."""
    result = subprocess.run(  # noqa: S603
        [  # noqa: S607
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={directory}",
            "--virtual-time-budget=10000",
            "--dump-dom",
            *options,
            address,
        ],
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    return result.stdout


def test_the_reference_has_every_command_and_option(site: Path) -> None:
    text = unescape((site / "command-line.html").read_text("utf-8"))
    for name in COMMANDS:
        command = program.get_command(Context(program), name)
        assert command is not None
        part = text.partition(f'id="magicbb-{name}"')[2].partition("<h4")[0]
        for option in command.params:
            assert all(f"{flag}" in part for flag in option.opts if flag.startswith("--"))
        assert "<p>Example" in part


def test_the_files_for_download_are_what_the_commands_write(site: Path) -> None:
    directory = site / "downloads"
    sums = dict(
        line.split("  ")[::-1] for line in (directory / "SHA256SUMS").read_text().splitlines()
    )
    files = [path for path in directory.rglob("*") if path.suffix]
    assert {str(path.relative_to(directory)) for path in files} == {*sums}
    page = (site / "downloads.html").read_text("utf-8")
    for path in files:
        name = str(path.relative_to(directory))
        assert hashlib.sha256(path.read_bytes()).hexdigest() == sums[name]
        assert f'href="downloads/{name}"' in page
        assert sums[name] in page
    source = mb.export("densest", "rust", seed=1)
    assert (directory / "densest" / "sliding_attacks.rs").read_text() == source


@pytest.mark.parametrize(
    "name", ["choosing-a-scheme", "downloads", "exporting", "records", "sources"]
)
def test_tables_fit_their_page(
    site: Path, tmp_path: Path, demand: Callable[[str], None], name: str
) -> None:
    demand("chromium")
    page = site / f"measured-{name}.html"
    text = (site / f"{name}.html").read_text("utf-8")
    page.write_text(
        text.replace("</body>", f"<script>{TABLES_WIDER_THAN_THEIR_PAGE}</script></body>")
    )
    shown = in_chromium(page.as_uri(), tmp_path, "--window-size=1280,900")
    page.unlink()
    assert 'data-wider="0"' in shown


TABLES_WIDER_THAN_THEIR_PAGE = """
addEventListener("load", () => setTimeout(() => {
  const room = document.querySelector(".md-content__inner").clientWidth;
  const tables = [...document.querySelectorAll(".md-typeset table")];
  const wider = tables.filter((table) => table.scrollWidth > room + 1);
  document.body.dataset.wider = tables.length ? wider.length : "no tables";
}, 1000));
"""


def test_what_pages_link_to_in_the_repository_is_part_of_it(site: Path) -> None:
    text = (site / "guide" / "construction.html").read_text("utf-8")
    assert 'href="../files/src/magicbb/magics/search/construct.py.txt"' in text


def test_a_language_keeps_its_sharp(site: Path) -> None:
    assert "<title>C# - magicbb</title>" in (site / "export" / "csharp.html").read_text("utf-8")


def test_a_file_that_a_page_writes_has_its_name_above_it(site: Path) -> None:
    assert '<span class="filename">moves.rs</span>' in (site / "export" / "rust.html").read_text()


def test_examples_of_docstrings_are_sessions(site: Path) -> None:
    text = (site / "api" / "geometry.html").read_text("utf-8")
    assert 'class="language-pycon' in text
    assert "<blockquote>" not in text  # which Markdown makes of prompts


@pytest.mark.parametrize("name", ["rook_attacks", "bishop_attacks", "queen_attacks"])
def test_look_ups_are_shown_as_functions(site: Path, name: str) -> None:
    text = (site / "api" / "attacks.html").read_text("utf-8")
    part = text.partition(f'id="magicbb.{name}"')[2]
    assert f"squares that a {name.partition('_')[0]} on" in part
    assert "Parameters:" in part


def test_each_chapter_leads_to_its_view_and_each_view_to_its_chapter(
    site: Path, browser: Browser
) -> None:
    for name, chapter in CHAPTERS.items():
        text = unescape((site / "guide" / f"{name}.html").read_text("utf-8"))
        view = chapter.view.removesuffix("#")
        assert f'href="../explore.html{view}"' in text
    page = browser.new_page()
    page.goto(f"{(site / 'explore.html').as_uri()}")
    page.evaluate("() => magicbb.ready")
    found = set()
    for changes in (
        *({"panel": "lookup", "step": step} for step in range(9)),
        *({"panel": panel} for panel in CHAPTER_OF_PANEL),
    ):
        page.evaluate("(changes) => magicbb.set(changes)", changes)
        link = page.get_attribute("#chapter-link", "href") or "missing"
        found.add(link)
        assert (site / link).is_file()
    assert {"guide/multiplication.html", "guide/slots.html", "guide/black.html"} <= found
    page.click("#chapter-link")
    assert page.url == (site / link).as_uri()
    page.close()

# ruff: noqa: INP001 (a script, not a package)
"""Hooks for pages that are also read, and run, in the repository.

- A block's file name, as in "c moves.c", becomes its title, and Python with prompts a session.
- What pages link to outside docs/ is copied into the site, under `files/`.
- The interactive page is written as `explore.html`, where the package has it.
- Each chapter of the guide gets a link to its view of that page.
- Parts of pages, and the files that they offer, are made by `site_parts`.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parent))  # MkDocs loads hooks, but not what is beside them

import site_parts

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

EXPLORE = "explore.html"
BUILDING = "magicbb.explanations.explorer.building"
CHAPTERS = "magicbb.explanations.explorer.chapters"

_FENCE = re.compile(r"^```(\S+) (\S+)$", re.MULTILINE)
_SESSION = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)
_SHARP = re.compile(r"^(# .*\S)#$", re.MULTILINE)  # as in C#, which would lose it
_NEXT = re.compile(r"^Next: \[.*\n", re.MULTILINE)  # in the site the footer says so
_AFTER_OPENING = re.compile(r"^(?:## |Next: \[)", re.MULTILINE)
_MADE = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)
_WIDE = {"choosing-a-scheme.md", "downloads.md", "records.md", "sources.md"}
_OUTWARD = re.compile(r"\]\((\.\./[^)#]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the interactive page beside the guide."""
    if config.nav is not None and _has_explore():
        config.nav.insert(2, {"Explore": EXPLORE})
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Write the interactive page, and the files to download."""
    if _has_explore():
        page = import_module(BUILDING).page(guide="guide/")
        files.append(File.generated(config, EXPLORE, content=page))
    for path, content in site_parts.exported().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Translate blocks and links of a page, and put in what is made."""
    if page.file.src_uri in _WIDE:
        page.meta["hide"] = ["toc"]  # for the sake of its tables
    if page.file.src_uri.startswith("guide/") and _has_explore():
        markdown = _with_view(markdown, Path(page.file.src_uri).stem)
    markdown = _MADE.sub(lambda made: site_parts.part(made[1]), markdown)
    markdown = _SHARP.sub(r"\1\\#", markdown)
    markdown = _FENCE.sub(r'```\1 title="\2"', markdown)
    markdown = _SESSION.sub("```pycon\n", _NEXT.sub("", markdown))
    docs, here = Path(config.docs_dir), Path(page.file.src_uri)

    def inward(match: re.Match[str]) -> str:
        target = (docs / here.parent / match[1]).resolve()
        if target.is_relative_to(docs) or not target.is_file():
            return match[0]
        # A browser shows text, and offers everything else for download.
        name = f"files/{target.relative_to(docs.parent).as_posix()}"
        name = name if target.suffix == ".csv" else f"{name}.txt"
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, abs_src_path=str(target)))
        return f"]({'../' * (len(here.parts) - 1)}{name})"

    return _OUTWARD.sub(inward, markdown)


def _with_view(markdown: str, name: str) -> str:
    """A chapter with a link to its view of the interactive page, before its first section."""
    chapter = import_module(CHAPTERS).CHAPTERS[name]
    words = f"On the interactive page: [{chapter.invites}](../{EXPLORE}{chapter.view})."
    place = _AFTER_OPENING.search(markdown)
    end = place.start() if place else len(markdown)
    return f"{markdown[:end].rstrip()}\n\n{words}\n{{ .magicbb-view }}\n\n{markdown[end:]}"


def _has_explore() -> bool:
    try:
        return find_spec(BUILDING) is not None
    except ModuleNotFoundError:
        return False

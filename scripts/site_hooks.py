# ruff: noqa: INP001 (a script, not a package)
"""MkDocs hooks for pages that are also read in the repository, where tests run their code.

- The file name of a code block, as in "c moves.c", becomes its title.
- Python blocks with prompts become console sessions.
- Linked files outside docs/ are copied to `files/` in the site.
- The interactive page is written to `explore.html`, if the package contains it.
- Each chapter of the guide gets a link to its view of the interactive page.
- Generated parts of pages, and files for download, come from `site_parts`.
"""

from __future__ import annotations

import re
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File

sys.path.insert(0, str(Path(__file__).parent))  # so that hooks can import other scripts

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
_SHARP = re.compile(r"^(# .*\S)#$", re.MULTILINE)  # as in C#; Markdown would drop the trailing #
_NEXT = re.compile(r"^Next: \[.*\n", re.MULTILINE)  # the site's footer has this link
_AFTER_OPENING = re.compile(r"^(?:## |Next: \[)", re.MULTILINE)
_MADE = re.compile(r"^<!-- made: (\w+) -->$", re.MULTILINE)
_WIDE = {"choosing-a-scheme.md", "downloads.md", "records.md", "sources.md"}
_OUTWARD = re.compile(r"\]\((\.\./[^)#]+)\)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Add the interactive page to the navigation, after the guide."""
    if config.nav is not None and _has_explore():
        config.nav.insert(2, {"Explore": EXPLORE})
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the interactive page and the files for download to the site."""
    if _has_explore():
        page = import_module(BUILDING).page(guide="guide/")
        files.append(File.generated(config, EXPLORE, content=page))
    for path, content in site_parts.exported().items():
        files.append(File.generated(config, path, content=content))
    return files


def on_page_markdown(markdown: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Convert the code blocks and links of a page, and insert generated parts."""
    if page.file.src_uri in _WIDE:
        page.meta["hide"] = ["toc"]  # to make room for wide tables
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
        # Browsers display .txt files and download others.
        name = f"files/{target.relative_to(docs.parent).as_posix()}"
        name = name if target.suffix == ".csv" else f"{name}.txt"
        if files.get_file_from_path(name) is None:
            files.append(File.generated(config, name, abs_src_path=str(target)))
        return f"]({'../' * (len(here.parts) - 1)}{name})"

    return _OUTWARD.sub(inward, markdown)


def _with_view(markdown: str, name: str) -> str:
    """Insert a link to a chapter's view of the interactive page above the chapter's sections."""
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

# ruff: noqa: INP001 (a script, not a package)
"""Take the pictures of the interactive page that the documents show.

    python scripts/screenshots.py [DIRECTORY]

Needs playwright, Pillow and Chromium. Writes explore-WIDTH-THEME.png, for a phone and a desktop in
light and dark, into docs/img or the directory, with a palette of 256 colours.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

from magicbb.explanations.explorer.building import page as make_page
from magicbb.files import write_whole

TARGET = Path(__file__).parents[1] / "docs" / "img"

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
THEMES = ("light", "dark")


def main() -> None:
    """Write all of them, each whole or not at all."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        file = Path(directory) / "page.html"
        file.write_text(make_page(), "utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (width, height) in SIZES.items():
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    reduced_motion="reduce",
                )
                page = context.new_page()
                page.goto(f"{file.as_uri()}#step=-1")
                page.evaluate("() => window.magicbb.ready")
                write_whole(target / f"explore-{name}-{theme}.png", small(page.screenshot()))
                context.close()
        browser.close()


def small(png: bytes) -> bytes:
    """The picture with at most 256 colours."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    content = io.BytesIO()
    picture.quantize(256, dither=Image.Dither.NONE).save(content, "PNG", optimize=True)
    return content.getvalue()


if __name__ == "__main__":
    main()

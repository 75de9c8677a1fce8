# ruff: noqa: INP001 (a script, not a package)
"""Take the screenshots of the interactive page for the documentation.

    python scripts/screenshots.py [DIRECTORY]

Requires playwright, Pillow and Chromium. Writes to docs/img or the given directory:
- explore-DEVICE-THEME.png: the whole look-up on a phone and a desktop, light and dark;
- page/STEP-WIDTH-THEME.webp: each step on a phone, a small desktop and a large desktop.
"""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from magicbb.explanations.explorer.building import page as make_page
from magicbb.files import write_whole

if TYPE_CHECKING:
    from playwright.sync_api import Page

TARGET = Path(__file__).parents[1] / "docs" / "img"

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
SIZES_OF_STEPS = {"390": (390, 844), "1280": (1280, 900), "1920": (1920, 1080)}
THEMES = ("light", "dark")
WIDE = 736  # the width at which the desktop layout begins
STEPS = 9

SETTLED = """async () => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame();
  await Promise.all(document.getAnimations().map((animation) => animation.finished));
  await frame();
  await frame();
}"""
"""Wait until animations have ended and the page has been redrawn."""


def main() -> None:
    """Take all screenshots, and write each file atomically."""
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else TARGET
    (target / "page").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as directory, sync_playwright() as playwright:
        file = Path(directory) / "page.html"
        file.write_text(make_page(["fancy"], guide="guide/"), "utf-8")
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (width, height) in (SIZES | SIZES_OF_STEPS).items():
            for theme in THEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme="dark" if theme == "dark" else "light",
                    reduced_motion="reduce",
                    has_touch=width < WIDE,
                    is_mobile=width < WIDE,
                )
                page = context.new_page()
                page.goto(f"{file.as_uri()}#step=-1")
                page.evaluate("() => window.magicbb.ready")
                page.evaluate(SETTLED)
                if name in SIZES:
                    path = target / f"explore-{name}-{theme}.png"
                    write_whole(path, small(page.screenshot(), "PNG"))
                else:
                    take_steps(page, target / "page", f"{name}-{theme}")
                context.close()
        browser.close()


def take_steps(page: Page, target: Path, name: str) -> None:
    """Take a screenshot of each step."""
    for step in range(STEPS):
        page.evaluate("(step) => window.magicbb.set({ step })", step)
        page.evaluate(SETTLED)
        path = target / f"{step + 1}-{name}.webp"
        write_whole(path, small(page.screenshot(), "WEBP"))


def small(png: bytes, format: str) -> bytes:
    """Reduce a picture to 256 colours, and encode it in the given format."""
    picture = Image.open(io.BytesIO(png)).convert("RGB")
    content = io.BytesIO()
    few = picture.quantize(256, dither=Image.Dither.NONE)
    if format == "PNG":
        few.save(content, format, optimize=True)
    else:
        few.convert("RGB").save(content, format, lossless=True, method=6)
    return content.getvalue()


if __name__ == "__main__":
    main()

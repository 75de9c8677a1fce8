"""The colours: one for each thing, by day and by night, on the page and in pictures."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import magicbb as mb
from magicbb.pictures import palette
from magicbb.pictures.board import board_svg
from magicbb.pictures.palette import COLOURS, night, variables
from magicbb.pictures.sheet import Panel, sheet

PAGE = files("magicbb.explanations.explorer").joinpath("page")
SHEETS = {item.name: item.read_text("utf-8") for item in PAGE.iterdir() if ".css" in item.name}


def luminance(colour: str) -> float:
    """How light a colour is, after WCAG 2."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, after WCAG 2: 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


class TestColours:
    def test_a_colour_of_the_day_has_one_of_the_night(self) -> None:
        pairs = {pair for name, pair in COLOURS.items() if name not in palette.PAGE_ONLY}
        assert len({day for day, _ in pairs}) == len(pairs)

    def test_text_can_be_read(self) -> None:
        for name in ("ink", "quiet", "attack", "index", "right", "wrong"):
            for paper in ("paper", "surface"):
                for which in (0, 1):
                    assert contrast(COLOURS[name][which], COLOURS[paper][which]) > 4.5, name

    def test_what_can_meet_on_a_board_differs_in_lightness(self) -> None:
        for which in (0, 1):
            for name in ("attack", "blocker", "index", "wrong"):
                for square in ("square-light", "square-dark"):
                    assert contrast(COLOURS[name][which], COLOURS[square][which]) > 3, name

    def test_sources_name_no_colour(self) -> None:
        """Neither the page's styles nor what draws: `palette` alone."""
        assert [name for name, text in SHEETS.items() if re.search("#[0-9a-f]{3,8};", text)] == []
        drawing = files("magicbb.pictures")
        assert [
            item.name
            for item in drawing.iterdir()
            if item.name.endswith(".py")
            and item.name != "palette.py"
            and re.search('"#[0-9a-f]{6}"', item.read_text("utf-8"))
        ] == []

    def test_the_site_has_the_same_colours(self) -> None:
        """Its style sheet is not made from the palette, for MkDocs copies it as it is."""
        style = (Path(__file__).parents[2] / "docs/assets/site.css").read_text("utf-8")
        by_day, by_night = style.partition('[data-md-color-scheme="slate"]')[::2]
        for which, part in enumerate((by_day, by_night.partition("}")[0])):
            used = {*re.findall("#[0-9a-f]{6}", part)}
            assert len(used) > 5
            assert used <= {pair[which] for pair in COLOURS.values()}

    def test_the_page_uses_no_variable_that_it_has_not(self) -> None:
        known = variables() + "".join(SHEETS.values())
        scripts = [item.read_text("utf-8") for item in PAGE.iterdir() if item.name.endswith(".js")]
        used = {*re.findall(r"var\((--[\w-]+)\)", "".join(SHEETS.values()))}
        assert {name for name in used if f"{name}:" not in known + "".join(scripts)} == {
            name for name in used if f'"{name}"' in "".join(scripts) and f"{name}:" not in known
        }


class TestNight:
    def test_every_colour_of_a_picture_has_its_night(self) -> None:
        svg = mb.build("fancy")._repr_svg_() + str(mb.draw(5, pieces={"a1": "k"}, occupied=1 << 9))
        style = night(svg)
        colours = {*re.findall(r'(?:fill|stroke|color)="(#[0-9a-f]{6})"', svg)}
        assert len(colours) > 8
        assert {colour for colour in colours if f'"{colour}"]' not in style} == set()

    def test_a_picture_without_colours_has_no_style(self) -> None:
        assert night('<path fill="none"/>') == ""

    def test_a_sheet_has_one_style_for_all_its_pictures(self) -> None:
        board = board_svg({"a1": "R"}, marked=2, shaded=4)
        drawn = sheet([Panel(board, "one"), Panel(board, "two")])
        assert board.count("<style>") == drawn.count("<style>") == 1
        for colour in (palette.ATTACK, palette.MASK):
            assert f'[fill="{colour}"]' in drawn.partition("</style>")[0]


class TestBoards:
    def test_attacks_are_dots_and_rings_and_a_mask_is_tinted(self) -> None:
        svg = board_svg({"a1": "R"}, marked=0b110, occupied=0b100, shaded=1 << 8)
        drawn = svg.partition("</style>")[2]
        assert f'magicbb-dots" fill="{palette.ATTACK}"' in drawn
        assert f'magicbb-rings" fill="none" stroke="{palette.ATTACK}"' in drawn
        assert f'class="magicbb-shaded" fill="{palette.MASK}"' in svg

    def test_an_arrow_ends_before_the_king(self) -> None:
        def tip(pieces: dict[str, str]) -> float:
            drawn = board_svg(pieces, arrows=[("e1", "e8")]).partition("magicbb-arrows")[2]
            return min(float(y) for y in re.findall(r"\d (\d+\.\d)", drawn))

        # A square is 45 wide; the middle of e8 lies at 22.5.
        assert (tip({}), tip({"e8": "k"})) == (26.5, 39.5)

    def test_an_irrelevant_square_under_the_rook_is_not_ringed(self) -> None:
        picture = mb.explain(mb.build("densest"), "rook", "d4", 0)._repr_svg_()
        first = picture.partition("Irrelevant")[2].partition("</svg>")[0]
        assert "magicbb-shaded" in first
        assert "magicbb-rings" not in first

"""What one does on the page, in a browser, and what it answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

from magicbb.chess.notation.fen import parse_board
from magicbb.geometry.bitboards import bitboard_of
from magicbb.geometry.sliders import BISHOP, ROOK

from .conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"

EMPTY = "#occupied=0x0"

pytestmark = pytest.mark.slow  # a browser


def drag(visit: Visit, start: str, *through: str) -> None:
    """Drag with the mouse from one square over others to the last."""
    mouse = visit.page.mouse
    for number, name in enumerate([start, *through]):
        box = visit.page.locator(f"#square-{name}").bounding_box()
        assert box
        mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        if not number:
            mouse.down()
    mouse.up()


class TestBoard:
    """Blockers and the slider."""

    def test_begins_with_a_rook_among_blockers(self, visit: Visit) -> None:
        visit.shows(ROOK, "d4", visit.occupied())
        assert visit.occupied()

    def test_a_click_puts_a_blocker_and_another_takes_it_away(self, visit: Visit) -> None:
        before = visit.occupied()
        visit.click("square-f4")
        visit.shows(ROOK, "d4", before | bitboard_of(["f4"]))
        visit.click("square-f4")
        visit.shows(ROOK, "d4", before)

    def test_a_touch_puts_a_blocker(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, EMPTY, size=PHONE, touch=True)
        for name in ("d6", "b4", "h8"):
            visit.page.tap(f"#square-{name}")
        visit.shows(ROOK, "d4", bitboard_of(["d6", "b4", "h8"]))

    def test_dragging_moves_the_slider(self, visit: Visit) -> None:
        before = visit.occupied()
        drag(visit, "d4", "e5", "f6", "g7")
        visit.shows(ROOK, "g7", before)

    def test_a_finger_drags_as_well(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, EMPTY, size=PHONE, touch=True)
        session = visit.page.context.new_cdp_session(visit.page)
        for kind, name in [("Start", "d4"), ("Move", "d5"), ("Move", "b6"), ("End", "")]:
            box = visit.page.locator(f"#square-{name}").bounding_box() if name else None
            points = [{"x": box["x"] + 9, "y": box["y"] + 9}] if box else []
            parameters = {"type": f"touch{kind}", "touchPoints": points}
            session.send("Input.dispatchTouchEvent", parameters)
        visit.shows(ROOK, "b6", 0)

    def test_dragging_moves_a_blocker(self, visit: Visit) -> None:
        before = visit.occupied()
        drag(visit, "g7", "g6", "f6")
        moved = before ^ bitboard_of(["g7", "f6"])
        visit.shows(ROOK, "d4", moved)
        visit.page.go_back()
        visit.shows(ROOK, "d4", before)

    def test_dragging_an_empty_square_moves_nothing(self, visit: Visit) -> None:
        before = visit.occupied()
        drag(visit, "a8", "c8", "c7")
        visit.shows(ROOK, "d4", before)

    def test_the_bishop(self, visit: Visit) -> None:
        visit.click("piece-bishop")
        visit.shows(BISHOP, "d4", visit.occupied())
        assert visit.page.get_attribute("#piece-bishop", "aria-pressed") == "true"
        assert visit.page.get_attribute("#piece-rook", "aria-pressed") == "false"

    def test_clear(self, visit: Visit) -> None:
        visit.click("clear")
        visit.shows(ROOK, "d4", 0)

    def test_random(self, visit: Visit) -> None:
        before = visit.occupied()
        visit.click("random")
        visit.page.wait_for_function(
            "(before) => document.getElementById('occupied').textContent !== before",
            arg=f"{before:#018x}",
        )
        visit.shows(ROOK, "d4", visit.occupied())

    def test_the_browser_goes_back(self, visit: Visit) -> None:
        before = visit.occupied()
        visit.click("square-f4")
        drag(visit, "d4", "e5", "f6")
        visit.shows(ROOK, "f6", before | bitboard_of(["f4"]))
        visit.page.go_back()
        visit.shows(ROOK, "d4", before | bitboard_of(["f4"]))
        visit.page.go_back()
        visit.shows(ROOK, "d4", before)

    def test_what_is_attacked_is_said(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, EMPTY)
        visit.click("square-d6")
        visit.says("announcer", re.compile(r"rook d4 attacks 12 squares: .*d6"))


class TestPositions:
    """Pieces from a FEN."""

    def test_a_position(self, visit: Visit) -> None:
        visit.page.fill("#fen", f"{FEN} w KQkq - 0 1")
        visit.click("fen-apply")
        visit.says("occupied", f"{parse_board(FEN).occupied:#018x}")
        label = visit.page.get_attribute("#square-e2", "aria-label") or ""
        assert label.startswith("e2, white bishop")
        visit.says("fen-error", "")

    def test_the_box_has_the_position_of_the_board(self, visit: Visit) -> None:
        def boxed() -> int:
            return parse_board(visit.page.input_value("#fen").split()[0]).occupied

        own = bitboard_of(["d4"])
        assert boxed() == visit.occupied() | own
        visit.click("square-f4")
        visit.says("occupied", f"{visit.occupied() | bitboard_of(['f4']):#018x}")
        visit.page.wait_for_function("() => document.getElementById('fen').value.includes('R1nn')")
        assert boxed() == visit.occupied() | own

    def test_a_dragged_piece_keeps_its_name(self, visit: Visit) -> None:
        visit.page.fill("#fen", f"{FEN} w KQkq - 0 1")
        visit.click("fen-apply")
        visit.says("occupied", f"{parse_board(FEN).occupied:#018x}")
        drag(visit, "f3", "f4")
        visit.page.wait_for_function(
            "() => document.getElementById('square-f4').ariaLabel.startsWith('f4, white queen')"
        )
        moved = FEN.replace("1p2P3/2N2Q1p", "1p2PQ2/2N4p")
        assert visit.page.input_value("#fen") == f"{moved} w"

    def test_enter_sets_it_too(self, visit: Visit) -> None:
        visit.page.fill("#fen", "8/8/2r5/8/8/8/8/8 b")
        visit.page.press("#fen", "Enter")
        visit.shows(ROOK, "c6", bitboard_of(["c6"]))

    def test_one_without_a_slider_gets_one_and_says_so(self, visit: Visit) -> None:
        visit.page.fill("#fen", "8/8/8/8/3k4/8/8/K7 w")
        visit.click("fen-apply")
        visit.says("fen-error", "This position has no rook or bishop: a rook stands on d4.")
        visit.shows(ROOK, "d4", bitboard_of(["a1", "d4"]))

    def test_the_start_position_has_a_name(self, visit: Visit) -> None:
        visit.page.fill("#fen", "startpos")
        visit.click("fen-apply")
        visit.shows(ROOK, "a1", 0xFFFF00000000FFFF)

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize(
        ("fen", "complaint"),
        [
            ("8/8/8", "8 ranks"),
            ("9/8/8/8/8/8/8/8", "9"),
            ("8/8/8/8/8/8/8/7", "7 squares"),
            ("8/8/8/8/8/8/8/8 x", "side to move"),
            ("x7/8/8/8/8/8/8/8", "not a piece"),
            ("♜7/8/8/8/8/8/8/8", "not a piece"),
            ("<b>7/8/8/8/8/8/8/8", "not a piece"),
            ("8/" * 101, "too long"),
        ],
    )
    def test_a_bad_one_is_refused_in_a_sentence(
        self, visit: Visit, fen: str, complaint: str
    ) -> None:
        before = visit.occupied()
        visit.page.fill("#fen", fen)
        visit.click("fen-apply")
        visit.says("fen-error", re.compile(complaint))
        visit.shows(ROOK, "d4", before)

    def test_of_the_command_line(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, f"#scheme=black&piece=bishop&square=e2&fen={FEN}")
        visit.shows(BISHOP, "e2", parse_board(FEN).occupied)
        assert visit.page.input_value("#scheme") == "black"

    def test_alone_chooses_where_the_slider_stands(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#fen=8/8/2b5/8/8/8/8/8")
        visit.shows(BISHOP, "c6", bitboard_of(["c6"]))


class TestPermalinks:
    """The address restores everything."""

    def test_leads_to_the_same_view(self, visits: Callable[..., Visit], place: str) -> None:
        first = visits(place)
        first.click("piece-bishop")
        first.click("square-f6")
        drag(first, "d4", "c5")
        first.page.select_option("#scheme", "byte-lookup")
        first.click("tab-map")
        first.page.wait_for_function("() => location.hash.includes('view=map')")
        second = visits(place, first.hash())
        second.shows(BISHOP, "c5", first.occupied())
        assert second.page.input_value("#scheme") == "byte-lookup"
        assert second.page.is_visible("#panel-map")
        assert second.hash() == first.hash()

    @pytest.mark.parametrize("place", ["file"])
    def test_is_followed_while_the_page_is_open(self, visit: Visit) -> None:
        visit.page.evaluate("() => { location.hash = '#square=a1&piece=bishop&occupied=0x0' }")
        visit.shows(BISHOP, "a1", 0)

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize(
        "junk",
        [
            "#",
            "#%",
            "#scheme=nope&piece=queen&square=i9&occupied=x&view=nope&step=1e9",
            "#scheme=__proto__&view=constructor",
            "#square=-1&occupied=0x" + "f" * 40,
            "#fen=<img src=x onerror=alert(1)>&magic=<script>alert(1)</script>&view=own",
            "#" + "a=b&" * 5000,
            "#step=99&pair=1000000&view=collisions&collisions=bad&bits=20",
        ],
    )
    def test_of_junk_shows_the_page_all_the_same(
        self, visits: Callable[..., Visit], place: str, junk: str
    ) -> None:
        visit = visits(place, junk)
        visit.shows(ROOK, "d4", visit.occupied())


class TestKeyboard:
    """Nothing needs a pointer."""

    def test_the_board(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, EMPTY)
        visit.page.focus("body")
        for _ in range(20):
            visit.page.keyboard.press("Tab")
            if visit.page.evaluate("() => !!document.activeElement.closest('#board')"):
                break
        for key in ("ArrowRight", "ArrowUp", "ArrowUp", "Space"):
            visit.page.keyboard.press(key)
        visit.shows(ROOK, "d4", bitboard_of(["e6"]))
        for key in ("ArrowLeft", "ArrowLeft", "Enter"):
            visit.page.keyboard.press(key)
        visit.shows(ROOK, "c6", bitboard_of(["e6"]))

    def test_every_control_is_reached_and_shows_that_it_is(self, visit: Visit) -> None:
        reached: list[str] = []
        for _ in range(60):
            visit.page.keyboard.press("Tab")
            name, outline = visit.page.evaluate(FOCUSED)
            if not name or name in reached:  # the window's own, and around again
                break
            reached.append(name)
            assert outline, f"{name} does not show that it has the focus"
        wanted = {"theme", "copy-link", "piece-rook", "clear", "fen", "fen-apply", "scheme"}
        assert wanted | {"tab-lookup", "step-play", "step-next", "step-last"} <= {*reached}

    def test_the_first_link_leads_to_the_panels(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#scheme=black&piece=bishop&square=c3&view=collisions")
        visit.page.keyboard.press("Tab")
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_function("() => document.activeElement.id === 'tab-collisions'")
        assert visit.page.input_value("#scheme") == "black"
        assert "collisions" in visit.hash()

    def test_the_tabs(self, visit: Visit) -> None:
        visit.page.focus("#tab-lookup")
        for name in ("sides", "collisions", "own", "search", "settled", "map", "source", "lookup"):
            visit.page.keyboard.press("ArrowRight")
            visit.page.wait_for_selector(f"#panel-{name}", state="visible")
            assert visit.page.evaluate("() => document.activeElement.id") == f"tab-{name}"

    def test_a_scheme_and_a_step(self, visit: Visit) -> None:
        visit.page.focus("#scheme")
        chosen = visit.page.input_value("#scheme")
        visit.page.keyboard.press("ArrowDown")
        visit.page.wait_for_function("(old) => magicbb.state.scheme !== old", arg=chosen)
        visit.page.focus("#step-next")
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_function("() => magicbb.state.step === 1")


FOCUSED = """() => {
  const focused = document.activeElement;
  const style = getComputedStyle(focused);
  const around = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  return [focused.id || focused.className, around || style.boxShadow !== "none"];
}"""


class TestTheme:
    """Light and dark."""

    def test_the_switch(self, visit: Visit) -> None:
        colour = "getComputedStyle(document.documentElement).backgroundColor"
        light = visit.page.evaluate(colour)
        for theme in ("light", "dark", "auto"):
            visit.click("theme")
            visit.says("theme", f"Theme: {theme}")
            same = "!==" if theme == "dark" else "==="
            # The browser may take a frame to follow.
            visit.page.wait_for_function(f"light => {colour} {same} light", arg=light)

    def test_is_kept(self, visit: Visit) -> None:
        visit.click("theme")
        visit.click("theme")
        visit.page.reload()
        visit.says("theme", "Theme: dark")


class TestAlone:
    """The page needs nothing, and may ask for nothing."""

    def test_is_small(self, address_of: Callable[[str], str], place: str) -> None:
        with urlopen(address_of(place), timeout=20) as answer:  # noqa: S310
            assert len(answer.read()) < 2_000_000

    def test_cannot_reach_anything_else(self, visit: Visit) -> None:
        visit.expected = "http://127.0.0.1:9/"
        tried = visit.page.evaluate(
            """async () => {
              const address = "http://127.0.0.1:9/";
              const image = new Promise((end) => {
                const element = new Image();
                element.onerror = () => end("refused");
                element.onload = () => end("loaded");
                element.src = address;
              });
              return [await fetch(address).catch(() => "refused"), await image];
            }"""
        )
        assert tried == ["refused", "refused"]
        assert any("Content Security Policy" in fault for fault in visit.faults)

"""What one does on the page, in a browser, and what it answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest

import magicbb as mb
from magicbb.chess.notation.fen import parse_board
from magicbb.explanations.explorer.scheme_modules import shown
from magicbb.explanations.steps import steps_of
from magicbb.exports.languages import language_names
from magicbb.exports.source import export
from magicbb.geometry.bitboards import bitboard_of, squares_of
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.geometry.squares import SQUARE_NAMES
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.research.records.published import published_table

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


def magic_of(table: mb.Table, where: str) -> mb.Magic:
    """The magic of a slider on a square."""
    return next(magic for magic in table.magics if magic.where == where)


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
        visit.click("slider-bishop")
        visit.shows(BISHOP, "d4", visit.occupied())
        assert visit.page.get_attribute("#slider-bishop", "aria-pressed") == "true"
        assert visit.page.get_attribute("#slider-rook", "aria-pressed") == "false"

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

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize(
        ("fen", "complaint"),
        [
            ("8/8/8", "8 ranks"),
            ("9/8/8/8/8/8/8/8", "9"),
            ("8/8/8/8/8/8/8/7", "7 squares"),
            ("8/8/8/8/8/8/8/8 x", "side to move"),
            ("x7/8/8/8/8/8/8/8", "no piece"),
            ("♜7/8/8/8/8/8/8/8", "no piece"),
            ("<b>7/8/8/8/8/8/8/8", "no piece"),
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


class TestSchemes:
    """Whatever can be chosen."""

    def test_another_shows_other_steps(self, visit: Visit) -> None:
        before = visit.occupied()
        assert visit.page.locator("#step-product").count() == 1
        visit.page.select_option("#scheme", "hyperbola")
        visit.says("scheme-about", re.compile("Gerd Isenberg"))
        visit.page.wait_for_function("() => !document.getElementById('step-product')")
        visit.shows(ROOK, "d4", before)

    def test_all_of_them_can_be_chosen(self, visit: Visit) -> None:
        names = visit.page.locator("#scheme option").evaluate_all(
            "(options) => options.map((option) => option.value)"
        )
        assert {*names} == {*CATALOGUE, "own"}

    @pytest.mark.parametrize("place", ["served"])
    def test_one_that_cannot_be_fetched_is_said(self, visit: Visit) -> None:
        visit.expected = "schemes/black.js"
        visit.page.route("**/black.js", lambda route: route.abort())
        visit.page.select_option("#scheme", "black")
        visit.says("scheme-about", re.compile(r"^The scheme cannot be shown"))
        visit.page.unroute("**/black.js")
        visit.page.select_option("#scheme", "fancy")
        visit.says("scheme-about", re.compile("Pradu Kannan"))
        visit.shows(ROOK, "d4", visit.occupied())

    def test_the_source_of_the_page_is_its_module(self, visit: Visit) -> None:
        visit.page.evaluate("() => magicbb.set({panel: 'source', language: 'page'})")
        visit.says("source", re.compile("function rookAttacks.*export const explained", re.DOTALL))

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize("scheme", [name for name in CATALOGUE if name != "densest-bytes"])
    def test_sources_are_what_export_writes(
        self, visits: Callable[..., Visit], place: str, scheme: str
    ) -> None:
        visit = visits(place, f"#view=source&scheme={scheme}")
        table, _ = shown(scheme)
        for number, language in enumerate(language_names()):
            mapping = [*MAPPINGS][number % len(MAPPINGS)]
            visit.page.select_option("#source-language", language)
            visit.page.select_option("#source-mapping", mapping)
            visit.says("source-command", re.compile(rf"--language {language}\b"))
            visit.says("source", re.compile(re.escape(f" {mapping} (")))
            written = export(table, language, mapping=mapping)
            assert visit.page.text_content("#source") == written[:60_000]
            visit.says("source-about", re.compile("Checksum 0x[0-9a-f]{16}"))

    def test_a_source_is_downloaded(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#view=source&language=rust&mapping=a8=0")
        visit.says("source", re.compile("Mapping:  a8=0"))
        with visit.page.expect_download() as download:
            visit.click("source-download")
        written = export(mb.tables.default_table(), "rust", mapping="a8=0")
        assert download.value.suggested_filename == "sliding.rs"
        assert download.value.path().read_text("utf-8") == written

    def test_a_scheme_without_sources_has_its_command(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=source&scheme=densest-bytes&language=zig")
        visit.says("source-command", "magicbb export densest-bytes --language zig -o sliding.zig")
        assert visit.page.is_disabled("#source-download")


class TestSteps:
    """The chain from the mask to the attacks."""

    def test_they_are_walked_through(self, visit: Visit) -> None:
        visit.click("step-next")
        visit.says("step-number", re.compile(r"Step 2 of \d+"))
        visit.click("step-first")
        visit.says("step-number", re.compile(r"Step 1 of \d+"))
        visit.click("step-next")
        visit.says("step-number", re.compile(r"Step 2 of \d+"))
        visit.click("step-back")
        visit.says("step-number", re.compile(r"Step 1 of \d+"))
        visit.click("step-last")
        visit.says("step-number", re.compile(r"Step (\d+) of \1"))

    def test_they_play_while_one_goes_on(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, motion=True)
        visit.click("step-play")
        visit.says("step-number", re.compile(r"Step 2 of \d+"))
        before = visit.occupied()
        visit.click("square-f4")
        visit.shows(ROOK, "d4", before | bitboard_of(["f4"]))

    @pytest.mark.parametrize("place", ["file"])
    def test_they_hold_what_a_look_up_computes(self, visit: Visit) -> None:
        magic = next(
            each
            for each in mb.tables.default_table().magics
            if each.square == mb.geometry.parse_square("d4")
        )
        blockers = visit.occupied() & magic.mask
        product = blockers * magic.magic % 2**64
        index = f"0b{product >> magic.shift:0{magic.bits}b}"
        values = {"blockers": f"{blockers:#018x}", "product": f"{product:#018x}", "index": index}
        for key, value in values.items():
            visit.page.click(f"#step-{key} button")
            visit.says("step-value", re.compile(rf" = {value}\b"))

    def test_the_story_begins_at_its_first_step(self, visit: Visit) -> None:
        visit.says("step-number", "Step 1 of 9: Mask")
        relevant = visit.page.locator(".square.relevant").evaluate_all("all => all.map(e => e.id)")
        assert {*relevant} == {
            f"square-{SQUARE_NAMES[each]}" for each in squares_of(ROOK.mask("d4"))
        }

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize("scheme", ["fancy", "magic-32", "kindergarten", "hyperbola"])
    def test_arrows_come_from_what_a_step_is_computed_from(
        self, visits: Callable[..., Visit], place: str, scheme: str
    ) -> None:
        visit = visits(place, f"#scheme={scheme}&step=-1")
        expected = 0
        steps = steps_of(CATALOGUE[scheme].scheme, ROOK)
        for place_of, step in enumerate(steps):
            used = {str(node.value) for node in step.expression.nodes()}
            expected += len(used & {earlier.key for earlier in steps[:place_of]})
        assert visit.page.locator(".arrows .feed").count() == expected


class TestTracing:
    """A bit of the multiplication is followed, forwards and back."""

    STEPS = "#step=-1"

    def lit(self, visit: Visit, row: str) -> set[int]:
        """The bits of a row that are marked."""
        bits = visit.page.locator(f"#{row} .bit.lit").evaluate_all(
            "all => all.map(each => Number(each.dataset.bit))"
        )
        return {*bits}

    def magic(self) -> mb.Magic:
        """The magic that the page shows at first."""
        return magic_of(mb.tables.default_table(), "rook d4")

    def test_a_bit_of_the_magic_shows_its_copy(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, self.STEPS)
        blockers = {*squares_of(visit.occupied() & self.magic().mask)}
        for bit in squares_of(self.magic().magic):
            visit.page.hover(f"#magic-row [data-bit='{bit}']")
            visit.says("trace-says", re.compile(rf"^Bit {bit} of the magic adds a copy.*\b{bit}:"))
            assert self.lit(visit, "word-row") == blockers
            assert self.lit(visit, "register") == {each + bit for each in blockers} & {*range(64)}

    def test_a_blocker_shows_all_its_copies(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, self.STEPS)
        visit.page.hover("#square-d6")
        visit.says("trace-says", re.compile("^d6 is copied 16 times, once for each bit"))
        factor = {*squares_of(self.magic().magic)}
        assert self.lit(visit, "magic-row") == factor
        assert visit.page.locator(".copy.lit").count() == len(factor)
        visit.page.hover("#square-e5")  # not on a line of the rook
        visit.says("trace-says", re.compile("Point at a bit of the magic"))

    @pytest.mark.parametrize("place", ["file"])
    def test_a_bit_of_the_product_shows_who_made_it(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, self.STEPS)
        blockers = [*squares_of(visit.occupied() & self.magic().mask)]
        factor = [*squares_of(self.magic().magic)]
        product = (visit.occupied() & self.magic().mask) * self.magic().magic % 2**64
        carried = 0
        for column in range(64):
            makers = [bit for bit in blockers for place_of in factor if bit + place_of == column]
            total = len(makers) + carried
            visit.page.hover(f"#register [data-bit='{column}']")
            is_one = product >> column & 1
            said = rf"is {total}, so it is {is_one}\b" if total else "so it is 0"
            visit.says("trace-says", re.compile(rf"^Bit {column} of the product.*{said}"))
            assert {*makers} <= self.lit(visit, "word-row")
            if not carried:
                assert {*makers} == self.lit(visit, "word-row")
            carried = total >> 1

    def test_an_index_bit_is_one_of_the_product(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, self.STEPS)
        lowest = self.magic().shift
        visit.page.hover(f".result [data-bit='{lowest}']")
        visit.says("trace-says", re.compile(f"^Bit {lowest} of the product, index bit 0:"))

    def test_keys_go_from_bit_to_bit(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, self.STEPS)
        visit.page.focus("#magic-row")
        for bit in sorted(squares_of(self.magic().magic), reverse=True)[:3]:
            visit.page.keyboard.press("ArrowRight")
            visit.says("trace-says", re.compile(f"^Bit {bit} of the magic adds"))
            said = visit.page.get_attribute("#magic-row", "aria-valuetext")
            assert said == visit.text("trace-says")

    def test_a_finger_finds_the_nearest_bit(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, self.STEPS, size=PHONE, touch=True)
        bit = max(squares_of(self.magic().magic & (2**56 - 1)))
        visit.page.tap(f"#magic-row [data-bit='{bit + 1}']")
        visit.says("trace-says", re.compile(f"^Bit {bit} of the magic adds"))

    def test_a_copy_flies_from_the_board(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, self.STEPS, motion=True)
        visit.page.hover(f"#magic-row [data-bit='{max(squares_of(self.magic().magic))}']")
        visit.page.wait_for_selector(".flying-bit", state="attached")
        visit.page.wait_for_selector(".flying-bit", state="detached")

    def test_nothing_flies_for_those_who_want_no_motion(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, self.STEPS)
        visit.page.hover(f"#magic-row [data-bit='{max(squares_of(self.magic().magic))}']")
        visit.page.wait_for_timeout(300)
        assert visit.page.locator(".flying-bit").count() == 0


class TestOwnMagic:
    """Paste a number and see whether it works on the square."""

    @pytest.mark.parametrize("written", ["{:#x}", "{:d}", "0x{:X}ULL"])
    def test_a_good_one_works(self, visit: Visit, written: str) -> None:
        visit.click("tab-own")
        visit.page.fill(
            "#own-magic", written.format(magic_of(mb.tables.default_table(), "rook d4").magic)
        )
        visit.says("own-verdict", re.compile("works", re.IGNORECASE))
        assert not visit.page.is_visible("#own-collision")

    def test_of_a_bad_one_two_boards_collide(self, visit: Visit) -> None:
        visit.click("tab-own")
        visit.page.fill("#own-magic", "0x123456789")
        visit.says("own-verdict", re.compile("does not|collide", re.IGNORECASE))
        assert visit.page.is_visible("#own-collision")

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize("text", ["magic", "0x", "1.5", "0x" + "f" * 17, "9" * 500, "<b>1</b>"])
    def test_what_is_no_number_is_refused_in_a_sentence(self, visit: Visit, text: str) -> None:
        visit.click("tab-own")
        visit.page.fill("#own-magic", text)
        visit.says("own-verdict", re.compile(r"number.*\."))

    def test_the_board_shows_what_a_bad_one_answers(self, visit: Visit) -> None:
        visit.page.evaluate("() => magicbb.set({scheme: 'own', own: '0x1'})")
        visit.says("announcer", re.compile("This is wrong"))

    @pytest.mark.parametrize("place", ["file"])
    def test_the_two_boards_collide_indeed(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#magic=0x123456789&view=own")
        visit.click("own-collisions")
        visit.says("collisions-place", re.compile(r"Pair 1 of [\d,]+, slot \d+"))
        one, other = (int(visit.text(f"collisions-blockers-{each}"), 16) for each in (1, 2))
        magic = mb.Magic(ROOK, mb.geometry.parse_square("d4"), "white", 10, 0x123456789)
        assert magic.index(one) == magic.index(other)
        assert ROOK.attacks("d4", one) != ROOK.attacks("d4", other)


class TestPanels:
    """What else there is to see."""

    @pytest.mark.parametrize("place", ["file"])
    def test_white_and_black_hash_the_board_as_python_does(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=sides")
        black = published_table("everling-2026-black-76411")
        for magic in (magic_of(mb.tables.default_table(), "rook d4"), magic_of(black, "rook d4")):
            index = magic.index(visit.occupied())
            visit.says(f"sides-{magic.kind}-magic", f"{magic.magic:#018x}")
            visit.says(f"sides-{magic.kind}-index", re.compile(rf"^{index:,} = 0b0*{index:b}$"))

    def test_constructive_collisions_are_pairs_with_equal_attacks(self, visit: Visit) -> None:
        visit.click("tab-collisions")
        visit.page.select_option("#collisions-whose", "black")
        visit.click("collisions-next")
        visit.says("collisions-place", re.compile("Pair 2 of"))
        assert visit.page.is_visible("#collisions-blockers-1")
        one, other = (int(visit.text(f"collisions-blockers-{each}"), 16) for each in (1, 2))
        assert one != other
        assert ROOK.attacks("d4", one) == ROOK.attacks("d4", other)

    def test_the_map_shows_the_slot_in_use(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#view=map&scheme=densest")
        slot = visit.page.evaluate(
            "async () => (await magicbb.steps('densest', 'rook', 27, magicbb.state.occupied)).slot"
        )
        visit.says("map-about", re.compile(rf"^In use\. Slot {int(slot):,}: .*rook d4"))

    def test_a_square_is_named_where_one_points(self, visit: Visit) -> None:
        visit.page.hover("#square-e5")
        visit.says("readout", re.compile(r"e5.*taken|e5.*blocker"))


class TestSearch:
    """Magics are found in the page while one watches."""

    def test_what_it_finds_is_a_magic(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#piece=bishop&square=d4&view=search")
        visit.click("search-start")
        visit.says("search-found", re.compile("0x[0-9a-f]+"))
        found = re.search("0x[0-9a-f]+", visit.text("search-found"))
        assert found
        mb.Magic(BISHOP, mb.geometry.parse_square("d4"), "white", 9, int(found[0], 16)).check()

    @pytest.mark.parametrize("where", ["rook a1", "rook d4", "bishop e5", "bishop h1"])
    @pytest.mark.parametrize("place", ["file"])
    def test_what_it_constructs_is_a_magic(
        self, visits: Callable[..., Visit], place: str, where: str
    ) -> None:
        name, square = where.split()
        slider = {"rook": ROOK, "bishop": BISHOP}[name]
        bits = slider.mask(square).bit_count()
        visit = visits(place, f"#piece={name}&square={square}&view=search")
        found = set()
        for _ in range(3):
            visit.click("construct")
            visit.says("construct-about", re.compile(r"no two keys collide\..*no key tried\.$"))
            factor = int(visit.text("construct-magic"), 16)
            mb.Magic(slider, mb.geometry.parse_square(square), "white", bits, factor).check()
            found.add(factor)
            assert visit.page.locator(".window.claim").count() == bits
        assert len(found) > 1
        visit.click("construct-use")
        visit.says("own-verdict", re.compile("works", re.IGNORECASE))

    def test_another_square_has_no_statistics_yet(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#piece=bishop&square=d4&view=search")
        visit.click("search-start")
        visit.says("search-found", re.compile("0x[0-9a-f]+"))
        visit.page.evaluate("() => magicbb.set({square: 28})")
        visit.says("search-found", "nothing yet")
        visit.says("search-tries", "0")

    def test_what_is_settled_is_said_before_anything_is_searched(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#piece=bishop&square=e1&view=search")
        assert not visit.page.is_visible("#search-known")
        visit.page.fill("#search-bits", "4")
        visit.page.press("#search-bits", "Tab")
        visit.says("search-known", re.compile(r"^bishop e1 has no white magic with 4 bits: .*"))
        visit.says("search-known", re.compile(r".*; magicbb check bishop-e1-white-4\.$"))
        assert not visit.page.is_visible("#search-known-use")
        visit.says("search-start", "Search anyway")
        visit.click("search-start")
        visit.says("search-start", "Stop")
        visit.says("search-tries", re.compile("[1-9]"))
        visit.click("search-start")

    def test_a_magic_that_is_known_can_be_used(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#piece=rook&square=a8&view=search")
        visit.page.fill("#search-bits", "11")
        visit.page.press("#search-bits", "Tab")
        visit.says("search-known", re.compile(r"^rook a8 has a white magic with 11 bits: 0x"))
        visit.says("search-start", "Start")
        visit.click("search-known-use")
        visit.says("own-verdict", re.compile("works", re.IGNORECASE))

    def test_it_can_be_used(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#piece=bishop&square=e1&view=search")
        visit.click("search-start")
        visit.says("search-found", re.compile("0x[0-9a-f]+"))
        visit.click("search-use")
        visit.says("own-verdict", re.compile("works", re.IGNORECASE))


class TestPermalinks:
    """The address restores everything."""

    def test_leads_to_the_same_view(self, visits: Callable[..., Visit], place: str) -> None:
        first = visits(place)
        first.click("slider-bishop")
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
        wanted = {"theme", "copy-link", "slider-rook", "clear", "fen", "fen-apply", "scheme"}
        assert wanted | {"tab-lookup", "step-play", "step-next", "step-last"} <= {*reached}

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

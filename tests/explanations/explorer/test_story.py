"""The story of a look-up: its steps, and the multiplication, a bit of which is followed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.explanations.steps import steps_of
from magicbb.geometry.bitboards import bitboard_of, squares_of, subsets
from magicbb.geometry.sliders import ROOK
from magicbb.geometry.squares import SQUARE_NAMES
from magicbb.recipes.catalogue import CATALOGUE

from .conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

pytestmark = pytest.mark.slow  # a browser


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
        for book_path, step in enumerate(steps):
            used = {str(node.value) for node in step.expression.nodes()}
            expected += len(used & {earlier.key for earlier in steps[:book_path]})
        assert visit.page.locator(".arrows .feed").count() == expected

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize(("scheme", "shift"), [("fancy", 54), ("magic-32", 22)])
    def test_the_bits_that_the_shift_drops_are_struck_through(
        self, visits: Callable[..., Visit], place: str, scheme: str, shift: int
    ) -> None:
        visit = visits(place, f"#scheme={scheme}")
        steps = [step.key for step in steps_of(CATALOGUE[scheme].scheme, ROOK)]
        drawn = """() => {
            const line = getComputedStyle(document.getElementById("register"), "::after");
            const part = parseFloat(line.width) / document.getElementById("register").clientWidth;
            return Math.round(64 * part * new DOMMatrix(line.transform).a);
        }"""
        visit.page.evaluate("(step) => magicbb.set({step})", steps.index("shift") - 1)
        visit.page.wait_for_function(f"() => ({drawn})() === 0")
        visit.click("step-next")
        visit.page.wait_for_function(f"() => ({drawn})() === {shift}")


class TestOpening:
    """The steps before the multiplication."""

    BOARDS = """all => all.map(board => [...board.querySelectorAll(".cell")]
        .filter(cell => cell.matches(".set, .pale")).map(cell => Number(cell.dataset.bit)))"""

    def boards(self, visit: Visit) -> list[int]:
        """The boards of the calculation, as bitboards."""
        found = visit.page.locator("#opening .small-board").evaluate_all(self.BOARDS)
        return [sum(1 << bit for bit in squares) for squares in found]

    def figures(self, visit: Visit) -> list[int]:
        """The numbers below it."""
        found = visit.page.locator("#opening dd").all_inner_texts()
        return [int(number.replace(",", "")) for number in found]

    @pytest.mark.parametrize("place", ["file"])
    def test_they_calculate_what_the_steps_are(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#step=0")
        occupied = visit.occupied()
        mask = ROOK.mask("d4")
        magic = TestTracing().magic().magic
        lines = ROOK.attacks("d4", 0)
        assert self.boards(visit) == [lines, lines & ~mask, mask]
        attack_sets = {ROOK.attacks("d4", key) for key in subsets(mask)}
        assert self.figures(visit) == [10, 1024, len(attack_sets)]
        visit.click("step-next")
        visit.says("step-number", re.compile("^Step 2"))
        assert self.boards(visit) == [occupied, mask, occupied & mask]
        others = occupied & ~bitboard_of(["d4"])
        counts = [others.bit_count(), (occupied & mask).bit_count(), 1024]
        assert self.figures(visit) == counts
        visit.click("step-next")
        visit.says("step-number", re.compile("^Step 3"))
        assert self.boards(visit) == [occupied & mask, magic, 0]
        assert self.figures(visit) == [magic.bit_count(), 10, 1024]
        visit.click("step-next")
        visit.says("step-number", re.compile("^Step 4"))
        assert not visit.page.is_visible("#opening")

    @pytest.mark.parametrize("place", ["file"])
    def test_of_a_black_magic_too(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#scheme=black&step=0")
        occupied, mask, full = visit.occupied(), ROOK.mask("d4"), 2**64 - 1
        assert self.boards(visit) == [full, mask, full ^ mask]
        visit.click("step-next")
        visit.says("step-number", re.compile("^Step 2"))
        assert self.boards(visit) == [occupied, full ^ mask, occupied | (full ^ mask)]

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize("scheme", ["hyperbola", "kindergarten", "obstruction"])
    def test_other_methods_do_without(
        self, visits: Callable[..., Visit], place: str, scheme: str
    ) -> None:
        visit = visits(place, f"#scheme={scheme}")
        for step in range(len(steps_of(CATALOGUE[scheme].scheme, ROOK))):
            visit.page.evaluate("(step) => magicbb.set({step})", step)
            visit.says("step-number", re.compile(f"^Step {step + 1} "))
            assert not visit.page.is_visible("#opening")

    def test_the_board_shows_the_attacks_at_the_last_step(self, visit: Visit) -> None:
        attacked = """() => [...document.querySelectorAll(".square.attacked")]
            .filter(cell => getComputedStyle(cell, "::after").opacity !== "0").length"""
        number = ROOK.attacks("d4", visit.occupied()).bit_count()
        visit.page.hover("#square-d5")
        visit.says("readout", "d5 = bit 35 · empty")
        for step in range(8):
            visit.says("step-number", re.compile(f"^Step {step + 1} "))
            assert visit.page.evaluate(attacked) == 0
            assert not visit.page.is_visible("#attacks")
            visit.click("step-next")
        visit.says("step-number", re.compile("^Step 9 "))
        visit.page.wait_for_function(f"() => ({attacked})() === {number}")
        visit.page.wait_for_selector("#attacks", state="visible")
        visit.page.hover("#square-d5")
        visit.says("readout", "d5 = bit 35 · empty · attacked")
        visit.click("step-first")
        visit.click("tab-sides")  # no story, nothing to give away
        visit.page.wait_for_function(f"() => ({attacked})() === {number}")


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
        magics = mb.tables.default_table().magics
        return next(magic for magic in magics if magic.where == "rook d4")

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

    @pytest.mark.parametrize(
        "size", [PHONE, (1280, 900), (1920, 1080)], ids=lambda size: f"{size[0]}"
    )
    @pytest.mark.parametrize("place", ["file"])
    def test_each_copy_has_its_shift_beside_it(
        self, visits: Callable[..., Visit], place: str, size: tuple[int, int]
    ) -> None:
        visit = visits(place, self.STEPS, size=size)
        shifts = [*squares_of(self.magic().magic)]
        labels = visit.page.locator(".up")
        assert labels.all_text_contents() == [f"≪ {bit}" for bit in shifts]
        middles = "all => all.map(e => e.getBoundingClientRect()).map(b => (b.top + b.bottom) / 2)"
        beside = visit.page.locator(".copy").evaluate_all(middles)
        assert labels.evaluate_all(middles) == pytest.approx(beside, abs=0.5)
        boxes = visit.page.locator(".up, .count-of-copies:visible").evaluate_all(
            "all => all.map(e => e.getBoundingClientRect()).map(b => [b.x, b.y, b.right, b.bottom])"
        )
        for number, (left, top, right, bottom) in enumerate(boxes):
            assert bottom - top >= 9  # pixels
            for x, y, end, foot in boxes[:number]:
                # Lines of text may share the space between their letters.
                apart = left >= end or x >= right or min(foot - top, bottom - y) < 2
                assert apart, "labels overlap"

    def test_a_label_shows_its_copy(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, self.STEPS)
        bit = max(squares_of(self.magic().magic & (2**56 - 1)))
        visit.page.hover(f".up[data-bit='{bit}']")
        visit.says("trace-says", re.compile(f"^Bit {bit} of the magic adds"))
        assert visit.page.locator(".up.lit").all_text_contents() == [f"≪ {bit}"]
        visit.page.hover("#square-d6")
        assert visit.page.locator(".up.lit").count() == len([*squares_of(self.magic().magic)])

    def test_a_blocker_shows_all_its_copies(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, self.STEPS)
        visit.page.hover("#square-d6")
        visit.says("trace-says", re.compile("^d6 is copied 16 times, once for each set bit"))
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
            makers = [bit for bit in blockers for book_path in factor if bit + book_path == column]
            total = len(makers) + carried
            visit.page.hover(f"#register [data-bit='{column}']")
            is_one = product >> column & 1
            said = rf"is {total}, so the bit is {is_one}\b" if total else "so it is 0"
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

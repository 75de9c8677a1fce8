"""The views of the page, in a browser: what they show is so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import magicbb as mb
from magicbb.explanations.explorer.scheme_modules import shown
from magicbb.exports.languages import language_names, parse_language
from magicbb.exports.source import export
from magicbb.geometry.bitboards import subsets
from magicbb.geometry.mappings import MAPPINGS
from magicbb.geometry.sliders import BISHOP, ROOK
from magicbb.recipes.catalogue import CATALOGUE
from magicbb.research.records.published import published_table

from .conftest import PHONE

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Visit

pytestmark = pytest.mark.slow  # a browser


def magic_of(table: mb.Table, where: str) -> mb.Magic:
    """The magic of a slider on a square."""
    return next(magic for magic in table.magics if magic.where == where)


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
            tables = re.search(r"--tables (\w+)", written)
            assert tables
            called = parse_language(language).call("rook", tables[1])
            assert visit.text("source-call") == called
            visit.says("source-about", re.compile("Checksum of all look-ups: 0x[0-9a-f]{16}"))

    def test_a_source_is_downloaded(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#view=source&language=rust&mapping=a8=0")
        visit.says("source", re.compile("Mapping:  a8=0"))
        with visit.page.expect_download() as download:
            visit.click("source-download")
        written = export(mb.tables.default_table(), "rust", mapping="a8=0")
        assert download.value.suggested_filename == "sliding_attacks.rs"
        assert download.value.path().read_text("utf-8") == written

    def test_the_call_is_that_of_the_piece_and_of_the_page(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=source&piece=bishop&language=go")
        visit.says("source-call", "targets := attacks.BishopAttacks(square, occupied)")
        visit.click("piece-rook")
        visit.says("source-call", "targets := attacks.RookAttacks(square, occupied)")
        visit.page.select_option("#source-language", "page")
        visit.says("source-call", "rookAttacks(square, low, high, targets);")
        visit.page.evaluate("() => magicbb.set({scheme: 'own', own: '0x1'})")
        visit.says("source-about", re.compile("Your own magic has no source"))
        assert not visit.page.is_visible("#source-call")

    @pytest.mark.parametrize("place", ["file"])
    def test_comments_are_read_without_scrolling_on_a_phone(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=source&language=c", size=PHONE)
        visit.says("source", re.compile("Written by magicbb"))
        wide = visit.page.locator("#source .line").evaluate_all(
            """all => {
              const right = all[0].parentElement.getBoundingClientRect().right;
              const range = document.createRange();
              return all.filter((line) => {
                range.selectNodeContents(line);
                return range.getBoundingClientRect().right > right;
              }).map((line) => line.textContent);
            }"""
        )
        assert [line for line in wide if line.startswith((" *", "//", "/*"))] == []

    def test_a_scheme_without_sources_has_its_command(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=source&scheme=densest-bytes&language=zig")
        visit.says(
            "source-command",
            "magicbb export densest-bytes --language zig -o sliding_attacks.zig",
        )
        assert visit.page.is_disabled("#source-download")


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
    @pytest.mark.parametrize("whose", ["white", "black", "own"])
    def test_a_magic_is_hashed_both_ways_as_python_does(
        self, visits: Callable[..., Visit], place: str, whose: str
    ) -> None:
        visit = visits(place, f"#view=sides&whose={whose}&magic=0x123456789abcdef")
        tables = {
            "white": mb.tables.default_table(),
            "black": published_table("everling-2026-black-76411"),
        }
        factor = 0x123456789ABCDEF
        bits = 10
        if whose in tables:
            known = magic_of(tables[whose], "rook d4")
            factor, bits = known.magic, known.bits
        visit.says("sides-magic", f"{factor:#018x}, {bits} index bits")
        for kind in ("white", "black"):
            magic = mb.Magic(ROOK, mb.geometry.parse_square("d4"), kind, bits, factor)
            held: dict[int, int] = {}
            keys = [*subsets(magic.mask)]
            bad = sum(
                held.setdefault(magic.index(key), attacks) != attacks
                for key in keys
                for attacks in [ROOK.attacks("d4", key)]
            )
            clash = f"{bad:,} harmful collisions" if bad else "no harmful collision"
            visit.says(
                f"sides-{kind}-says",
                f"As {kind}: index {magic.index(visit.occupied()):,}; {len(keys):,} keys take "
                f"{len(held):,} slots, {min(held):,} to {max(held):,} of {2**bits:,}; {clash}",
            )

    def test_constructive_collisions_are_pairs_with_equal_attacks(self, visit: Visit) -> None:
        visit.click("tab-collisions")
        visit.page.select_option("#collisions-whose", "black")
        visit.click("collisions-next")
        visit.says("collisions-place", re.compile("Pair 2 of"))
        assert visit.page.is_visible("#collisions-blockers-1")
        one, other = (int(visit.text(f"collisions-blockers-{each}"), 16) for each in (1, 2))
        assert one != other
        assert ROOK.attacks("d4", one) == ROOK.attacks("d4", other)
        magic = magic_of(published_table("everling-2026-black-76411"), "rook d4")
        ways = [visit.text(f"collisions-way-{each}") for each in (1, 2)]
        assert ways == [f"→ index {magic.index(key):,}" for key in (one, other)]
        visit.says("collisions-place", re.compile(rf", slot {magic.index(one):,}$"))

    @pytest.mark.parametrize("place", ["file"])
    @pytest.mark.parametrize(
        "view",
        [
            "whose=black",
            "whose=black&pair=100",
            "whose=scheme&scheme=densest",
            "whose=own&magic=0x1234567890abcdef&collisions=bad&pair=9",
        ],
    )
    def test_the_products_of_both_keys_have_equal_index_bits(
        self, visits: Callable[..., Visit], place: str, view: str
    ) -> None:
        visit = visits(place, f"#view=collisions&{view}")
        visit.says("collisions-place", re.compile("^Pair"))
        keys = [int(visit.text(f"collisions-blockers-{each}"), 16) for each in (1, 2)]
        square = mb.geometry.parse_square("d4")
        if "own" in view:
            magic = mb.Magic(ROOK, square, "white", 10, 0x1234567890ABCDEF)
        else:
            table = mb.build("densest") if "densest" in view else None
            table = table or published_table("everling-2026-black-76411")
            magic = magic_of(table, "rook d4")
        added = ~magic.mask if magic.kind == "black" else 0
        left, right = ((key | added) * magic.magic % 2**64 for key in keys)
        assert left >> magic.shift == right >> magic.shift
        rows = {"left": left, "right": right, "difference": abs(left - right)}
        for name, product in rows.items():
            bits = visit.page.locator(f"#collisions-{name} .bit").all_text_contents()
            assert int("".join(bits), 2) == product
            taken = visit.page.locator(f"#collisions-{name} .taken").count()
            assert taken == magic.bits
        arc = 2**magic.shift
        said = re.fullmatch(
            r"Measured in slots, the products are ([\d,.]+) and ([\d,.]+)\. .* ([\d.]+) of a "
            r"slot.*; no slot boundary lies between the products, so both have index ([\d,]+)\.",
            visit.text("collisions-products-say"),
        )
        assert said
        measured = [float(number.replace(",", "")) for number in said.groups()]
        exact = [left / arc, right / arc, abs(left - right) / arc, left >> magic.shift]
        assert measured == pytest.approx(exact, rel=0, abs=0.0101)

    @pytest.mark.parametrize("place", ["file"])
    def test_what_is_not_multiplied_shows_no_products(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=collisions&whose=black")
        assert visit.page.is_visible("#collisions-products")
        visit.page.evaluate("() => magicbb.set({whose: 'scheme', scheme: 'pext'})")
        visit.says("collisions-count", re.compile("1,024 slots"))
        assert not visit.page.is_visible("#collisions-products")

    @pytest.mark.parametrize("place", ["file"])
    def test_boards_that_collide_in_a_scheme_have_one_slot(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=collisions&scheme=densest&whose=scheme")
        visit.says("collisions-place", re.compile("Pair 1 of"))
        for each in (1, 2):
            key = visit.text(f"collisions-blockers-{each}")
            values = visit.page.evaluate(
                "(key) => magicbb.steps('densest', 'rook', 27, BigInt(key))", key
            )
            index, slot = (f"{int(values[name]):,}" for name in ("index", "slot"))
            visit.says(f"collisions-way-{each}", f"→ index {index} → slot {slot}")
            visit.says("collisions-place", re.compile(rf", slot {slot}$"))

    def test_the_map_shows_the_slot_in_use(self, visits: Callable[..., Visit], place: str) -> None:
        visit = visits(place, "#view=map&scheme=densest")
        slot = visit.page.evaluate(
            "async () => (await magicbb.steps('densest', 'rook', 27, magicbb.state.occupied)).slot"
        )
        sentence = rf"^This look-up reads it\. Slot {int(slot):,}: .*rook d4"
        visit.says("map-about", re.compile(sentence))

    @pytest.mark.parametrize("place", ["file"])
    def test_the_map_shows_the_square_s_own_keys(
        self, visits: Callable[..., Visit], place: str
    ) -> None:
        visit = visits(place, "#view=map&scheme=shared&square=d4")
        visit.says("map-about", re.compile("several squares, including rook d4"))
        visit.page.click("#map-near .mine.in-use")
        visit.says("map-about", re.compile("several squares, including rook d4"))

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
            visit.says("construct-about", re.compile(r"no two keys collide\..*no keys tested\.$"))
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
        visit.says("search-known", re.compile(r".* \(magicbb check bishop-e1-white-4\)\.$"))
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

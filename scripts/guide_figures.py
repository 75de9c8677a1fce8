# ruff: noqa: INP001 (a script, not a package)
"""Draw the figures of the guide.

    python scripts/guide_figures.py [DIRECTORY]

Each function draws one figure, `docs/img/guide/NAME.svg`, using the library's pictures for
notebooks. The output is deterministic, and a test compares the figures in the repository with it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from figure_boards import D4, MEDIUM, SMALL, board, top
from figure_chain import cells_svg, circle_svg, lattice_svg, window_svg
from figure_chapters import CHAPTERS
from figure_charts import phases_svg, rank_svg, years_svg
from figure_generators import GENERATORS

import magicbb as mb
from magicbb.files import write_whole
from magicbb.geometry.bitboards import FULL, bitboard_of
from magicbb.lookup.keys import row_of
from magicbb.magics.settled import DISPROVED, EXISTS
from magicbb.magics.settled import settled as settlement
from magicbb.pictures.bits import bits_svg
from magicbb.pictures.board import board_svg
from magicbb.pictures.memory import memory_svg
from magicbb.pictures.sheet import Panel, sheet
from magicbb.pictures.slot_map import EMPTY, slot_map_svg
from magicbb.recipes.catalogue import CATALOGUE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

DIRECTORY = Path(__file__).parents[1] / "docs" / "img" / "guide"
FEN = "2r3k1/pp3ppp/8/3p4/3R1B2/P7/1P3PPP/6K1 w - - 0 1"
B1 = mb.geometry.parse_square("b1")
COPIES = (17, 25, 33, 41, 49)
EXAMPLE = mb.Magic(mb.BISHOP, B1, "white", 5, sum(1 << shift for shift in COPIES))


def look_up() -> str:
    """Draw the steps of a look-up, from the pieces to the attacks."""
    position = mb.Position(FEN)
    magic = mb.tables.default_table().magics[D4]
    occupied = position.occupied
    blockers = occupied & magic.mask
    product = blockers * magic.magic & FULL
    seen = mb.ROOK.attacks(D4, occupied)
    rook = {D4: "R"}
    panels = [
        Panel(board_svg(position.pieces, size=SMALL), "the pieces"),
        Panel(board(0, 0, rook, SMALL, magic.mask), "the mask"),
        Panel(board(0, blockers, rook, SMALL), "the blockers"),
        Panel(
            bits_svg(product, taken=top(magic.bits), size=SMALL, labels=False),
            "times the magic",
            f"index {product >> magic.shift}",
        ),
        Panel(board_svg(position.pieces, marked=seen, size=SMALL), "the attacks"),
    ]
    return sheet(panels, width=5 * SMALL + 4 * 20)


def attacks() -> str:
    """Draw the attacks of the rook on d4."""
    position = mb.Position(FEN)
    seen = mb.rook_attacks(D4, position.occupied)
    return str(mb.draw(seen, pieces=position.pieces))


def bitboard() -> str:
    """Draw White's pawns as pieces and as bits."""
    pawns = bitboard_of(["a2", "b2", "c2", "e2", "f2", "g2", "h2", "d4"])
    men = dict.fromkeys(mb.geometry.squares_of(pawns), "P")
    panels = [
        Panel(board_svg(men, size=300), "a set of squares"),
        Panel(bits_svg(pawns, size=300), "the same as 64 bits", f"{pawns:#x}"),
    ]
    return sheet(panels)


def mask() -> str:
    """Draw a rook on d4 with its attacks on an empty board, its mask and its blockers."""
    rook, own = {D4: "R"}, mb.ROOK.mask(D4)
    occupied = mb.Position(FEN).occupied
    panels = [
        Panel(board(mb.ROOK.attacks(D4), 0, rook), "on an empty board"),
        Panel(board(pieces=rook, shaded=own), "the mask"),
        Panel(board(0, occupied & own, rook), "blockers"),
    ]
    return sheet(panels)


def equal_attacks() -> str:
    """Draw three keys with the same attack set."""
    first = bitboard_of(["d6", "c4", "f4"])
    behind: tuple[list[str], ...] = ([], ["d7", "g4"], ["b4", "d7"])
    panels = [
        Panel(board(mb.ROOK.attacks(D4, key), key, {D4: "R"}), f"blockers {key:#x}")
        for key in (first | bitboard_of(squares) for squares in behind)
    ]
    return sheet(panels)


def product() -> str:
    """Draw the blockers, the magic and the product of the worked example."""
    blockers = bitboard_of(["d3", "f5"])
    result = blockers * EXAMPLE.magic & FULL
    index = EXAMPLE.index(blockers)
    panels = [
        Panel(bits_svg(blockers, size=MEDIUM), "blockers", f"{blockers:#018x}"),
        Panel(bits_svg(EXAMPLE.magic, size=MEDIUM), "magic", f"{EXAMPLE.magic:#018x}"),
        Panel(
            bits_svg(result, taken=top(EXAMPLE.bits), size=MEDIUM),
            "product",
            f"{result:#018x}, index {index:05b}",
        ),
    ]
    return sheet(panels)


def copies() -> str:
    """Draw the shifted copies that are added in the worked example, and their sum."""
    blockers = bitboard_of(["d3", "f5"])
    taken = top(EXAMPLE.bits)
    panels = [
        Panel(bits_svg(blockers << shift & FULL, taken=taken, size=SMALL, labels=False), name)
        for shift, name in ((shift, f"blockers << {shift}") for shift in COPIES)
    ]
    total = blockers * EXAMPLE.magic & FULL
    panels.append(Panel(bits_svg(total, taken=taken, size=SMALL, labels=False), "their sum"))
    return sheet(panels, width=3 * SMALL + 2 * 20)


def keys_of_bishop(keys: Iterable[int], title: str) -> list[Panel]:
    """Draw keys of the bishop on b1 with their attacks."""
    return [
        Panel(board(mb.BISHOP.attacks(B1, key), key, {B1: "B"}, 200), title) for key in sorted(keys)
    ]


def good_collision() -> str:
    """Draw four keys that share slot 6."""
    magic = mb.find("bishop", B1, bits=4, seed=1)
    keys = [key for key, index in magic.indices() if index == 6]  # noqa: PLR2004 (as in the guide)
    return sheet(keys_of_bishop(keys, "index 6"))


def bad_collision() -> str:
    """Draw two keys that must not have the same index."""
    return sheet(keys_of_bishop([0, bitboard_of(["d3"])], "index 0"))


def found() -> str:
    """Draw the magic found by the guide's ten-line Python program."""
    return drawn(mb.Magic(mb.ROOK, D4, "white", 10, 0x022842020008A050))


def fancy() -> str:
    """Draw the slots of the fancy table."""
    return drawn(mb.tables.default_table())


def densest() -> str:
    """Draw the slots of the densest table."""
    return drawn(mb.build("densest"))


def slots() -> str:
    """Draw the memory used by three kinds of slots."""
    parts = []
    for storage in ("direct", "shorts", "bytes"):
        table = mb.build(f"white/concatenated/{storage}")
        kept = f"{table.slots.itemsize} a slot"
        if len(table.attack_sets):
            kept += f", and {len(table.attack_sets):,} attack sets"
        parts.append((storage, table.nbytes, kept))
    return memory_svg("107,648 slots of three kinds", "", parts)


def overlapping() -> str:
    """Draw a row with gaps, and other rows that fit into the gaps."""
    table = mb.build("densest")
    rows = {row: {index for _, index in magic.indices()} for row, magic in enumerate(table.magics)}
    rook = row_of(mb.ROOK, mb.geometry.parse_square("d5"))  # the row with the most guests
    first, end = min(rows[rook]), max(rows[rook]) + 1
    owners = [rook if index in rows[rook] else EMPTY for index in range(first, end)]
    alone = bytes(owners)
    bishops = [row for row in rows if row_of(mb.BISHOP, 0) <= row]
    guests = 0
    for row in sorted(bishops, key=lambda row: -len(rows[row])):
        for offset in range(len(owners) - max(rows[row])):
            places = {index + offset for index in rows[row]}
            if all(owners[place] == EMPTY for place in places):
                for place in places:
                    owners[place] = row
                guests += 1
                break
    if not guests:
        raise RuntimeError("no bishop fits: choose another rook")
    panels = [
        Panel(slot_map_svg(alone), "The rook on d5"),
        Panel(slot_map_svg(bytes(owners)), f"The same row with {guests} bishops in its gaps"),
    ]
    return sheet(panels)


def black() -> str:
    """Draw the sets that white and black magics hash."""
    mask_of_rook = mb.ROOK.mask(D4)
    blockers = mb.Position(FEN).occupied & mask_of_rook
    panels = [
        Panel(bits_svg(blockers, taken=mask_of_rook, size=MEDIUM), "white: occupied & mask"),
        Panel(
            bits_svg(blockers | ~mask_of_rook & FULL, taken=mask_of_rook, size=MEDIUM),
            "black: occupied | ~mask",
        ),
    ]
    return sheet(panels)


def phase() -> str:
    """Plot the harmful collisions of a factor at all phases."""
    magic = mb.Magic(mb.BISHOP, D4, "black", 9, 0x419FFD021FF10020)
    own = ~magic.mask * magic.magic & FULL
    keys = [(key, mb.BISHOP.attacks(D4, key)) for key in mb.geometry.subsets(magic.mask)]

    def bad_collisions(added: int) -> int:
        held: dict[int, int] = {}
        return sum(
            held.setdefault((key * magic.magic + added & FULL) >> magic.shift, seen) != seen
            for key, seen in keys
        )

    steps, slot = 64, 1 << magic.shift
    counts = [bad_collisions(step * slot // steps) for step in range(steps + 1)]
    svg = phases_svg(counts, own % slot / slot)
    return sheet([Panel(svg)], title="Harmful collisions by the phase added to the products")


def sharing() -> str:
    """Draw the attacks of two rooks that share a slot, and the union in the slot."""
    keys = {"a1": bitboard_of(["a5", "d1"]), "b2": bitboard_of(["b6", "f2"])}
    attacks = {name: mb.ROOK.attacks(name, key) for name, key in keys.items()}
    panels = [
        Panel(board(attacks[name], key, {mb.geometry.parse_square(name): "R"}), f"a rook on {name}")
        for name, key in keys.items()
    ]
    both = attacks["a1"] | attacks["b2"]
    panels.append(Panel(board(both), "the slot", "Each rook reads its own rank and file."))
    return sheet(panels)


def settled() -> str:
    """Draw the squares for which magics with one bit fewer are known to exist, or not to exist."""
    panels = []
    for slider in (mb.ROOK, mb.BISHOP):
        exists, none = 0, 0
        for square in range(64):
            known = settlement(slider, square, "white", slider.mask(square).bit_count() - 1)
            exists |= (known is not None and known.status == EXISTS) << square
            none |= (known is not None and known.status == DISPROVED) << square
        left = 64 - exists.bit_count() - none.bit_count()
        text = f"{exists.bit_count()} exist, {none.bit_count()} do not, {left} open"
        panels.append(Panel(board(0, none, size=280, shaded=exists), f"{slider}", text))
    return sheet(panels)


def chain_circle() -> str:
    """Draw the generators of the worked example on a circle, and the sum of two generators."""
    squares = [mb.geometry.square_name(square) for square in mb.geometry.squares_of(EXAMPLE.mask)]
    generators = [
        ((EXAMPLE.magic << mb.geometry.parse_square(name)) & FULL, name) for name in squares
    ]
    blockers = [pair for pair in generators if pair[1] in {"d3", "f5"}]
    panels = [
        Panel(circle_svg("Five generators", points=generators), "the generators"),
        Panel(circle_svg("d3 and f5 lead to slot 10", steps=blockers), "blockers on d3 and f5"),
    ]
    return sheet(panels)


def chain_window() -> str:
    """Draw the window of generators excluded by one difference of rank parts."""
    return sheet([Panel(window_svg())])


def chain_cells() -> str:
    """Draw the cells that the file's second generator allows for the third."""
    return sheet([Panel(cells_svg())])


def chain_lattice() -> str:
    """Draw the possible places of the file's next generator."""
    panels = [
        Panel(lattice_svg(up=False), "above the rook", "256 cells, side by side"),
        Panel(lattice_svg(up=True), "below the rook", "256 places, evenly spread"),
    ]
    return sheet(panels)


def subtraction() -> str:
    """Draw a ray walk by subtraction on the first rank."""
    slider, occupied = 1 << 2, 1 << 2 | 1 << 6
    less = occupied - 2 * slider
    rows = (
        ("o, the occupied squares", occupied),
        ("o − 2s", less),
        ("o ^ (o − 2s)", occupied ^ less),
    )
    return sheet([Panel(rank_svg(value), name) for name, value in rows])


def timeline() -> str:
    """Draw a timeline of the ideas in the catalogue."""
    by_year: dict[int, list[str]] = {}
    for entry in CATALOGUE.values():
        author = entry.author.removeprefix("unknown; the instructions: ")
        if "packed" not in author and author != "unknown":
            by_year.setdefault(entry.year, []).append(f"{entry.name} ({author})")
    return sheet([Panel(years_svg(by_year))])


def drawn(picture: mb.Magic | mb.Table) -> str:
    """Return the SVG picture that notebooks show for a magic or a table."""
    return picture._repr_svg_()


FIGURES: dict[str, Callable[[], str]] = {
    figure.__name__.replace("_", "-"): figure
    for figure in (
        look_up,
        attacks,
        bitboard,
        mask,
        equal_attacks,
        product,
        copies,
        good_collision,
        bad_collision,
        found,
        fancy,
        slots,
        overlapping,
        black,
        phase,
        sharing,
        densest,
        settled,
        chain_circle,
        chain_window,
        chain_cells,
        chain_lattice,
        subtraction,
        timeline,
        *GENERATORS,
        *CHAPTERS,
    )
}
"""The functions that draw the figures, by file name without the suffix."""


def main() -> None:
    """Write all figures to a directory."""
    directory = Path(sys.argv[1]) if len(sys.argv) > 1 else DIRECTORY
    directory.mkdir(parents=True, exist_ok=True)
    for name, figure in FIGURES.items():
        write_whole(directory / f"{name}.svg", figure().encode())


if __name__ == "__main__":
    main()

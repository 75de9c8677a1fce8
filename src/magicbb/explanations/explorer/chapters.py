"""The chapters of the guide and the views of the interactive page, which link to each other.

The page links to the chapter that explains what it shows. The site's chapters link to the views
(see `scripts/site_hooks.py`).
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["CHAPTERS", "CHAPTER_OF_PANEL", "CHAPTER_OF_SCHEME", "CHAPTER_OF_STEP", "Chapter"]


class Chapter(NamedTuple):
    """A chapter of the guide.

    Attributes:
        title: The heading of the chapter.
        view: The permalink of its view, starting with `#`.
        invites: A phrase that says what to do or see in the view.
        shows: Text that appears on the page in this view.
    """

    title: str
    view: str
    invites: str
    shows: str


_FEN = "fen=2r3k1/pp3ppp/8/3p4/3R1B2/P7/1P3PPP/6K1"
_EXAMPLE = "piece=bishop&square=b1&occupied=0x0000002000080000"

CHAPTERS = {
    "index": Chapter(
        "From a bitboard to the smallest tables",
        f"#occupied=0x4062000828208e40&{_FEN}",
        "step through one look-up, from the board to the attacks",
        "Step 1 of 9: Mask",
    ),
    "bitboards": Chapter(
        "Bitboards",
        "#square=d1&occupied=0x000000000800f700&fen=8/8/8/8/3P4/8/PPP1PPPP/8",
        "move White's pawns and watch the number change",
        "0x000000000800f700",
    ),
    "rank": Chapter(
        "One rank first",
        "#scheme=kindergarten&square=c1&occupied=0x0000000000000041&step=5",
        "a rook on c1 looks up its rank in such a table",
        "Step 6 of 12: Rank, attacks",
    ),
    "sliders": Chapter(
        "Sliders, masks and blockers",
        f"#occupied=0x4062000828208e40&{_FEN}&step=1",
        "see the mask of the rook on d4, then its blockers",
        "Step 2 of 9: Blockers",
    ),
    "subsets": Chapter(
        "All subsets of a mask",
        "#view=own&magic=0x022842020008a050",
        "test a magic for d4 on all 1,024 subsets",
        "1,024 keys",
    ),
    "hashing": Chapter(
        "Perfect hashing",
        "#step=5",
        "follow ten scattered squares to an index",
        "Step 6 of 9: Index",
    ),
    "kindergarten": Chapter(
        "Gathering a line with one multiplication",
        "#scheme=kindergarten&piece=bishop&square=c3&occupied=0x0040200000000200&step=1",
        "the same diagonal, multiplied by the b-file",
        "Step 2 of 12: Product",
    ),
    "multiplication": Chapter(
        "Why multiplication can gather bits",
        f"#scheme=own&{_EXAMPLE}&step=3&magic=0x0002020202020000",
        "point at the bits of this magic and follow its five copies",
        "Step 4 of 6: Product",
    ),
    "collisions": Chapter(
        "Constructive and harmful collisions",
        f"#{_EXAMPLE}&view=collisions&whose=own&collisions=bad&magic=0x0002000202020000&bits=5",
        "the two boards that collide when the bit of d3 is missing",
        "Pair 1 of 8, slot 0",
    ),
    "finding": Chapter(
        "Finding a magic yourself",
        "#view=search",
        "search for a magic for a rook on d4",
        "A candidate is the AND of three random numbers",
    ),
    "construction": Chapter(
        "Constructing a magic",
        "#square=a1&view=search",
        "watch a magic for a1 being constructed, one copy at a time",
        "Constructs a white magic with 12 bits for rook a1 directly",
    ),
    "table": Chapter(
        "The table",
        "#view=map",
        "all slots of the fancy table, with the slot of this look-up",
        "107,648 of all 107,648 are used",
    ),
    "from-scratch": Chapter(
        "From scratch, in C and in Python",
        "#view=source",
        "the whole table as a source file in C or another language",
        "magicbb export fancy --language c",
    ),
    "slots": Chapter(
        "What a slot holds",
        "#scheme=byte-lookup&step=9",
        "read a byte, then the attack set that it identifies",
        "Step 10 of 10: Attacks",
    ),
    "overlapping": Chapter(
        "Overlapping",
        "#scheme=densest-fixed&square=e4&view=map",
        "a packed table as a map that shows which square uses each slot",
        "70,988 of all 85,347 are used",
    ),
    "black": Chapter(
        "Black magic",
        "#view=sides",
        "turn the phase from white to black and see which keys share a slot",
        "occupied | ~mask",
    ),
    "sharing": Chapter(
        "Sharing through the post-mask",
        "#scheme=shared&square=a1&occupied=0x0000000100000008&step=8",
        "read a slot that two rooks share, then mask it with the lines of the rook on a1",
        "Step 9 of 11",
    ),
    "densest": Chapter(
        "A packed black table",
        "#scheme=densest&view=map",
        "the packed black table as a map",
        "64,855 of all 71,442 are used",
    ),
    "separation": Chapter(
        "Separating rows that clash",
        "#scheme=densest&square=e4&view=map",
        "the rows that lie between the slots of a rook on e4",
        "896 slots of rook e4",
    ),
    "proofs": Chapter(
        "What cannot exist",
        "#view=settled",
        "the settled cases, square by square",
        "rook d4 has no white magic with 9 bits",
    ),
    "chain": Chapter(
        "The chain search",
        "#square=f8&view=search&fewer=1",
        "the rook on f8, which has no white magic with ten bits, and how to check the proof",
        "rook f8 has no white magic with 10 bits",
    ),
    "rivals": Chapter(
        "PEXT and other alternatives",
        "#scheme=hyperbola",
        "the steps of hyperbola quintessence",
        "Step 1 of 12",
    ),
    "exercises": Chapter(
        "Exercises",
        "#square=a1&occupied=0x0000000000000102&step=-1",
        "the rook on a1 from the first exercise, to check your answer",
        "b1 a2",
    ),
    "sources": Chapter(
        "Where it all comes from",
        "#scheme=rotated",
        "rotated bitboards, the oldest look-up scheme",
        "Robert Hyatt",
    ),
}
"""The chapters by file name."""

CHAPTER_OF_STEP = {
    **dict.fromkeys(("mask", "blockers"), "sliders"),
    **dict.fromkeys(("irrelevant", "input", "filled"), "black"),
    "magic": "construction",
    **dict.fromkeys(("product", "lower", "upper", "folded"), "multiplication"),
    **dict.fromkeys(("shift", "index"), "hashing"),
    **dict.fromkeys(("offset", "slot"), "table"),
    **dict.fromkeys(("entry", "list", "attacks"), "slots"),
    **dict.fromkeys(("intervals", "line", "listed"), "slots"),
    **dict.fromkeys(("other_intervals", "other_line", "other_listed"), "slots"),
    "lines": "sharing",
}
"""The chapter for each step of a magic look-up, by the key of the step."""

CHAPTER_OF_PANEL = {
    "lookup": "index",
    "sides": "black",
    "collisions": "collisions",
    "own": "subsets",
    "search": "finding",
    "settled": "proofs",
    "map": "table",
    "source": "from-scratch",
}
"""The chapter for each view of the page, by the name of the view."""

CHAPTER_OF_SCHEME = {
    **dict.fromkeys(
        ("pext", "pext-16", "rays", "hyperbola", "obstruction", "kogge-stone"), "rivals"
    ),
    "rotated": "sources",
    "kindergarten": "kindergarten",
}
"""For each scheme without magics, the chapter that covers all its steps."""

"""What the words are called that are kept for a square, and what they are for."""

from __future__ import annotations

_LINE = "The squares of the {} through the slider, without its own."
_WORDS = {
    "mask": (
        "Mask",
        (
            "The squares where a piece can change the attacks: the slider's lines without their "
            "last squares, for a piece there hides nothing."
        ),
    ),
    "irrelevant": (
        "Irrelevant squares",
        "All squares but those of the mask: a piece on one of them cannot change the attacks.",
    ),
    "magic": (
        "Magic",
        (
            "The factor of this square. It was found by a search, and every key was tried with it: "
            "whatever makes the attacks differ leads to another slot."
        ),
    ),
    "shift": ("Shift", "How far the product is shifted: all its bits but those of the index."),
    "offset": ("Offset", "Where the slots of this square start in the table."),
    "lines": ("Lines", "What the slider attacks on the empty board: more it can never attack."),
    "list": ("Start of the list", "Where the list of the square's attack sets starts."),
    "file": ("File", _LINE.format("file")),
    "rank": ("Rank", _LINE.format("rank")),
    "diagonal": ("Diagonal", _LINE.format("diagonal")),
    "anti_diagonal": ("Anti-diagonal", _LINE.format("anti-diagonal")),
    "bit": ("The slider", "The slider's square as a set of squares: one bit."),
    "swapped": ("The slider, upside down", "Its square on the board with the ranks reversed."),
    "below": ("Start of the rank", "The number of the first square on the slider's rank."),
    "b_square": ("Second square", "The number of the second square on the slider's rank."),
    "filled": ("Sets of the file", "Where the attack sets for the slider's file start."),
}
"""Words that are about the square as a whole, or named as a line of its."""

_PARTS = {
    line + ending: (f"{title}, {words}", sentence.format(line.replace("_", "-")))
    for line, title in (
        ("file", "File"),
        ("rank", "Rank"),
        ("diagonal", "Diagonal"),
        ("anti_diagonal", "Anti-diagonal"),
    )
    for ending, words, sentence in (
        ("_below", "below", "Its squares of smaller numbers than the slider's, and a1."),
        ("_above", "above", "Its squares of larger numbers than the slider's."),
        ("_sets", "sets", "Where the attack sets of this square along the {} start."),
    )
}
"""Words about one of the square's lines."""

KEPT: dict[str, tuple[str, str]] = _WORDS | _PARTS
"""Title and sentence of each."""

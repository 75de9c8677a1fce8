"""Recognise the method used by code without magics."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from magicbb.tables.imports.sources.tokens import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_ENOUGH_STEPS = 3
"""The minimum number of steps in a fill; pawn moves have only one or two."""

_SWAP = r"\b\w*(?:swap|revers|flip|mirror)\w*"
_TIMES = r"(?:\*%?|wrapping_mul) (?:\w+ )?(?:\( (?:\w+ )?)*"
_CODE = {
    "kindergarten": re.compile(rf"{_TIMES}(?:0x202020202020202|0x80402010080400)\b"),
    "hyperbola": re.compile(
        rf"(?:{_SWAP} \( [^()]*\) |\. {_SWAP} \( \) )(?:- |\. wrapping_sub )"
        rf"|- = (?:\w+ [.:] )*{_SWAP} \(",
        re.IGNORECASE,
    ),
    "rotated": re.compile(r"(?:rot|r[lr])[a-z_]*(?:45|90)\w* (?:\[ \w+ \] )?> >", re.IGNORECASE),
}
"""A pattern for the code of each method: tokens joined by spaces, with hexadecimal numbers."""

_CUT = re.compile(
    r"(?:\^ (?:= )?|& (?:= )?~ )(?:\w+ (?:\.|::) ){0,8}(\w+) \[ [^\[\];]{1,60} \]( \[)?"
)
"""Matches the removal of the squares behind the first piece on a ray."""

_RAY = re.compile("(?:^|[^a-z])Rays?(?![a-z])|(?:^|[^A-Za-z])rays?(?![a-z])|(?:^|_)RAYS?(?![A-Z])")
_RAYS_OF_ALL = r"\b{} (?:: |= new \w+ )?\[ (?:(0x8|0x40) \] \[ |\[ \w+ ; )(?!\1)(?:0x8|0x40) \]"
"""A pattern for the declaration of an array of rays by direction and square, or vice versa."""

_MOVED = r"(?:(?:\( ){{0,4}}{0} (?:< <|> >)|(?:\w+ (?:\.|::) ){{0,8}}\w+ \( {0} [,)]|{0} \. \w+ \()"
"""A pattern for a set that is shifted or passed to a function."""

_NAME, _SIDE = r"\b([A-Za-z_]\w*)", r"[^;|&=]{0,60}?"
_MOST_NAMES = 100
"""The maximum number of candidate names (of ray arrays or of growing sets) that are checked."""

_Steps = frozenset[Any]
"""Steps as pairs of numbers, or as differences of square indices."""

_STRAIGHT: _Steps = frozenset({(1, 0), (0, 1), (-1, 0), (0, -1)})
_DIAGONAL: _Steps = frozenset({(1, 1), (1, -1), (-1, 1), (-1, -1)})
_WIDTHS = (8, 10, 12, 16)
"""The possible numbers of squares per rank on mailbox boards."""

_MOST_STEPS = 16


def method_in_code(tokens: Sequence[tuple[str, str, int]]) -> str:
    """Return the name of the method used by the code; empty if none is recognised.

    Args:
        tokens: The tokens of a source, as `tokens_of` yields them.

    >>> from magicbb.tables.imports.sources.tokens import tokens_of
    >>> method_in_code([*tokens_of("set |= free & (set << 8); free &= free << 8;")])
    'kogge-stone'
    """
    if _steps_along_rays(tokens):
        return "rays"
    words = []
    for kind, token, _ in tokens:
        number = number_of(token) if kind == "number" else None
        words.append(token if number is None else hex(number))
    code = " ".join(words)
    if _cuts_rays(code):
        return "bit scans"
    return _fill(code) or next((method for method, sign in _CODE.items() if sign.search(code)), "")


def _cuts_rays(code: str) -> bool:
    """Whether rays are cut off with others, recognised by the name or dimensions of their array."""
    return any(
        _RAY.search(name) or (again and re.search(_RAYS_OF_ALL.format(re.escape(name)), code))
        for name, again in [*dict.fromkeys(_CUT.findall(code))][:_MOST_NAMES]
    )


def _fill(code: str) -> str:
    """Return the name of the fill used in the code; empty if there is none.

    A fill shifts sets over the empty squares. The Kogge-Stone algorithm also shrinks the set of
    empty squares, while other fills repeat `sliders = (sliders << 8) & empty`.
    """
    growing = dict.fromkeys(re.findall(rf"{_NAME} (?:\| =|= \1 \|) ", code))
    for name in [*growing][:_MOST_NAMES]:
        moved = _MOVED.format(name)
        grown = rf"\b{name} (?:\| =|= {name} \|) (?:\( ){{0,4}}"
        grown += rf"(?:{_NAME} & {moved}|{moved}{_SIDE}& {_NAME})"
        for empty in {each for pair in re.findall(grown, code) for each in pair if each}:
            if re.search(rf"\b{empty} (?:& =|= {empty} &) {_MOVED.format(empty)}", code):
                return "kogge-stone"
    runs = rf"{_NAME} :?= (?:\( ){{0,4}}{_NAME} & " + _MOVED.format(r"\2")
    pairs = re.findall(runs, code)  # squares preceded by one empty square, by three, ...
    if {longer for longer, _ in pairs} & {shorter for _, shorter in pairs}:
        return "kogge-stone"
    moved = _MOVED.format(r"\1")
    steps = rf"{_NAME} = (?:\( ){{0,4}}(?:{moved}{_SIDE}& |\w+ & {moved})"
    return "fills" if len(re.findall(steps, code)) >= _ENOUGH_STEPS else ""


def _steps_along_rays(tokens: Sequence[tuple[str, str, int]]) -> bool:
    """Whether the steps of rooks and bishops are listed, as pairs or as differences."""
    both = [(_STRAIGHT, _DIAGONAL)]
    both += [(_differences(_STRAIGHT, width), _differences(_DIAGONAL, width)) for width in _WIDTHS]
    lists = {*_lists_of_steps(tokens)}
    return any(straight in lists and diagonal in lists for straight, diagonal in both)


def _differences(steps: _Steps, width: int) -> _Steps:
    return frozenset(one + width * other for one, other in steps)


def _lists_of_steps(tokens: Sequence[tuple[str, str, int]]) -> Iterator[_Steps]:
    """For each short list in brackets, yield the set of its numbers and the set of its pairs."""
    numbers: list[int] = []
    opened: list[int] = []
    sign = 1
    for kind, token, _ in tokens:
        if kind == "open":
            opened.append(len(numbers))
        elif kind == "close" and opened:
            steps = numbers[opened.pop() :]
            if len(steps) <= _MOST_STEPS:
                yield frozenset(steps) - {0}
                yield frozenset(zip(steps[::2], steps[1::2], strict=False))
        elif kind == "number":
            numbers.append(sign * (number_of(token) or 0))
        sign = -1 if token == "-" else 1  # noqa: S105 (not a password)

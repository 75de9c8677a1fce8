"""Split source code in any common language into the tokens needed to find arrays of numbers.

A single regular expression without backtracking is used, so the time is linear in the text's
length.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_MOST_DIGITS = 80
"""The maximum length of a number. Longer ones exceed 64 bits and would be slow to parse."""

TOO_LONG = 2**64
"""The value returned for numbers that are too long."""

_PREFIXED = r"""
    \#[xX](?=[0-9]|[0-9a-fA-F]{8}) | \#16[rR] | 16[rR\#] | \$(?=[0-9a-fA-F])
  | &[hH](?=[0-9]|[0-9a-fA-F]{8}) | [0-9]+'[hH](?=[0-9a-fA-F])
"""
"""Prefixes of hexadecimal numbers in Lisp, Smalltalk, Ada, Pascal, Basic and Verilog."""

_BARE = "[a-fA-F](?=[a-fA-F]*[0-9])[0-9a-fA-F]{7,15}"
"""Matches unprefixed hexadecimal digits that start with a letter, but not words."""

_TOKEN = re.compile(
    rf"(?P<number> (?: (?:{_PREFIXED}) [0-9a-fA-F_]+ | {_BARE} ) (?![\w$]) [\#&]? )"
    r"""
    | (?P<blank> [\s\\]+ | //(?:[^\n\\]|\\(?s:.))* | /\*(?s:.*?)(?:\*/|\Z) | \#[ \t]*define\b
               | \#!?\[[^\]\n]*\] | \#(?=\(\s*\#[xX][0-9a-fA-F]) | \#[^\n]* )
    | (?P<digits> 0[xX](?:[_']?[0-9a-fA-F])+(?:'?[A-Za-z_]\w*)? | 0[bB](?:[_']?[01])+\w*
                | [0-9](?:[_']?[0-9])*(?P<fraction>\.[0-9]*(?:[eE][-+]?[0-9]+)?)?
                  (?:'?[A-Za-z_]\w*)? )
    | (?P<word> [^\W\d][\w$]* )
    | (?P<break> [,;] )
    | (?P<open> [({\[] )
    | (?P<close> [)}\]] )
    | (?P<text> \"\"\"(?s:.*?)(?:\"\"\"|\Z) | "(?:[^"\\\n]|\\.)*"? | '(?:[^'\\\n]|\\.){0,40}'
               | `[0-9a-fA-F\s]+` )
    | (?P<sign> :: | [=:<>!]= | => | . )
    """,
    re.VERBOSE,
)

_CLASS = re.compile(r"\bclass(?:\s+\w+){0,6}\s*\{ | \b(?:static\s+|this\.)\#\w", re.VERBOSE)
"""Matches code that may have private fields, as in JavaScript."""

_PRIVATE = re.compile(
    r"\#(?=[A-Za-z_]\w*[ \t]*(?::[^=\n\#]*)?=) | (?<=\.)\#(?=[A-Za-z_])", re.VERBOSE
)
"""Matches the sign at the start of the name of a private field; elsewhere it starts a comment."""

_NUMBER = re.compile(
    rf"(?:{_PREFIXED}) (?P<prefixed>(?:_?[0-9a-fA-F])+)[\#&]?"
    r"""
  | (?P<suffixed>[0-9](?:_?[0-9a-fA-F])*)[hH]
  | (?: 0[xX](?P<hex>(?:_?[0-9a-fA-F])+) | 0[bB](?P<bin>(?:_?[01])+) | (?P<dec>[0-9](?:_?[0-9])*) )
    _?(?: [uUiI](?:8|16|32|64|128|size)? | [uU]?[lL]{1,2}[uU]? | [nN] | [uU]?[zZ] )?
    """,
    re.VERBOSE,
)
_BASES = {"prefixed": 16, "suffixed": 16, "hex": 16, "bin": 2, "dec": 10}
_HEXADECIMAL = re.compile("[0-9a-fA-F]{1,16}")


class Unprefixed(int):
    """A number without a prefix, which may be hexadecimal if its neighbours are.

    Attributes:
        hexadecimal: The value if the number is hexadecimal.
        only: Whether the number must be hexadecimal.
        octal: Whether it starts with a zero, so that C reads it as octal, and other languages as
            decimal or not at all.
    """

    hexadecimal: int
    only: bool
    octal: bool


def alike(numbers: Sequence[int | None]) -> list[int | None]:
    """Determine whether the unprefixed numbers of an array are hexadecimal, and return all numbers.

    If no number has a prefix and one must be hexadecimal, all are read as hexadecimal. If some
    numbers have a prefix, an unprefixed one that must be hexadecimal is replaced by None, as are
    decimal numbers that start with a zero.

    >>> alike([number_of(token) for token in ("10", "1a", "20")])
    [16, 26, 32]
    >>> alike([number_of(token) for token in ("10", "0x1a", "1b")])
    [10, 26, None]
    >>> alike([number_of(token) for token in ("10", "012", "0")])
    [10, None, 0]
    """
    bare = [number for number in numbers if isinstance(number, Unprefixed)]
    if len(bare) == len(numbers) and any(number.only for number in bare):
        return [number.hexadecimal for number in bare]
    return [None if isinstance(n, Unprefixed) and (n.only or n.octal) else n for n in numbers]


def tokens_of(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the kind, text and position of each token, skipping comments and blanks.

    The kinds are "number", "word", "break", "open", "close", "text" and "sign".

    >>> [token for _, token, _ in tokens_of("U64 a[2] = {0x1fULL, /* 7 */ -1'000};  // two")]
    ['U64', 'a', '[', '2', ']', '=', '{', '0x1fULL', ',', '-', "1'000", '}', ';']
    """
    if _CLASS.search(text):
        text = _PRIVATE.sub(" ", text)
    for match in _TOKEN.finditer(text):
        kind = "number" if match.lastgroup == "digits" else match.lastgroup
        if kind != "blank" and kind is not None:
            yield kind, match.group(), match.start()


def number_of(token: str) -> int | None:
    """Parse the number in a token or a string; None if it is not a number.

    The result is `TOO_LONG` if the number is too long, and None if it is a fraction.

    >>> [number_of(token) for token in ("0x1fULL", "1'000", "0xFF_u64", "12n", "0b11", "1.5")]
    [31, 1000, 255, 12, 3, None]
    >>> [number_of(token) for token in ("$8A", "#x8A", "16#8A#", "&H8A", "64'h8A", "8Ah", "8a")]
    [138, 138, 138, 138, 138, 138, 138]
    """
    if len(token) > _MOST_DIGITS:
        return TOO_LONG if token[0].isdigit() else None
    if not token.isascii():
        return None
    match = _NUMBER.fullmatch(token) or _NUMBER.fullmatch(token.replace("'", ""))
    number = None
    if match is not None:
        base = next(name for name in _BASES if match[name])
        number = int(match[base].replace("_", ""), _BASES[base])
    if _HEXADECIMAL.fullmatch(token) is None:
        return number
    bare = Unprefixed(int(token, 16) if number is None else number)
    bare.hexadecimal, bare.only = int(token, 16), number is None
    bare.octal = number is not None and number > 0 and token.startswith("0")
    return bare


def writes_number(text: str) -> bool:
    """Whether a string contains a number and nothing else.

    >>> [writes_number(text) for text in ("0x1f", "$8A", "a1", "face8a8000102030", "")]
    [True, True, False, True, False]
    """
    begins = text[:1].isdigit() or text[:1] in {"$", "#", "&"} or re.fullmatch(_BARE, text)
    return bool(begins) and number_of(text) is not None

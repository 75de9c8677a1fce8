"""The tokens of source code in any of the usual languages, as far as arrays of numbers need them.

One regular expression with nothing in it that could go back and forth: it takes a time that is
proportional to the text, whatever the text is.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_MOST_DIGITS = 80
"""A number of more digits is longer than 64 bits in any base; Python would take long to read it."""

TOO_LONG = 2**64
"""What a number is read as that is far too long."""

_TOKEN = re.compile(
    r"""
      (?P<blank> [\s\\]+ | //[^\n]* | /\*(?s:.*?)(?:\*/|\Z) | \#[ \t]*define\b
               | \#!?\[[^\]\n]*\] | \#[^\n]* )
    | (?P<number> 0[xX](?:[_']?[0-9a-fA-F])+\w* | 0[bB](?:[_']?[01])+\w*
                | [0-9](?:[_']?[0-9])*(?P<fraction>\.[0-9]*(?:[eE][-+]?[0-9]+)?)?\w* )
    | (?P<word> [^\W\d][\w$]* )
    | (?P<break> [,;] )
    | (?P<open> [({\[] )
    | (?P<close> [)}\]] )
    | (?P<text> \"\"\"(?s:.*?)(?:\"\"\"|\Z) | "(?:[^"\\\n]|\\.)*"? | '(?:[^'\\\n]|\\.){0,40}' )
    | (?P<sign> :: | [=:<>!]= | => | . )
    """,
    re.VERBOSE,
)

_NUMBER = re.compile(
    r"""
    (?: 0[xX](?P<hex>(?:_?[0-9a-fA-F])+) | 0[bB](?P<bin>(?:_?[01])+) | (?P<dec>[0-9](?:_?[0-9])*) )
    _?(?: [uUiI](?:8|16|32|64|128|size)? | [uU]?[lL]{1,2}[uU]? | [nN] | [uU]?[zZ] )?
    """,
    re.VERBOSE,
)
_BASES = {"hex": 16, "bin": 2, "dec": 10}


def tokens_of(text: str) -> Iterator[tuple[str, str, int]]:
    """The tokens with where they start; comments and blanks are left out.

    The kinds are "number", "word", "break", "open", "close", "text" and "sign".

    >>> [token for _, token, _ in tokens_of("U64 a[2] = {0x1fULL, /* 7 */ -1'000};  // two")]
    ['U64', 'a', '[', '2', ']', '=', '{', '0x1fULL', ',', '-', "1'000", '}', ';']
    """
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind != "blank" and kind is not None:
            yield kind, match.group(), match.start()


def number_of(token: str) -> int | None:
    """The number that a token or the content of a string writes; None if it is none.

    What is longer than any of the allowed ones comes back as `TOO_LONG`, a fraction as None.

    >>> [number_of(token) for token in ("0x1fULL", "1'000", "0xFF_u64", "12n", "0b11", "1.5")]
    [31, 1000, 255, 12, 3, None]
    """
    if len(token) > _MOST_DIGITS:
        return TOO_LONG if token[0].isdigit() else None
    match = _NUMBER.fullmatch(token.replace("'", ""))
    if match is None or not token.isascii():
        return None
    base = next(name for name in _BASES if match[name])
    return int(match[base].replace("_", ""), _BASES[base])

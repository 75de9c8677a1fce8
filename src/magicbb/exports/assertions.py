"""Assertions that elements of arrays exist, for languages whose compilers demand them."""

from __future__ import annotations

import re

_READ = re.compile(r"(\b\w+\[[^\[\]]+\])(?! = )")
_COMMENT = ("*", "/*", "//")


def asserted(source: str) -> str:
    """Assert in TypeScript that elements of arrays exist where they are read.

    The compiler's option noUncheckedIndexedAccess, which `tsc --init` turns on, demands it.

    >>> asserted("out[0] = table[slot];")
    'out[0] = table[slot]!;'
    """
    lines = source.split("\n")
    return "\n".join(
        line if line.lstrip().startswith(_COMMENT) else _READ.sub(r"\1!", line) for line in lines
    )

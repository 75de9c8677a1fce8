"""The name of an array in source code, which stands before its bracket."""

from __future__ import annotations

from typing import Any

Part = tuple[str, Any, int]
"""Kind, token or value, and place of a part of an item."""

_ASSIGNED = (":=", "=", "=>")
_WORDS = """
public private protected internal pub default case const static let var val new return final mut
constexpr comptime inline readonly extern align struct std array vec ref auto list tuple number
unsigned int long ulong uint64 uint64_t u64 i64 U64 u32 i32 usize bigint BigInt BigUint64Array
BigInt64Array UInt64 UINT64_C C64 Bitboard Magic
"""
_NOT_NAMES = frozenset(_WORDS.split())
"""Words that may be in the place of a name."""

_LONGEST = 60
"""Characters of a name that are kept."""


def name_before(parts: list[Part], *, labelled: bool) -> str:
    """The name in the parts of an item that come before a value; empty if there is none.

    Languages with the type after the name have it before a colon (`A: [u64; 64] =`), the others
    before the sign of equality and perhaps a length (`u64 a[64] =`).

    Args:
        parts: The parts of the item.
        labelled: Whether a name counts only with a sign of assignment after it.
    """
    end = len(parts)
    signs = [
        place
        for place, (kind, token, _) in enumerate(parts)
        if kind == "sign" and token in _ASSIGNED
    ]
    if signs:
        end = signs[-1]
    first = signs[-2] if len(signs) > 1 else 0  # a statement may end without any sign
    colons = [
        place
        for place in range(first + 1, end)
        if parts[place][0] == "sign" and parts[place][1] == ":"
    ]
    for colon in colons:
        if _is_name(parts[colon - 1]):
            return shown(parts[colon - 1][1])
    if labelled and not signs:
        return ""
    return next((shown(part[1]) for part in reversed(parts[:end]) if _is_name(part)), "")


def shown(name: str) -> str:
    """A printable name: terminals take some characters for commands."""
    return "".join(filter(str.isprintable, name[:_LONGEST]))


def _is_name(part: Part) -> bool:
    return part[0] in ("word", "text") and part[1] not in _NOT_NAMES and bool(part[1])

"""Find the names that precede the brackets of arrays in source code."""

from __future__ import annotations

from typing import Any

Part = tuple[str, Any, int]
"""A part of an item: its kind, its token or value, and its position."""

_ASSIGNED = (":=", "=", "=>")
_WORDS = """
public private protected internal pub default case const static let var val new return final mut
constexpr comptime inline readonly extern align struct std array vec ref auto list tuple number
unsigned int long ulong uint64 uint64_t u64 i64 U64 u32 i32 usize bigint BigInt BigUint64Array
BigInt64Array UInt64 UINT64_C C64 Bitboard Magic
"""
_NOT_NAMES = frozenset(_WORDS.split())
"""Words that are not names, but may appear in their place."""

_LONGEST = 60
"""The maximum length of a name; longer names are truncated."""


def name_before(parts: list[Part], *, labelled: bool) -> str:
    """Find the name in the parts of an item before its value; empty if there is none.

    In languages with the type after the name, the name precedes a colon (`A: [u64; 64] =`). In
    others, it precedes the equals sign, with or without a length in between (`u64 a[64] =`).

    Args:
        parts: The parts of the item.
        labelled: Whether to accept a name only if an assignment sign follows.
    """
    end = len(parts)
    signs = [
        place
        for place, (kind, token, _) in enumerate(parts)
        if kind == "sign" and token in _ASSIGNED
    ]
    if signs:
        end = signs[-1]
    first = signs[-2] if len(signs) > 1 else 0  # a statement may end without a semicolon
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
    """Remove unprintable characters from a name: terminals may interpret them as commands."""
    return "".join(filter(str.isprintable, name[:_LONGEST]))


def _is_name(part: Part) -> bool:
    return part[0] in ("word", "text") and part[1] not in _NOT_NAMES and bool(part[1])

"""Compare the ranking of schemes inside a move generator with that of single look-ups."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from magicbb.benchmark.advice import WHERE
from magicbb.benchmark.claims import MAGIC
from magicbb.benchmark.contenders import YARDSTICK
from magicbb.benchmark.rows import (
    MODE,
    STREAM,
    capital,
    compared,
    enumeration,
    generator_order,
    lookup_order,
    million_a_second,
    percent,
)
from magicbb.benchmark.turns import TREES

if TYPE_CHECKING:
    from magicbb.benchmark.result import Result


def inversions(result: Result) -> list[tuple[str, str]]:
    """All pairs of schemes whose order by look-up time is measurably reversed in the generator.

    The scheme that is faster inside the generator comes first in each pair.
    """
    found = []
    for one, other in combinations(lookup_order(result), 2):
        alone = result.compare(one, other, STREAM, MODE)
        inside = result.compare_leaves(one, other)
        if alone and inside and (alone.word, inside.word) == ("faster", "slower"):
            found.append((other, one))
    return found


def sentences(result: Result) -> list[str]:
    """Conclusions from the move generator's figures; empty if it was not measured."""
    order = generator_order(result)
    if not order:
        return []
    return [each for each in (_fastest(result, order), _order(result), _range(result)) if each]


def _fastest(result: Result, order: list[str]) -> str:
    """Name the fastest scheme, and state how much slower magics and the ray walk are."""
    fastest, *others = order
    against = {scheme: result.compare_leaves(scheme, fastest) for scheme in others}
    level, noisy = (
        [scheme for scheme, found in against.items() if found and found.word == word]
        for word in ("level", "too noisy to tell")
    )
    speeds = [
        f"{million_a_second(times.ns)} ± {percent(times.spread)} {TREES[case.position].where}"
        for case, times in result.generator.items()
        if case.scheme == fastest
    ]
    text = f"{fastest} is the fastest{', level with ' if level else ''}"
    text += f"{enumeration(level)}: {enumeration(speeds)}, in millions of leaves per second"
    text += f"; too noisy to tell: {enumeration(noisy)}." if noisy else "."
    slower = [
        f"{compared(found)} times as long with {scheme}"
        for scheme in (MAGIC, YARDSTICK)
        if (found := against.get(scheme))
    ]
    return f"{text} A leaf takes {enumeration(slower)}." if slower else text


def _order(result: Result) -> str:
    """Compare the ranking with that of single look-ups."""
    order = lookup_order(result)
    if len(order) < 2:  # noqa: PLR2004 (one scheme cannot be ranked)
        return ""
    where = f"single look-ups {WHERE[STREAM]} ({MODE})"
    changed = inversions(result)
    pairs = len(order) * (len(order) - 1) // 2
    if not changed:
        return f"The ranking is that of {where}, apart from schemes that are level."
    here = {scheme: rank for rank, scheme in enumerate(generator_order(result), 1)}
    there = {scheme: rank for rank, scheme in enumerate(order, 1)}
    gains = {scheme: there[scheme] - here[scheme] for scheme in order}
    best, worst = max(order, key=gains.__getitem__), min(order, key=gains.__getitem__)
    text = (
        f"The ranking differs from that of {where}: in {len(changed)} of {pairs} pairs of schemes, "
        "the order is measurably reversed."
    )
    moved = [
        f"{scheme} {word} from rank {there[scheme]} to rank {here[scheme]}"
        for scheme, word in ((best, "rises"), (worst, "falls"))
        if gains[scheme]
    ]
    return f"{text} {capital(enumeration(moved))}." if moved else text


def _range(result: Result) -> str:
    """Compare the slowest scheme with the fastest, excluding the ray walk."""
    order = [scheme for scheme in lookup_order(result) if scheme != YARDSTICK]
    if len(order) < 2:  # noqa: PLR2004 (one scheme has no range)
        return ""
    fast, slow = order[0], order[-1]
    alone = result.compare(slow, fast, STREAM, MODE)
    inside = result.compare_leaves(slow, fast)
    if alone is None or inside is None:
        return ""
    return (
        f"A single look-up takes {compared(alone)} times as long with {slow} as with {fast}, "
        f"a leaf {compared(inside)} times as long."
    )

# ruff: noqa: INP001 (a script, not a package)
"""Prove that rooks have no magic group whose key is `occupied & mask | own square`.

    python scripts/no_rook_group.py

For a rook on rank 8 and blockers on that rank, the key is R * 2**56, where R has a bit for the rook
and one for each blocker. The product modulo 2**64 is (R * m mod 256) * 2**56, where m stands for
the lowest eight bits of the magic: 256 different products at most, for all eight squares together,
and equal products have equal indices, however many bits an index has. For every square this tries
all 256 values of m, drops those that map two R with different attacks to one product, and counts
how many products the others need at least. It needs nothing but Python; docs/magic-groups.md tells
why it comes out as it does.
"""

from __future__ import annotations

PRODUCTS = 256
FILES = "abcdefgh"


def attacks(file: int, rank: int) -> int:
    """What a rook on a file sees of the pieces of its rank, itself among them."""
    seen = 0
    for step in (-1, 1):
        at = file + step
        while 0 <= at < len(FILES):
            seen |= 1 << at
            if rank >> at & 1:
                break
            at += step
    return seen


def ranks(file: int) -> list[int]:
    """The rook with each set of relevant blockers: b to g, without its own file."""
    relevant = 0b01111110 & ~(1 << file)
    return [1 << file | blockers for blockers in range(128) if not blockers & ~relevant]


def products_needed(file: int, magic: int) -> int | None:
    """How many products a magic's lowest eight bits need; None if different attacks collide."""
    seen: dict[int, int] = {}
    for rank in ranks(file):
        expected = attacks(file, rank)
        if seen.setdefault(rank * magic % PRODUCTS, expected) != expected:
            return None
    return len(seen)


def count(file: int) -> tuple[int, int]:
    """How many values the lowest eight bits can have, and how many products the best one needs."""
    tried = [products_needed(file, magic) for magic in range(PRODUCTS)]
    possible = [needed for needed in tried if needed is not None]
    return len(possible), min(possible)


def main() -> int:
    """Print the counts; the exit status is 0 if they are a proof."""
    total = 0
    for file, name in enumerate(FILES):
        possible, least = count(file)
        total += least
        print(f"{name}8: {possible} of {PRODUCTS} values are possible, at least {least} products")  # noqa: T201
    proved = total > PRODUCTS
    verdict = "so rooks have no such group" if proved else "which proves nothing"
    print(f"together {total} of {PRODUCTS} products, {verdict}")  # noqa: T201
    return 0 if proved else 1


if __name__ == "__main__":
    raise SystemExit(main())

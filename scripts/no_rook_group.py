# ruff: noqa: INP001 (a script, not a package)
"""Prove that rooks have no magic group with the key `occupied & mask | own square`.

    python scripts/no_rook_group.py

For a rook on rank 8 with blockers on that rank, the key is R * 2**56, where R has a bit for the
rook and one for each blocker. The product modulo 2**64 is (R * m mod 256) * 2**56, where m is the
lowest eight bits of the magic. So there are at most 256 products for all eight squares together,
and equal products have equal indices, whatever the number of index bits. For each square, the
script tries all 256 values of m, rejects those that map two R with different attacks to the same
product, and determines the minimum number of products for the rest. It requires only Python;
docs/magic-groups.md explains the result.
"""

from __future__ import annotations

PRODUCTS = 256
FILES = "abcdefgh"


def attacks(file: int, rank: int) -> int:
    """Return a rook's attacks along its rank, whose occupied squares `rank` include the rook."""
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
    """Return each set of relevant blockers on files b to g, combined with the rook."""
    relevant = 0b01111110 & ~(1 << file)
    return [1 << file | blockers for blockers in range(128) if not blockers & ~relevant]


def products_needed(file: int, magic: int) -> int | None:
    """Count the products that a magic's low byte needs; None if different attacks collide."""
    seen: dict[int, int] = {}
    for rank in ranks(file):
        expected = attacks(file, rank)
        if seen.setdefault(rank * magic % PRODUCTS, expected) != expected:
            return None
    return len(seen)


def count(file: int) -> tuple[int, int]:
    """Count the possible low bytes, and the products that the best of them needs."""
    tried = [products_needed(file, magic) for magic in range(PRODUCTS)]
    possible = [needed for needed in tried if needed is not None]
    return len(possible), min(possible)


def main() -> int:
    """Print the counts; return 0 as the exit status if they prove the claim."""
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

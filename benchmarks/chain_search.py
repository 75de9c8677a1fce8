"""Compare the chain search with the bit-by-bit search, and with a prototype in C++.

Run: python benchmarks/chain_search.py [SQUARE] [BITS] [PREFIXES] [SEED] [PROTOTYPE]
All search the same random prefixes for white and black magics and their negatives, in turn, in one
thread. For the bit-by-bit search these are three subtrees: white below the prefix and below its
complement, which has the negatives, and black below the prefix, as it mirrors black magics itself.
PROTOTYPE is a program that searches a range of prefixes, as in `PROTOTYPE range a1 17 18`, and
writes "cpu SECONDS s, found w COUNT b COUNT -w COUNT -b COUNT": white, black, and the negatives of
either.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time

from magicbb.geometry.sliders import ROOK
from magicbb.geometry.squares import parse_square
from magicbb.lookup.keys import all_keys, row_of
from magicbb.magics.search.bit_by_bit import BitByBitSearch
from magicbb.magics.search.bit_by_bit.steps import UP, order_from, period_bits
from magicbb.magics.search.chain import ChainSearch
from magicbb.magics.search.randomness import streams

SLICE = 1 << 24
PROTOTYPE_LINE = r"cpu ([\d.]+) s, found w (\d+) b (\d+) -w (\d+) -b (\d+)"


def bit_by_bit(square: int, bits: int, chain: ChainSearch, *, black: bool) -> BitByBitSearch:
    """The present search, which begins with the bits of a prefix."""
    keys = all_keys()
    attacks = keys.attacks[keys.of_row(row_of(ROOK, square))]
    mask = ROOK.mask(square)
    order = order_from(chain.low, UP, period_bits(mask, bits, black=black))
    return BitByBitSearch(mask, bits, attacks, order, black=black)


def search_below(search: BitByBitSearch, depth: int, prefix: int) -> int:
    """How many magics a subtree has."""
    if search.lives(depth, prefix):
        while not search.advance(SLICE):
            pass
    return search.count


def main() -> None:
    """Search, and print the seconds and ratios."""
    name, bits, count, seed, prototype = [
        *sys.argv[1:],
        *("a1", "11", "40", "1", "")[len(sys.argv) - 1 :],
    ]
    square, chain = parse_square(name), ChainSearch("rook", name, int(bits))
    numbers = [number % chain.prefixes for number in streams(int(seed), range(int(count))).tolist()]
    depth, ones = chain.high - chain.low, (1 << (chain.high - chain.low)) - 1
    white = bit_by_bit(square, int(bits), chain, black=False)
    black = bit_by_bit(square, int(bits), chain, black=True)
    chain.search(0, 1)
    for search in (white, black):  # compiled before the clock runs
        search.lives(1, 0)
        search.advance(1)
    taken = {"chain": 0.0, "bit by bit": 0.0}
    magics = {"chain": 0, "bit by bit": 0}
    for number in numbers:
        started = time.process_time()
        found = chain.search(number, number + 1).found
        taken["chain"] += time.process_time() - started
        magics["chain"] += sum(
            kind == "white" or magic >> chain.low == number for _, kind, magic in found
        )
        started = time.process_time()
        magics["bit by bit"] += (
            search_below(white, depth, number << chain.low)
            + search_below(white, depth, (number ^ ones) << chain.low)
            + search_below(black, depth, number << chain.low)
        )
        taken["bit by bit"] += time.process_time() - started
    if prototype:
        taken["prototype"], magics["prototype"] = 0.0, 0
        for number in numbers:
            command = [prototype, "range", name, str(number), str(number + 1)]
            written = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            [(seconds, *counts)] = re.findall(PROTOTYPE_LINE, written)
            taken["prototype"] += float(seconds)
            magics["prototype"] += sum(map(int, counts))
    print(f"rook {name} with {bits} bits, {count} prefixes, seed {seed}")
    for who, seconds in taken.items():
        print(f"{who}: {seconds:.3f} s, {seconds / taken['chain']:.2f} times the chain search")
    print(f"magics: {magics}")


if __name__ == "__main__":
    main()

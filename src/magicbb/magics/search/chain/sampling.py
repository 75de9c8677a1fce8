"""Estimates of the running time of a chain search, from random prefixes."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.arguments import parse_integer
from magicbb.magics.search.randomness import streams

if TYPE_CHECKING:
    from magicbb.magics.search.chain import ChainSearch


@dataclass(frozen=True)
class ChainEstimate:
    """An estimate of the running time and the number of nodes of a chain search.

    Attributes:
        seconds: The estimated time on one core for all prefixes.
        error: The standard error of `seconds`. A few prefixes take much of the time, so an estimate
            from a small sample is more likely to be too low than too high.
        nodes: The estimated number of nodes for all prefixes.
        prefixes: The number of prefixes tried.
    """

    seconds: float
    error: float
    nodes: float
    prefixes: int


def estimate_chain(
    search: ChainSearch, prefixes: int = 200, seed: int = 1, most_seconds: float = math.inf
) -> ChainEstimate:
    """Estimate how long a chain search takes on this machine.

    Args:
        search: The search.
        prefixes: The number of random prefixes to try, at least two.
        seed: 0..2**64 - 1; selects the prefixes.
        most_seconds: The CPU time after which no further prefix is tried, except the first two.

    Raises:
        ValueError: `prefixes` is out of range.

    >>> from magicbb.magics.search.chain import ChainSearch
    >>> estimate_chain(ChainSearch("rook", "a1", 11), 2).prefixes
    2
    """
    prefixes = parse_integer(prefixes, 2**32, "prefixes must be 2..2**32 - 1", start=2)
    search.search(0, 1)  # the first call compiles the kernels
    seconds, nodes = [], 0
    for number in streams(seed, range(prefixes)).tolist():
        prefix = number % search.prefixes
        started = time.thread_time()
        nodes += sum(search.search(prefix, prefix + 1).nodes)
        seconds.append(time.thread_time() - started)
        if len(seconds) > 1 and math.fsum(seconds) > most_seconds:
            break
    tried = len(seconds)
    mean = math.fsum(seconds) / tried
    variance = math.fsum((one - mean) ** 2 for one in seconds) / (tried - 1)
    return ChainEstimate(
        seconds=mean * search.prefixes,
        error=math.sqrt(variance / tried) * search.prefixes,
        nodes=nodes / tried * search.prefixes,
        prefixes=tried,
    )

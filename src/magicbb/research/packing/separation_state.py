"""The state of a separation."""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words
from magicbb.magics.search.randomness import Stream


class SeparationState(Stream):
    """What the kernels of a separation work on.

    Attributes:
        limit: The length of the array that is tried now.
        entries: The length of the best packing.
        least: The length of the longest row at its shortest.
        area: The slots that there is memory for.
        tries: How many claims are tried per move.
        steps: How many factors are looked at per move.
        patience: How many rounds are waited for fewer overlaps.
        shrink: By how much the array is made shorter.
        shared: The fewest slots that were claimed twice since the array was made shorter.
        moves: The moves so far.
        rounds: The rounds since the array was made shorter.
        waited: The rounds since there were fewer overlaps.
        returns: How often it went back since the array was made shorter.
        position: The place of the next row in the order of the round.
        epoch: When the table of a walk was last written.
        rows: How many rows there are.
        words: How many words of 64 bits a set of rows has.
        order: The rows of the round in their order; their count stands behind the last row.
        first: For each row the number of its first claim, and then that of all claims.
        shortest: For each row its shortest claim.
        most: For each row the most that a slot may cost it.
        rows_at: For each row the claim that it lies with, and then for each where.
        best: Likewise in the best packing.
        fewest: Likewise with the fewest overlaps.
        starts: For each claim where its slots start, and
        stops: where they end.
        slots: The slots of all claims, counted from the lowest one of each.
        extents: For each claim how many slots it is long.
        lowest: For each claim its lowest index.
        factors: For each claim its factor, and
        shifts: its shift, where magics may be changed.
        members: For each slot of the array the set of rows that use it.
        weights: What it weighs that two rows overlap.
        overlaps: How many slots each two rows have in common.
        field: For each slot of the array what it costs the row that is moved.
        sums: What a block of places costs.
        keys: What each key is multiplied with, and
        numbers: the numbers of their attack sets, row by row.
        key_starts: For each row where its keys start, and then where they end.
        movable: For each row how many bits of a factor make a difference.
        table: For each index what holds it, and when that was written.
    """

    limit: Word
    entries: Word
    least: Word
    area: Word
    tries: Word
    steps: Word
    patience: Word
    shrink: Word
    shared: Word = Word(0)
    moves: Word = Word(0)
    rounds: Word = Word(0)
    waited: Word = Word(0)
    returns: Word = Word(0)
    position: Word = Word(0)
    epoch: Word = Word(0)
    rows: Word
    words: Word
    order: Words
    first: Words
    shortest: Words
    most: Words
    rows_at: Words
    best: Words
    fewest: Words
    starts: Words
    stops: Words
    slots: Shorts
    extents: Words
    lowest: Words
    factors: Words
    shifts: Words
    members: Words
    weights: Words
    overlaps: Words
    field: Shorts
    sums: Shorts
    keys: Words
    numbers: Bytes
    key_starts: Words
    movable: Words
    table: Words

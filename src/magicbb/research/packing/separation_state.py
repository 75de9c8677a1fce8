"""The state of a separation: clashes in an array, and their weights.

The rows that use a slot are a set, a bit for each row. Each pair of rows has a weight; using a slot
costs a row the sum of its weights with the rows that it clashes with there.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words
from magicbb.magics.search.randomness import Stream

BASE, JITTER = Word(1 << 10), Word(16)
"""The initial weight of pairs, and its random spread."""


class SeparationState(Stream):
    """The state of a separation.

    Attributes:
        limit: The current length of the array.
        entries: The length of the best packing.
        least: The largest of the rows' shortest lengths.
        area: The number of slots in memory.
        tries: How many claims are tried per move.
        steps: How many factors are tried per move.
        patience: The number of rounds to wait for fewer overlaps.
        shrink: The number of slots by which the array is shortened.
        shared: The fewest slots with clashes since the array was shortened.
        moves: The moves so far.
        rounds: The rounds since the array was shortened.
        waited: The rounds since there were fewer overlaps.
        returns: The number of restarts since the array was shortened.
        position: The place of the next row in the order of the round.
        epoch: When the table of a walk was last written.
        rows: How many rows there are.
        words: The number of 64-bit words in a set of rows.
        order: The rows of the round in order, and their count after the last row.
        first: For each row the number of its first claim, and then that of all claims.
        shortest: For each row its shortest claim.
        most: The most that a slot may cost each row.
        rows_at: The claim of each row, then the place of each.
        best: The same in the best packing.
        fewest: The same with the fewest overlaps.
        starts: For each claim where its slots start, and
        stops: where they end.
        slots: The slots of all claims, counted from the lowest one of each.
        extents: For each claim how many slots it is long.
        lowest: For each claim its lowest index.
        factors: For each claim its factor, and
        shifts: its shift, where magics may be changed.
        members: For each slot of the array the set of rows that use it.
        weights: The weight of an overlap of two rows.
        overlaps: The number of slots in which each pair of rows clashes.
        field: The cost of each slot for the row being moved.
        sums: The cost of each block of places.
        keys: The word of each key that is multiplied, and
        numbers: the numbers of their attack sets, row by row.
        key_starts: For each row where its keys start, and then where they end.
        movable: The number of factor bits that matter, for each row.
        table: The value at each index, and when it was written.
        agreeing: Whether rows may use one slot if they agree on what it holds.
        contents: For each slot of a claim, the number of its value among the row's.
        low: The first of the places searched for a row, and
        high: the last one.
        stride: The distance in slots between the fields of a row's values, if rows may agree.
        reach: The distance in slots between consecutive rows in `held`.
        unit: The cost of a clash for the row being moved, and
        heavier: how much more with each row.
        heavy: The set of rows with which it costs more.
        held: The number of the value in each slot of each row.
        values: The values that the slots of each row may hold, row by row.
        value_starts: For each row where its values start, and then where they end.
        care: For each row the bits of a slot that it reads.
        ones: The bits that some row wants to be 1, for each slot of the array, and
        zeros: those that some row wants to be 0.
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
    agreeing: Word = Word(0)
    contents: Bytes
    low: Word = Word(0)
    high: Word = Word(0)
    stride: Word = Word(0)
    reach: Word = Word(0)
    unit: Word = Word(0)
    heavier: Words
    heavy: Words
    held: Bytes
    values: Words
    value_starts: Words
    care: Words
    ones: Words
    zeros: Words

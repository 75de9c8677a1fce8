"""The state of a separation: clashes in an array, and their weights.

The rows that use a slot are stored as a set, with one bit per row. Each pair of rows has a weight;
the cost of a slot for a row is the sum of the weights of the pairs that this row forms with the
rows that it clashes with in that slot.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words
from magicbb.magics.search.randomness import Stream

BASE, JITTER = Word(1 << 10), Word(16)
"""The initial weight of pairs, and its random spread."""

BLOCK = Word(1024)
"""The number of places per block, small enough for their sums and costs to stay in the L1 cache."""


class SeparationState(Stream):
    """The state of a separation.

    Attributes:
        limit: The current length of the array.
        entries: The length of the best packing.
        least: The minimum length of the array: the largest of the rows' shortest extents.
        area: The number of slots in memory.
        tries: The number of patterns tried per move.
        steps: The number of factors tried per move.
        slims: The number of factors tried to slim a row; 0 if rows are never slimmed.
        patience: The number of rounds to wait for fewer overlaps.
        shrink: The number of slots by which the array is shortened.
        fewest_clashes: The fewest slots with clashes since the array was shortened.
        moves: The number of moves so far.
        rounds: The number of rounds since the array was shortened.
        waited: The number of rounds since the overlaps last decreased.
        returns: The number of restarts since the array was shortened.
        only_slims: Whether rows are slimmed while the array keeps its length.
        slimming: The number of times that rows are slimmed before the array is shortened again.
        position: The index in `order` of the next row.
        epoch: The number of the last walk step that wrote to `table`.
        rows: The number of rows.
        words: The number of 64-bit words in a set of rows.
        order: The rows to move in the current round, in order; their count is stored at index
            `rows`.
        first: The number of each row's first pattern, followed by the total number of patterns.
        shortest: The shortest pattern of each row.
        room: The maximum number of slots in use for each row.
        most: The maximum cost of a slot for each row.
        rows_at: The patterns of all rows, followed by the places of all rows.
        best: The value of `rows_at` in the best packing.
        fewest: The value of `rows_at` with the fewest overlaps.
        starts: The index in `slots` at which each pattern's slots start.
        stops: The index in `slots` at which each pattern's slots end.
        slots: The slots of all patterns, relative to the lowest slot of each.
        extents: The extent of each pattern in slots.
        lowest: The lowest index of each pattern.
        factors: The factor of each pattern, if magics may change.
        shifts: The shift of each pattern, if magics may change.
        members: The set of rows that use each slot of the array.
        weights: The weight of each pair of rows.
        pair_clashes: The number of slots in which each pair of rows clashes.
        field: The cost of each slot for the row being moved.
        sums: The cost of each place in a block.
        keys: The words that are multiplied, one for each key, row by row.
        numbers: The index of each key's value among the values of its row, row by row.
        key_starts: The start of each row's keys, followed by the end of the last row's keys.
        movable: The number of factor bits that matter, for each row.
        table: The value at each index, and the epoch in which it was written.
        shared: Whether rows may use the same slot if they agree on its contents.
        contents: For each slot of each pattern, the index of its value among the values of the row.
        low: The first place to try for a row.
        high: The last place to try for a row.
        stride: The number of elements of `field` per value of the row being moved, if `shared`.
        reach: The distance in slots between consecutive rows in `held`.
        unit: The minimum cost of a clash for the row being moved.
        heavier: The additional cost of a clash with each row.
        heavy: The set of rows with an additional cost.
        held: For each slot of each row, the index of its value among the values of the row.
        values: The values that the slots of each row may hold, row by row.
        value_starts: The start of each row's values, followed by the end of the last row's values.
        care: The bits of a slot that each row reads.
        ones: The bits that some row needs to be 1, for each slot of the array.
        zeros: The bits that some row needs to be 0, for each slot of the array.
    """

    limit: Word
    entries: Word
    least: Word
    area: Word
    tries: Word
    steps: Word
    slims: Word
    patience: Word
    shrink: Word
    fewest_clashes: Word = Word(0)
    moves: Word = Word(0)
    rounds: Word = Word(0)
    waited: Word = Word(0)
    returns: Word = Word(0)
    only_slims: Word = Word(0)
    slimming: Word = Word(0)
    position: Word = Word(0)
    epoch: Word = Word(0)
    rows: Word
    words: Word
    order: Words
    first: Words
    shortest: Words
    room: Words
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
    pair_clashes: Words
    field: Shorts
    sums: Shorts
    keys: Words
    numbers: Bytes
    key_starts: Words
    movable: Words
    table: Words
    shared: Word = Word(0)
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

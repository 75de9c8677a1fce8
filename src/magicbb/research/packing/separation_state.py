"""The state of a separation: what clashes in an array, and what it weighs.

Which rows use a slot is a set, a bit for each row. Each pair of rows has a weight; what it costs a
row to use a slot is the sum of its weights with those that it clashes with there.
"""

from __future__ import annotations

from magicbb.compile import Bytes, Shorts, Word, Words
from magicbb.magics.search.randomness import Stream

BASE, JITTER = Word(1 << 10), Word(16)
"""The weight of a pair of rows while all weigh about the same, and how far apart they begin."""


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
        shared: The fewest slots in which rows clashed since the array was made shorter.
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
        overlaps: In how many slots each two rows clash.
        field: For each slot of the array what it costs the row that is moved.
        sums: What a block of places costs.
        keys: What each key is multiplied with, and
        numbers: the numbers of their attack sets, row by row.
        key_starts: For each row where its keys start, and then where they end.
        movable: For each row how many bits of a factor make a difference.
        table: For each index what holds it, and when that was written.
        agreeing: Whether rows may use one slot if they agree on what it holds.
        contents: For each slot of a claim the number of what it holds among its row's values.
        low: The first of the places where a row is looked for one, and
        high: the last one.
        stride: By how many slots the fields of a row's values are apart, where rows may agree.
        reach: By how many slots what one row and the next hold is apart in `held`.
        unit: What a clash costs the row that is moved, and
        heavier: how much more with each row.
        heavy: The set of rows with which it costs more.
        held: For each row and slot of it the number of what it holds.
        values: What the rows' slots may hold, row by row.
        value_starts: For each row where its values start, and then where they end.
        care: For each row the bits of a slot that it reads.
        ones: For each slot of the array the bits that any row wants to be 1, and
        zeros: those that any wants to be 0.
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

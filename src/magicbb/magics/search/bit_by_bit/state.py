"""The state of a bit-by-bit search."""

from __future__ import annotations

from magicbb.compile import Bytes, Record, Rows, Shorts, Word, Words
from magicbb.magics.search.bit_by_bit.groups import Group
from magicbb.magics.search.bit_by_bit.steps import Level


class BitByBitState(Record):
    """The state of the search for one square.

    Attributes:
        shift: The right shift of products.
        phase: A mask of the bits of the magic that are added to every product; 0 for white, and if
            a range of rotations is assumed.
        added: The number subtracted from the bits in `phase`: 1 for black unless a range of
            rotations is assumed, else 0.
        rotation: The smallest rotation, if a range of rotations is assumed for black products.
        wide: The size of this range, minus one.
        assumed: Whether a range of rotations is assumed.
        flipped: The word to XOR with a set of squares to obtain its key.
        key_count: The number of keys.
        last: The number of the last level.
        first: The level at which the subtree begins.
        level: The current level.
        nodes: The number of prefixes tested.
        found: The number of magics found.
        digest: A digest of the magics found.
        wrong: The number of harmful collisions found when checking the magics; it must be 0.
        levels: The levels.
        keys: The sets of squares to multiply by the magic.
        numbers: The attack-set number of each key.
        lists: The keys in the order in which they become testable, followed by the uncertain keys
            of each level.
        table: The attack-set number in each slot.
        trail: The slots in use, in the order in which they were filled.
        held: Scratch memory for checking a magic on all keys.
        magics: The first magics found.
        groups: The group of bits that begins at each level.
        movers: The movers of all groups; see `groups.groups`.
        free: The free slots, as a set of bits.
        own: The slots that hold each attack set, as sets of bits; all are empty between calls.
        values: The values of a group's bits without clashes so far, as a set of bits.
        left: The values left to try at each level, with their bits reversed, as sets of bits.
        reverse: Each number of `groups.LARGEST` bits with its bits reversed.
    """

    shift: Word
    phase: Word
    added: Word
    rotation: Word
    wide: Word
    assumed: Word
    flipped: Word
    key_count: Word
    last: Word
    first: Word = Word(0)
    level: Word = Word(0)
    nodes: Word = Word(0)
    found: Word = Word(0)
    digest: Word = Word(0)
    wrong: Word = Word(0)
    levels: Rows[Level]
    keys: Words
    numbers: Bytes
    lists: Shorts
    table: Bytes
    trail: Shorts
    held: Bytes
    magics: Words
    groups: Rows[Group]
    movers: Shorts
    free: Words
    own: Words
    values: Words
    left: Words
    reverse: Shorts

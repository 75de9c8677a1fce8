"""The state of the chain search, as records."""

from __future__ import annotations

from magicbb.compile import Bytes, Record, Rows, Word, Words
from magicbb.magics.search.chain_bits import Circle


class Move(Record):
    """A number times the magic, whose unknown bits add something.

    The product lies in [factor * known - back, factor * known - back + spread].

    Attributes:
        factor: The number, modulo 2**64.
        back: The most that the unknown bits can subtract from it, if it is negative.
        spread: The most by which they change it.
    """

    factor: Word
    back: Word
    spread: Word


class Pairs(Move):
    """A difference of rank parts, not negative, with the pairs that have it.

    Attributes:
        start: Where their first keys start, and
        deciding: where those with different attacks on the rank start, and
        end: where these end.
        reach: The most by which unknown bits change the distances between keys.
        gap: The largest gap between the fractions of all of them.
    """

    start: Word
    deciding: Word
    end: Word
    reach: Word
    gap: Word


class Excluded(Move):
    """A window for the generators that are to come.

    Attributes:
        pairs: The number of the pairs whose gap it has.
        begun: Whether the first generator of the file is in it.
    """

    pairs: Word
    begun: Word


class Ruled(Move):
    """A rule for generators, where fractions are told apart.

    Attributes:
        start: Where the keys start, and
        end: where they end.
        terms: The terms for which it holds.
    """

    start: Word
    end: Word
    terms: Word


class Asked(Move):
    """A term of a level.

    Attributes:
        common: The factor and the term that are added to the fraction, and
        wide: by how much the unknown bits change that.
        opaque: Whether it asks the sets for opaque terms.
        dilated: Whether the number is not zero, and so the sets must be dilated.
    """

    common: Word
    wide: Word
    opaque: Word
    dilated: Word


class Floor(Record):
    """A level of the search, and its state.

    Attributes:
        low: The lowest known bit.
        bits: The known bits.
        place: The position of the bits that the next level adds.
        unknown: The number with all bits below it.
        next_shift: The square of the generator that is to come.
        skipped: The logarithm of the distance of the cells in which it can be: less than 8 bits
            may be left to be known.
        even: Those cells in the first and in the third word, and
        odd: in the second and in the fourth one.
        last: Whether it is the last level, on which all values of the unknown bits are tried.
        keys: How many keys have all their generators known.
        prefix: The known bits.
        first: Which of 256 next generators are left, and
        second: the next 64 of them, and
        third: and
        fourth: the last ones.
    """

    low: Word
    bits: Word
    place: Word
    unknown: Word
    next_shift: Word
    skipped: Word
    even: Word
    odd: Word
    last: Word
    keys: Word
    prefix: Word
    first: Word
    second: Word
    third: Word
    fourth: Word


class Branch(Record):
    """The terms of a level in one mode.

    Attributes:
        start: Where they start, and
        end: where they end.
        asks: Whether the plain rule is asked as well.
        shares: Whether the terms go into a second set, and
        second: whether that is asked instead of the first one.
        up: Whether turned sets are asked.
    """

    start: Word
    end: Word
    asks: Word
    shares: Word
    second: Word
    up: Word


class ChainState(Record):
    """The state of the chain search.

    Attributes:
        circle: The size of cells and sets.
        slot: The points of a slot.
        shift: Its logarithm.
        period_mask: The bits that decide whether a number is a magic.
        key_bits: The logarithm of the number of keys.
        levels: How many levels there are.
        turned_sets: Whether turned sets are needed.
        wanted: The bits that magics must have, and
        fixed: which ones.
        mode: 0 if one set of windows serves white and black; 1 or 2 if fractions are told
            apart, for white or for black.
        colours: The kinds searched for: 1 white, 2 black, 3 both.
        level: The level that it is at.
        nodes: How many nodes were visited.
        found: How many magics are in the list.
        stamp: The number of the last test; table entries from older ones are ignored.
        most: The largest sum of all gaps for which fractions need not be told apart.
        pairs_count: How many pairs there are.
        excluded_count: How many windows there are.
        rules: Where the rules of the mode start, and
        rules_end: where they end.
        class_shift: The logarithm of the points in a class of fractions.
        reach: The largest offset of a fraction from the start of its class.
        pairs: The pairs.
        excluded: The windows.
        ruled: The rules, those of white first.
        asked: The terms.
        branches: The terms of the levels, for each mode.
        floors: The levels.
        keys: The keys, those of what is known first on every level.
        numbers: The numbers of their attack sets, as blockers, and then as empty squares.
        firsts: The keys of pairs and rules.
        fractions: Memory for the fractions of pairs.
        sets: The sets of allowed generators.
        classes: The same, for each class of fractions.
        turned: The first set, or those of the classes, turned; each with that dilated by one cell.
        table: The contents of each slot, with the number of the test.
        magics: The magics found, and
        kinds: what they are.
    """

    circle: Circle
    slot: Word
    shift: Word
    period_mask: Word
    key_bits: Word
    levels: Word
    turned_sets: Word
    wanted: Word = Word(0)
    fixed: Word = Word(0)
    mode: Word = Word(0)
    colours: Word = Word(3)
    level: Word = Word(0)
    nodes: Word = Word(0)
    found: Word = Word(0)
    stamp: Word = Word(0)
    most: Word
    pairs_count: Word
    excluded_count: Word
    rules: Word = Word(0)
    rules_end: Word = Word(0)
    class_shift: Word
    reach: Word
    pairs: Rows[Pairs]
    excluded: Rows[Excluded]
    ruled: Rows[Ruled]
    asked: Rows[Asked]
    order: Words
    branches: Rows[Branch]
    floors: Rows[Floor]
    keys: Words
    numbers: Bytes
    firsts: Words
    fractions: Words
    sets: Words
    classes: Words
    turned: Words
    table: Words
    magics: Words
    kinds: Bytes

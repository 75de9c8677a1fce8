"""Records for the state of the chain search."""

from __future__ import annotations

from magicbb.compile import Bytes, Record, Rows, Word, Words
from magicbb.magics.search.chain.bits import Circle


class Move(Record):
    """The product of a number and a partly known magic.

    The product lies in [factor * known - back, factor * known - back + spread].

    Attributes:
        factor: The number, modulo 2**64.
        back: The largest amount by which unknown bits can lower the product; 0 unless the number is
            negative.
        spread: The width of the interval in which the product lies.
    """

    factor: Word
    back: Word
    spread: Word


class Pairs(Move):
    """A nonnegative difference between rank parts, with all pairs of rank parts that differ by it.

    Attributes:
        start: The position in `ChainState.firsts` where the first keys of all pairs begin.
        deciding: The position after these keys, where the first keys of the pairs with different
            rank attacks begin.
        end: The position after the first keys of these pairs.
        reach: The largest change that unknown bits can make to the distance between the products of
            two first keys.
        gap: The largest gap between neighbouring fractions of the first keys of all pairs.
    """

    start: Word
    deciding: Word
    end: Word
    reach: Word
    gap: Word


class Window(Move):
    """A window that excludes values of later generators.

    Attributes:
        pairs: The index of the `Pairs` whose gap the window uses.
        begun: Whether the window involves the first generator of the file.
    """

    pairs: Word
    begun: Word


class Ruled(Move):
    """A rule that excludes generators, used if fractions are distinguished.

    Attributes:
        start: The position of the rule's first key in `ChainState.firsts`.
        end: The position after the rule's last key.
        terms: The terms to which the rule applies.
    """

    start: Word
    end: Word
    terms: Word


class TermMove(Move):
    """A term of a level: a condition on the next generator; see `plan.Term`.

    Attributes:
        common: The number whose product with the magic is added to the fraction.
        wide: The largest change that the unknown bits can make to that product.
        opaque: Whether the term uses the sets for opaque terms.
        dilated: Whether the sets must be dilated: `factor` is nonzero, and they are not turned.
    """

    common: Word
    wide: Word
    opaque: Word
    dilated: Word


class Floor(Record):
    """A level of the search, with its state.

    Attributes:
        low: The lowest known bit.
        bits: A mask of the known bits.
        place: The lowest of the bits that the next level adds.
        unknown: A mask of the bits below `low`, which are unknown.
        next_shift: The square of the next generator.
        skipped: log2 of the distance between the cells in which the next generator can lie; 0 if
            all 8 bits are new, more if fewer bits remain.
        even: A mask of these cells for the first and the third word.
        odd: A mask of these cells for the second and the fourth word.
        last: Whether this is the last level, which tries all values of the unknown bits.
        keys: The number of keys whose generators are all known.
        prefix: The values of the known bits.
        first: Cells 0..63 of the next generator that are still to be tried, as a bit set.
        second: Cells 64..127 that are still to be tried.
        third: Cells 128..191 that are still to be tried.
        fourth: Cells 192..255 that are still to be tried.
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
        start: The position of the first term in `ChainState.terms`.
        end: The position after the last term. The terms whose distances may be known too vaguely
            to be looked up follow a second time, and then the terms for shared sets.
        vague: The position after the vague terms.
        shared: The position after the terms for shared sets.
        checks_rule: Whether the plain rule is checked as well.
        shares: Whether sets for later levels are made from the sets at hand.
        second: Whether the second set is used instead of the first one.
        up: Whether turned sets are used.
    """

    start: Word
    end: Word
    vague: Word
    shared: Word
    checks_rule: Word
    shares: Word
    second: Word
    up: Word


class Test(Record):
    """The result of the last test for a question on a level; see `keys.QUESTIONS`.

    Attributes:
        node: The name of the node that was tested.
        collides: Whether two of its keys collide.
        unsure: The number of its keys whose slots are uncertain.
        kept: The number of pairs that have been remembered.
    """

    node: Word = Word(0)
    collides: Word = Word(0)
    unsure: Word = Word(0)
    kept: Word = Word(0)


class ChainState(Record):
    """The state of the chain search.

    Attributes:
        circle: The sizes of cells and sets.
        slot: The number of points in a slot.
        shift: log2 of the number of points in a slot.
        period_mask: The bits that decide whether a number is a white magic.
        black_mask: The bits that decide whether a number is a black magic.
        rotation_known: The first level on which the rotation of black products is known.
        key_bits: log2 of the number of keys.
        levels: The number of levels.
        turned_sets: Whether turned sets are needed.
        second_shift: The square of generator 2.
        wanted: The required values of the fixed bits.
        fixed: The bits of a magic that must have the values in `wanted`.
        mode: 0 if one set of windows serves for white, black or both; with distinguished fractions,
            1 for white and 2 for black.
        colours: The kinds searched for: 1 white, 2 black, 3 both.
        rotation: What is added to the fractions of the terms.
        assumed: Whether `rotation` is the start of the class of fractions in which the rotation of
            black products is assumed to lie.
        level: The current level.
        nodes: The number of nodes visited.
        found: The number of magics found.
        stamp: The number of nodes named so far.
        gaps: The sum of all gaps.
        most: The largest sum of all gaps for which fractions need not be distinguished.
        black_most: The same for black magics.
        pairs_count: The number of elements in use in `pairs`.
        window_count: The number of elements in use in `windows`.
        rules: The position of the first rule of the mode.
        rules_end: The position after the last rule of the mode.
        class_shift: log2 of the number of points in a class of fractions.
        reach: The largest distance from the start of a class at which a fraction, including the
            effect of unknown bits, may use the sets of this class; an assumed rotation comes on
            top.
        pairs: The differences between rank parts, with their pairs.
        windows: The windows.
        ruled: The rules, first those for white, then those for black.
        terms: The terms.
        order: The order in which the terms of each level are tried; see `descent`.
        branches: The terms of each level, for each mode.
        floors: The levels.
        keys: The keys; on every level, those of the known squares come first.
        numbers: The attack-set number of each key: first for all keys taken as blockers, then for
            all keys taken as empty squares.
        firsts: The lists of keys to which the positions in `Pairs` and `Ruled` refer.
        fractions: Scratch memory for the fractions of the keys in such a list.
        sets: The sets of allowed generators.
        classes: The sets of allowed generators for each class of fractions.
        joined: The class sets with adjacent cells and classes joined.
        shared: The sets of allowed generators for each class of fractions, given generator 2.
        turned: Turned copies of the first set or of the class sets, each followed by a turned copy
            of the set dilated by one cell.
        path: The names of the nodes on the path from the first level to the current one.
        tests: The result of the last test for each question on each level.
        unsure: The positions of the keys whose slots are uncertain, for each test.
        places: The positions of all keys: 0, 1, 2, ...
        table: For each question, the position of the key in each slot, with the name of the node
            that entered it.
        pair: The two keys that collided in the last test of all keys.
        remembered: Pairs of keys that collided recently, for each level and question.
        magics: The magics found.
        kinds: The kind of each magic found: 0 white, 1 black.
    """

    circle: Circle
    slot: Word
    shift: Word
    period_mask: Word
    black_mask: Word
    rotation_known: Word
    key_bits: Word
    levels: Word
    turned_sets: Word
    second_shift: Word
    wanted: Word = Word(0)
    fixed: Word = Word(0)
    mode: Word = Word(0)
    colours: Word = Word(3)
    rotation: Word = Word(0)
    assumed: Word = Word(0)
    level: Word = Word(0)
    nodes: Word = Word(0)
    found: Word = Word(0)
    stamp: Word = Word(0)
    gaps: Word = Word(0)
    most: Word
    black_most: Word
    pairs_count: Word
    window_count: Word
    rules: Word = Word(0)
    rules_end: Word = Word(0)
    class_shift: Word
    reach: Word
    pairs: Rows[Pairs]
    windows: Rows[Window]
    ruled: Rows[Ruled]
    terms: Rows[TermMove]
    order: Words
    branches: Rows[Branch]
    floors: Rows[Floor]
    keys: Words
    numbers: Bytes
    firsts: Words
    fractions: Words
    sets: Words
    classes: Words
    joined: Words
    shared: Words
    turned: Words
    path: Words
    tests: Rows[Test]
    unsure: Words
    places: Words
    table: Words
    pair: Words
    remembered: Words
    magics: Words
    kinds: Bytes

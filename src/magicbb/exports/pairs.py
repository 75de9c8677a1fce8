"""64-bit words as pairs of 32-bit numbers, for languages without larger integers.

A computation on words is rewritten for their halves, the lanes `low` and `high`, with 32-bit
operations and one step per lane. Lanes that are always 0 or unused are omitted: if only the upper
bits of a product matter, only its upper half is computed.

The operations on lanes are "and", "or", "xor", "not", "shl", "shr", "swap_bytes", "pext" and
"pdep", as on words, and the following:

| operation | meaning |
|---|---|
| add, add_3, sub, sub_3 | a sum of two or three lanes, or a lane minus one or two, modulo 2**32 |
| exact_add | a sum that stays below 2**31 |
| mul_low, mul_high | the two halves of a product of two lanes |
| less | 1 if the first lane is less than the second, else 0: the carry or borrow |
| shl_low (low, amount), shl_high (low, high, amount) | the halves of a word shifted left |
| shr_low (low, high, amount), shr_high (high, amount) | the halves of a word shifted right |
| count | the number of set bits |
| leading_zeros (low, high) | the number of leading zeros of the word |
| table_low, table_high, attack_set_low, attack_set_high | the halves of a word in memory |
| slot, walk (square, low, high) | function calls; "walk" may only be the whole result |
| lanes (low, high) | the result, if it is a pair |

Words are shifted by 0 to 63. A shift by a variable amount of at least 32 is written as a shift of
one half by the same amount, since the languages in question take amounts modulo 32.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from magicbb.exports.bounds import Bounds
from magicbb.exports.code import Body, Step, unused
from magicbb.recipes.expressions import Expression, applied, name, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from magicbb.exports.bounds import Range
    from magicbb.exports.model import SliderModel

BITS = 32
ONES = 2**BITS - 1

_EXACT = 2**31
_ZERO = number(0)


class Pair(NamedTuple):
    """The two halves of a word."""

    low: Expression
    high: Expression


def in_lanes(part: SliderModel, element_bits: int) -> SliderModel:
    """A slider's part, with words split into pairs; fields that fit into 32 bits are unchanged.

    Args:
        part: The part.
        element_bits: The number of bits in a slot.
    """
    fields = part.columns
    lanes = {
        lane.value: [word >> shift & ONES for word in words]
        for field, words in fields.items()
        for shift, lane in zip((0, BITS), _field_lanes(field, max(words)), strict=True)
        if lane != _ZERO
    }
    part = part.mapped(lambda body: Lanes(Bounds(fields, element_bits)).body(body))
    stored = part.stored
    if stored and stored.result.operation == "lanes" and element_bits < BITS:
        stored = _tidied(Body(stored.steps, stored.result.operands[0]), ())
    read = {field for body in (*part.bodies, stored) if body for field in body.values("field")}
    used = [lane for lane in lanes if lane in read]
    records = tuple(zip(*(lanes[lane] for lane in used), strict=True)) or ((),) * 64
    return dataclasses.replace(part, fields=tuple(map(str, used)), records=records, stored=stored)


def _field_lanes(field: str, most: int) -> Pair:
    names = _lane_names(field) if most > ONES else [field]
    low, *high = (Expression("field", value=name) for name in names)
    return Pair(low, *high or [_ZERO])


@dataclass
class Lanes:
    """Splits words into halves, one computation at a time.

    Attributes:
        bounds: The ranges of the fields; the ranges of steps are added to them.
    """

    bounds: Bounds

    def body(self, body: Body) -> Body:
        """The computation on lanes; the result is a "lanes" operation unless it fits into one lane.

        >>> from magicbb.recipes.expressions import name
        >>> hashed = Step("hashed", name("occupied") ^ name("square"))
        >>> taken = Lanes(Bounds()).body(Body((hashed,), name("hashed") >> 40))
        >>> taken.result.operation, [each.value for each in taken.result.operands]
        ('shr', ['occupied_high', 8])
        """
        self._steps: list[Step] = []
        self._made: set[str] = set()
        self._taken = {step.name for step in body.steps}
        self._pairs = {
            word: Pair(*map(name, _lane_names(word))) for word in ("occupied", "attacks")
        }
        self._pairs["square"] = Pair(name("square"), _ZERO)
        self.bounds.add_steps(body)
        for step in body.steps:
            pair = self._pair(step.expression)
            names = [step.name, ""] if pair.high == _ZERO else _lane_names(step.name)
            self._pairs[step.name] = Pair(*map(self._step, names, pair))
        low, high = self._pair(body.result)
        is_one = body.result.operation == "walk" or high == _ZERO
        result = low if is_one else Expression("lanes", (low, high))
        return _tidied(Body(tuple(self._steps), result), self._made)

    def _step(self, wanted: str, lane: Expression) -> Expression:
        """Add a step that computes a lane, and return its name; a leaf is returned as it is."""
        if not lane.operands:
            return lane
        self._steps.append(Step(wanted, lane))
        return name(wanted)

    def _shared(self, wanted: str, lane: Expression) -> Expression:
        """Add a step, with a unique name, for a lane that is used more than once."""
        unique = unused(wanted, self._taken)
        if lane.operands:
            self._taken.add(unique)
            self._made.add(unique)
        return self._step(unique, lane)

    def _pair(self, expression: Expression) -> Pair:
        low, high = self._halves(expression)
        return Pair(low, _ZERO if self.bounds.of(expression)[1] <= ONES else high)

    def _halves(self, expression: Expression) -> Pair:  # noqa: PLR0911 (one return per kind)
        operation, value = expression.operation, expression.value
        if isinstance(value, int):
            return Pair(number(value & ONES), number(value >> BITS))
        if operation == "name":
            return self._pairs[value]
        if operation == "field":
            return _field_lanes(value, self.bounds.of(expression)[1])
        pairs = [*map(self._pair, expression.operands)]
        ranges = [*map(self.bounds.of, expression.operands)]
        if operation in {"and", "or", "xor", "not"}:
            return Pair(*(_bitwise(operation, *lanes) for lanes in zip(*pairs, strict=True)))
        if operation in {"table", "attack_set"}:
            return self._load(operation, pairs[0].low)
        if operation in {"shl", "shr"}:
            return self._shift(operation, pairs[0], pairs[1].low, ranges[1])
        if operation in {"pext", "pdep"}:
            ones = self.bounds.ones(expression.operands[1], ONES)
            return self._gather_or_scatter(operation, pairs[0], pairs[1], (0, ones))
        if operation == "add" and ranges[0][1] + ranges[1][1] < _EXACT:
            return Pair(Expression("exact_add", (pairs[0].low, pairs[1].low)), _ZERO)
        if operation in _CALLS:
            lanes = (pairs[0].low, *pairs[1])
            return Pair(Expression(operation, lanes), Expression(f"{operation}_high"))
        rest: dict[str, Callable[..., Pair]] = {
            "add": self._add,
            "sub": self._sub,
            "mul": self._mul,
            "swap_bytes": lambda word: Pair(*(applied(operation, lane) for lane in word[::-1])),
            "leading_zeros": lambda word: Pair(applied(operation, *word), _ZERO),
        }
        return rest[operation](*pairs)

    def _load(self, memory: str, index: Expression) -> Pair:
        if memory == "table" and self.bounds.element_bits < BITS:
            return Pair(Expression(memory, (index,)), _ZERO)
        wanted = "slot" if index.operation in _CALLS else "index"
        shared = self._shared(wanted, index)
        low, high = _lane_names(memory)
        return Pair(Expression(low, (shared,)), Expression(high, (shared,)))

    def _shift(self, operation: str, word: Pair, by: Expression, amounts: Range) -> Pair:
        """Shift a word, moving bits from one half into the other."""
        left = operation == "shl"
        source, target = word if left else reversed(word)
        if by == _ZERO:
            return word
        if isinstance(by.value, int) and by.value < BITS:
            back = applied("shr" if left else "shl", source, BITS - by.value)
            source, target = applied(operation, source, by), applied(operation, target, by) | back
        elif amounts[0] >= BITS:
            by = number(by.value - BITS) if isinstance(by.value, int) else by
            source, target = _ZERO, applied(operation, source, by)
        elif source == _ZERO and amounts[1] < BITS:
            target = applied(operation, target, by)
        else:
            by, source = self._shared("amount", by), self._shared("part", source)
            low, high = (source, target) if left else (target, source)
            target = Expression("shl_high" if left else "shr_low", (low, high, by))
            half = "_high" if not left else "_low" if amounts[1] >= BITS else ""
            source = applied(operation + half, source, by)
        return Pair(source, target) if left else Pair(target, source)

    def _add(self, one: Pair, other: Pair) -> Pair:
        first = self._shared("part", one.low)
        low = self._shared("sum", _sum(first, other.low))
        return Pair(low, _sum(one.high, other.high, Expression("less", (low, first))))

    def _sub(self, one: Pair, other: Pair) -> Pair:
        first, second = self._shared("part", one.low), self._shared("part", other.low)
        low, borrow = Expression("sub", (first, second)), Expression("less", (first, second))
        if other.high == _ZERO:
            return Pair(low, Expression("sub", (one.high, borrow)))
        return Pair(low, Expression("sub_3", (one.high, other.high, borrow)))

    def _mul(self, one: Pair, other: Pair) -> Pair:
        (low, high), (other_low, other_high) = (
            (self._shared(f"{wanted}_low", pair.low), self._shared(f"{wanted}_high", pair.high))
            for wanted, pair in (("factor", one), ("multiplier", other))
        )
        upper = Expression("mul_high", (low, other_low))
        crossed = applied("mul_low", low, other_high), applied("mul_low", high, other_low)
        return Pair(applied("mul_low", low, other_low), _sum(upper, *crossed))

    def _gather_or_scatter(self, operation: str, word: Pair, mask: Pair, amounts: Range) -> Pair:
        """PEXT or PDEP: bits under the mask's upper half follow those under its lower half."""
        below = Expression("count", (mask.low,))
        low = Expression(operation, (word.low, mask.low))
        if operation == "pdep":
            rest = self._shift("shr", word, below, amounts).low
            return Pair(low, Expression(operation, (rest, mask.high)))
        above = Expression(operation, (word.high, mask.high))
        moved = self._shift("shl", Pair(above, _ZERO), below, amounts)
        return Pair(low | moved.low, moved.high)


_CALLS = {"slot", "walk"}


def _lane_names(text: str) -> list[str]:
    return [f"{text}_low", f"{text}_high"]


def _bitwise(operation: str, one: Expression, *other: Expression) -> Expression:
    if operation == "and" and number(ONES) in (one, *other):
        return one if other == (number(ONES),) else other[0]
    return applied(operation, one, *other)


def _sum(*lanes: Expression) -> Expression:
    terms = tuple(lane for lane in lanes if lane != _ZERO)
    if len(terms) < 2:  # noqa: PLR2004
        return terms[0] if terms else _ZERO
    return Expression("add" if len(terms) == 2 else "add_3", terms)  # noqa: PLR2004


def _tidied(body: Body, made: Iterable[str]) -> Body:
    """Remove unused steps, and inline the steps in `made` that are used once."""
    uses = Counter(body.result.nodes())
    needed: list[Step] = []
    for step in reversed(body.steps):
        if uses[name(step.name)]:
            needed.insert(0, step)
            uses.update(step.expression.nodes())
    steps: list[Step] = []
    within: dict[Expression, Expression] = {}
    for step in needed:
        known, expression = name(step.name), step.expression.replaced(within)
        if uses[known] == 1 and step.name in made:
            within[known] = expression
        else:
            steps.append(Step(step.name, expression))
    return Body(tuple(steps), body.result.replaced(within))

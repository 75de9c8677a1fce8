"""Words of 64 bits as pairs of 32-bit numbers, for languages that have nothing larger.

A computation on words becomes one on their halves, the lanes `low` and `high`: a step for each,
with the operations of 32 bits. A lane that is always 0, or that nothing depends on, is left out: of
a product whose upper bits are all that matters only the upper half is computed.

The operations on lanes are "and", "or", "xor", "not", "shl", "shr", "swap_bytes", "pext" and "pdep"
as on words, and

| operation | what it is |
|---|---|
| add, add_3, sub, sub_3 | a sum of two or three, a difference with one or two, modulo 2**32 |
| exact_add | a sum that stays below 2**31 |
| mul_low, mul_high | the two halves of a product of two lanes |
| less | 1 if the first lane is less than the second, else 0: the carry and the borrow |
| shl_low (low, amount), shl_high (low, high, amount) | the halves of a word shifted by 0 to 63 |
| shr_low (low, high, amount), shr_high (high, amount) | likewise |
| count | how many bits are set |
| leading_zeros (low, high) | those of the word |
| table_low, table_high, attack_set_low, attack_set_high | the halves of a word in memory |
| slot, walk (square, low, high) | calls; only the whole result may be a walk |
| lanes (low, high) | the result, where it is a pair |

A shift by an amount from 32 to 63 that is not a constant is written as a shift of the upper half by
the same amount: amounts count modulo 32, as they do in the languages concerned.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from magicbb.exports.bounds import Bounds
from magicbb.exports.code import Body, Step, unused
from magicbb.exports.expressions import Expression, name, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from magicbb.exports.bounds import Range
    from magicbb.exports.model import SliderModel

BITS = 32
ONES = 2**BITS - 1

_EXACT = 2**31
_ZERO = number(0)


class Pair(NamedTuple):
    """A word as its halves."""

    low: Expression
    high: Expression


def in_lanes(part: SliderModel, element_bits: int) -> SliderModel:
    """A slider's part with all words as pairs; fields that fit into 32 bits stay what they are.

    Args:
        part: The part.
        element_bits: The bits of a slot.
    """
    fields = part.columns
    lanes = {
        lane.value: [word >> shift & ONES for word in words]
        for field, words in fields.items()
        for shift, lane in zip((0, BITS), _field_lanes(field, max(words)), strict=True)
        if lane != _ZERO
    }
    slot = Lanes(Bounds(fields, element_bits)).body(part.slot) if part.slot else None
    attacks = Lanes(Bounds(fields, element_bits)).body(part.attacks)
    stored = Lanes(Bounds(fields, element_bits)).body(part.stored) if part.stored else None
    if stored and stored.result.operation == "lanes" and element_bits < BITS:
        stored = _tidied(Body(stored.steps, stored.result.operands[0]), ())
    bodies = [body for body in (slot, attacks, stored) if body]
    read = {field for body in bodies for field in body.values("field")}
    used = [lane for lane in lanes if lane in read]
    return dataclasses.replace(
        part,
        fields=tuple(map(str, used)),
        records=tuple(zip(*(lanes[lane] for lane in used), strict=True)) or ((),) * 64,
        slot=slot,
        attacks=attacks,
        stored=stored,
    )


def _field_lanes(field: str, most: int) -> Pair:
    if most <= ONES:
        return Pair(Expression("field", value=field), _ZERO)
    return Pair(
        Expression("field", value=f"{field}_low"), Expression("field", value=f"{field}_high")
    )


@dataclass
class Lanes:
    """Takes words apart, one computation at a time.

    Attributes:
        bounds: What is known about the fields; the steps' ranges are added.
    """

    bounds: Bounds

    def body(self, body: Body) -> Body:
        """The computation on lanes. Its result is "lanes", unless that fits into one.

        >>> from magicbb.exports.expressions import name
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
        for step in body.steps:
            pair = self._pair(step.expression)
            self.bounds.names[step.name] = self.bounds.of(step.expression)
            names = [step.name, ""] if pair.high == _ZERO else _lane_names(step.name)
            self._pairs[step.name] = Pair(*map(self._step, names, pair))
        result = self._result(body.result)
        return _tidied(Body(tuple(self._steps), result), self._made)

    def _result(self, expression: Expression) -> Expression:
        low, high = self._pair(expression)
        if expression.operation == "walk" or high == _ZERO:
            return low
        return Expression("lanes", (low, high))

    def _step(self, wanted: str, lane: Expression) -> Expression:
        """The name of a lane from now on; a number, a name or a field stays what it is."""
        if not lane.operands:
            return lane
        self._steps.append(Step(wanted, lane))
        return name(wanted)

    def _shared(self, wanted: str, lane: Expression) -> Expression:
        """A lane that is used more than once, by a name."""
        unique = unused(wanted, self._taken)
        if lane.operands:
            self._taken.add(unique)
            self._made.add(unique)
        return self._step(unique, lane)

    def _pair(self, expression: Expression) -> Pair:
        low, high = self._halves(expression)
        return Pair(low, _ZERO if self.bounds.of(expression)[1] <= ONES else high)

    def _halves(self, expression: Expression) -> Pair:  # noqa: PLR0911 (one for each kind)
        operation, value = expression.operation, expression.value
        if isinstance(value, int):
            return Pair(number(value & ONES), number(value >> BITS))
        if operation == "name":
            return self._pairs[value]
        if operation == "field":
            return _field_lanes(value, self.bounds.of(expression)[1])
        pairs = [*map(self._pair, expression.operands)]
        ranges = [*map(self.bounds.of, expression.operands)]
        if operation in _LANEWISE:
            lows, highs = zip(*pairs, strict=True)
            return Pair(_LANEWISE[operation](*lows), _LANEWISE[operation](*highs))
        if operation in {"table", "attack_set"}:
            return self._load(operation, pairs[0].low)
        if operation in {"shl", "shr"}:
            word, by = pairs[0], pairs[1].low
            if operation == "shl":
                return self._shift_left(word, by, ranges[1])
            return self._shift_right(word, by, ranges[1])
        if operation == "add" and ranges[0][1] + ranges[1][1] < _EXACT:
            return Pair(Expression("exact_add", (pairs[0].low, pairs[1].low)), _ZERO)
        if operation in _CALLS:
            lanes = (pairs[0].low, *pairs[1])
            return Pair(Expression(operation, lanes), Expression(f"{operation}_high"))
        rest: dict[str, Callable[..., Pair]] = {
            "add": self._add,
            "sub": self._sub,
            "mul": self._mul,
            "pext": self._gather,
            "pdep": self._scatter,
            "swap_bytes": _swap_bytes,
            "leading_zeros": _leading_zeros,
        }
        return rest[operation](*pairs)

    def _load(self, memory: str, index: Expression) -> Pair:
        if memory == "table" and self.bounds.element_bits < BITS:
            return Pair(Expression(memory, (index,)), _ZERO)
        wanted = "slot" if index.operation in _CALLS else "index"
        shared = self._shared(wanted, index)
        low, high = _lane_names(memory)
        return Pair(Expression(low, (shared,)), Expression(high, (shared,)))

    def _shift_left(self, word: Pair, by: Expression, amounts: Range) -> Pair:
        low, high = word
        if isinstance(by.value, int):
            if by.value >= BITS:
                return Pair(_ZERO, _shl(low, by.value - BITS))
            return Pair(_shl(low, by.value), _or(_shl(high, by.value), _shr(low, BITS - by.value)))
        if amounts[0] >= BITS:
            return Pair(_ZERO, _shl(low, by))
        by, low = self._shared("amount", by), self._shared("part", low)
        lower = _shl(low, by) if amounts[1] < BITS else Expression("shl_low", (low, by))
        return Pair(lower, Expression("shl_high", (low, high, by)))

    def _shift_right(self, word: Pair, by: Expression, amounts: Range) -> Pair:
        low, high = word
        if isinstance(by.value, int):
            if by.value >= BITS:
                return Pair(_shr(high, by.value - BITS), _ZERO)
            return Pair(_or(_shr(low, by.value), _shl(high, BITS - by.value)), _shr(high, by.value))
        if amounts[0] >= BITS:
            return Pair(_shr(high, by), _ZERO)
        if high == _ZERO and amounts[1] < BITS:
            return Pair(_shr(low, by), _ZERO)
        by, high = self._shared("amount", by), self._shared("part", high)
        lower = Expression("shr_low", (low, high, by))
        return Pair(lower, Expression("shr_high", (high, by)) if high != _ZERO else _ZERO)

    def _add(self, one: Pair, other: Pair) -> Pair:
        first = self._shared("part", one.low)
        low = self._shared("sum", _sum(first, other.low))
        return Pair(low, _sum(one.high, other.high, Expression("less", (low, first))))

    def _sub(self, one: Pair, other: Pair) -> Pair:
        first, second = self._shared("part", one.low), self._shared("part", other.low)
        borrow = Expression("less", (first, second))
        lanes = (one.high, other.high, borrow) if other.high != _ZERO else (one.high, borrow)
        return Pair(
            Expression("sub", (first, second)),
            Expression("sub_3" if len(lanes) > 2 else "sub", lanes),  # noqa: PLR2004
        )

    def _mul(self, one: Pair, other: Pair) -> Pair:
        (low, high), (other_low, other_high) = (
            (self._shared(f"{wanted}_low", pair.low), self._shared(f"{wanted}_high", pair.high))
            for wanted, pair in (("factor", one), ("multiplier", other))
        )
        upper = Expression("mul_high", (low, other_low))
        return Pair(
            _mul_low(low, other_low),
            _sum(upper, _mul_low(low, other_high), _mul_low(high, other_low)),
        )

    def _gather(self, word: Pair, mask: Pair) -> Pair:
        """The bits from the upper half follow those from the lower."""
        low, high = (Expression("pext", lanes) for lanes in zip(word, mask, strict=True))
        above, amounts = self._ones(mask.low)
        moved = self._shift_left(Pair(high, _ZERO), above, amounts)
        return Pair(_or(low, moved.low), moved.high)

    def _scatter(self, word: Pair, mask: Pair) -> Pair:
        """The upper half takes the bits that the lower leaves."""
        left = self._shift_right(word, *self._ones(mask.low))
        return Pair(
            Expression("pdep", (word.low, mask.low)), Expression("pdep", (left.low, mask.high))
        )

    def _ones(self, lane: Expression) -> tuple[Expression, Range]:
        """How many bits a lane has, and how many those can be."""
        field = str(lane.value).removesuffix("_low")
        known = lane.operation == "field" and field in self.bounds.fields
        words = self.bounds.fields[field] if known else [ONES]
        return Expression("count", (lane,)), (0, max((word & ONES).bit_count() for word in words))


_CALLS = {"slot", "walk"}


def _lane_names(text: str) -> list[str]:
    return [f"{text}_low", f"{text}_high"]


def _and(one: Expression, other: Expression) -> Expression:
    if _ZERO in (one, other):
        return _ZERO
    if number(ONES) in (one, other):
        return one if other == number(ONES) else other
    return one & other


def _or(one: Expression, other: Expression) -> Expression:
    return one | other


def _xor(one: Expression, other: Expression) -> Expression:
    return one ^ other


def _not(lane: Expression) -> Expression:
    return ~lane


_LANEWISE: dict[str, Callable[..., Expression]] = {
    "and": _and,
    "or": _or,
    "xor": _xor,
    "not": _not,
}


def _shl(lane: Expression, by: Expression | int) -> Expression:
    return _ZERO if lane == _ZERO or by == BITS else lane << by


def _shr(lane: Expression, by: Expression | int) -> Expression:
    return _ZERO if lane == _ZERO or by == BITS else lane >> by


def _mul_low(one: Expression, other: Expression) -> Expression:
    return _ZERO if _ZERO in (one, other) else Expression("mul_low", (one, other))


def _sum(*lanes: Expression) -> Expression:
    terms = tuple(lane for lane in lanes if lane != _ZERO)
    if len(terms) < 2:  # noqa: PLR2004
        return terms[0] if terms else _ZERO
    return Expression("add" if len(terms) == 2 else "add_3", terms)  # noqa: PLR2004


def _swap_bytes(word: Pair) -> Pair:
    return Pair(*(Expression("swap_bytes", (lane,)) for lane in reversed(word)))


def _leading_zeros(word: Pair) -> Pair:
    return Pair(Expression("leading_zeros", tuple(word)), _ZERO)


def _tidied(body: Body, made: Iterable[str]) -> Body:
    """Without the steps that nothing depends on; steps made here and used once are no steps."""
    steps, result = list(body.steps), body.result
    for place in reversed(range(len(steps))):
        later = [*(step.expression for step in steps[place + 1 :]), result]
        uses = Counter(node for expression in later for node in expression.nodes())
        known = name(steps[place].name)
        if uses[known] == 0:
            del steps[place]
        elif uses[known] == 1 and steps[place].name in made:
            expression = steps.pop(place).expression
            result = result.replaced(known, expression)
            for other, step in enumerate(steps):
                steps[other] = Step(step.name, step.expression.replaced(known, expression))
    return Body(tuple(steps), result)

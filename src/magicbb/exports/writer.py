"""Write typed expressions as source code, with a language's operations, types and casts."""

from __future__ import annotations

import dataclasses
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from magicbb.exports.code import rotated
from magicbb.exports.forms import Breaks, Written, parse_form

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from magicbb.exports.code import Body
    from magicbb.recipes.expressions import Expression

_COUNTED = {"add", "sub", "mul", "shl", "shr", "rotl"} | {
    f"exact_{operation}" for operation in ("add", "sub", "mul", "shl")
}
"""The operations in which literals below 2**32 are amounts; others above 9 are bitboards."""

_LARGEST_DIGIT = 9

_WORDS = ("occupied", "attacks")
_ARGUMENTS = {"square", *_WORDS, *(f"{word}_{lane}" for word in _WORDS for lane in ("low", "high"))}
"""The arguments of look-ups and of the code that fills the table.

A step must not have one of these names, but may have the name of an operation.
"""


@dataclass(frozen=True)
class StepText:
    """A step as source code.

    Attributes:
        name: Its name.
        text: The expression that computes the step's value.
        is_widened: Whether a narrower value, such as a slot, is widened to a word.
    """

    name: str
    text: Written
    is_widened: bool = False


@dataclass(frozen=True)
class BodyText:
    """A computation as source code.

    Attributes:
        steps: The steps before the result.
        result: The result, or the lower half of a pair.
        upper: The upper half of a pair.
        row_and_place: The start of the square's row of slots and the index within the row, if the
            slot is their sum.
        uses: The operations used, including "field" if the square's record is read.
        names: The names of the arguments and steps used.
        fields: The fields read.
        casts: The casts used, as keys of the language's `casts`.
        widens_square: Whether the square is widened to a named word because it is needed more than
            once.
    """

    steps: tuple[StepText, ...]
    result: Written
    upper: Written | None
    row_and_place: tuple[Written, Written] | None
    uses: set[str]
    names: set[str]
    fields: set[str]
    casts: set[str]
    widens_square: bool


@dataclass(frozen=True)
class Writer:
    """Writes expressions in a language.

    Attributes:
        operations: A form for each operation, with {0} and {1} for the operands. A form with spaces
            outside of brackets is enclosed in brackets when used as an operand, except between
            delimiters as in ``f({0}, {1})``. ``{0:index}`` requires an index; by default, an
            operand is a word. ``{0:index!}`` is written without spaces around operators. The forms
            "field" and "bishop_field" take a name. The forms of literals replace {} by the digits,
            and default to the digits alone: "number" (a bitboard, in hexadecimal), "amount" (in
            decimal) and "fixed" (a literal in the place of ``{0:fixed}``). An argument may also
            have a form, if the language does not write it as its name in `case`.
        case: The function that converts a snake-case name to the language's case.
        field_case: The function that converts the name of a field (default: `case`).
        types: The language's type for each of `expressions.TYPES` (default: its type for words).
        casts: A form for each cast, under the types it converts from and to, such as "int long".
        fields: The types of the fields that are not words.
        digits: "x" or "X", for lower-case or upper-case hexadecimal digits.
        breaks: How long statements are broken; None if they are not broken.
        widened: The name of a variable for the square as a word, used if it is needed more than
            once.
    """

    operations: Mapping[str, str]
    case: Callable[[str], str] = str
    field_case: Callable[[str], str] | None = None
    types: Mapping[str, str] = field(default_factory=dict)
    casts: Mapping[str, str] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    digits: str = "x"
    breaks: Breaks | None = None
    widened: str | None = None

    def type_text(self, kind: str) -> str:
        """The language's type for one of `expressions.TYPES`."""
        return self.types.get(kind, self.types.get("word", ""))

    def text(self, expression: Expression) -> str:
        """Write a single expression as source code."""
        return str(_Writing(self, {}).written(expression))

    def body(self, body: Body, result: str = "word") -> BodyText:
        """Write a computation whose result has the required type."""
        body = body.mapped(rotated) if "rotl" in self.operations else body
        first = _Writing(self, {})
        first.body(body, result)
        kept = {}
        for step in body.steps:
            kind = step.expression.type
            # Values that are used only in their own type are not widened to words.
            if kind != "word" and first.wanted[step.name] == {self.type_text(kind)}:
                kept[step.name] = kind
        square = f"{self.type_text('square')} {self.type_text('word')}"
        widens = bool(self.widened) and first.casts[square] > 1
        return _Writing(self, kept, self.widened if widens else None).body(body, result)


class _Writing:
    """A computation that is being written."""

    def __init__(self, writer: Writer, kept: Mapping[str, str], square: str | None = None) -> None:
        self._writer = writer
        self._kept = kept
        self._square = square
        self.casts = Counter[str]()
        self.wanted: dict[str, set[str]] = {}  # the types required of each name

    def body(self, body: Body, result: str) -> BodyText:
        """Write the computation."""
        writer = self._writer
        self.wanted = {step.name: set() for step in body.steps}
        steps = []
        for step in body.steps:
            kind = self._kept.get(step.name, "word")
            is_widened = step.expression.type not in {"number", kind}
            text = self._breakable(step.expression, kind)
            steps.append(StepText(writer.case(step.name), text, is_widened))
        lanes = body.result.operands if body.result.operation == "lanes" else (body.result,)
        low, *high = (self._breakable(lane, result) for lane in lanes)
        parts = body.row_and_place
        apart = _Writing(writer, self._kept, self._square)
        return BodyText(
            tuple(steps),
            low,
            high[0] if high else None,
            (apart.written(parts[0]), apart.written(parts[1])) if parts else None,
            body.operations,
            body.values("name"),
            {*map(writer.case, body.values("field"))},
            {*self.casts},
            self._square is not None,
        )

    def _breakable(self, expression: Expression, wanted: str = "word") -> Written:
        return dataclasses.replace(self.written(expression, wanted), breaks=self._writer.breaks)

    def written(self, expression: Expression, wanted: str = "word", parent: str = "") -> Written:
        """Write an expression with the required type, as an operand of `parent`."""
        value = expression.value
        if isinstance(value, int):
            return self._number(value, wanted, parent)
        have = self._type(expression)
        types = self._writer.type_text(have), self._writer.type_text(wanted)
        if expression.operation == "name":
            self.wanted.setdefault(str(value), set()).add(types[1])
        cast = " ".join(types)
        form = self._writer.casts.get(cast) if have != wanted else None
        if form is None:
            return self._plain(expression)
        self.casts[cast] += 1
        if self._square and have == "square" and wanted == "word":
            return Written((self._square,))
        return parse_form(form).filled(lambda _operand, _wanted: self._plain(expression))

    def _type(self, expression: Expression) -> str:
        value = str(expression.value)
        if expression.operation == "field":
            return self._writer.fields.get(value, "word")
        if expression.operation == "name":
            return self._kept.get(value, expression.type)
        return expression.type

    def _plain(self, expression: Expression) -> Written:
        """Write an expression without a cast."""
        writer, operation, value = self._writer, expression.operation, str(expression.value)
        if operation == "name":
            if value in _ARGUMENTS:
                return Written((writer.operations.get(value, writer.case(value)),))
            return Written((writer.case(value),))
        if operation in {"field", "bishop_field"}:
            name = Written(((writer.field_case or writer.case)(value),))
            return parse_form(writer.operations[operation]).filled(lambda _operand, _wanted: name)
        form = writer.operations.get(operation)
        if form is None:  # "exact_add" defaults to the form of "add", and so on
            form = writer.operations[operation.removeprefix("exact_")]
        operands = expression.operands
        return parse_form(form).filled(
            lambda operand, wanted: self.written(operands[operand], wanted, operation)
        )

    def _number(self, value: int, wanted: str, parent: str) -> Written:
        writer = self._writer
        counted = value <= _LARGEST_DIGIT or (parent in _COUNTED and value < 2**32)
        kind = "fixed" if wanted == "fixed" else "amount" if counted else "number"
        digits = str(value) if counted else f"0x{value:{writer.digits}}"
        form = parse_form(writer.operations.get(kind, "{}"))
        return form.filled(lambda _operand, _wanted: Written((digits,)))

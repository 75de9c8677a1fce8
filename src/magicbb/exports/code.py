"""From expressions to the text of a function body, with the operations of a language.

The body is a list of named steps and a result. Parts get the names that they have in the kernels'
source, and parts that are used twice are computed once.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.exports.expressions import Expression, name

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from magicbb.exports.expressions import Trace

_PLACE = re.compile(r"\{(\d)\}")
_COUNTED = {"add", "sub", "mul", "shl", "shr", "exact_add", "exact_sub", "exact_mul", "exact_shl"}
"""Operations whose numbers are amounts; those of the others are sets of squares."""

_LARGEST_DIGIT = 9

_ARGUMENTS = {"square", "occupied", "occupied_low", "occupied_high"}
"""What look-ups are given. A step may be called as an operation is; these cannot be."""


@dataclass(frozen=True)
class Step:
    """A part of a computation that has a name.

    Attributes:
        name: Its name.
        expression: How it is computed, from names of earlier steps among others.
    """

    name: str
    expression: Expression


@dataclass(frozen=True)
class Body:
    """A computation in steps.

    Attributes:
        steps: What is computed first, in this order.
        result: What comes out.
    """

    steps: tuple[Step, ...]
    result: Expression

    @property
    def expressions(self) -> list[Expression]:
        """Those of the steps, and the result."""
        return [*(step.expression for step in self.steps), self.result]

    @property
    def operations(self) -> set[str]:
        """All operations in it."""
        return {node.operation for expression in self.expressions for node in expression.nodes()}


def body_of(trace: Trace, *, narrow: bool = False) -> Body:
    """Take a computation apart into steps: all that has a name or is used more than once.

    Args:
        trace: The computation.
        narrow: Whether slots have fewer than 64 bits. What is read from them gets a name then, for
            languages that compute with fewer bits unless told otherwise.

    >>> from magicbb.recipes.scheme import Scheme
    >>> from magicbb.exports.expressions import trace
    >>> from magicbb.geometry.sliders import ROOK
    >>> scheme = Scheme("white", "concatenated")
    >>> [step.name for step in body_of(trace(scheme.attacks_kernel(ROOK), scheme, ROOK)).steps]
    ['hashed', 'slot']
    """
    names = dict(trace.names)
    if narrow:
        loads = (node for node in trace.result.nodes() if node.operation == "table")
        names |= dict.fromkeys(loads, "entry")
    uses = Counter(
        operand for node in {*trace.result.nodes()} for operand in node.operands if operand.operands
    )
    named: dict[Expression, Expression] = {}
    steps: list[Step] = []
    for node in trace.result.nodes():
        is_step = node in names or uses[node] > 1
        if is_step and node.operands and node not in named and node != trace.result:
            wanted = names.get(node, "part")
            unique = unused(wanted, [step.name for step in steps])
            steps.append(Step(unique, _in_names(node, named)))
            named[node] = name(unique)
    return Body(tuple(steps), _in_names(trace.result, named))


def unused(wanted: str, taken: Collection[str]) -> str:
    """The name that is wanted, or with the first number that makes it another one.

    >>> unused("part", ["part", "part_2"])
    'part_3'
    """
    numbered = (f"{wanted}_{number}" for number in itertools.count(2))
    return next(name for name in itertools.chain([wanted], numbered) if name not in taken)


def _in_names(node: Expression, named: Mapping[Expression, Expression]) -> Expression:
    """The expression with the steps that there are by their names."""
    operands = tuple(
        named[each] if each in named else _in_names(each, named) for each in node.operands
    )
    return Expression(node.operation, operands, node.value)


@dataclass(frozen=True)
class Writer:
    """Writes expressions with a language's operations.

    Attributes:
        operations: A format for each operation, with {0}, {1} for the operands. A format of more
            than one word is put into parentheses where it is an operand of another; in the format
            `f({0}, {1})` the operands stand between delimiters and need none. The format "field"
            takes a name, "number" (of a set of squares, in hexadecimal) and "amount" (in decimal)
            take the digits for {}, and are these if left out. The names of the arguments are
            formats as well, where the language writes them in another way.
        case: How the language writes a name of several words.
    """

    operations: Mapping[str, str]
    case: Callable[[str], str]

    def text(self, expression: Expression, parent: str = "") -> str:
        """The expression as source code; `parent` is the operation that it is an operand of."""
        if isinstance(expression.value, int):
            return self._number(expression.value, parent)
        if expression.operation == "name" and expression.value in _ARGUMENTS:
            return self.operations.get(expression.value, self.case(expression.value))
        if expression.operation == "name":
            return self.case(expression.value)
        if expression.operation == "field":
            return self.operations["field"].replace("{0}", self.case(expression.value))
        texts = [self.text(operand, expression.operation) for operand in expression.operands]
        form = self.operations[expression.operation]

        def operand(match: re.Match[str]) -> str:
            text = texts[int(match[1])]
            before, after = form[: match.start()][-1:], form[match.end() :][:1]
            delimited = before in {"(", "["} or form[: match.start()].endswith(", ")
            if (delimited and after in {")", "]", ","}) or not _is_compound(text):
                return text
            return f"({text})"

        return _PLACE.sub(operand, form)

    def _number(self, value: int, parent: str) -> str:
        if value <= _LARGEST_DIGIT or (parent in _COUNTED and value < 2**32):
            return self.operations.get("amount", "{}").format(value)
        return self.operations.get("number", "{}").format(f"{value:#x}")


def _is_compound(text: str) -> bool:
    """Whether a text has a space outside of all brackets: an operator stands there."""
    depth = 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == " " and depth == 0:
            return True
    return False

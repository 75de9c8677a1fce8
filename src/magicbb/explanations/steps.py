"""A look-up as a sequence of steps, derived from the kernels that compute it.

`steps_of` runs a recipe's kernel on symbols, as the exports do, and splits the computation where a
reader would: at values with a name in the source, at products, at reads from memory, and at the
words stored for the square. Titles and sentences are kept with the kernels, as notes (see
`recipes.notes`); a step without a note is described by its operation.

To use the steps in Python or on a page:

- Go through them in order. Each step has an `expression` whose value is computed from the names
  known so far: "square", "occupied", every field of the square's record (`recipe.fields(slider)`,
  the columns of `table.parameters`), and the keys of earlier steps. `evaluate` does this; a page
  writes the same expressions with `exports.writer.Writer` and the operations of its language.
- Keys are unique. A step whose expression is a field has the field's name as its key, so a name
  always denotes the same number, whether it occurs in an expression as a "name" or a "field".
- The operation "table" reads a slot, "attack_set" reads the list that slots refer to, and "walk"
  (used only by the method `rays`) is `Slider.attacks`.
- `kind` says how to draw the value: a "board" is a set of squares; a "magic" and a
  "product" are words whose 64 bits are not squares; a "number" is a plain number.
- `taken`, for a magic or a product, is an expression in the same names as `expression`; the bits
  set in its value are those that later steps use. It is None for a magic that is only a factor,
  and for all other steps.
- The last step computes the attacks, and its key is "attacks". If there are slots, "slot" computes
  the slot, "index" the index (unless the index is the slot), and "entry" the content of the slot
  (unless the content is the attacks).
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from magicbb.explanations.demand import taken_bits
from magicbb.explanations.formulas import formula, in_words
from magicbb.exports.code import unused
from magicbb.recipes.expressions import Expression, name, trace
from magicbb.recipes.notes import Note
from magicbb.recipes.rivals.lines import LINES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Literal, TypeAlias

    from magicbb.geometry.sliders import Slider
    from magicbb.recipes.expressions import Trace
    from magicbb.recipes.rivals import Rival
    from magicbb.recipes.scheme import Scheme

    Kind: TypeAlias = Literal["board", "magic", "product", "number"]

_ALWAYS = {"mul", "pext", "table", "attack_set"}
"""Operations that always form a step."""

_CALLED = {"mul": "product", "table": "entry", "attack_set": "listed"}
"""The default key of a step by its operation, used if the kernels have no note on the step."""

_ARGUMENTS = ("square", "occupied")
_NUMBERED = re.compile(r"_\d+$")


@dataclass(frozen=True)
class Step:
    """A step of a look-up.

    Attributes:
        key: The name by which later steps refer to it; unique within a look-up.
        title: A title of two or three words.
        sentence: An explanation of the step.
        kind: "board", "magic", "product" or "number".
        expression: The expression that computes it.
        taken: For a magic or a product, the bits that later steps use; None if it is only used as a
            factor, and None for all other steps.
    """

    key: str
    title: str
    sentence: str
    kind: Kind
    expression: Expression
    taken: Expression | None = None

    @property
    def name(self) -> str:
        """The key without the number that makes it unique."""
        return _NUMBERED.sub("", self.key)

    @property
    def is_kept(self) -> bool:
        """Whether the value is stored for the square rather than computed."""
        return self.expression.operation == "field"

    @property
    def formula(self) -> str:
        """The expression as a readable formula."""
        return formula(self.expression)

    def to_dict(self) -> dict[str, str]:
        """Return the key, title, sentence, kind and formula as a dict."""
        names = ("key", "title", "sentence", "kind", "formula")
        return {name: getattr(self, name) for name in names}


@functools.cache
def steps_of(recipe: Scheme | Rival, slider: Slider) -> tuple[Step, ...]:
    """The steps of a look-up; the last one computes the attacks.

    Args:
        recipe: A scheme, or a non-magic method.
        slider: Rook or bishop.

    Raises:
        UntraceableError: The look-up cannot be written as one expression.

    >>> from magicbb.recipes.scheme import Scheme
    >>> from magicbb.geometry.sliders import ROOK
    >>> for step in steps_of(Scheme("white", "concatenated"), ROOK):
    ...     print(f"{step.key:8} {step.kind:7} {step.formula}")
    mask     board   mask
    blockers board   occupied & mask
    magic    magic   magic
    product  product blockers * magic
    shift    number  shift
    index    number  product >> shift
    offset   number  offset
    slot     number  offset + index
    attacks  board   table[slot]
    """
    return tuple(_Cutter(trace(recipe.attacks_kernel(slider), recipe, slider), slider).steps())


class _Cutter:
    """Splits a computation into steps."""

    def __init__(self, traced: Trace, slider: Slider) -> None:
        self._result, self._notes = traced.result, traced.notes
        self._names = traced.results | traced.names
        self._nodes = [*dict.fromkeys(traced.result.nodes())]
        self._uses = Counter(operand for node in self._nodes for operand in node.operands)
        self._numbers = {*_numbers(self._nodes)}
        self._taken = taken_bits(self._nodes)
        self._lines = _lines(traced.result, slider)
        shifts = [node.operands[1] for node in self._nodes if node.operation in {"shl", "shr"}]
        self._shifts = {each for each in shifts if each.operands and _fields(each) == {"magic"}}
        slots = [node for node in self._nodes if traced.names.get(node) == "slot"]
        parts = [part for slot in slots for part in slot.operands if part.operands]
        self._starts = {part for part in parts if not _depends(part)}
        self._keys = [*_ARGUMENTS, *_fields(traced.result)]
        self._named: dict[Expression, Expression] = {}
        self._visited: set[Expression] = set()
        self._steps: list[Step] = []

    def steps(self) -> list[Step]:
        """All steps in order."""
        self._visit(self._result)
        return self._steps

    def _visit(self, node: Expression) -> None:
        """Add the steps within an expression, and then the expression itself if it is a step.

        Values that depend on the square alone are added only when they are needed.
        """
        if node in self._visited:
            return
        self._visited.add(node)
        for operand in sorted(node.operands, key=lambda each: not _depends(each)):
            self._visit(operand)
        if node == self._result or self._is_step(node):
            for part in self._in_names(node).nodes():
                if part.operation == "field":
                    self._add(part, str(part.value))
            if node.operation != "field":
                key = unused(self._key(node), self._keys)
                self._keys.append(key)
                self._add(node, key)

    def _is_step(self, node: Expression) -> bool:
        if not node.operands:
            return False
        return (
            node in self._names
            or self._uses[node] > 1
            or node.operation in _ALWAYS
            or self._key(node) != "part"
        )

    def _key(self, node: Expression) -> str:
        """The key of a step, from its operation or its name in the source."""
        called = self._names.get(node, "part")
        if node == self._result:
            return "attacks"
        if node in self._lines:
            return f"{self._lines[node]}_attacks"
        if node.operation in _CALLED and self._note(node, called) is None:
            return _CALLED[node.operation]
        return self._nameless(node) if called == "part" else called

    def _note(self, node: Expression, key: str) -> Note | None:
        """The note on a step, from the innermost kernel that has one; else None."""
        known = (notes.of[key] for notes in self._notes.get(node, ()) if key in notes.of)
        return next(known, None)

    def _nameless(self, node: Expression) -> str:
        """The key of an expression without a name in the source; "part" if it is not a step."""
        if node.operation == "pext" or (node.operation == "shr" and _of_product(node)):
            return "index"
        if node in self._shifts:
            return "shift"
        return "offset" if node in self._starts else "part"

    def _add(self, node: Expression, key: str) -> None:
        if any(step.key == key for step in self._steps):
            return  # this field has already been added
        expression = node if node.operation == "field" else self._in_names(node)
        title, sentence = self._words(node, _NUMBERED.sub("", key), expression)
        line = self._line_of(node)
        if line and node.operation != "field" and "," not in title:
            title = f"{title}, {line.replace('_', '-')}"
        step = Step(key, title, sentence, self._kind(node), expression, self._taken.get(node))
        self._steps.append(step)
        if node.operation != "field":
            self._named[node] = name(key)

    def _words(self, node: Expression, key: str, expression: Expression) -> Note:
        """The note on a step, or a description of its operation if it has none."""
        plain = "A number stored for the square."
        sentence = plain if node.operation == "field" else in_words(expression)
        return self._note(node, key) or Note(key.replace("_", " ").capitalize(), sentence)

    def _line_of(self, node: Expression) -> str | None:
        """The line that a step belongs to; None if it belongs to both lines or to neither."""
        about = [line for part, line in self._lines.items() if node in part.nodes()]
        return about[0] if len(about) == 1 else None

    def _kind(self, node: Expression) -> Kind:
        if node.operation == "mul":
            return "product"
        if node.operation == "field" and node.value == "magic":
            return "magic"
        return "number" if node in self._numbers else "board"

    def _in_names(self, node: Expression) -> Expression:
        operands = tuple(each.replaced(self._named) for each in node.operands)
        return Expression(node.operation, operands, node.value)


def _numbers(nodes: list[Expression]) -> Iterator[Expression]:
    """The expressions that are plain numbers: indices, shift amounts, and their operands."""
    for node in nodes:
        if node.operation in {"table", "attack_set"}:
            yield from _counting(node.operands[0])
        elif node.operation in {"shl", "shr"}:
            yield from _counting(node.operands[1])
        elif node.operation == "leading_zeros":
            yield node
        elif node.operation == "pdep":
            yield node.operands[0]


def _counting(node: Expression) -> Iterator[Expression]:
    """A number and the numbers from which it is computed."""
    yield node
    if node.operation in {"add", "sub", "and", "or", "shl"}:
        for operand in node.operands:
            yield from _counting(operand)


def _of_product(node: Expression) -> bool:
    """Whether a value consists of bits of a product."""
    while node.operation in {"shr", "and", "xor"}:
        node = node.operands[0]
    return node.operation == "mul"


def _depends(node: Expression) -> bool:
    """Whether an expression depends on the occupied squares."""
    return name("occupied") in node.nodes()


def _lines(result: Expression, slider: Slider) -> Mapping[Expression, str]:
    """The name of the line for each part of a result, if each part is one line's attacks."""
    if result.operation != "or":
        return {}
    both = LINES[slider.name]
    found = [
        {line for line in both for field in _fields(part) if field.startswith(line)}
        for part in result.operands
    ]
    names = [(own or {*both} - other) for own, other in zip(found, reversed(found), strict=True)]
    if any(len(line) != 1 for line in names):
        return {}
    return {part: line for part, (line,) in zip(result.operands, names, strict=True)}


def _fields(node: Expression) -> set[str]:
    return {str(part.value) for part in node.nodes() if part.operation == "field"}

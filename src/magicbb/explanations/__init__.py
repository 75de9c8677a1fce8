"""One look-up, step by step: each computation, its result, and the reason for it.

The modules: `explanation` (the result of `magicbb.explain`) and `text` (how it is printed); `steps`
(from kernels to steps), `stages` (steps with their results), `evaluation`, `formulas` and `demand`
(the value of an expression, how it is written, and which of its bits matter); `explorer/` (the
interactive page).
"""

from magicbb.explanations.explanation import Explanation
from magicbb.explanations.explorer.exploring import Explorer

__all__ = ["Explanation", "Explorer"]

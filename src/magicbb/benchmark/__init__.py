"""The benchmark that chooses between schemes, for the CPU that it runs on.

Every contender is timed in every round, and contenders are compared by their ratios within the
rounds: other work on the machine slows down both sides of a comparison.

The parts: `streams` (the queries), `contenders` (schemes, and rotated boards that are kept up to
date), `loops` (the compiled loops), `turns` (timing them, and a whole move generator), `footprint`
(cache lines), `settings`, `machine` and `measure` (a run), `result` (its figures), `advice`,
`ranks` and `claims` (conclusions from them), `rows`, `report` and `plot` (output), `bench`
(the whole benchmark as a function).
"""

from magicbb.benchmark.bench import Benchmark
from magicbb.benchmark.result import Result

__all__ = ["Benchmark", "Result"]

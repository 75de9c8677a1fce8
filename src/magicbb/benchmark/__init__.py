"""A benchmark for choosing a scheme on this CPU.

Every contender is timed in every round, and contenders are compared by the ratio of their times
within a round, so that other work on the machine affects both sides of a comparison.

The modules: `streams` (queries), `contenders` (schemes, and rotated bitboards with incremental
boards), `loops` (compiled loops), `times` (confidence intervals), `turns` (timing the loops and a
whole move generator), `footprint` (cache lines), `settings`, `machine` and `measure` (a run),
`result` (its figures), `advice`, `ranks` and `claims` (conclusions from the figures), `rows`,
`report` and `plot` (output), `bench` (the whole benchmark as a function).
"""

from magicbb.benchmark.bench import Benchmark
from magicbb.benchmark.result import Result

__all__ = ["Benchmark", "Result"]

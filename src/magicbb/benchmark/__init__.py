"""The benchmark that chooses between schemes, for the CPU that it runs on.

Everything that looks up has its turn in every round, and is compared by the ratios within the
rounds: a machine with other things to do slows down both sides of a comparison.

The parts: `streams` (the queries), `contenders` (schemes, and rotated boards that are kept up to
date), `loops` (the compiled loops), `turns` (timing them, and a whole generator of moves),
`footprint` (cache lines), `settings`, `machine` and `measure` (a run), `result` (its figures),
`advice`, `ranks` and `claims` (what follows from them), `rows`, `report` and `plot` (showing them),
`bench` (all of it as a function).
"""

from magicbb.benchmark.bench import Benchmark
from magicbb.benchmark.result import Result

__all__ = ["Benchmark", "Result"]

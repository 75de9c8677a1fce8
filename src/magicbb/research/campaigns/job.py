"""What a worker does, in whatever process or on whatever machine it is."""

from __future__ import annotations

import json
import time
from typing import Any

from magicbb.research.campaigns.work import class_at, types_of, work_from
from magicbb.research.codec import read, write


def do(path: str, params: str, seed: int, job: str) -> tuple[str, float]:
    """Do a job.

    Texts go in and come out: so it is the same value everywhere, whether or not it has been in a
    book, or has come over a network.

    Args:
        path: The class of the work, as "module:Class".
        params: Its parameters, as JSON.
        seed: Its seed.
        job: The job, as JSON.

    Returns:
        The result as JSON, and the seconds that it took.
    """
    began = time.perf_counter()
    kind = class_at(path)
    of_job, of_result = types_of(kind)
    work = work_from(kind, json.loads(params), seed)
    result = work.run(read(of_job, json.loads(job), "the job"))
    return as_text(write(of_result, result)), time.perf_counter() - began


def as_text(value: Any) -> str:
    """Write a value as JSON.

    Raises:
        TypeError: It is none.
        ValueError: There is a number in it that is infinite or none.

    >>> as_text([1, {"a": 2.5}])
    '[1, {"a": 2.5}]'
    """
    return json.dumps(value, allow_nan=False)

"""Naming those who do the jobs."""

from __future__ import annotations

import subprocess
import sys
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

import pytest

from magicbb.research import campaigns
from magicbb.research.campaigns import CampaignError, parse_workers
from magicbb.research.campaigns.workers import backend_of

from .conftest import wait_for
from .toys import Deadly

if TYPE_CHECKING:
    from pathlib import Path

RULE = "workers must be a number, processes:N or dask:tcp://HOST:PORT, got"


class TestNames:
    """What `--workers` takes."""

    @pytest.mark.parametrize(
        ("text", "backend"),
        [
            (None, "Here()"),
            ("1", "Processes(1)"),
            ("16", "Processes(16)"),
            ("processes:2", "Processes(2)"),
            ("dask:tcp://10.0.0.1:8786", "Cluster('tcp://10.0.0.1:8786')"),
            ("dask:tls://scheduler:8786", "Cluster('tls://scheduler:8786')"),
            ("dask:tcp://[::1]:8786", "Cluster('tcp://[::1]:8786')"),
        ],
    )
    def test_all_that_there_are(self, text: str | None, backend: str) -> None:
        assert repr(parse_workers(text)) == backend

    @pytest.mark.parametrize("text", ["0", "processes:0", "99999"])
    def test_numbers_that_cannot_be(self, text: str) -> None:
        with pytest.raises(ValueError, match=r"workers must be 1\.\.\d+ processes, got \d+"):
            parse_workers(text)

    @pytest.mark.parametrize(
        "text",
        [
            *("", "two", "-1", "1.5", "٣", "1" * 100, "processes", "processes:", "processes:x"),
            *("threads:2", "dask", "dask:", "dask:nonsense", "dask:tcp://host", "dask:tcp://:1"),
            *("dask:http://host:1", "dask:tcp://host:port", "DASK:tcp://host:1"),
        ],
    )
    def test_others(self, text: str) -> None:
        with pytest.raises(ValueError, match=RULE):
            parse_workers(text)


class TestExecutors:
    """Executors that the caller brings."""

    def test_a_place_is_taken_as_it_is(self) -> None:
        backend = parse_workers("2")
        assert backend_of(backend) is backend

    def test_a_pool_that_breaks_ends_the_campaign(self, tmp_path: Path) -> None:
        (tmp_path / "death-0").touch()
        with (
            ProcessPoolExecutor(1, get_context("spawn")) as pool,
            pytest.raises(CampaignError, match="a ProcessPoolExecutor, has lost a worker"),
        ):
            campaigns.run(Deadly(4, directory=str(tmp_path), free=4), executor=pool)

    def test_what_has_not_begun_is_taken_back(self) -> None:
        gate = threading.Event()
        with ThreadPoolExecutor(1) as pool:
            with backend_of(pool) as backend:
                futures = [backend.submit(gate.wait) for _ in range(3)]
                wait_for(futures[0].running)
            assert [future.cancelled() for future in futures] == [False, True, True]
            gate.set()


def test_workers_load_no_compiler() -> None:
    statement = "import sys, magicbb.research.campaigns.work; print('numba' in sys.modules)"
    loaded = subprocess.run(  # noqa: S603
        [sys.executable, "-c", statement], capture_output=True, text=True, check=True
    )
    assert loaded.stdout == "False\n"


def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text('import magicbb\nmagicbb.prove("bishop", "e1", 4, workers=2)\n')
    run = subprocess.run(  # noqa: S603
        [sys.executable, str(script)], capture_output=True, text=True, timeout=100, check=False
    )
    assert run.returncode == 1
    assert run.stderr.rstrip().endswith('put the call below `if __name__ == "__main__":`')

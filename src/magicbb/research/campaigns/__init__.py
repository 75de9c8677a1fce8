"""Long work as small jobs: resumable, on this machine or on a cluster, with the same results.

A `Work` defines its jobs, what each of them computes, and the records that result. `run` executes
them, round after round, on any workers: in this process, in several, on a Dask cluster, or on any
`concurrent.futures.Executor`. Only `run` writes the record book, one result at a time. After a
crash, results in the book are not computed again.

The parts: `work` (the interface of work, and the worker's side), `works/` (the kinds of work in
this package), `workers/` (where jobs run), `crew` (jobs in flight, and retries after crashes),
`lease` (one coordinator at a time), `pace` and `events` (progress), `errors` (what ends it early),
`coordinator` (all of it together).
"""

from magicbb.research.campaigns.coordinator import Outcome, run
from magicbb.research.campaigns.errors import CampaignBusyError, CampaignError, UnfinishedError
from magicbb.research.campaigns.events import Event, JobDone, RoundBegan, WorkerDied
from magicbb.research.campaigns.work import Work
from magicbb.research.campaigns.workers import parse_workers

__all__ = [
    "CampaignBusyError",
    "CampaignError",
    "Event",
    "JobDone",
    "Outcome",
    "RoundBegan",
    "UnfinishedError",
    "Work",
    "WorkerDied",
    "parse_workers",
    "run",
]

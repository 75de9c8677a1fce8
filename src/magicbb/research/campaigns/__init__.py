"""Long computations as small jobs that run locally or on a cluster, and can be resumed.

The results are the same everywhere.

A `Work` defines its jobs, what each of them computes, and the records that result. `run` executes
the jobs, round by round, on any workers: in this process, in several processes, on a Dask cluster,
or on any `concurrent.futures.Executor`. Only `run` writes to the record book, one result at a time.
After a crash, results in the book are not computed again.

The modules: `work` (the interface of work, and the worker's side), `works/` (the kinds of work in
this package), `workers/` (the places where jobs run), `crew` (jobs in flight, and retries after
crashes), `lease` (one coordinator at a time), `pace` and `events` (progress), `errors` (errors that
end a campaign early), `coordinator` (running a campaign).
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

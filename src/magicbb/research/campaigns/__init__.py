"""Long computations, split into small jobs that run locally or on a cluster and can be resumed.

The results do not depend on where the jobs run.

A `Work` defines its jobs, the computation that each job performs, and the resulting records. `run`
executes the jobs, round by round, on any workers: in this process, in several processes, on a Dask
cluster, or on any `concurrent.futures.Executor`. Workers never write to the record book: the
process that called `run` does, one result at a time. After a crash, results already in the book are
not recomputed.

The modules: `work` (the interface of a campaign's work, and the function that workers run),
`works/` (the kinds of work in this package), `workers/` (the backends that run jobs), `crew` (jobs
in flight, and retries after crashes), `lease` (one coordinator at a time), `pace` and `events`
(progress), `errors` (errors that end a campaign early), `coordinator` (running a campaign),
`proof_parts` (parts of proofs from other machines, added to a campaign).
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

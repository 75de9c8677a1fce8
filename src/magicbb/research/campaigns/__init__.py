"""Long work as small jobs: resumable, on this machine or on a cluster, with the same results.

A `Work` says what its jobs are, what each of them computes, and which records come of them. `run`
has them done, round after round, wherever the workers are: in this process, in several, on a Dask
cluster, or on any `concurrent.futures.Executor`. Only `run` writes the record book, a result at
a time; whatever is killed, the results in the book are not computed again.

The parts: `work` (what a piece of work is, and what a worker does), `works/` (those of this
package), `workers/` (where the jobs are done), `crew` (the jobs that are out, and those of dead
workers again), `lease` (one coordinator at a time), `pace` and `events` (what is shown meanwhile),
`errors` (what ends it early), `coordinator` (all of it together).
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

"""magicbb resume: continue a campaign."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from magicbb.cli import campaigning, options
from magicbb.cli.console import print_json

if TYPE_CHECKING:
    from pathlib import Path

    from magicbb.research.campaigns import Outcome
    from magicbb.research.records import Campaign, RecordBook


@click.command(
    name="resume",
    short_help="Continue an interrupted campaign.",
    epilog="""\b
Examples:
  magicbb resume --list
  magicbb resume
  magicbb resume --workers 2 --hours 8
""",
)
@click.argument("number", type=options.IntRange(1, 2**63 - 1), required=False)
@click.option("--list", "as_list", is_flag=True, help="List unfinished campaigns.")
@campaigning.resuming
@options.as_json
def command(
    number: int | None,
    as_list: bool,
    as_json: bool,
    **how: Any,
) -> None:
    """Continue campaign NUMBER, or the latest unfinished one.

    Its settings and seed are in the record book. Finished jobs are not repeated, no matter where
    they ran.
    """
    if as_list and (number, how["workers"], how["hours"]) != (None, None, None):
        raise click.UsageError("--list can only be combined with --book and --json")
    from magicbb.research.tasks.resuming import unfinished_campaigns

    campaigning.check_book(how["book"])
    with campaigning.open_book(how["book"], create=False) as opened:
        if as_list:
            _list(unfinished_campaigns(opened), as_json=as_json)
            return
        campaign, path = _chosen(opened, number, how["book"]), opened.path
    if campaign is None:
        if as_json:
            print_json(None)
        else:
            click.echo("no unfinished campaigns")
        return
    from magicbb.research.campaigns.works import work_of

    try:
        work = work_of(campaign)
    except (ValueError, LookupError) as error:
        raise click.ClickException(f"{path}: {error}") from None
    outcome = campaigning.run(work, command=campaign.command, record=True, **how)
    with campaigning.open_book(how["book"]) as opened:
        after = opened.campaign(campaign.number)
    results = [result for results in outcome.rounds for result in results]
    _print(after, outcome, work.best(results) if results else "", as_json=as_json)


def _chosen(book: RecordBook, number: int | None, named: Path | None) -> Campaign | None:
    """The campaign to resume; None if all are finished."""
    from magicbb.research.tasks.resuming import unfinished_campaigns

    if number is None:
        return next(reversed(unfinished_campaigns(book)), None)
    campaign = book.campaign(number)
    if campaign.finished is not None:
        command = campaign.command.removesuffix(" --record")
        again = f"{command} {campaigning.keeping(named)}"
        shows = f"; {again} shows its results" if campaign.command else ""
        raise ValueError(f"campaign {number} was finished at {campaign.finished}{shows}")
    return campaign


def _list(campaigns: list[Campaign], *, as_json: bool) -> None:
    if as_json:
        print_json([campaign.to_dict() for campaign in campaigns])
        return
    for each in campaigns:
        done = f"{each.jobs:,} job{'s' * (each.jobs != 1)} done in {each.seconds:,.0f} s"
        click.echo(f"{each.number}: {_name(each)}, begun {each.begun}, {done}")


def _print(campaign: Campaign, outcome: Outcome[Any], best: str, *, as_json: bool) -> None:
    if as_json:
        fields: dict[str, Any] = campaign.to_dict()
        print_json({**fields, "best": best, "records": len(outcome.records)})
        return
    state = "finished" if outcome.finished else "not finished"
    click.echo(f"campaign {campaign.number}: {_name(campaign)}: {state}")
    if best:
        click.echo(f"  best     {best}")
    click.echo(f"  jobs     {campaign.jobs:,} done in {campaign.seconds:,.1f} s")
    if outcome.finished:
        click.echo(f"  records  {len(outcome.records):,}")


def _name(campaign: Campaign) -> str:
    return campaign.command or campaign.kind

"""What ends a campaign before its time. What is in the book by then stays there."""


class CampaignError(Exception):
    """A campaign cannot go on."""


class CampaignBusyError(CampaignError):
    """Another process is running the campaign."""

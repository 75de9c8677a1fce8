"""Errors that end a campaign early. Results in the book are kept."""


class CampaignError(Exception):
    """A campaign cannot continue."""


class CampaignBusyError(CampaignError):
    """Another process is running the campaign."""


class UnfinishedError(CampaignError):
    """A campaign ran out of time before it had a result.

    Attributes:
        number: The campaign's number in the book, for `resume`; 0 without a book.
    """

    def __init__(self, sentence: str, number: int = 0) -> None:
        super().__init__(sentence, number)
        self.number = number

    def __str__(self) -> str:
        """The error message."""
        return str(self.args[0])

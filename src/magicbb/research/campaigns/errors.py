"""What ends a campaign before its time. What is in the book by then stays there."""


class CampaignError(Exception):
    """A campaign cannot go on."""


class CampaignBusyError(CampaignError):
    """Another process is running the campaign."""


class UnfinishedError(CampaignError):
    """The time of a campaign ran out before it had a result.

    Attributes:
        number: Its number in the book, from which `resume` goes on; 0 without a book.
    """

    def __init__(self, sentence: str, number: int = 0) -> None:
        super().__init__(sentence, number)
        self.number = number

    def __str__(self) -> str:
        """The sentence."""
        return str(self.args[0])

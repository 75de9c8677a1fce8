"""The error raised when a search ends without a magic."""


class MagicNotFoundError(LookupError):
    """No magic was found within the allowed tries, or there is provably none."""

"""The error of a search that ends without a magic."""


class MagicNotFoundError(LookupError):
    """No magic was found in the allowed tries, or it is proved that none exists."""

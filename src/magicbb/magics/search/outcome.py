"""How a search can end without a magic."""


class MagicNotFoundError(LookupError):
    """A search has used up the tries it was allowed."""

"""What can be wrong with a record, or a lease."""


class RecordError(ValueError):
    """A record says what is not so."""


class LeaseLostError(ValueError):
    """A result came from a coordinator to whom the campaign does not belong, or no longer."""

"""Finding, checking, reading and writing magics."""

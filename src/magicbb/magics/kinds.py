"""The two kinds of magics that multiply once; all kinds and their hashes are in `magic`."""

WHITE_AND_BLACK = ("white", "black")
"""The kinds that can be annealed, packed, and searched for exhaustively."""

"""Arrays of positions: read them from files, compute their legal moves and attack maps."""

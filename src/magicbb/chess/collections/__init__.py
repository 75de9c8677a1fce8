"""Arrays of positions: reading them from files, and their moves and attack maps."""

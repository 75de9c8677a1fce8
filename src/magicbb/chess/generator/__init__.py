"""Move generation: count or visit the legal moves of positions encoded in five 64-bit words."""

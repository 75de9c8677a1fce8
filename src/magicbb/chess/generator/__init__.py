"""Move generation: positions of five words, whose legal moves are counted or visited."""

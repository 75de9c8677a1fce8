"""Moves: five words for a position, and every legal move counted or visited."""

"""Recognise the magics, the square order and the shifts in pasted arrays."""

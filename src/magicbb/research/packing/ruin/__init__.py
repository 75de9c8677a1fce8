"""Ruin and recreate: remove some rows from a packed array and place them again, many times.

The modules: `ruin` (the method and its interface), `steps` (its compiled steps), and the rules
by which rows may share slots: `exclusive` (never) and `compatible` (if they agree).
"""

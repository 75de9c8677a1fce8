"""Sequence: groups of rows that share slots, placed one after another so that they overlap.

The modules: `sequence` (the method), `walking` (more magics to choose from), `variants` (the ways
to lay a group of rows on top of each other), `overlaps` (by how much one group may overlap the
next), and `ordering` (the search for the best order).
"""

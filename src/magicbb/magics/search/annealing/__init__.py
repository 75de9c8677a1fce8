"""Magics found by simulated annealing, which improves a factor by flipping its bits.

The modules: `moves` (the changes, and which are accepted), `run` (one run, and what it minimises),
`runs` (repeated runs for one square), `few_slots` (one line of the square hashed exactly, the other
annealed; its kernels are in `few_slots_steps`), `ladders` (factor bits for slots that lie close
together) and `climbing` (short runs on random ladders).
"""

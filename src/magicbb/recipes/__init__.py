"""Ways to look up attacks: schemes, sources of magics, non-magic methods, and the catalogue.

A scheme combines one hash, one layout and one storage, from `hashing/`, `layout/` and `storage/`; a
source provides its magics. A `Choice` is anything that a user can select by name: a scheme with a
source, or a non-magic method.
"""

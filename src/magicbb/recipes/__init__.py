"""Ways to look up attacks: schemes, sources of magics, non-magic methods, the catalogue.

A scheme combines one hash, one layout and one storage, from `hashing/`, `layout/` and `storage/`; a
source provides its magics. A `choice` is a scheme with a source, as users name it.
"""

"""How attacks are looked up: schemes, the sources of their magics, methods without, the catalogue.

A scheme is one choice each of `hashing/`, `layout/` and `storage/`; a source says where its magics
come from. A `choice` is both, as users name them.
"""

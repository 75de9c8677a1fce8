"""Ways to look up attacks: schemes, sources of magics, non-magic methods, and the catalogue.

A scheme combines one hash, one layout and one storage; a source provides its magics. A `Choice` is
anything that a user can select by name: a scheme with a source, or a non-magic method.

The modules: `scheme`, with `hashing/`, `layout/` and `storage/`; `square_groups` (squares that can
share any slots); `sources/` (of magics); `rivals/` (non-magic methods); `choice`; `catalogue` (the
published choices, by name); `notes` (explanations of kernel steps); `expressions` (what a recipe's
kernels compute, as expressions of typed parts, for exports and explanations); and `kernel_types`.
"""

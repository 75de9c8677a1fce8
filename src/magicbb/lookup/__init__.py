"""All keys, the look-up functions of tables, and the exhaustive verification of tables.

The modules: `keys` (all keys, with their attacks), `recipe` and `table` (a table, as kernels and as
users see it), `function` (the look-up function of a slider), `queries` (the arguments of array
look-ups), `compiled` (the compiled look-ups), `verify` (all keys of a table) and `checksum` (of all
attacks).
"""

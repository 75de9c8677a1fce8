"""Check everything in a source on which its look-ups depend.

The modules: `orders` (arrays in another order than the magics), `repeated` (numbers that are given
twice), `misfits` (masks and shifts that are mostly wrong, lists that are too short), `code_numbers`
(numbers in the code), `offsets` (where the rows lie), `bases` (the tables that pointers refer to),
and `static_slots` (the contents of the table).
"""

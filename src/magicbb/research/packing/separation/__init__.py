"""Separation: put all rows into a shorter array, and remove overlaps by guided local search.

The modules: `separation` (the method and its interface), `steps` (its compiled steps), `state`,
`clashes` (where rows meet, and what it costs) with the rules for `exclusive` and for `compatible`
slots, `places` (where a pattern costs least), `wandering` (changing a row's magic on the way), and
`slimming` (changing it to one with fewer slots).
"""

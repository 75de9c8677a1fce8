"""Finding, checking, reading and writing magics.

The modules: `magic` (one magic), `kinds` (white and black), `collisions` (harmful collisions, which
a magic must not have), `search/` (finding magics), `least_bits` and `least_slots` (how few index
bits and slots are enough), `settled` (the squares for which this is known), `files` (CSV and JSON),
with `json_text` (strict JSON) and `texts` (text files in old encodings).
"""

"""Arrays of positions: read them from files, compute their legal moves and attack maps.

The modules: `positions` (the arrays), `legal_moves` and `attack_maps` (what is computed from them),
`reading` (from files), with `blocks` (a file, block by block), `lines` and `parsing` (lines, as
words) and `validity` (whether words form a valid position), and `map_files` (writing attack maps).
"""

"""FEN and EPD: parsing, validation and writing.

The modules: `fen` (reading and writing), `castling` (the castling field) and `fen_rules` (which
positions are valid).
"""

"""Move generation: count or visit the legal moves of positions encoded in five 64-bit words.

| modules | purpose |
|---|---|
| `state`, `squares`, `move_tables` | a position, seen from the side to move, and the tables |
| `restraints`, `fills`, `castling` | what limits the moves: checks, pins, attacked squares |
| `counting`, `king` | the number of legal moves, without visiting them |
| `walking/`, `listing`, `making` | visiting each move, listing them, making one |
| `replies`, `pawn_replies`, `postponed`, `sensitivity` | counting replies to a move not made |
| `null_move`, `transpositions` | counting faster still, for `perft --fast` |
"""

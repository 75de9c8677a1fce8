"""Read a table from source code: recognise its magics, square order and shifts, and check them.

`importing` is the interface. `sources/` finds arrays in the text, `recognition/` says what they
mean, and `checks/` checks what look-ups depend on. `slider_part` holds what was recognised for one
slider; `analysis` runs the checks and reports all errors, `clashes` finds the squares that cause
them, `building` builds the table, and `findings` tells how the source was understood.
"""

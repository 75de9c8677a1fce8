"""Read a table from source code: recognise its magics, square order and shifts, and check them.

`importing` is the interface. `sources/` finds arrays in the text, `recognition/` says what they
mean, and `checks/` checks what look-ups depend on. `assembling` puts the `parts` of both sliders
together and reports all errors, `placing` finds the squares that cause them, `making` builds the
table, and `findings` tells how the source was understood.
"""

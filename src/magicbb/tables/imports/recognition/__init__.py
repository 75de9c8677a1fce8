"""Recognise what the arrays and the code of a source mean.

The modules: `trials` (magics, by trial, with their slider, kind and order), `shifted_magics` (whose
magics the code shifts), `index_bits` (shifts or index bits), `known_contents` (masks and lines),
`special` (32-bit magics and magic groups), `halves` (numbers in two halves), `rivals` and
`rival_code` (methods without magics).
"""

"""Recognise what the arrays and the code of a source mean.

The modules: `trials` (magics, by trial, with their slider, kind and order), `widths` (shifts or
index bits), `fixed` (masks and lines), `special` (32-bit magics and magic groups), `halves`
(numbers in two halves), `rivals` and `rival_code` (methods without magics).
"""

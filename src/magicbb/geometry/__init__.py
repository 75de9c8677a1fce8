"""Squares, bitboards, mappings and sliders, in plain Python; the ray walk is the oracle."""

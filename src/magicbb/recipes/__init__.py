"""Schemes: one choice of hash, layout and storage; the methods without magics; the catalogue."""

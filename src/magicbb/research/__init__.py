"""Smaller tables, proofs, the record book, and long work on many machines."""

"""Immutable tables: building them, and reading and writing files of them."""

"""Magics: find, check, read and write them."""

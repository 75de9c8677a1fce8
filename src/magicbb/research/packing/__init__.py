"""Laying the index ranges of all rows into one array."""

from magicbb.recipes.layout.first_fit import pack

__all__ = ["pack"]

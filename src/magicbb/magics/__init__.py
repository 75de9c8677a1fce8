"""Magics: checking, finding and reading them."""

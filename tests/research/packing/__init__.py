"""A package, so that the tests share their plain packings."""

"""Source code of any language, as far as arrays of numbers go: tokens, names, lists, arrays."""

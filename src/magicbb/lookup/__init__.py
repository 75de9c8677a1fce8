"""All keys, the look-up functions of a table, and checking every key of it."""

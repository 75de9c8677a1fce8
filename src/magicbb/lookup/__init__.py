"""All keys, the look-up functions of tables, and the exhaustive verification of tables."""

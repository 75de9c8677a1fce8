"""The file of a record book: an SQLite database.

The modules: `connection` (opening it, transactions, errors), `structure` and `migrations` (its
tables, and how older ones become today's), `salvage` (recovering a damaged file), and
`sqlite_errors`.
"""

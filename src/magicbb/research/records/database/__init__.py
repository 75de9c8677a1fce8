"""The file of a record book: an SQLite database.

The modules: `connection` (opening it, transactions, errors), `structure` and `migrations` (its
tables, and how older ones become today's), `rows` (records as rows), `survey` and `salvage`
(checking a book and recovering a damaged one), and `sqlite_errors`.
"""

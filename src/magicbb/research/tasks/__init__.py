"""Research tasks for Python and the command line.

| module | purpose |
|---|---|
| `running` | run any campaign, with or without a book, on any workers |
| `proving`, `checking` | prove claims and check proofs, with the bit-by-bit or chain search |
| `packing`, `searching` | pack small tables, and search for magics in campaigns |
| `find_request` | say what to find, and write the command that finds the same |
| `resuming` | resume campaigns in a book |
| `reporting` | write a book as a Markdown page |
"""

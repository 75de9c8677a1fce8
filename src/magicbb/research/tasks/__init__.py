"""The research tasks, for Python and the command line alike.

| module | what it does |
|---|---|
| `running` | any campaign, with or without a book, on any workers |
| `proving`, `checking` | proofs by either search |
| `packing`, `searching` | small tables, and magics that take long to find |
| `resuming` | campaigns in a book |
"""

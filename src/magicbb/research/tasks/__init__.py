"""Research tasks for Python and the command line.

| module | what it does |
|---|---|
| `running` | runs any campaign, with or without a book, on any workers |
| `proving`, `checking` | proofs by either search |
| `packing`, `searching` | small tables, and magics found by long searches |
| `resuming` | resumes campaigns in a book |
"""

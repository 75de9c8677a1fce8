"""The research tasks, for both Python and the command line.

| module | what it does |
|---|---|
| `running` | runs any campaign, with or without a book, on any workers |
| `proving`, `checking` | proofs by either search |
| `packing`, `searching` | small tables, and magics that take long to find |
| `resuming` | resumes campaigns in a book |
"""

"""What one asks of the research side, from Python and from the command line alike.

| module | what it does |
|---|---|
| `running` | any campaign, with a book or without, wherever the workers are |
| `proving`, `checking` | proofs, whichever search they are of |
| `packing`, `searching` | small tables, and magics that take long to find |
| `resuming` | campaigns that a book holds |
"""

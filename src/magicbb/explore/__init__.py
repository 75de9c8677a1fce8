"""The interactive page: one file that shows a look-up while one plays with the board.

| module | what it does |
|---|---|
| `tables` | the table of every scheme that the page shows |
| `scheme_modules` | one scheme as a module of JavaScript: what `export` writes, and its steps |
| `bundling` | modules of JavaScript into one script |
| `building` | the page: its sources in `page/`, the scripts, the shapes, the schemes |
| `server`, `listener` | the page on the loopback address; connections and requests to it |
"""

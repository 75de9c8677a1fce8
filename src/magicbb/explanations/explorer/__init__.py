"""The interactive page: one file that shows a look-up and updates it when the board changes.

| module | purpose |
|---|---|
| `scheme_modules` | one scheme with its table as a JavaScript module: its source and steps |
| `bundling` | JavaScript modules combined into one script |
| `building` | the page: its sources in `page/`, the scripts, the shapes, the schemes |
| `chapters` | the guide's chapters, and the views of the page that they link to |
| `exploring` | serve the page to this machine, or write it to a file |
| `server`, `listener` | serve the page on the loopback address; handle connections and requests |
"""

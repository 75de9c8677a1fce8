"""Tables as source code, in the languages that engines are written in.

| module | what it does |
|---|---|
| `expressions` | what a kernel computes, found by running it on symbols; the types of its parts |
| `code` | the computation in named steps |
| `writer`, `forms` | the computation as text, with a language's operations and casts |
| `model` | a table independent of any language: its numbers and the steps |
| `bounds`, `pairs` | the steps for languages whose words are not 64 bits wide, or do not wrap |
| `languages` | the languages, each with a template in `templates/` that contains its settings |
| `options`, `header` | the options; the comment at the top of the output |
| `context` | the variables of a template |
| `source` | `export`, which renders the model with the template |
| `arrays` | the magics alone, for an engine that has everything else |
"""

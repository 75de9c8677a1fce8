"""Tables as source code, in the languages that engines are written in.

| module | contents |
|---|---|
| `code` | splits a computation, traced by `recipes.expressions`, into named steps |
| `writer`, `forms` | write a computation with a language's operations and casts |
| `model` | a language-independent table: its numbers and its computations |
| `bounds`, `pairs` | rewrite computations for languages without wrapping 64-bit words |
| `languages` | the languages; each is defined by a template in `templates/` |
| `assertions` | assertions that reads of arrays succeed, for TypeScript |
| `options`, `header` | checked options; the comment at the top of the output |
| `context` | the data that templates render |
| `source` | `export`, which renders the model with the template |
| `records` | whether per-square values are one record per square, or one array per field |
| `arrays` | magics alone, for an engine that already has the rest of the code |
"""

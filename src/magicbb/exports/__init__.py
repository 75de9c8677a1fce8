"""Tables as source code, in the languages that engines are written in.

| module | what it does |
|---|---|
| `expressions` | what a kernel computes, read off by running it on symbols; its parts' types |
| `code` | the same in named steps |
| `writer`, `forms` | the same as text, with a language's operations and casts |
| `model` | a table in no language: its numbers and those steps |
| `bounds`, `pairs` | the steps where words are not 64 bits wide, or do not wrap |
| `languages` | the template of a language, one file each in `templates/`, and what it says of it |
| `options`, `header` | what was asked for; the comment on top |
| `context` | what a template is given |
| `source` | `export`, which puts the model before the template |
| `arrays` | the magics alone, for an engine that has everything else |
"""

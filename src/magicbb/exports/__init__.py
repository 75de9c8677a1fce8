"""Tables as source code, in the languages that engines are written in.

`model` says in no language what a table is made of and what its look-ups compute, which
`expressions` reads off the kernels; `languages` finds the template of a language, one file each in
`templates/`, and `source` puts the two together.
"""

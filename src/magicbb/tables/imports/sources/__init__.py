"""Read arrays of numbers from source code in any language.

The modules, from text to arrays: `source_text`, `tokens`, `lists` (the contents of brackets),
`names` (of arrays) and `slider_names`, `collecting` (lists and strings of digits), `pasted`
(everything useful in a source), `shifts` (the arrays that take part in shifted expressions) and
`arrays` (the arrays of 64 or 128 numbers).
"""

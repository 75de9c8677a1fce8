"""Recognise pasted arrays: which are magics, in which order of squares, with which shifts."""

"""What pasted arrays mean: which are magics, in which order of squares, with which shifts."""

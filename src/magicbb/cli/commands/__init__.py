"""The commands, one module for each; the function `command` is the command of that name."""

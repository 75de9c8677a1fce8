"""Read arrays of numbers from source code in any language."""

"""Chess positions."""

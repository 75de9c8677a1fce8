"""A package, so that its modules and those of other tests have names of their own."""

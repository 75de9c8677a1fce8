"""A package, so that its conftest and the suite's conftest are two modules."""

"""A package, so that its tests can import from its conftest."""

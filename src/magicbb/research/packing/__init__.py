"""Packing tables more tightly than first fit: ruin and recreate, and guided local search."""

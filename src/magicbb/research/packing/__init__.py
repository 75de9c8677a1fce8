"""Packing tables better than first fit: ruin and recreate, and guided separation."""

"""Tests of magicbb.research.records."""

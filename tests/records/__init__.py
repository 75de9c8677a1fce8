"""Tests of magicbb.records."""

"""Tests of `magicbb.research.campaigns` as a package: its workers import `toys`."""

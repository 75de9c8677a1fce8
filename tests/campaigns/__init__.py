"""Tests of `magicbb.campaigns`; a package, for its workers must be able to import `toys`."""

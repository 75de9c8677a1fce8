"""The database schema of a record book, as an ordered list of migrations.

A book's `user_version` is the number of migrations applied to it. A released migration is never
edited; changes are appended, as in sqlite-utils and many other projects.
"""

from __future__ import annotations

APPLICATION_ID = 0x6D616762
"""The SQLite application ID that identifies a record book: "magb" in ASCII."""

_PROVENANCE = """
    who TEXT NOT NULL,
    "when" TEXT NOT NULL,
    seed TEXT,
    command TEXT NOT NULL,
    version TEXT NOT NULL,
    seconds REAL,
    campaign INTEGER REFERENCES campaigns (number)
"""

FORMER = {"piece": "slider", "magic": "factor"}
"""For each renamed column, its name in books of version 1."""

RENAMED = (
    """
    UPDATE campaigns SET params = replace(params, '"slider":', '"piece":')
    WHERE kind IN ('prove', 'chain')
    """,
    """
    UPDATE results SET result = replace(result, '"factor":', '"magic":')
    WHERE campaign IN (SELECT number FROM campaigns WHERE kind = 'find')
    """,
)
"""Statements that rename fields in JSON text to their current names; safe to run repeatedly."""

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE campaigns (
            number INTEGER PRIMARY KEY,
            kind TEXT NOT NULL,
            params TEXT NOT NULL,
            seed TEXT NOT NULL,
            command TEXT NOT NULL,
            who TEXT NOT NULL,
            version TEXT NOT NULL,
            begun TEXT NOT NULL,
            finished TEXT,
            UNIQUE (kind, params, seed)
        ) STRICT
        """,
        """
        CREATE TABLE leases (
            campaign INTEGER PRIMARY KEY REFERENCES campaigns (number),
            owner TEXT NOT NULL,
            host TEXT NOT NULL,
            process INTEGER NOT NULL,
            until REAL NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE results (
            campaign INTEGER NOT NULL REFERENCES campaigns (number),
            round INTEGER NOT NULL,
            job INTEGER NOT NULL,
            result TEXT NOT NULL,
            seconds REAL NOT NULL,
            PRIMARY KEY (campaign, round, job)
        ) STRICT
        """,
        f"""
        CREATE TABLE magics (
            id INTEGER PRIMARY KEY,
            slider TEXT NOT NULL,
            square INTEGER NOT NULL,
            kind TEXT NOT NULL,
            bits INTEGER NOT NULL,
            factor TEXT NOT NULL,
            used INTEGER NOT NULL,
            lowest INTEGER NOT NULL,
            highest INTEGER NOT NULL,
            {_PROVENANCE},
            UNIQUE (slider, square, kind, bits, factor)
        ) STRICT
        """,
        f"""
        CREATE TABLE tables (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            scheme TEXT NOT NULL,
            entries INTEGER NOT NULL,
            bytes INTEGER NOT NULL,
            candidates TEXT NOT NULL,
            magics TEXT NOT NULL,
            digest TEXT NOT NULL,
            {_PROVENANCE},
            UNIQUE (name, digest)
        ) STRICT
        """,
        f"""
        CREATE TABLE proofs (
            id INTEGER PRIMARY KEY,
            slider TEXT NOT NULL,
            square INTEGER NOT NULL,
            kind TEXT NOT NULL,
            bits INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            nodes INTEGER NOT NULL,
            magics INTEGER NOT NULL,
            certificate TEXT NOT NULL,
            digest TEXT NOT NULL,
            {_PROVENANCE},
            UNIQUE (digest)
        ) STRICT
        """,
    ),
    (
        "ALTER TABLE magics RENAME COLUMN slider TO piece",
        "ALTER TABLE magics RENAME COLUMN factor TO magic",
        "ALTER TABLE proofs RENAME COLUMN slider TO piece",
        *RENAMED,
    ),
)
"""The migrations in order, each a list of statements that run in one transaction."""

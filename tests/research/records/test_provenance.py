"""Where records come from."""

from __future__ import annotations

import getpass
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import pytest

import magicbb as mb
from magicbb.research.codec import read, write
from magicbb.research.records import Provenance
from magicbb.research.records.provenance import who

if TYPE_CHECKING:
    from collections.abc import Callable


def raising(error: Exception) -> Callable[[], str]:
    def refuse() -> str:
        raise error

    return refuse


def test_of_this_moment_is_of_this_user_and_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(getpass, "getuser", lambda: "ada")
    here = Provenance.of_this_moment(7, "magicbb find", 1.5)
    assert (here.who, here.version, here.seed) == ("ada", mb.__version__, 7)
    assert (here.command, here.seconds) == ("magicbb find", 1.5)
    age = datetime.now(timezone.utc) - datetime.fromisoformat(here.when)
    assert 0 <= age.total_seconds() < 60


def test_who_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAGICBB_WHO", " Ada Lovelace ")
    assert who() == "Ada Lovelace"


@pytest.mark.parametrize("error", [KeyError(), OSError(), ImportError()])
def test_a_user_without_a_name_is_unknown(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    monkeypatch.setattr(getpass, "getuser", raising(error))
    assert who() == "unknown"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("2026-11-21T12:00:00Z", "2026-11-21T12:00:00+00:00"),
        ("2026-11-21T14:00:00.500+02:00", "2026-11-21T12:00:00+00:00"),
    ],
)
def test_times_are_kept_in_utc(provenance: Provenance, given: str, kept: str) -> None:
    assert replace(provenance, when=given).when == kept


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"who": 7}, "who must be text of at most 10,000 characters"),
        ({"command": "x" * 10_001}, "command must be text of at most 10,000 characters"),
        ({"who": "\ud800"}, "who must be valid Unicode text"),
        ({"version": "a\0b"}, "version must not contain a null"),
        ({"when": "yesterday"}, "when must be a time with its time zone"),
        ({"when": "2026-11-21T12:00:00"}, "when must be a time with its time zone"),
        ({"when": "0001-01-01T00:00:00+14:00"}, "when must be a time with its time zone"),
        ({"seed": -1}, "seed must be an integer from 0"),
        ({"seed": 2**64}, "seed must be an integer from 0"),
        ({"seed": True}, "seed must be an integer"),
        ({"seed": "7"}, "seed must be an integer"),
        ({"seconds": -0.5}, "seconds must be a non-negative number"),
        ({"seconds": float("nan")}, "seconds must be a non-negative number"),
        ({"seconds": 10**400}, "seconds must be a non-negative number"),
        ({"seconds": "1"}, "seconds must be a non-negative number"),
    ],
)
def test_what_cannot_be_is_refused(
    provenance: Provenance, change: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=sentence):
        replace(provenance, **change)


def test_json_leads_back(provenance: Provenance) -> None:
    unknown = replace(provenance, seed=None, seconds=None)
    for each in (provenance, unknown):
        assert read(Provenance, write(Provenance, each), "it") == each


@pytest.mark.parametrize("name", ["who", "when", "seed", "command", "version", "seconds"])
def test_no_field_may_be_missing(provenance: Provenance, name: str) -> None:
    fields = write(Provenance, provenance)
    del fields[name]
    with pytest.raises(ValueError, match=f"it has no {name}$"):
        read(Provenance, fields, "it")


@pytest.mark.parametrize("name", ["a" * 10_001, "\udcff"])
def test_a_user_with_a_name_that_cannot_be_stored_is_unknown(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("MAGICBB_WHO", raising=False)
    monkeypatch.setattr("getpass.getuser", lambda: name)
    assert who() == "unknown"


@pytest.mark.parametrize("name", ["a" * 10_001, "\udcff"])
def test_a_name_that_cannot_be_stored_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("MAGICBB_WHO", name)
    with pytest.raises(ValueError, match=r"^MAGICBB_WHO must be"):
        who()

"""The checker: it finds what is false, and owes nothing to the search."""

from __future__ import annotations

import ast
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from magicbb.research.proofs import Certificate, CertificateError, Claim, Order, check
from magicbb.research.proofs.bit_by_bit import checker
from magicbb.research.proofs.bit_by_bit.checker import chosen
from magicbb.research.proofs.bit_by_bit.plan import Estimate, divide
from magicbb.research.proofs.bit_by_bit.prover import put_together, search_subtrees
from magicbb.research.proofs.bit_by_bit.replay import ReplayInputs

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def imports_of(name: str) -> Iterator[str]:
    """The modules of this package that a module imports when it runs."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    for node in ast.parse(Path(spec.origin).read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("magicbb."):
            yield node.module


def test_it_imports_only_the_geometry_the_oracle_the_compiler_and_the_codec() -> None:
    seen, waiting = set[str](), ["magicbb.research.proofs.bit_by_bit.checker"]
    while waiting:
        name = waiting.pop()
        if name not in seen and not name.startswith("magicbb.compile"):
            seen.add(name)
            waiting += imports_of(name)
    geometry = {
        "magicbb.arguments",
        *(f"magicbb.geometry.{name}" for name in ("bitboards", "sliders", "squares")),
    }
    own = {
        f"magicbb.research.proofs.{name}"
        for name in (
            "claim",
            "bit_by_bit.certificate",
            "bit_by_bit.checker",
            "bit_by_bit.replay",
            "sealing",
        )
    }
    codec = {"magicbb.research.codec", "magicbb.magics.json_text", "magicbb.magics.kinds"}
    assert seen <= geometry | own | codec


def test_a_true_certificate_passes(disproof: Certificate) -> None:
    checked = check(disproof)
    assert (checked.subtrees, checked.nodes) == (disproof.division.subtrees, disproof.total)


@pytest.mark.slow
def test_a_true_certificate_with_magics_passes(proof: Certificate) -> None:
    listed = [found.subtree for found in proof.found if found.magics]
    assert check(proof, 0.1).subtrees == 12
    assert all(proof.nodes[subtree] > 0 for subtree in listed)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["white", "black"])
def test_it_agrees_with_the_search_on_rooks(kind: str, certify: Callable[..., Certificate]) -> None:
    certificate = certify("rook", "f3", 7, kind)
    assert check(certificate, 0.01).subtrees > 0


@pytest.mark.slow
def test_it_agrees_with_the_search_on_black_bishops(certify: Callable[..., Certificate]) -> None:
    certificate = certify("bishop", "d8", 4, "black")
    assert check(certificate).nodes == certificate.total


@pytest.mark.parametrize("place", [0, 60, 119])
@pytest.mark.parametrize("change", [-2, 2, 10**15])
def test_a_false_count_is_found(disproof: Certificate, place: int, change: int) -> None:
    nodes = [*disproof.nodes]
    nodes[place] = max(0, nodes[place] + change)
    with pytest.raises(CertificateError, match=rf"nodes\[{place}\] is wrong: it says"):
        check(replace(disproof, nodes=tuple(nodes)))


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"nodes_above": 2}, "division.nodes_above is wrong"),
        ({"nodes_above": 2**62}, "division.nodes_above is wrong"),
        ({"subtrees": 119}, "division.subtrees is wrong: it says 119, but the replay found 120"),
        ({"depth": 6}, "division.subtrees is wrong"),
        ({"depth": 55}, "division.nodes_above is wrong"),
        ({"order": Order(3, "up")}, "is wrong"),
        ({"order": Order(9, "down")}, "is wrong"),
    ],
    ids=str,
)
def test_a_false_division_is_found(
    disproof: Certificate, change: dict[str, Any], sentence: str
) -> None:
    division = replace(disproof.division, **change)
    nodes = (disproof.nodes + disproof.nodes)[: division.subtrees]
    with pytest.raises(CertificateError, match=sentence):
        check(replace(disproof, division=division, nodes=nodes))


@pytest.mark.slow
def test_a_false_depth_does_not_fill_the_memory(certify: Callable[..., Certificate]) -> None:
    certificate = certify("bishop", "e1", 4, "black")
    depth = certificate.claim.period
    division = replace(certificate.division, order=Order(0, "up"), depth=depth)
    with pytest.raises(CertificateError, match="division"):
        check(replace(certificate, division=replace(division, nodes_above=2**62)))


def test_a_division_cannot_stop_at_the_limit_of_prefixes(
    disproof: Certificate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checker, "_MOST_PREFIXES", 50)
    with pytest.raises(CertificateError, match="prefixes, and no division has more than 50"):
        check(disproof)
    inputs = ReplayInputs(disproof.claim, disproof.division.order)
    prefixes, above, depth = np.zeros(1, np.uint64), 0, disproof.claim.period - 1
    for step in range(depth):
        above += 2 * len(prefixes) * int(inputs.steps[step].tested)
        if len(prefixes) > 50:
            break
        prefixes = inputs.alive(step, prefixes)
    count = len(prefixes)
    division = replace(disproof.division, depth=depth, subtrees=count, nodes_above=above)
    with pytest.raises(CertificateError, match="division is wrong"):
        check(replace(disproof, division=division, nodes=(2,) * count))


@pytest.mark.parametrize("kind", ["white", "black"])
def test_no_proof_says_that_there_is_no_constructible_magic(
    disproof: Certificate, kind: str
) -> None:
    claim = Claim(disproof.claim.piece, disproof.claim.square, kind, 5)
    forged = replace(disproof, claim=claim, division=replace(disproof.division, mirror=False))
    with pytest.raises(CertificateError, match=r"totals\.magics must be at least 1"):
        Certificate.from_text(forged.to_text())


@pytest.fixture(scope="module")
def lists_all() -> Certificate:
    """Of bishop d8 with 5 bits, in so many subtrees that all magics are listed."""
    claim = Claim("bishop", "d8", "white", 5)  # type: ignore[arg-type]
    division = divide(claim, Estimate(Order(9, "up"), 2**36))
    return put_together(claim, division, [search_subtrees(claim, division, 0, division.subtrees)])


@pytest.mark.parametrize("change", ["no magic", "another subtree", "twice"])
def test_listed_magics_are_always_verified(lists_all: Certificate, change: str) -> None:
    proof = lists_all
    number = next(at for at, each in enumerate(proof.found) if each.magics)
    each = proof.found[number]
    if change == "no magic":
        each = replace(each, magics=(each.magics[0] ^ 1 << 20, *each.magics[1:]))
    elif change == "another subtree":
        free = {*range(proof.division.subtrees)} - {found.subtree for found in proof.found}
        each = replace(each, subtree=min(free))
    else:
        each = replace(each, count=each.count + 1, magics=(*each.magics, each.magics[0]))
    found = (*proof.found[:number], each, *proof.found[number + 1 :])
    with pytest.raises(CertificateError, match=r"listed as a magic of|number of magics in"):
        check(replace(proof, found=found), 0.001)


def test_of_magics_that_are_not_listed_some_are_replayed_first(proof: Certificate) -> None:
    with_magics = {each.subtree for each in proof.found if not each.magics}
    (one, other, *_), drawn = sorted(with_magics), checker._drawn(proof, 1, 1)  # noqa: SLF001
    two = tuple(each for each in proof.found if each.subtree in {one, other})
    order = checker._evidence_first(replace(proof, found=two), drawn)  # noqa: SLF001
    first = min(one, other, key=drawn.index)
    assert order == [first, *(subtree for subtree in drawn if subtree != first)]


def test_most_nodes_end_the_check(disproof: Certificate) -> None:
    checked = check(disproof, most_nodes=disproof.total // 4, threads=1)
    assert 0 < checked.subtrees < 60
    assert disproof.total // 4 < checked.nodes < disproof.total // 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"count": 1}, "number of magics in subtree"),
        ({"digest": 1}, "digest of the magics in subtree"),
    ],
    ids=str,
)
def test_false_magics_are_found(proof: Certificate, change: dict[str, Any], sentence: str) -> None:
    (subtree,) = chosen(proof, 0.001)
    found = [replace(each, **change) if each.subtree == subtree else each for each in proof.found]
    with pytest.raises(CertificateError, match=sentence):
        check(replace(proof, found=tuple(found)), 0.001)


def test_hidden_magics_are_found(proof: Certificate) -> None:
    with pytest.raises(CertificateError, match=r"number of magics in subtree .* says 0"):
        check(replace(proof, found=()), 0.001)


def test_invented_magics_are_found(disproof: Certificate, proof: Certificate) -> None:
    with pytest.raises(CertificateError, match="number of magics in subtree"):
        check(replace(disproof, found=proof.found))


@pytest.mark.parametrize(("part", "count"), [(1.0, 120), (0.5, 60), (1e-9, 1), (1, 120)])
def test_a_part_is_so_many_subtrees(disproof: Certificate, part: float, count: int) -> None:
    assert len(chosen(disproof, part)) == count


def test_the_seed_says_which_part(disproof: Certificate) -> None:
    one, same, other = (chosen(disproof, 0.3, seed) for seed in (1, 1, 2))
    assert one == same != other


def test_a_larger_part_contains_a_smaller_one(disproof: Certificate) -> None:
    assert {*chosen(disproof, 0.1)} < {*chosen(disproof, 0.2)}


@pytest.mark.parametrize("part", [0, -1, 1.01, float("nan")])
def test_a_part_that_is_none_is_refused(disproof: Certificate, part: float) -> None:
    with pytest.raises(ValueError, match="part must be more than 0 and at most 1"):
        check(disproof, part)


def test_a_part_must_be_a_number(disproof: Certificate) -> None:
    with pytest.raises(TypeError, match="part must be a number"):
        check(disproof, "1")  # type: ignore[arg-type]


def test_progress_adds_up(disproof: Certificate) -> None:
    done: list[int] = []
    check(disproof, on_progress=done.append)
    assert sum(done) == sum(disproof.nodes)

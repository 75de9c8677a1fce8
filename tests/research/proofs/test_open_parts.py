"""The parts of open proofs that are in the repository, in `parts`."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from magicbb.geometry.squares import square_name
from magicbb.magics.settled import EXISTS, settled
from magicbb.research.campaigns.proof_parts import import_parts
from magicbb.research.proofs.chain.checker import check_chain
from magicbb.research.proofs.chain.division import PARTS
from magicbb.research.proofs.chain.searching import searched_run
from magicbb.research.proofs.reading import read_parts
from magicbb.research.records import RecordBook

if TYPE_CHECKING:
    from magicbb.research.proofs.chain.parts import Parts

DIRECTORY = Path(__file__).parents[3] / "parts"
PROOFS = sorted(path for path in DIRECTORY.iterdir() if path.is_dir())

NODES = 1 << 18
"""Of the bit-by-bit search, about; with them part of a prefix is searched again."""


def files_of(proof: Path) -> dict[Path, Parts]:
    return {path: read_parts(path) for path in sorted(proof.iterdir())}


@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.name)
def test_every_file_is_of_its_proof_and_none_overlap(proof: Path) -> None:
    done: set[int] = set()
    for path, parts in files_of(proof).items():
        claim, numbers = parts.claim, {part.number for part in parts.parts}
        assert f"{claim.piece}-{square_name(claim.square)}-{claim.bits}" == proof.name
        assert parts.of == PARTS
        assert not numbers & done
        done |= numbers
        assert gzip.decompress(path.read_bytes()) == parts.to_text().encode()
        assert path.read_bytes()[4:8] == bytes(4)  # no time


@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.name)
def test_what_the_parts_found_is_known(proof: Path) -> None:
    """A magic settles its square's question before the other parts are searched."""
    for parts in files_of(proof).values():
        claim = parts.claim
        for kind in {found.kind for part in parts.parts for found in part.found}:
            known = settled(claim.piece, claim.square, kind, claim.bits)
            assert known is not None, f"{proof.name}, {kind}: add it to data/dense*.csv"
            assert known.status == EXISTS


@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.name)
def test_a_prefix_of_the_first_file_is_searched_again(proof: Path) -> None:
    path = min(proof.iterdir())
    assert check_chain(read_parts(path), prefixes=1, most_nodes=NODES).prefixes == 1


@pytest.mark.slow
@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.name)
def test_a_prefix_of_every_file_is_searched_again(proof: Path) -> None:
    for seed, parts in enumerate(files_of(proof).values(), 2):
        check_chain(parts, seed=seed, prefixes=1, most_nodes=NODES)


@pytest.mark.slow
@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.name)
def test_a_book_takes_them_all(proof: Path, tmp_path: Path) -> None:
    files = [*files_of(proof).values()]
    with RecordBook(tmp_path / "book.sqlite") as book:
        held, _ = import_parts(book, files)
    assert len(held.numbers) == sum(len(each.parts) for each in files)


@pytest.mark.slow
@pytest.mark.parametrize("proof", PROOFS, ids=lambda path: path.name)
def test_the_first_runs_have_the_same_nodes(proof: Path) -> None:
    # If not, the search was changed: the parts have to be made anew, those of others, too.
    for parts in files_of(proof).values():
        part, division = parts.parts[0], parts.division
        run = division.part(part.number, parts.of)[0]
        assert searched_run(parts.claim, division, run) == (part.nodes[0], [*part.found])

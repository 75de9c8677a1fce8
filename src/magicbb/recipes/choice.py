"""Anything that can be built: a scheme with the source of its magics, or a non-magic method."""

from __future__ import annotations

import operator
from dataclasses import dataclass

from magicbb.arguments import short_repr, suggestion
from magicbb.recipes.catalogue import CATALOGUE, CatalogueEntry
from magicbb.recipes.hashing import HASHES
from magicbb.recipes.layout import LAYOUTS
from magicbb.recipes.rivals import RIVALS, Rival
from magicbb.recipes.scheme import FORMER_HASHES, Scheme, renamed
from magicbb.recipes.sources import Source, default_source, parse_source
from magicbb.recipes.sources.file import is_path
from magicbb.recipes.storage import STORAGES

_PARTS = 3  # hash, layout and storage
_SCHEMES: tuple[type, ...] = (Scheme, *map(type, RIVALS.values()))


@dataclass(frozen=True)
class Choice:
    """A scheme and the source of its magics, or a non-magic method.

    Attributes:
        scheme: The scheme or the non-magic method.
        source: The source of the magics (default: `default_source`); None if no magics are used.

    Raises:
        ValueError: The source and the scheme cannot be combined.
        TypeError: `scheme` is neither a scheme nor a non-magic method.

    >>> choice = Choice(Scheme("white", "concatenated"))
    >>> choice.name, choice.source.name
    ('fancy', 'constructed')
    """

    scheme: Scheme | Rival
    source: Source | None = None

    def __post_init__(self) -> None:
        """Set the default source, or check the given one."""
        if not isinstance(self.scheme, _SCHEMES):
            raise TypeError(_complaint(self.scheme))
        if self.source is None:
            object.__setattr__(self, "source", self._default)
        elif reason := self._reason_against(self.source):
            raise ValueError(f"{self.name} cannot work: {reason}")

    @property
    def _default(self) -> Source | None:
        return default_source(self.scheme) if isinstance(self.scheme, Scheme) else None

    def _reason_against(self, source: Source) -> str | None:
        if not isinstance(self.scheme, Scheme):
            return f"{self.scheme.name} takes no magics"
        if self.scheme.hash.kind is None:
            return f"the {self.scheme.hash.name} hash takes no magics"
        return source.reason_against(self.scheme)

    @property
    def seeded(self) -> bool:
        """Whether the table depends on the seed."""
        return self.source is not None and self.source.seeded

    @property
    def steps(self) -> int:
        """The number of magics that the source's search reports; see `Source.steps`."""
        if not isinstance(self.scheme, Scheme) or self.source is None:
            return 0
        return self.source.steps(self.scheme)

    @property
    def entry(self) -> CatalogueEntry | None:
        """The catalogue entry of the choice, or None."""
        source = self.source and self.source.name
        for entry in CATALOGUE.values():
            if (entry.scheme, entry.source) == (self.scheme, source):
                return entry
        return None

    @property
    def name(self) -> str:
        """The name in the catalogue, or else the names of the parts as `parse_choice` accepts them.

        >>> Choice(Scheme("black", "overlapped")).name
        'black/overlapped/direct'
        >>> parse_choice("black/overlapped/union/densest").name
        'black/overlapped/union/densest'
        """
        if self.entry is not None:
            return self.entry.name
        names = [*self.scheme.names] if isinstance(self.scheme, Scheme) else [self.scheme.name]
        if self.source is not None and self.source != self._default:
            names.append(self.source.name)
        return "/".join(names)

    @property
    def description(self) -> str:
        """A description of the parts, with the source if it is not the default."""
        if self.source is None or self.source == self._default:
            return self.scheme.description
        name = self.source.name
        magics = f"{name} magics" if self.source.repeatable else f"magics from {name}"
        return f"{self.scheme.description}, {magics}"


def parse_choice(choice: str | Scheme | Rival | Choice, source: str | None = None) -> Choice:
    """Parse the name of a choice; a `Choice` is returned unchanged.

    Args:
        choice: A name from the catalogue; or HASH/LAYOUT/STORAGE, optionally followed by a slash
            and the name of a source or file; or a scheme or non-magic method.
        source: The name of a source or file to use instead of the choice's own source.

    Raises:
        ValueError: The name is unknown, or its parts cannot be combined.
        TypeError: `choice` has the wrong type.

    >>> parse_choice("plain").scheme
    Scheme('white-fixed', 'strided', 'direct')
    >>> parse_choice("white/overlapped/union/dense").source.name
    'dense'
    """
    chosen = _choice(choice)
    return chosen if source is None else Choice(chosen.scheme, _source(source))


def names_parts(text: str) -> bool:
    """Whether a string names a hash, a layout and a storage, followed by a source or file.

    >>> names_parts("white/shared/union/magics.csv"), names_parts("white/magics.csv")
    (True, False)
    """
    *parts, rest = text.split("/", _PARTS)
    axes = ({*HASHES, *FORMER_HASHES}, LAYOUTS, STORAGES)
    return bool(rest) and len(parts) == _PARTS and all(map(operator.contains, axes, parts))


def _source(name: str | None) -> Source | None:
    return None if name is None else parse_source(name)


def _choice(choice: str | Scheme | Rival | Choice) -> Choice:
    if isinstance(choice, Choice):
        return choice
    if isinstance(choice, str):
        if choice in CATALOGUE:
            entry = CATALOGUE[choice]
            return Choice(entry.scheme, _source(entry.source))
        names = choice.split("/", _PARTS)
        if len(names) >= _PARTS:
            parts, source = renamed(names[:_PARTS])
            source = names[_PARTS] if len(names) > _PARTS else source
            return Choice(Scheme(*parts), _source(source))
        file = "; read a file with magicbb.read" if is_path(choice) else ""
        raise ValueError(_complaint(choice) + (file or suggestion(choice, CATALOGUE)))
    return Choice(choice)


def _complaint(choice: object) -> str:
    return (
        f"scheme must be one of {', '.join(CATALOGUE)}, or HASH/LAYOUT/STORAGE[/SOURCE], "
        f"got {short_repr(choice)}"
    )

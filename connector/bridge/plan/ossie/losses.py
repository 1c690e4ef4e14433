"""What of a semantic model does not get into the catalog: the run's report names it, never silently."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from connector.bridge.errors import Code
from connector.bridge.plan.model import Note
from connector.bridge.wire.texts import shown

_SHOWN_DETAILS = 8
_SHOWN_TEXT = 80

NO_PLACE = "not carried, since the catalog has no place for it"
SHOWN_ONLY = "shown as they are, without lineage"
NOT_KNOWN = "not used, since it is in no version of the specification that is known here"


def label(name: str) -> str:
    """Quote a foreign name for a note.

    Args:
        name: Any text.

    Returns:
        The name on one line between backticks, cut when it is long.
    """
    return f"`{shown(name, _SHOWN_TEXT)}`"


@dataclass(slots=True)
class Losses:
    """Collects notes on one document: broken elements one by one, what has no place once per kind."""

    subject: str
    _notes: list[Note] = field(default_factory=list)
    _kinds: dict[tuple[str, str], set[str]] = field(default_factory=dict)

    def broken(self, text: str) -> None:
        """Note one thing that is wrong.

        Args:
            text: What, where and why, as a clause.
        """
        self._notes.append(Note(Code.OBJECT_NOTE, self.subject, text))

    def lost(self, kind: str, why: str, details: Iterable[str]) -> None:
        """Remember something that has no place in the catalog.

        Args:
            kind: What it is, such as `labels of fields`.
            why: NO_PLACE, SHOWN_ONLY or NOT_KNOWN.
            details: Names of the things or of those that have them; none of them is no loss.
        """
        names = set(details)
        if names:
            self._kinds.setdefault((kind, why), set()).update(names)

    def unknown_keys(self, raw: Mapping[str, object], known: frozenset[str], where: str) -> None:
        """Remember keys that no known version of the specification has.

        Args:
            raw: An element; a key without value counts as absent.
            known: Its keys.
            where: What it is, in the plural.
        """
        if not raw.keys() <= known:
            unknown = (key for key, value in raw.items() if key not in known and value is not None)
            self.lost(f"unknown keys of {where}", NOT_KNOWN, unknown)

    def notes(self) -> tuple[Note, ...]:
        """Give what was noted.

        Returns:
            Broken elements in the order of the document, then one note per kind of loss, sorted.
        """
        lost = (
            Note(Code.OBJECT_NOTE, self.subject, f"{kind}: {why} ({_listed(details)})")
            for (kind, why), details in sorted(self._kinds.items())
        )
        return (*self._notes, *lost)


def _listed(details: set[str]) -> str:
    names = sorted(details)
    text = ", ".join(label(name) for name in names[:_SHOWN_DETAILS])
    more = len(names) - _SHOWN_DETAILS
    return f"{text} and {more} more" if more > 0 else text

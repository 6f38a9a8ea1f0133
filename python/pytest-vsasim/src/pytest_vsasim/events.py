"""The existing events, as listed by ``vsactl expect --events``."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .failures import UnknownName
from .journal import Expectation

#: The keys that an expectation can name for every event, in addition to its details: ``TimelineEntry.commonKeys`` of vsactl.
COMMON_KEYS = ("application-id", "correlation", "outcome", "source")


@dataclass(frozen=True)
class Event:
    """An event that can be in a journal."""

    name: str
    #: The journals that can contain it: ``device``, ``service``, ``library``.
    sources: Sequence[str]
    details: Sequence[str]
    #: Whether it can have details that cannot be listed.
    has_open_details: bool

    def accepts(self, key: str) -> bool:
        """Whether an expectation can name a detail: a listed one, a member of one, or one of :data:`COMMON_KEYS`."""
        return self.has_open_details or key in COMMON_KEYS or key in self.details or key.split(".")[0] in self.details


class Events:
    """All events by name."""

    def __init__(self, records: Iterable[Mapping[str, Any]]) -> None:
        self._events = {
            record["event"]: Event(record["event"], record["sources"], record["details"], record["openDetails"])
            for record in records
        }

    def event(self, expectation: Expectation) -> Event:
        """The event of an expectation. Raises :class:`UnknownName` if the event or a detail does not exist."""
        __tracebackhide__ = True
        event = self._events.get(expectation.event)
        if event is None:
            raise unknown("event", expectation.event, list(self._events), "vsactl expect --events lists them all")
        for key in expectation.details:
            if not event.accepts(key):
                known = [*event.details, *COMMON_KEYS]
                raise unknown(f"detail of {event.name}", key, known, f"it has {', '.join(known)}")
        return event


def unknown(kind: str, name: str, known: Sequence[str], otherwise: str) -> UnknownName:
    """The error for a name that does not exist, with the nearest ones that do; if none is near, with other advice."""
    near = difflib.get_close_matches(name, known)
    return UnknownName(f"no such {kind}: {name}; " + (f"did you mean {' or '.join(near)}?" if near else otherwise))

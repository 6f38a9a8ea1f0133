"""The events on the device, at the service and in the app's library, and a test's expectations of them."""

from __future__ import annotations

import datetime
import difflib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


#: The journals, by the first letter of their entries' numbers.
SOURCES = {"d": "device", "s": "service", "l": "library"}


@dataclass(frozen=True)
class Entry:
    """One line of the journal."""

    #: ``d12`` of the device, ``s7`` of the service, ``l3`` of the library.
    id: str
    #: Unix seconds, by the clock of the writer.
    time: float
    event: str
    details: Mapping[str, Any]
    #: The app that it is about, if any.
    application: str | None = None
    #: Unix seconds by the machine's clock, which no setting changes: the order of the journal.
    machine_time: float | None = None
    #: The trace identifier of the app's call that it belongs to.
    correlation: str | None = None

    @property
    def source(self) -> str:
        """The journal that it is in: ``device``, ``service`` or ``library``."""
        return SOURCES[self.id[0]]

    @property
    def order(self) -> float:
        """The key by which entries of several sources are ordered."""
        return self.time if self.machine_time is None else self.machine_time

    def value(self, key: str) -> Any:
        """A detail, the application-id, correlation or source, or a member of a detail (``metadata.zip``); None without it."""
        common = {"application-id": self.application, "correlation": self.correlation, "source": self.source}
        found = {**common, **self.details}
        if key in found:
            return found[key]
        value: Any = self.details
        for name in key.split("."):
            value = value.get(name) if isinstance(value, Mapping) else None
        return value

    def __str__(self) -> str:
        moment = datetime.datetime.fromtimestamp(self.time, datetime.timezone.utc)
        details = " ".join(f"{key}={as_text(value)}" for key, value in self.details.items())
        application = f" ({self.application})" if self.application else ""
        return f"{self.id:<5} {moment:%H:%M:%S}.{moment.microsecond // 1000:03d} {self.event}{application} {details}".rstrip()


def as_text(value: object) -> str:
    """A value as a journal contains it: the service writes numbers as texts, the library as numbers."""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def times(count: int) -> str:
    """How often something occurred."""
    return "once" if count == 1 else f"{count} times"


def fits(found: object, wanted: object) -> bool:
    """Whether a detail is the expected value, or a list that contains it."""
    if isinstance(found, list) and not isinstance(wanted, list) and wanted is not None:
        return any(fits(element, wanted) for element in found)
    return as_text(found) == as_text(wanted)


def recorded(key: str, value: object) -> object:
    """An expected detail as a journal contains it: a fault point of the device by its former name."""
    if key == "point" and isinstance(value, str) and value.startswith("device."):
        return "vsa." + value.removeprefix("device.")
    return value


def seconds(value: float | str | datetime.timedelta) -> float:
    """A duration in seconds: a number, ``5s``, ``500ms``, ``2m``, ``1h``, ``30d``, or a timedelta."""
    if isinstance(value, datetime.timedelta):
        return value.total_seconds()
    if not isinstance(value, str):
        return float(value)
    for unit, factor in (("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0), ("d", 86400.0)):
        number = value.removesuffix(unit)
        if number != value and number.replace(".", "", 1).isdecimal():
            return float(number) * factor
    raise ValueError(f"{value!r} is not a duration: use a number of seconds, 500ms, 5s, 2m, 1h or 30d")


@dataclass(frozen=True)
class Expectation:
    """An event, optionally with details and a count."""

    event: str
    details: Mapping[str, Any] = field(default_factory=dict)
    #: The exact number; None: at least one.
    count: int | None = None

    def __post_init__(self) -> None:
        if self.count is not None and (type(self.count) is not int or self.count < 0):
            raise ValueError(f"count is a whole number from 0, not {self.count!r}")

    def __str__(self) -> str:
        details = "".join(f" {key}={as_text(value)}" for key, value in self.details.items())
        return f"{self.event}{details}" + ("" if self.count is None else f", {times(self.count)}")

    def differences(self, entry: Entry) -> list[str]:
        """The differences of an entry of this event from the expectation."""
        found = {key: entry.value(key) for key in self.details}
        return [
            f"it has no {key}" if found[key] is None else f"{key} is {as_text(found[key])}, not {as_text(value)}"
            for key, value in self.details.items()
            if not fits(found[key], recorded(key, value))
        ]

    def matches(self, entries: Iterable[Entry]) -> list[Entry]:
        """The matching entries."""
        return [entry for entry in entries if entry.event == self.event and not self.differences(entry)]

    def is_met(self, matches: Sequence[Entry]) -> bool:
        """Whether their number is the expected one."""
        return bool(matches) if self.count is None else len(matches) == self.count

    def explanation(self, entries: Sequence[Entry]) -> str:
        """Why the entries do not meet the expectation: the excess ones, or the nearest miss."""
        matches = self.matches(entries)
        if matches:
            return "\n".join([f"expected {self}, but it happened {times(len(matches))}:", *(f"  {entry}" for entry in matches)])
        lines = [f"expected {self}, but it did not happen."]
        same = [entry for entry in entries if entry.event == self.event]
        if same:
            # The latest of those with the fewest differences.
            nearest = min(reversed(same), key=lambda entry: len(self.differences(entry)))
            lines += [f"  nearest: {nearest}", f"           {'; '.join(self.differences(nearest))}"]
        else:
            names = sorted({entry.event for entry in entries})
            near = difflib.get_close_matches(self.event, names, 3, 0.6)
            if near:
                lines.append(f"  The journal has no {self.event}, but {', '.join(near)}.")
            else:
                lines.append(f"  The journal has {', '.join(names) if names else 'no entry since the test began'}.")
        return "\n".join(lines)

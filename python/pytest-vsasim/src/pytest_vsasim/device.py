"""The simulated device, as a test uses it."""

from __future__ import annotations

import json
import os
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from .events import Events
from .failures import CommandFailed, ExpectationFailed, NoDocument, SessionFailed
from .journal import SOURCES, Entry, Expectation, seconds
from .parts import Access, Account, Answers, Clock, Faults, Integrations, Providers, Region, Scenarios
from .session import PrivateSession

#: The time limit of one command.
COMMAND_LIMIT = 60.0
#: The interval at which the journal is read while an expected event is awaited.
LOOK_AGAIN = 0.05
#: The maximum number of entries that the service returns at once.
SERVICE_PAGE = 10_000


def machine_time(record: Mapping[str, Any], key: str) -> float | None:
    """The machine's time of a record, in seconds; the record has microseconds."""
    return record[key] / 1_000_000 if key in record else None


def library_entry(number: int, line: bytes) -> Entry | None:
    """The entry in a line of the library's journal; None if it is incomplete, as after the end of an app that was writing it."""
    try:
        record = json.loads(line)
        return Entry(
            id=f"l{number}",
            time=record["time"] / 1000,
            event=record["event"],
            details=record.get("details", {}),
            application=record.get("application-id"),
            machine_time=machine_time(record, "machine-time"),
            correlation=record.get("correlation"),
        )
    except (ValueError, KeyError, TypeError):
        return None


class Device:
    """A device with its service, seen through ``vsactl``.

    Start programs under test with :attr:`env`, which connects them to this device, or with :meth:`run`.
    """

    def __init__(self, session: PrivateSession) -> None:
        self.session = session
        #: The environment for programs that use this device.
        self.env = dict(session.environment)
        self.access = Access(self)
        self.account = Account(self)
        self.answers = Answers(self)
        self.region = Region(self)
        self.provider = Providers(self)
        self.faults = Faults(self)
        self.clock = Clock(self)
        self.integration = Integrations(self)
        self.scenario = Scenarios(self)
        self._turn = 0
        self._seen = {"d": 0, "s": 0, "l": 0}
        self._set_marks()

    @property
    def service_url(self) -> str:
        """The base URL of the service."""
        return self.env["VSASIM_SERVICE_URL"]

    def vsactl(self, *arguments: str) -> dict[str, Any]:
        """Runs a command of ``vsactl`` and returns its JSON document.

        Raises :class:`CommandFailed` with the exit code if it fails, and :class:`NoDocument` for a command that has none, such as
        ``run``: that is for :meth:`run`.
        """
        __tracebackhide__ = True
        # The arguments after "--" belong to another command.
        split = arguments.index("--") if "--" in arguments else len(arguments)
        command = [self.session.binaries.vsactl, *arguments[:split], "--json", *arguments[split:]]
        result = subprocess.run(
            command, env=self.env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", timeout=COMMAND_LIMIT
        )
        if "Unknown option '--json'" in result.stderr:
            raise NoDocument(arguments)
        if result.returncode != 0:
            # Some commands, such as query, describe what failed in their document.
            reason = result.stderr.strip() or result.stdout.strip()
            message = "\n".join(filter(None, [reason, self.session.talk()]))
            raise CommandFailed(arguments, result.returncode, message)
        try:
            document: dict[str, Any] = json.loads(result.stdout) if result.stdout.strip() else {}
        except json.JSONDecodeError:
            raise NoDocument(arguments) from None
        return document

    def run(
        self,
        *command: str | os.PathLike[str],
        input: str | None = None,
        timeout: float = COMMAND_LIMIT,
        check: bool = False,
        env: Mapping[str, str] | None = None,
    ) -> subprocess.CompletedProcess[str]:
        """Runs a program on this device to its end; ``env`` is added to the environment. Its output is text."""
        try:
            return subprocess.run(
                [os.fspath(word) for word in command],
                env={**self.env, **(env or {})},
                input="" if input is None else input,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=timeout,
                check=check,
            )
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            # The error's own message does not contain the program's output, which after a timeout is bytes.
            for output in (error.stdout, error.stderr):
                if output:
                    error.add_note((output if isinstance(output, str) else output.decode(errors="replace")).rstrip())
            raise

    def reset(self, *, empty: bool = False) -> None:
        """Returns to the last loaded scenario, or to the built-in world; the journal starts again, and apps find no
        earlier storage."""
        self.vsactl("reset", *(["--empty"] if empty else []))
        self._turn += 1
        folder = Path(self.env["VSASIM_SESSION"]) / f"apps-{self._turn}"
        folder.mkdir(mode=0o700)
        self.env["XDG_STATE_HOME"] = str(folder)
        self._set_marks()

    # The journal

    def journal(self) -> list[Entry]:
        """The events since the session started, or since the last reset: device, service and library in order of time."""
        return self._entries_of(SOURCES.values())

    def readable_journal(self) -> tuple[list[Entry], list[str]]:
        """For reports of failures: the events of the journals that can be read, and why the others cannot."""
        entries: list[Entry] = []
        problems: list[str] = []
        for source in SOURCES.values():
            try:
                entries += self._entries_of([source])
            except Exception as error:  # a report never fails, whatever state the session is in
                reason = str(error).removesuffix(self.session.talk()).rstrip()
                problems.append(f"without the {source}'s events: {reason}")
        return sorted(entries, key=lambda entry: entry.order), problems

    def expect(
        self,
        event: str,
        *,
        count: int | None = None,
        within: float | str = 5.0,
        with_: Mapping[str, Any] | None = None,
        **details: Any,
    ) -> list[Entry]:
        """Waits until an event has occurred, and returns its entries.

        Keywords are details that it must have (``status=1``; ``access_status="granted"`` is ``access-status``); ``with_`` takes
        those whose names are not Python names, unchanged. ``count`` is the required number, instead of at least one; with
        ``count=0`` the journal is read once. Raises :class:`ExpectationFailed` with the nearest miss,
        :class:`UnknownName` for an event or a detail that does not exist and would never be found, and :class:`ValueError`
        for a ``count`` that is not a whole number from 0.
        """
        __tracebackhide__ = True
        wanted = {**{name.replace("_", "-"): value for name, value in details.items()}, **(with_ or {})}
        expectation = Expectation(event, wanted, count)
        sources = self._events.event(expectation).sources
        deadline = time.monotonic() + (0.0 if count == 0 else seconds(within))
        while True:
            matches = expectation.matches(self._entries_of(sources))
            if expectation.is_met(matches):
                return matches
            is_past_hope = count is not None and len(matches) > count
            if is_past_hope or time.monotonic() >= deadline:
                entries, problems = self.readable_journal()
                raise ExpectationFailed("\n".join([expectation.explanation(entries), *problems]))
            time.sleep(LOOK_AGAIN)

    @cached_property
    def _events(self) -> Events:
        return Events(self.vsactl("expect", "--events")["events"])

    def _entries_of(self, sources: Iterable[str]) -> list[Entry]:
        """The entries of some journals in order of time."""
        readers = {"device": self._device_entries, "service": self._service_entries, "library": self._library_entries}
        return sorted((entry for source in sources for entry in readers[source]()), key=lambda entry: entry.order)

    def _set_marks(self) -> None:
        """Excludes what was written so far."""
        self._seen["d"] = max((int(entry.id[1:]) for entry in self._device_entries()), default=self._seen["d"])
        self._seen["s"] = max((int(entry.id[1:]) for entry in self._service_entries()), default=self._seen["s"])
        # The scenario's own expectations read the same file, so the library keeps writing it.
        self._seen["l"] = max((int(entry.id[1:]) for entry in self._library_entries()), default=self._seen["l"])

    def _device_entries(self) -> list[Entry]:
        document = self.vsactl("journal", "list", "--source=device", "--limit=1000000", "--after", str(self._seen["d"]))
        return [
            Entry(
                id=f"d{record['sequence']}",
                time=datetime.fromisoformat(record["time"]).timestamp(),
                event=record["event"],
                details=record["details"],
                application=record["application"],
                machine_time=machine_time(record, "machineTime"),
                correlation=record.get("correlation"),
            )
            for record in document["entries"]
        ]

    def _service_entries(self) -> list[Entry]:
        records: list[dict[str, Any]] = []
        page = self._service_page(self._seen["s"])
        while page:
            records += page
            page = self._service_page(page[-1]["sequence"]) if len(page) == SERVICE_PAGE else []
        return [
            Entry(
                id=f"s{record['sequence']}",
                time=record["time"] / 1000,
                event=record["event"],
                details={"outcome": record["outcome"], **record["details"]},
                application=record["details"].get("applicationId"),
                machine_time=machine_time(record, "machineTime"),
                correlation=record.get("correlation"),
            )
            for record in records
        ]

    def _service_page(self, after: int) -> list[dict[str, Any]]:
        """The service's oldest entries after a given one, as many as it returns at once."""
        request = urllib.request.Request(
            f"{self.service_url}/admin/v1/journal?after={after}&limit={SERVICE_PAGE}",
            headers={"Authorization": f"Bearer {self.env['VSASIM_ADMIN_TOKEN']}"},
        )
        # The service is on this machine, which the proxy of the environment cannot reach.
        handlers: list[urllib.request.BaseHandler] = [urllib.request.ProxyHandler({})]
        if self.service_url.startswith("https:"):
            context = ssl.create_default_context(cafile=self.env.get("SSL_CERT_FILE"))
            handlers.append(urllib.request.HTTPSHandler(context=context))
        try:
            with urllib.request.build_opener(*handlers).open(request, timeout=COMMAND_LIMIT) as answer:
                page: list[dict[str, Any]] = json.load(answer)["entries"]
        except urllib.error.URLError as error:
            talk = self.session.talk()
            raise SessionFailed(f"the service at {self.service_url} does not answer: {error.reason}\n{talk}".rstrip()) from None
        return page

    def _library_entries(self) -> list[Entry]:
        try:
            lines = Path(self.env["VSASIM_JOURNAL"]).read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        # The last part is empty, or a line that is still being written.
        entries = [library_entry(number, line) for number, line in enumerate(lines[:-1], 1) if number > self._seen["l"]]
        return [entry for entry in entries if entry is not None]

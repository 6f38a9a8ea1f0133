"""The pytest plugin: options, the marker, the fixtures, and the journal in the report of a failed test."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from .device import Device
from .failures import BinariesMissing, CommandFailed, ExpectationFailed, VsasimError
from .session import Binaries, PrivateSession

DEVICES = pytest.StashKey[list[Device]]()
MARKER_ARGUMENTS = ("scenario", "world", "tls")
#: The maximum part of the journal in the report of a failed test.
SHOWN_ENTRIES = 200


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("vsasim", "simulated TV provider account")
    group.addoption(
        "--vsasim-binaries",
        metavar="DIR",
        help="the folder of vsactl, vsad and entitlementd (default: VSASIM_BINARIES, else that of the vsactl in PATH)",
    )
    group.addoption(
        "--vsasim-scenario",
        metavar="NAME-OR-FILE",
        help="the scenario of every test whose marker names none (default: the built-in world)",
    )
    group.addoption(
        "--vsasim-database",
        metavar="URL",
        help="the PostgreSQL server of the sessions' services, with a schema for each session that is removed at its end "
        "(default: SQLite)",
    )
    group.addoption(
        "--vsasim-keep",
        action="store_true",
        help="keep the folders of the sessions, with their logs and journals",
    )
    parser.addini("vsasim_binaries", "the same as --vsasim-binaries, relative to the rootdir", default="")
    parser.addini("vsasim_database", "the same as --vsasim-database", default="")
    parser.addini("vsasim_scenario", "the same as --vsasim-scenario, a file relative to the rootdir", default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers",
        "vsasim(scenario=None, world=None, tls=False): what the test's simulated device starts with: a scenario by name, as a "
        "file next to the test, or as a dict; a world file; whether its service uses TLS.",
    )
    if config.getoption("--vsasim-binaries"):
        # The options are checked before any test runs.
        try:
            find_binaries(config)
        except BinariesMissing as error:
            raise pytest.UsageError(str(error)) from None


def find_binaries(config: pytest.Config) -> Binaries:
    """The simulator's programs, according to the options."""
    folder = config.getoption("--vsasim-binaries")
    if not folder and (setting := str(config.getini("vsasim_binaries"))) and not os.environ.get("VSASIM_BINARIES"):
        folder = config.rootpath / setting
    return Binaries.find(folder)


def resolve(name: str, folders: list[Path]) -> str:
    """A file's path, searched in folders; a name that is not a file's is unchanged."""
    if "/" not in name and Path(name).suffix not in {".yaml", ".yml", ".json"}:
        return name
    for folder in folders:
        if (folder / name).is_file():
            return str(folder / name)
    fail(f"no file {name} in {', '.join(dict.fromkeys(str(folder) for folder in folders))}")


def fail(message: str) -> NoReturn:
    """Fails the test with only a message in its report: a traceback would show this plugin, not the test."""
    raise pytest.fail.Exception(message, pytrace=False) from None


class Request:
    """What a test requests with its markers and the run with its options."""

    def __init__(self, item: pytest.Item, folder: Path) -> None:
        self._config = item.config
        self._test = item.nodeid
        self._folder = folder
        self._beside = [item.path.parent, item.config.rootpath]
        values: dict[str, Any] = {}
        # The nearest mark has precedence.
        for mark in reversed(list(item.iter_markers("vsasim"))):
            unknown = sorted(set(mark.kwargs) - set(MARKER_ARGUMENTS))
            if mark.args or unknown:
                what = f"has no argument {', '.join(unknown)}" if unknown else "takes keywords only"
                self._reject(f"{what}; it has {', '.join(MARKER_ARGUMENTS)}")
            values |= mark.kwargs
        self.scenario = self._scenario(values.get("scenario"))
        self.world = self._file("world", values.get("world"))
        self.tls = values.get("tls", False)
        if not isinstance(self.tls, bool):
            self._reject(f"takes True or False as tls, not {self.tls!r}")

    @property
    def general_scenario(self) -> str | None:
        """The scenario of tests that do not name one."""
        given = self._config.getoption("--vsasim-scenario")
        if given:
            return resolve(str(given), [self._config.invocation_params.dir])
        setting = str(self._config.getini("vsasim_scenario"))
        return resolve(setting, [self._config.rootpath]) if setting else None

    def _scenario(self, value: Any) -> str | None:
        return self.general_scenario if value is None else self._file("scenario", value)

    def _file(self, name: str, value: Any) -> str | None:
        if value is None:
            return None
        if isinstance(value, dict):
            path = self._folder / f"{name}.json"
            always = {"schema": f"vsa-{name}/1"} | ({"name": "test"} if name == "scenario" else {})
            try:
                text = json.dumps(always | value)
            except (TypeError, ValueError) as error:
                self._reject(f"takes a {name} of JSON values: {error}")
            path.write_text(text, encoding="utf-8")
            return str(path)
        if not isinstance(value, (str, os.PathLike)):
            self._reject(f"takes a name, a path or a dict as {name}, not {value!r}")
        return resolve(os.fspath(value), self._beside)

    def _reject(self, what: str) -> NoReturn:
        fail(f"{self._test}: the marker vsasim {what}")


def start(config: pytest.Config, scenario: str | None, world: str | None = None, tls: bool = False) -> Device:
    """A new device; the test fails with a plain message if none can be started."""
    try:
        session = PrivateSession(
            find_binaries(config),
            scenario=scenario,
            world=world,
            tls=tls,
            database=config.getoption("--vsasim-database") or str(config.getini("vsasim_database")) or None,
            keep=bool(config.getoption("--vsasim-keep")),
        )
    except VsasimError as error:
        fail(f"vsasim: {error}")
    try:
        return Device(session)
    except BaseException:
        session.end(check=False)
        raise


@pytest.fixture
def vsasim(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Device]:
    """A simulated device and its service, only for this test: nothing granted, nobody signed in, unless a scenario sets it."""
    wanted = Request(request.node, tmp_path)
    device = start(request.config, wanted.scenario, wanted.world, wanted.tls)
    request.node.stash.setdefault(DEVICES, []).append(device)
    yield device
    try:
        device.session.end()
    except ExpectationFailed as error:
        fail(str(error))


class SharedDevice:
    """The device of this process's tests; every xdist worker has one."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._device: Device | None = None

    def renewed(self, scenario: str | None) -> Device:
        """The reset device, with a scenario; another one if the session or one of its daemons has ended."""
        device = self._device
        if device is not None and device.session.is_running:
            try:
                # A reset alone keeps the scenario that a test has loaded, and the providers that it has added.
                device.scenario.load(scenario or "default")
                device.reset()
                return device
            except CommandFailed as error:
                if error.code != CommandFailed.NOT_REACHABLE:
                    raise
        self.end()
        self._device = start(self._config, scenario)
        return self._device

    def end(self) -> None:
        """Ends the session, if there is one."""
        if self._device is not None:
            # Each test has loaded its own scenario since the start, so the first one's expectations do not count.
            self._device.session.end(check=False)
            self._device = None


@pytest.fixture(scope="session")
def _vsasim_shared(request: pytest.FixtureRequest) -> Iterator[SharedDevice]:
    shared = SharedDevice(request.config)
    yield shared
    shared.end()


@pytest.fixture
def vsasim_session(request: pytest.FixtureRequest, _vsasim_shared: SharedDevice, tmp_path: Path) -> Device:
    """A simulated device that all tests of the run share, one after the other; it is reset before each test.

    It saves starting a session for every test. A test must end its apps itself.
    """
    wanted = Request(request.node, tmp_path)
    if wanted.world or wanted.tls:
        fail(f"{request.node.nodeid}: vsasim_session has the built-in world without TLS; use vsasim")
    device = _vsasim_shared.renewed(wanted.scenario)
    request.node.stash.setdefault(DEVICES, []).append(device)
    return device


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    outcome = yield
    report = outcome.get_result()
    if not report.failed or report.when == "teardown":
        return
    devices = item.stash.get(DEVICES, [])
    for number, device in enumerate(devices, 1):
        title = "vsasim journal" if len(devices) == 1 else f"vsasim journal {number}"
        report.sections.append((title, told(device)))


def told(device: Device) -> str:
    """A device's information about a failure."""
    entries, problems = device.readable_journal()
    lines = [str(entry) for entry in entries[-SHOWN_ENTRIES:]]
    if len(entries) > SHOWN_ENTRIES:
        lines.insert(0, f"… {len(entries) - SHOWN_ENTRIES} entries before")
    lines += problems
    if talk := device.session.talk():
        lines.append(talk)
    return "\n".join(lines) or "nothing happened"

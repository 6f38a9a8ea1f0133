"""The simulator's programs, and a session of ``vsactl run`` that lasts as long as a test."""

from __future__ import annotations

import os
import selectors
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from .failures import BinariesMissing, ExpectationFailed, SessionFailed

#: The time limit for a session to become ready.
START_LIMIT = 60.0
#: The time limit for an orderly end ...
END_LIMIT = 15.0
#: ... in addition to the longest limit of its scenario's expectations.
LONGEST_EXPECTATION = 86_400.0
#: The exit code of ``vsactl run`` when an expectation of its scenario was not met.
EXPECTATION_FAILED = 4

# Runs inside the session: prints the environment, NUL after each variable and a line end after the last, and stays until
# its standard input ends. That happens whenever the test process ends: no session outlives its tests.
HOLDER = "env -0; echo; exec cat >/dev/null"


@dataclass(frozen=True)
class Binaries:
    """The folder with ``vsactl``, ``vsad``, ``entitlementd`` and ``entitle``."""

    folder: Path

    @classmethod
    def find(cls, folder: str | os.PathLike[str] | None = None) -> Binaries:
        """The given folder, else the one that ``VSASIM_BINARIES`` names, else the programs in this package, else those
        next to the ``vsactl`` in ``PATH``."""
        for origin, value in (("--vsasim-binaries", folder), ("VSASIM_BINARIES", os.environ.get("VSASIM_BINARIES"))):
            if not value:
                continue
            path = Path(value).expanduser().absolute()
            if not os.access(path / "vsactl", os.X_OK):
                raise BinariesMissing(f"{origin} names {path}, which has no program vsactl")
            return cls(path)
        carried = Path(__file__).parent / "programs"
        if (carried / "vsactl").exists():
            return cls(carried)
        found = shutil.which("vsactl")
        if found is None:
            raise BinariesMissing(
                "vsactl is not in PATH. Install vsa-simulator, or build it (`swift build` in its checkout) and name the folder "
                "with --vsasim-binaries=CHECKOUT/.build/debug, in VSASIM_BINARIES, or as vsasim_binaries in pytest's settings."
            )
        return cls(Path(found).resolve().parent)

    @property
    def vsactl(self) -> str:
        """The path of ``vsactl``."""
        return str(self.folder / "vsactl")


class PrivateSession:
    """A private bus, device and service; ends with the ``with`` block, or with :meth:`end`."""

    def __init__(
        self,
        binaries: Binaries,
        *,
        scenario: str | os.PathLike[str] | None = None,
        world: str | os.PathLike[str] | None = None,
        tls: bool = False,
        database: str | None = None,
        keep: bool = False,
    ) -> None:
        options: list[str] = []
        if scenario is not None:
            options += ["--scenario", os.fspath(scenario)]
        if world is not None:
            options += ["--world", os.fspath(world)]
        if tls:
            options.append("--tls")
        if database is not None:
            options += ["--database", database]
        if keep:
            options.append("--keep")
        self.binaries = binaries
        self._has_scenario = scenario is not None
        self._talk = tempfile.TemporaryFile()
        # A separate terminal session: Ctrl-C reaches only pytest, which ends this in order.
        self._process = self._start([binaries.vsactl, "run", *options, "--", "/bin/sh", "-c", HOLDER])
        try:
            #: The whole environment for programs in this session.
            self.environment = self._read_environment()
        except BaseException:
            self.end(check=False)
            raise

    def _start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._talk,
                start_new_session=True,
                # The reader below reads the descriptor, bypassing a buffer.
                bufsize=0,
            )
        except OSError as error:
            self._talk.close()
            raise SessionFailed(f"cannot start {command[0]}: {error}") from error

    def _read_environment(self) -> dict[str, str]:
        output = self._output()
        deadline = time.monotonic() + START_LIMIT
        told = bytearray()
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while not told.endswith(b"\0\n"):
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise SessionFailed(f"vsactl run was not ready in {START_LIMIT:.0f} s\n{self.talk()}".rstrip())
                piece = os.read(output.fileno(), 65536)
                if not piece:
                    code = self._process.wait()
                    raise SessionFailed(f"vsactl run could not set its session up: exit code {code}\n{self.talk()}".rstrip())
                told += piece
        pairs = (entry.partition(b"=") for entry in bytes(told[:-2]).split(b"\0"))
        return {os.fsdecode(name): os.fsdecode(value) for name, _, value in pairs}

    def _output(self) -> IO[bytes]:
        assert self._process.stdout is not None
        return self._process.stdout

    @property
    def is_running(self) -> bool:
        """Whether the session is still running."""
        return self._process.poll() is None

    def talk(self) -> str:
        """What ``vsactl run`` wrote to standard error so far."""
        if self._talk.closed:
            return ""
        size = os.fstat(self._talk.fileno()).st_size
        return os.pread(self._talk.fileno(), size, 0).decode(errors="replace").strip()

    def end(self, *, check: bool = True) -> None:
        """Ends the session in order, and removes its processes and folders. A second call has no effect.

        Raises :class:`ExpectationFailed` if an expectation of the session's scenario was not met, unless ``check`` is false."""
        if self._talk.closed:
            return
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                stream.close()
        try:
            self._process.wait(END_LIMIT + (LONGEST_EXPECTATION if check and self._has_scenario else 0.0))
        except subprocess.TimeoutExpired:
            self._process.terminate()
            try:
                self._process.wait(END_LIMIT)
            except subprocess.TimeoutExpired:
                # The session's own guard removes what it then leaves behind.
                self._process.kill()
                self._process.wait()
        talk = self.talk()
        self._talk.close()
        if check and self._process.returncode == EXPECTATION_FAILED:
            raise ExpectationFailed(talk)
        for line in talk.splitlines():
            if line.startswith("vsactl: kept ") or " remains: " in line:
                warnings.warn(line, stacklevel=2)

    def __enter__(self) -> PrivateSession:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        # The reason of a test's failure must not be hidden by its consequences.
        self.end(check=kind is None)

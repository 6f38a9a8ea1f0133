"""The errors, each with a message that a user can act on."""

from __future__ import annotations

from collections.abc import Sequence


class VsasimError(Exception):
    """Any failure of this package."""


class BinariesMissing(VsasimError):
    """The simulator's programs were not found."""


class SessionFailed(VsasimError):
    """``vsactl run`` could not set up a session, or the session ended too early."""


class CommandFailed(VsasimError):
    """``vsactl`` rejected a command."""

    #: The code if a daemon is not reachable.
    NOT_REACHABLE = 8

    def __init__(self, arguments: Sequence[str], code: int, message: str) -> None:
        super().__init__(f"vsactl {' '.join(arguments)}: exit code {code}\n{message}".rstrip())
        self.arguments = list(arguments)
        #: 1 failed, 3 timed out, 4 predicate false, 5 nobody could answer, 8 daemon not reachable, 10 no such app, provider, …,
        #: 64 wrong usage, 65 invalid data.
        self.code = code
        self.message = message


class NoDocument(VsasimError):
    """A command of ``vsactl`` does not answer with a JSON document."""

    def __init__(self, arguments: Sequence[str]) -> None:
        super().__init__(f"vsactl {' '.join(arguments)} prints no JSON document: use vsasim.run(\"vsactl\", …) instead")


class UnknownName(VsasimError, ValueError):
    """An expectation names an event or a detail that does not exist; the message has the nearest that do."""


class ExpectationFailed(VsasimError, AssertionError):
    """An expected event did not occur; the message has the nearest miss."""

"""pytest fixtures for apps with TV-provider single sign-on.

Every test that uses the fixture ``vsasim`` gets its own simulated device and service: a private bus, ``vsad`` and
``entitlementd`` on a free port, started by ``vsactl run`` and removed when the test ends.
"""

from .device import Device
from .failures import BinariesMissing, CommandFailed, ExpectationFailed, NoDocument, SessionFailed, UnknownName, VsasimError
from .journal import Entry, Expectation
from .session import Binaries, PrivateSession

__all__ = [
    "BinariesMissing",
    "Binaries",
    "CommandFailed",
    "Device",
    "Entry",
    "Expectation",
    "ExpectationFailed",
    "NoDocument",
    "PrivateSession",
    "SessionFailed",
    "UnknownName",
    "VsasimError",
]

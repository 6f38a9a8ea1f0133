"""What all tests of the picker on a desktop have in common."""

import atexit
import os
import sys
import unittest

from desktop import Desktop

PROVIDERS = [
    {"provider-identifier": "alpha.example", "name": "Alpha Cable"},
    {"provider-identifier": "beta.example", "name": "Beta Fiber"},
    {"provider-identifier": "gamma.example", "name": "GammaSat", "supported": False},
    {"provider-identifier": "delta.example", "name": "Delta Coop"},
    {"provider-identifier": "epsilon.example", "name": "Epsilon TV"},
]
USAGE = "Sign in with your TV provider to watch live channels."

_desktops = []


def the_desktop() -> Desktop:
    """The desktop of this process: libatspi knows one accessibility bus for as long as it lives."""
    if not _desktops:
        desktop = Desktop()
        atexit.register(desktop.close)
        desktop.__enter__()
        _desktops.append(desktop)
    return _desktops[0]


the_desktop()
# These connect to what the environment names, so they come after it is set.
from double import PICKER, Daemon, wait_until  # noqa: E402
from screen import Screen  # noqa: E402


class PickerTest(unittest.TestCase):
    """Each test has a daemon of its own, and so a picker of its own: that leaves when the daemon does."""

    def setUp(self):
        self.desktop = the_desktop()
        self.daemon = Daemon()
        self.screen = Screen()
        self.log_start = len(self.desktop.picker_log())

    def tearDown(self):
        self.daemon.close()
        watcher = Daemon()
        try:
            wait_until(lambda: watcher.owner(PICKER) is None, "the end of the picker")
        finally:
            watcher.close()
        log = self.log()
        if os.environ.get("VSASIM_PICKER_LOG"):
            sys.stderr.write(log)
        for trouble in ("CRITICAL", "Fatal error", "Program crashed"):
            self.assertNotIn(trouble, log)

    def log(self) -> str:
        """What the picker of this test has said."""
        return self.desktop.picker_log()[self.log_start:]

    def timings(self):
        """The lines of --timing: microseconds by what happened, the last one of each."""
        lines = [line.split(" ", 2) for line in self.log().splitlines() if line.startswith("timing ")]
        return {what: int(when) for _, when, what in lines}

    def assertName(self, role, name):
        """There is an object of this role with this name."""
        self.assertIsNotNone(self.screen.find(role, name))

    def assertNoPicker(self):
        """The picker goes."""
        wait_until(lambda: self.daemon.owner(PICKER) is None, "the end of the picker")

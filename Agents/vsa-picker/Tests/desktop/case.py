"""The common parts of all tests of the picker on a desktop."""

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
    """The desktop of this process: libatspi knows one accessibility bus until the process ends."""
    if not _desktops:
        desktop = Desktop()
        atexit.register(desktop.close)
        desktop.__enter__()
        _desktops.append(desktop)
    return _desktops[0]


the_desktop()
# These connect to what the environment names, so they are imported after it is set.
from double import PICKER, Daemon, wait_until  # noqa: E402
from screen import Screen  # noqa: E402


class PickerTest(unittest.TestCase):
    """Each test has its own daemon, and so its own picker, which exits when the daemon does."""

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
        """The output of this test's picker."""
        return self.desktop.picker_log()[self.log_start:]

    def timings(self):
        """The lines of --timing: microseconds by event, the last one of each."""
        lines = [line.split(" ", 2) for line in self.log().splitlines() if line.startswith("timing ")]
        return {what: int(when) for _, when, what in lines}

    def assertName(self, role, name):
        """Expects an object with this role and this name."""
        self.assertIsNotNone(self.screen.find(role, name))

    def assertNoPicker(self):
        """Expects that the picker exits."""
        wait_until(lambda: self.daemon.owner(PICKER) is None, "the end of the picker")

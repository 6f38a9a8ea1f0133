"""The settings panel and the device that it shows."""

import os
import pathlib
import subprocess
import time

from desktop import PROJECT, settings
from double import wait_until
from screen import Screen

VSACTL = PROJECT / ".build/debug/vsactl"


class PanelScreen(Screen):
    """The panel's window."""

    def __init__(self):
        super().__init__("ettings")

    def dialogs(self):
        """The windows over the panel's."""
        return [name for _, role, name, _ in self.tree() if role in ("dialog", "alert")]


class PanelProgram:
    """The running panel."""

    def __init__(self, desktop, *arguments, dark=False):
        self.desktop = desktop
        self.log = desktop.folder / "settings.log"
        # vsactl is found as a user's shell finds it.
        environment = dict(
            os.environ, PATH=f"{VSACTL.parent}:{os.environ['PATH']}", ADW_DISABLE_PORTAL="1",
            ADW_DEBUG_COLOR_SCHEME="prefer-dark" if dark else "default")
        self.start = time.monotonic()
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([settings(), "--timing", *arguments], env=environment, stderr=log)
        self.screen = PanelScreen()

    def timings(self, what):
        """The times at which something happened, in milliseconds."""
        lines = [line.split(" ", 2) for line in self.log.read_text().splitlines() if line.startswith("timing ")]
        return [int(line[1]) / 1000 for line in lines if line[2] == what]

    def wait_for(self, what, count=1):
        return wait_until(lambda: len(self.timings(what)) >= count and self.timings(what)[-1], what)

    def frames(self):
        """The time of each frame and the processor's part of it, in milliseconds."""
        words = [line.split() for line in self.log.read_text().splitlines() if " painted in " in line]
        return [(int(line[-2]) / 1000, int(line[-1]) / 1000) for line in words]

    def close(self):
        self.process.terminate()
        self.process.wait(20)
        log = self.log.read_text()
        for trouble in ("CRITICAL", "Fatal error", "Program crashed"):
            assert trouble not in log, log


def vsactl(line):
    """Runs a line that the panel shows."""
    environment = dict(os.environ, PATH=f"{VSACTL.parent}:{os.environ['PATH']}")
    return subprocess.run(["sh", "-c", line], env=environment, check=True, capture_output=True, text=True).stdout


def picture(file):
    """A picture of the whole display."""
    subprocess.run(["import", "-window", "root", str(pathlib.Path(file))], check=True)

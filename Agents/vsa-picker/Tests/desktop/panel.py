"""The settings panel and the device that it shows."""

import os
import subprocess
import time

from desktop import PROJECT, settings
from double import wait_until
from screen import Atspi, GLib, Screen

VSACTL = PROJECT / ".build/debug/vsactl"
CONTAINERS = ("filler", "panel", "scroll pane")
WITHOUT_PARTS = ("check box", "image", "label", "page tab list", "push button", "scroll bar")


class PanelScreen(Screen):
    """The panel's windows."""

    def __init__(self):
        super().__init__("ettings")

    def tree(self):
        """Every object of all windows: a question is a separate window."""
        for window in self.windows():
            yield from self._walk(window, 0)

    def _walk(self, node, depth):
        """Only pages that have been shown, which have a size, and no parts of controls."""
        try:
            role, name = node.get_role_name(), node.get_name() or ""
            # A GtkStackPage is not a widget, and never has a size.
            if role in CONTAINERS and name != "GtkStackPage" and node.get_extents(Atspi.CoordType.WINDOW).width == 0:
                return
            yield depth, role, name, node
            for index in range(0 if role in WITHOUT_PARTS else node.get_child_count()):
                child = node.get_child_at_index(index)
                if child is not None:
                    yield from self._walk(child, depth + 1)
        except GLib.Error:
            # It was removed while it was read.
            pass


class PanelProgram:
    """The running panel."""

    def __init__(self, desktop, *arguments, dark=False):
        self.desktop = desktop
        self.log = desktop.folder / "settings.log"
        # vsactl is found as by a user's shell.
        environment = dict(
            os.environ, PATH=f"{VSACTL.parent}:{os.environ['PATH']}", ADW_DISABLE_PORTAL="1",
            ADW_DEBUG_COLOR_SCHEME="prefer-dark" if dark else "default")
        self.start = time.monotonic()
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen([settings(), "--timing", *arguments], env=environment, stderr=log)
        self.screen = PanelScreen()

    def timings(self, what):
        """The times of an event, in milliseconds."""
        lines = [line.split(" ", 2) for line in self.log.read_text().splitlines() if line.startswith("timing ")]
        return [int(line[1]) / 1000 for line in lines if line[2] == what]

    def wait_for(self, what, count=1):
        return wait_until(lambda: len(self.timings(what)) >= count and self.timings(what)[-1], what)

    def frames(self):
        """The time of each frame and the processor's part of it, in milliseconds."""
        words = [line.split() for line in self.log.read_text().splitlines() if " painted in " in line]
        return [(int(line[-2]) / 1000, int(line[-1]) / 1000) for line in words]

    def processor_time(self):
        """The processor's time that the program has used so far, in seconds."""
        with open(f"/proc/{self.process.pid}/stat", encoding="utf-8") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

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

"""The picker in a session of vsactl run: a private bus, on this desktop."""

import os
import pathlib
import subprocess
import unittest

from case import the_desktop
from desktop import DEADLINE, PROJECT, program
from double import wait_until
from screen import Screen

SCRIPT = """
vsactl access set com.example.player granted >/dev/null
vsactl request metadata --app com.example.player --attribute userID
echo "request $?"
read -r line
cat "$VSASIM_SESSION/bus.log"
"""


def vsactl() -> str:
    """The program to test with: VSASIM_VSACTL, else the debug build."""
    return os.environ.get("VSASIM_VSACTL") or str(PROJECT / ".build/debug/vsactl")


def pickers(parent):
    """The picker's processes whose session is that of a process, including zombies."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            name, fields = (folder / "stat").read_text().rsplit(")", 1)
        except OSError:
            continue
        if name.endswith("(vsa-picker") and int(fields.split()[1]) == parent:
            found.append(folder.name)
    return found


class SessionTests(unittest.TestCase):
    def setUp(self):
        assert os.access(vsactl(), os.X_OK), f"{vsactl()} is not built: swift build"
        self.desktop = the_desktop()
        self.screen = Screen()
        environment = dict(os.environ, VSASIM_LIBEXEC=str(pathlib.Path(program()).parent), VSASIM_KEY_POOL="")
        self.session = subprocess.Popen(
            [vsactl(), "run", "--", "sh", "-c", SCRIPT], env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def tearDown(self):
        self.session.kill()
        self.session.communicate()

    def test_seen_by_assistive_technologies_reaped_and_silent(self):
        self.screen.find("list item", "Alpha Cable")
        # The bus is no longer its parent: it is the session's own child now.
        [picker] = wait_until(lambda: pickers(self.session.pid), "the picker's process")
        self.screen.click("push button", "Cancel")
        wait_until(lambda: not os.path.exists(f"/proc/{picker}"), "the end of the picker, reaped")
        output, complaints = self.session.communicate("\n", timeout=DEADLINE)
        self.assertEqual(self.session.returncode, 0, output + complaints)
        self.assertIn("request 1", output)
        self.assertIn("UserCancelled", output + complaints)
        self.assertIn("Successfully activated service 'org.vsasim.Picker1'", output)
        for trouble in ("WARNING", "CRITICAL", "accessibility"):
            self.assertNotIn(trouble, output + complaints)

"""The settings panel with the real vsad: in both directions, and from the lines that it shows."""

import os
import pathlib
import shutil
import subprocess
import sys
import unittest
import unittest.mock

from case import the_desktop
from desktop import DEADLINE, daemon, settings
from device import App, Device
from double import DAEMON, settle, wait_until
from panel import PanelProgram, vsactl
from screen import Atspi, keys, type_text


class SettingsTest(unittest.TestCase):
    page = "account"

    def setUp(self):
        assert os.access(daemon(), os.X_OK), f"{daemon()} is not built: swift build --product vsad"
        self.device = Device()
        self.prepare()
        self.panel = PanelProgram(the_desktop(), "--page", self.page)
        self.screen = self.panel.screen

    def prepare(self):
        """The state in which the panel starts."""

    def tearDown(self):
        self.panel.close()
        if self.device.owner(DAEMON):
            self.device.end()

    def sign_in(self):
        self.device.control("SignIn", "(ssa{sv})", "alpha.example", "alice", {})

    def toggle(self, name):
        """Uses a switch."""
        self.screen.act(self.screen.find("check box", name))

    def press(self, label, row):
        """Presses the button with this label in a row."""
        def button():
            return next((node for _, role, name, node in self.screen.tree()
                         if (role, name) == ("push button", label) and node.get_description() == row), None)
        self.screen.act(wait_until(button, lambda: f"{label} of {row} in\n{self.screen.text()}"))

    def press_answer(self, label):
        """Presses the button of a question. Its name in libadwaita may be the label twice."""
        def button():
            return next((node for _, role, name, node in self.screen.tree()
                         if role == "push button" and name.startswith(label)), None)
        self.screen.act(wait_until(button, lambda: f"{label} in\n{self.screen.text()}"))

    def is_on(self, name):
        node = self.screen.peek("check box", name)
        return node is not None and node.get_state_set().contains(Atspi.StateType.CHECKED)

    def wait_for_row(self, text):
        wait_until(lambda: any(text in name for _, _, name, _ in self.screen.tree()), lambda: f"{text} in\n{self.screen.text()}")

    def access(self, app):
        apps = self.device.control("ListApplications")[0]
        return next((one["access-status"] for one in apps if one["application-id"] == app), None)

    def command_of(self, row):
        """The line that the button of a row shows."""
        return self.screen.find("push button", f"Command of {row}").get_description()


class AccountTests(SettingsTest):
    def test_changes_on_the_bus_are_shown_and_the_lines_do_the_same(self):
        self.wait_for_row("Not signed in")
        vsactl(self.command_of("Sign In…"))
        self.wait_for_row("Alpha Cable")
        self.wait_for_row("Expires")
        vsactl(self.command_of("Expire Now"))
        self.wait_for_row("Expired")
        vsactl(self.command_of("Sign Out…").split(", ")[0])
        self.wait_for_row("Not signed in")

    def test_expire_and_sign_out_with_access_kept(self):
        self.device.control("SetAccessStatus", "(ss)", "com.example.player", "granted")
        self.sign_in()
        self.screen.click("push button", "Expire")
        wait_until(lambda: self.device.journal()[-1]["event"] == "account.expired", "the expiry")
        self.screen.click("push button", "Sign Out")
        self.press_answer("Keep Access and Sign Out")
        wait_until(lambda: not self.device.account(), "the sign-out")
        self.assertEqual(self.access("com.example.player"), "granted")
        self.wait_for_row("Not signed in")

    def test_sign_in_with_the_keyboard(self):
        self.screen.click("list item", "Sign In…")
        self.screen.find("list item", "Beta Fiber")
        type_text("bet")
        keys("Return")
        self.screen.click("list item", "bob")
        self.wait_for_row("Beta Fiber")
        self.assertEqual(self.device.account()["subscriber"], "bob")

    def test_another_start_shows_its_page_in_the_open_panel(self):
        self.wait_for_row("Not signed in")
        subprocess.run([settings(), "--page", "developer"], check=True, timeout=DEADLINE)
        self.wait_for_row("Add Provider…")

    def test_the_device_ends_and_is_started_again(self):
        self.wait_for_row("Not signed in")
        self.screen.click("list item", "Sign In…")
        self.screen.find("list item", "Alpha Cable")
        self.device.end()
        self.wait_for_row("The Device Is Not Running")
        self.screen.click("push button", "Start")
        # Not the list of the previous device.
        self.wait_for_row("Not signed in")
        self.assertIsNone(self.screen.peek("list item", "Alpha Cable"))
        self.device = Device()


class ApplicationTests(SettingsTest):
    page = "apps"

    def prepare(self):
        self.device.control("SetAccessStatus", "(ss)", "com.example.news", "denied")

    def test_switch_in_both_directions(self):
        self.screen.find("check box", "Access of com.example.news")
        self.toggle("Access of com.example.news")
        wait_until(lambda: self.access("com.example.news") == "granted", "the permission")
        vsactl(self.command_of("com.example.news"))
        wait_until(lambda: not self.is_on("Access of com.example.news"), "the switch")
        self.assertEqual(self.access("com.example.news"), "denied")

    def test_a_new_app_appears_with_its_reason_and_its_events(self):
        self.screen.find("check box", "Access of com.example.news")
        app = App("com.example.player", "To watch <b>live</b> channels.", "Player <1>")
        self.screen.find("check box", "Access of Player <1>")
        self.screen.act(self.screen.find("panel", "Player <1>"))
        self.wait_for_row("app.registered")
        app.call("CheckAccessStatus", "(a{sv})", {})
        self.wait_for_row("access.checked")
        self.assertTrue(any("Reason for access" in name for _, _, name, _ in self.screen.tree()))
        app.close()


class DeveloperTests(SettingsTest):
    page = "developer"

    def setting(self, key):
        return self.device.control("GetDeveloperSettings")[0][key]

    def test_switches_follow_the_device_and_change_it(self):
        self.screen.find("check box", "Simulate Expired Token")
        self.toggle("Simulate Expired Token")
        wait_until(lambda: self.setting("simulate-expired-token"), "the setting")
        vsactl(self.command_of("Disable Request Timeouts"))
        wait_until(lambda: self.is_on("Disable Request Timeouts"), "the switch")
        self.assertTrue(self.setting("request-timeouts-disabled"))

    def test_fields_of_a_provider_count_while_they_are_typed_and_stay(self):
        self.screen.click("list item", "Add Provider…")
        self.wait_for_row("Authentication URL")

        def command():
            return self.command_of("Add the Provider")

        def type_next():
            keys("Tab")
            type_text("preview")
            settle(0.3)
            return "preview" in command()

        wait_until(type_next, command)
        self.device.control("SetAccessStatus", "(ss)", "com.example.news", "denied")
        keys("Tab")
        self.device.control("SetAccessStatus", "(ss)", "com.example.news", "granted")
        settle(0.5)
        self.assertIn("add preview --name", command())

    def test_message_of_the_device_is_complete(self):
        self.screen.click("list item", "Add Provider…")
        self.wait_for_row("Authentication URL")
        for field, text in (("Identifier", "preview"), ("Display Name", "Preview"), ("Authentication URL", "ftp://a.example/")):
            self.screen.write("text", field, text)
        self.press("Add", "Add the Provider")
        message = self.screen.find(
            "label", "authentication-url: must be an http or https address; https when requires-system-trust is true")
        line = self.screen.find("label", "Add the Provider")
        # It has two lines; a single one with the margins is not twice as high as a line of a row.
        self.assertGreater(message.get_extents(0).height, 2.2 * line.get_extents(0).height)


class TestingTests(SettingsTest):
    page = "testing"

    def faults(self):
        return [fault["at"] for fault in self.device.control("ListFaults")[0]]

    def test_answers_and_faults(self):
        self.press("Add", "Add the Answer")
        wait_until(lambda: self.device.control("ListAnswers")[0], "the answer")
        self.wait_for_row("Access: granted")
        vsactl(self.command_of("Clear All Answers"))
        self.wait_for_row("No queued answers.")
        self.press("Add", "Add the Fault")
        wait_until(lambda: self.faults() == ["vsa.metadata"], "the fault")
        self.screen.click("push button", "Remove")
        wait_until(lambda: self.faults() == [], "the end of the fault")
        vsactl(self.command_of("Add the Fault"))
        self.wait_for_row("vsa.metadata: error ServiceTemporarilyUnavailable")


class OwnFolderTests(SettingsTest):
    """Installed in a folder that the desktop's PATH lacks, as it lacks ~/.local/bin until the next login."""

    page = "testing"

    def prepare(self):
        folder = the_desktop().folder / "installed"
        folder.mkdir()
        program = shutil.copy(settings(), folder)
        neighbour = folder / "vsactl"
        neighbour.write_text("#!/bin/sh\necho next to the panel\n")
        neighbour.chmod(0o755)
        environment = unittest.mock.patch.dict(os.environ, VSASIM_SETTINGS=str(program))
        environment.start()
        self.addCleanup(environment.stop)

    def test_it_runs_vsactl_of_its_own_folder(self):
        self.wait_for_row("next to the panel")


class AccessibilityTests(SettingsTest):
    """Every control of every page can be reached with the keyboard and has a name."""

    controls = ("check box", "combo box", "entry", "list item", "push button", "text", "toggle button")

    def prepare(self):
        self.sign_in()
        app = App("com.example.player", "To watch.", "Example Player")
        app.call("CheckAccessStatus", "(a{sv})", {})
        app.close()

    def shown(self):
        # A combo box keeps its value in a separate list, which cannot be reached.
        return [(role, name) for _, role, name, node in self.screen.tree()
                if role in self.controls and node.get_parent().get_name() != "GtkListView"]

    def check(self, control):
        """Waits for a control; then all must have names."""
        wait_until(lambda: control in [name for _, name in self.shown()], lambda: f"{control} in\n{self.screen.text()}")
        nameless = [role for role, name in self.shown() if not name]
        self.assertEqual(nameless, [], "controls without a name")

    def test_names_and_keys(self):
        self.check("Command of Sign Out…")
        keys("alt+2")
        self.check("Access of Example Player")
        keys("ctrl+f", "Tab", "Return")
        self.check("Command of Reset Access")
        keys("Escape")
        self.check("Access of Example Player")
        keys("ctrl+f", "Tab", "Return")
        self.check("Command of Reset Access")
        # Away from the page of an app as well.
        keys("alt+3")
        self.check("Command of Cache Buster")
        keys("alt+4")
        self.check("Command of Load the Scenario")


class LookTests(unittest.TestCase):
    """Nothing leaves the window or the display, in a look of the pictures. Each needs its own desktop and so its own process."""

    def check(self, look):
        script = pathlib.Path(__file__).with_name("settings_looks.py")
        run = subprocess.run([sys.executable, str(script), look], capture_output=True, text=True)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)

    def test_narrow_display(self):
        self.check("narrow")

    def test_text_of_double_size(self):
        self.check("large")

    def test_dark(self):
        self.check("dark")


class SpeedTests(SettingsTest):
    """The processor's time is compared: the elapsed time includes other programs."""

    page = "apps"
    count = 1000

    def prepare(self):
        for number in range(self.count):
            self.device.control("SetAccessStatus", "(ss)", f"com.example.app{number:04}", "denied")

    def test_a_thousand_apps_scroll(self):
        self.panel.wait_for(f"shown {self.count}")
        self.screen.find("check box", "Access of com.example.app0000")
        before = len(self.panel.frames())
        keys("ctrl+f", "Tab", *["Next"] * 20)
        # The list has views only for the rows near the visible ones.
        wait_until(lambda: self.switches()[-1:] > ["Access of com.example.app0100"], "the rows after twenty pages")
        frames = self.panel.frames()[before:]
        keys("End")
        wait_until(lambda: self.switches()[-1:] == ["Access of com.example.app0999"], "the end of the list")
        self.assertLess(max(work for _, work in frames), 50, frames)

    def test_it_starts_in_half_a_second(self):
        self.panel.close()
        self.panel = PanelProgram(the_desktop(), "--page", self.page)
        self.panel.wait_for("frame of SettingsWindow")
        self.assertLess(self.panel.processor_time(), 0.5)

    def switches(self):
        return self.screen.names("check box")


if __name__ == "__main__":
    unittest.main()

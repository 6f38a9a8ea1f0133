"""The settings panel with the real vsad."""

import os
import unittest

from case import the_desktop
from desktop import daemon
from device import Device
from double import DAEMON, wait_until
from panel import PanelProgram
from screen import keys, type_text


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

    def wait_for_row(self, text):
        wait_until(lambda: any(text in name for _, _, name, _ in self.screen.tree()), lambda: f"{text} in\n{self.screen.text()}")


class AccountTests(SettingsTest):
    def test_sign_in_with_the_keyboard(self):
        self.screen.click("list item", "Sign In…")
        self.screen.find("list item", "Beta Fiber")
        type_text("bet")
        keys("Return")
        self.screen.click("list item", "bob")
        self.wait_for_row("Beta Fiber")
        self.assertEqual(self.device.account()["subscriber"], "bob")

    def test_the_device_ends_and_is_started_again(self):
        self.wait_for_row("Not signed in")
        self.device.end()
        self.wait_for_row("The Device Is Not Running")
        self.screen.click("push button", "Start")
        self.wait_for_row("Not signed in")
        self.device = Device()


if __name__ == "__main__":
    unittest.main()

"""From an app's request through the real vsad to the picker and back."""

import os
import signal
import unittest

from case import the_desktop
from desktop import daemon
from device import App, Device
from double import DAEMON, PICKER, wait_until
from screen import Screen, keys, type_text

WANTED = {"include-account-provider-identifier": True}


class DeviceTests(unittest.TestCase):
    def setUp(self):
        assert os.access(daemon(), os.X_OK), f"{daemon()} is not built: swift build --product vsad"
        self.desktop = the_desktop()
        self.device = Device()
        self.screen = Screen()
        self.app = App()

    def tearDown(self):
        self.device.end() if self.device.owner(DAEMON) else None

    def grant(self):
        self.device.control("SetAccessStatus", "(ss)", "com.example.player", "granted")

    def wait_for_no_picker(self):
        wait_until(lambda: self.device.owner(PICKER) is None, "the end of the picker")

    def test_wrong_password_then_the_right_one(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED, **{"localized-video-title": "The Long Match"})
        self.screen.wait_for_text("to watch “The Long Match” in")
        self.screen.click("list item", "Alpha Cable")
        self.screen.write("text", "User name", "alice")
        self.screen.write("password text", "Password", "wrong")
        self.screen.click("push button", "Sign In")
        self.screen.wait_for_text("The password is not correct.")
        self.assertTrue(self.screen.names("alert"), self.screen.text())
        self.assertEqual(self.screen.find("text", "User name").get_text(0, 100), "alice")
        self.screen.write("password text", "Password", "alice")
        self.screen.click("push button", "Sign In")
        self.assertEqual(request.completed()["account-provider-identifier"], "alpha.example")
        self.assertEqual(request.names(), ["Present", "Dismiss", "Completed"])
        self.screen.wait_for_text("You are signed in to Alpha Cable.")
        self.assertEqual(self.device.account()["subscriber"], "alice")
        self.wait_for_no_picker()
        # Now that a user is signed in there is no prompt.
        again = self.app.request("RequestMetadata", "t2", **WANTED)
        self.assertEqual(again.completed()["account-provider-identifier"], "alpha.example")
        self.assertIsNone(self.device.owner(PICKER))

    def test_keyboard_only(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.find("list item", "Other TV Provider")
        type_text("alp")
        keys("Return")
        self.screen.find("push button", "Sign In")
        type_text("bob")
        keys("Tab")
        type_text("bob")
        keys("Return")
        self.assertEqual(request.completed()["account-provider-identifier"], "alpha.example")
        self.assertEqual(self.device.account()["subscriber"], "bob")

    def test_order_of_the_apps_request(self):
        self.grant()
        named = ["delta.example", "beta.example", "alpha.example"]
        request = self.app.request("RequestMetadata", **WANTED, **{"supported-account-provider-identifiers": named})
        self.screen.find("list item", "Other TV Provider")
        self.assertEqual(
            self.screen.names("list item"), ["Delta Coop", "Beta Fiber", "Alpha Cable", "Other TV Provider"])
        self.screen.click("push button", "Cancel")
        self.assertEqual(request.failed()[0], "UserCancelled")

    def test_permission(self):
        request = self.app.request("RequestAccess")
        self.screen.wait_for_text("Sign in to watch live channels.")
        self.screen.click("push button", "Allow")
        self.assertEqual(request.completed()["access-status"], "granted")
        self.assertEqual(request.names(), ["Completed"])
        self.wait_for_no_picker()

    def test_permission_refused(self):
        request = self.app.request("RequestAccess")
        self.screen.click("push button", "Don’t Allow")
        self.assertEqual(request.completed()["access-status"], "denied")

    def test_permission_dismissed(self):
        request = self.app.request("RequestAccess")
        self.screen.find("push button", "Allow")
        keys("Escape")
        self.assertEqual(request.failed()[0], "UserCancelled")

    def test_cancel_in_the_list(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.click("push button", "Cancel")
        self.assertEqual(request.failed()[0], "UserCancelled")
        self.assertEqual(request.names(), ["Present", "Dismiss", "Failed"])
        self.wait_for_no_picker()

    def test_back_in_the_form_leads_to_the_list(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.click("list item", "Alpha Cable")
        self.screen.click("push button", "Back")
        self.screen.click("list item", "Delta Coop")
        self.screen.wait_for_text("Delta Coop")
        self.screen.find("push button", "Sign In")
        self.screen.click("push button", "Close")
        self.assertEqual(request.failed()[0], "UserCancelled")

    def test_other_tv_provider(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.click("list item", "Other TV Provider")
        self.assertEqual(request.failed(), ("UnsupportedProvider", {}))

    def test_provider_that_is_not_supported(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.click("list item", "Beta Fiber")
        self.screen.click("push button", "OK")
        error, info = request.failed()
        self.assertEqual((error, info["unsupported-provider-identifier"]), ("UnsupportedProvider", "beta.example"))

    def test_provider_rejects(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.click("list item", "Alpha Cable")
        self.screen.write("text", "User name", "carol")
        self.screen.write("password text", "Password", "carol")
        self.screen.click("push button", "Sign In")
        self.screen.find("list item", "Other TV Provider")
        self.assertTrue(self.screen.names("alert"), self.screen.text())
        self.screen.click("push button", "Cancel")
        request.failed()

    def test_app_that_cancels(self):
        self.grant()
        request = self.app.request("RequestMetadata", **WANTED)
        self.screen.find("list item", "Alpha Cable")
        request.cancel()
        self.assertEqual(request.failed()[0], "UserCancelled")
        self.screen.wait_for_end()
        self.wait_for_no_picker()

    def test_app_that_leaves(self):
        self.app.request("RequestAccess")
        self.screen.find("push button", "Allow")
        self.app.close()
        self.screen.wait_for_end()
        self.wait_for_no_picker()

    def test_device_that_dies(self):
        self.app.request("RequestAccess")
        self.screen.find("push button", "Allow")
        os.kill(self.device.process, signal.SIGKILL)
        self.screen.wait_for_end()
        self.wait_for_no_picker()

    def test_picker_that_dies(self):
        request = self.app.request("RequestAccess")
        self.screen.find("push button", "Allow")
        os.kill(self.device.bus("GetConnectionUnixProcessID", "(s)", PICKER), signal.SIGKILL)
        self.assertEqual(request.failed()[0], "UserCancelled")

    def test_two_apps_are_asked_one_after_the_other(self):
        other = App("com.example.other", "Other reason.")
        first = self.app.request("RequestAccess")
        self.screen.wait_for_text("Sign in to watch live channels.")
        second = other.request("RequestAccess")
        self.screen.click("push button", "Allow")
        self.assertEqual(first.completed()["access-status"], "granted")
        self.screen.wait_for_text("Other reason.")
        self.screen.click("push button", "Don’t Allow")
        self.assertEqual(second.completed()["access-status"], "denied")
        other.close()

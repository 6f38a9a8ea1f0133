"""The picker on the bus: activation, who may call, cancelling, leaving."""

import os
import signal
import subprocess
import time

from gi.repository import Gio, GLib

from case import PROVIDERS, PickerTest
from desktop import PROJECT, program
from double import BUS, PICKER, Asker, Daemon, settle, wait_until


class BusTests(PickerTest):
    def ask(self, **details):
        reply = self.daemon.request_access(**details)
        self.screen.find("push button", "Allow")
        return reply

    def test_started_when_needed_and_gone_afterwards(self):
        self.assertIsNone(self.daemon.owner(PICKER))
        reply = self.ask()
        process = self.daemon.picker_process()
        self.screen.click("push button", "Allow")
        reply.wait()
        self.assertNoPicker()
        wait_until(lambda: not os.path.exists(f"/proc/{process}"), "the end of the process")

    def test_does_not_leave_while_somebody_thinks(self):
        reply = self.ask()
        settle(3)
        self.assertIsNotNone(self.daemon.owner(PICKER))
        self.assertFalse(reply.is_there)

    def test_started_anew_after_it_left(self):
        for _ in range(2):
            reply = self.ask()
            self.screen.click("push button", "Allow")
            self.assertEqual(reply.wait(), ("granted",))
            self.assertNoPicker()

    def test_calls_while_it_leaves_are_answered(self):
        """Calls that arrive at any moment around its end reach this picker or the next one."""
        reply = self.daemon.sign_in(request=GLib.Variant("b", True))
        reply.wait_for_error()
        end = time.monotonic() + 3.5
        while time.monotonic() < end:
            reply = self.daemon.sign_in(request=GLib.Variant("b", True))
            self.assertEqual(reply.wait_for_error()[0], "org.freedesktop.DBus.Error.InvalidArgs")
            settle(0.01)

    def test_leaves_at_once_with_the_daemon(self):
        reply = self.ask()
        process = self.daemon.picker_process()
        start = time.monotonic()
        self.daemon.close()
        wait_until(lambda: not os.path.exists(f"/proc/{process}"), "the end of the process")
        self.assertLess(time.monotonic() - start, 5)
        self.assertFalse(reply.value)

    def test_cancel_closes_the_prompt(self):
        reply = self.ask()
        self.daemon.cancel().wait()
        self.assertEqual(reply.wait(), ("dismiss",))
        self.screen.wait_for_end()

    def test_cancel_without_a_prompt_is_nothing(self):
        self.daemon.cancel().wait()

    def test_release_ends_the_program(self):
        reply = self.ask()
        self.daemon.release().wait()
        self.assertEqual(reply.wait(), ("dismiss",))
        self.assertNoPicker()

    def test_nobody_else_may_call(self):
        self.ask()
        stranger = Asker()
        for reply in (
            stranger.request_access(), stranger.choose(PROVIDERS), stranger.sign_in(), stranger.authorize(), stranger.cancel(),
            stranger.release(),
        ):
            self.assertEqual(reply.wait_for_error()[0], "org.freedesktop.DBus.Error.AccessDenied")
        stranger.close()
        self.assertName("push button", "Allow")

    def test_wrong_types_are_refused_by_name(self):
        for reply, key in (
            (self.daemon.request_access(**{"usage-description": True}), "usage-description"),
            (self.daemon.choose([{"name": "A"}]), "provider-identifier"),
            (self.daemon.choose([{"provider-identifier": "a", "supported": "yes"}]), "supported"),
            (self.daemon.sign_in(attempt="1"), "attempt"),
            (self.daemon.sign_in(**{"error-field": "captcha"}), "error-field"),
        ):
            name, message = reply.wait_for_error()
            self.assertEqual(name, "org.freedesktop.DBus.Error.InvalidArgs")
            self.assertIn(key, message)
        self.assertIsNone(self.screen.window())

    def test_wrong_signature_is_refused(self):
        reply = self.daemon.call("SignIn", "(s)", "alpha.example")
        self.assertEqual(reply.wait_for_error()[0], "org.freedesktop.DBus.Error.InvalidArgs")

    def test_second_prompt_waits_for_the_first(self):
        first = self.ask()
        second = self.daemon.choose(PROVIDERS)
        settle(0.3)
        self.screen.click("push button", "Allow")
        self.assertEqual(first.wait(), ("granted",))
        self.screen.click("list item", "Alpha Cable")
        self.assertEqual(second.wait(), ("provider", "alpha.example"))

    def test_crash_is_an_error_for_the_daemon(self):
        reply = self.ask()
        os.kill(self.daemon.picker_process(), signal.SIGKILL)
        self.assertEqual(reply.wait_for_error()[0], "org.freedesktop.DBus.Error.NoReply")

    def test_interface_is_that_of_the_daemon(self):
        import xml.etree.ElementTree as tree

        self.daemon.cancel().wait()
        seen = tree.fromstring(self.daemon.introspect())
        path = PROJECT / "dbus/interfaces/org.vsasim.SubscriberAccount1.Agent.xml"
        self.assertEqual(self.methods(seen), self.methods(tree.parse(path).getroot()))

    def methods(self, root):
        interface = root.find("interface[@name='org.vsasim.SubscriberAccount1.Agent']")
        return {
            method.get("name"): [(arg.get("name"), arg.get("type"), arg.get("direction")) for arg in method.findall("arg")]
            for method in interface.findall("method")
        }

    def test_second_instance_says_so(self):
        self.ask()
        result = subprocess.run([program()], capture_output=True, text=True, timeout=60)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("another picker is running", result.stderr)

    def test_parent_window_is_taken_over(self):
        self.ask(**{"parent-window": "x11:1a2b3c"})
        self.assertIn("0x1a2b3c", self.parent())

    def test_next_prompt_is_over_the_window_of_its_own_app(self):
        replies = [self.ask(**{"parent-window": "x11:1a2b3c"})]
        for details in ({"parent-window": "x11:1a2b3d"}, {}):
            name = f"App {len(replies)}"
            replies.append(self.daemon.request_access(**{"application-name": name}, **details))
            self.screen.click("push button", "Allow")
            self.assertEqual(replies[-2].wait(), ("granted",))
            self.screen.wait_for_text(name)
            self.assertIn("0x1a2b3d" if details else "not found", self.parent())

    def parent(self) -> str:
        """What xprop prints about the parent of the picker's window."""
        window = subprocess.run(
            ["xdotool", "search", "--onlyvisible", "--name", "TV Provider"], capture_output=True, text=True, check=True)
        return subprocess.run(
            ["xprop", "-id", window.stdout.split()[-1], "WM_TRANSIENT_FOR"], capture_output=True, text=True, check=True).stdout

    def test_bad_parent_window_is_left_out(self):
        for parent in ("x11:zzz", "wayland:nowhere", "quartz:1", "x11:" + "f" * 5000):
            reply = self.ask(**{"parent-window": parent})
            self.daemon.cancel().wait()
            reply.wait()
            self.screen.wait_for_end()


class CommandLineTests(PickerTest):
    def run_picker(self, *arguments, **environment):
        return subprocess.run(
            [program(), *arguments], capture_output=True, text=True, timeout=60, env={**os.environ, **environment})

    def test_help_and_version(self):
        self.assertIn("usage: vsa-picker", self.run_picker("--help").stdout)
        self.assertRegex(self.run_picker("--version").stdout, r"^vsa-picker \d+\.\d+\.\d+\n$")

    def test_wrong_usage(self):
        for arguments in (["--nonsense"], ["--idle-seconds"], ["--idle-seconds", "0"], ["--idle-seconds", "x"], ["file"]):
            result = self.run_picker(*arguments)
            self.assertEqual((result.returncode, result.stdout), (64, ""))

    def test_the_bus_learns_that_it_has_started_even_without_a_display(self):
        owners = []
        name, path, interface = BUS
        self.daemon.connection.signal_subscribe(
            name, interface, "NameOwnerChanged", path, PICKER, Gio.DBusSignalFlags.NONE,
            lambda *signal: owners.append(signal[5].unpack()[2]))
        self.assertEqual(self.run_picker(DISPLAY="").returncode, 1)
        wait_until(lambda: len(owners) == 2, lambda: f"the name, and its release, not {owners}")

    def test_no_display_no_bus_no_daemon(self):
        for environment, words in (
            ({"DISPLAY": ""}, "no display"),
            ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}, "Could not connect"),
        ):
            result = self.run_picker(**environment)
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(words, result.stderr)
        self.daemon.close()
        result = self.run_picker()
        self.assertEqual(result.returncode, 1)
        self.assertIn("is not on the bus", result.stderr)
        self.daemon = Daemon()

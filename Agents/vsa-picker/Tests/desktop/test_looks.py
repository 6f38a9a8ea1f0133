"""Dark mode and large text."""

from gi.repository import Gio, GLib

from case import USAGE, PickerTest
from double import BUS, connect, settle, wait_until
from pixels import brightness

PORTAL = """<node><interface name="org.freedesktop.portal.Settings">
  <method name="Read"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>
  <signal name="SettingChanged"><arg type="s"/><arg type="s"/><arg type="v"/></signal>
</interface></node>"""
APPEARANCE = "org.freedesktop.appearance"


class Portal:
    """A double of the desktop portal: it knows the colour scheme."""

    path = "/org/freedesktop/portal/desktop"

    def __init__(self, scheme):
        self.connection = connect()
        self.scheme = scheme
        interface = Gio.DBusNodeInfo.new_for_xml(PORTAL).interfaces[0]
        self.connection.register_object(self.path, interface, self._read, None, None)
        name = GLib.Variant("(su)", ("org.freedesktop.portal.Desktop", 4))
        self.connection.call_sync(*BUS, "RequestName", name, None, Gio.DBusCallFlags.NONE, -1, None)

    def change(self, scheme):
        self.scheme = scheme
        value = GLib.Variant("(ssv)", (APPEARANCE, "color-scheme", GLib.Variant("u", scheme)))
        self.connection.emit_signal(None, self.path, "org.freedesktop.portal.Settings", "SettingChanged", value)

    def close(self):
        self.connection.close_sync(None)

    def _read(self, _connection, _sender, _path, _interface, _method, _arguments, invocation):
        # Read wraps the value in two variants: a known oddity of the portal.
        invocation.return_value(GLib.Variant("(v)", (GLib.Variant("v", GLib.Variant("u", self.scheme)),)))


class LookTests(PickerTest):
    def background(self):
        """The brightness of a part of the window that has no text."""
        box = self.screen.window().get_extents(0)
        return brightness(box.x + 16, box.y + 60, 10, 40)

    def test_dark_mode_of_the_desktop_is_followed(self):
        portal = Portal(scheme=1)
        self.daemon.request_access(**{"usage-description": USAGE})
        self.screen.find("push button", "Allow")
        wait_until(lambda: self.background() < 90, lambda: f"a dark window, not {self.background()}")
        portal.change(0)
        wait_until(lambda: self.background() > 180, lambda: f"a light window, not {self.background()}")
        portal.change(1)
        wait_until(lambda: self.background() < 90, lambda: f"a dark window, not {self.background()}")
        portal.close()

    def test_light_without_a_portal(self):
        self.daemon.request_access(**{"usage-description": USAGE})
        self.screen.find("push button", "Allow")
        wait_until(lambda: self.background() > 180, lambda: f"a light window, not {self.background()}")

    def test_text_of_double_size_fits(self):
        settings = self.desktop.folder / "large"
        settings.write_text(f"Xft/DPI {96 * 1024 * 2}\n")
        large = self.desktop.start("xsettingsd", "-c", str(settings))
        try:
            settle(0.5)
            self.daemon.sign_in(
                attempt=2, **{"error-field": "password", "error-message": "This password is not right. " * 5})
            button = self.screen.find("push button", "Sign In")
            wait_until(lambda: self.screen.window().get_extents(0).width > 700, "a window that has grown with the text")
            window = self.screen.window().get_extents(0)
            self.assertLessEqual(window.x + window.width, 1280)
            self.assertLessEqual(window.y + window.height, 1000)
            for part in (button, self.screen.find("text", "User name"), self.screen.find("password text", "Password")):
                box = part.get_extents(0)
                self.assertGreaterEqual(box.x, window.x)
                self.assertLessEqual(box.x + box.width, window.x + window.width)
                self.assertLessEqual(box.y + box.height, window.y + window.height)
                self.assertGreaterEqual(box.height, 24)
        finally:
            large.terminate()
            large.wait()

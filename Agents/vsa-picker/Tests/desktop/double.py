"""A double of vsad: owns its name, sends prompts to the picker, and has request objects."""

import time

from gi.repository import Gio, GLib

from desktop import DEADLINE

DAEMON = "org.vsasim.SubscriberAccount1"
ROOT = "/org/vsasim/SubscriberAccount1"
PICKER = "org.vsasim.Picker1"
PICKER_PATH = "/org/vsasim/Picker1"
AGENT = "org.vsasim.SubscriberAccount1.Agent"
BUS = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus")

CONTROL = """<node><interface name="org.vsasim.SubscriberAccount1.Control">
  <method name="GetAccount"><arg name="account" type="a{sv}" direction="out"/></method>
</interface></node>"""
REQUEST = """<node><interface name="org.vsasim.SubscriberAccount1.Request"><method name="Cancel"/></interface></node>"""


def wait_until(condition, what, deadline=DEADLINE):
    """Runs the main loop until the condition returns a true value, and returns that.

    Reading the screen takes hundreds of calls to the program, which has less time to make progress the more often it is
    called.
    """
    end = time.monotonic() + deadline
    pause = 0.005
    while True:
        result = condition()
        if result:
            return result
        if time.monotonic() > end:
            raise AssertionError(f"waited {deadline:.0f} s for {what() if callable(what) else what}")
        settle(pause)
        pause = min(pause * 1.5, 0.1)


def settle(seconds):
    """Runs the main loop for some time, to detect what must not happen."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not GLib.MainContext.default().iteration(False):
            time.sleep(0.005)


class Reply:
    """A call that may wait for a user."""

    def __init__(self):
        self.value = None
        self.error = None

    @property
    def is_there(self):
        return self.value is not None or self.error is not None

    def wait(self):
        """The answer."""
        wait_until(lambda: self.is_there, "the answer")
        assert self.error is None, f"failed: {self.error}"
        return self.value

    def wait_for_error(self):
        """The name of the error and its message."""
        wait_until(lambda: self.is_there, "the answer")
        assert self.error is not None, f"did not fail, but answered {self.value}"
        return Gio.DBusError.get_remote_error(self.error), self.error.message


def dictionary(details):
    """An a{sv} of Python values; a GLib.Variant is used unchanged."""
    return {name: variant(value) for name, value in details.items()}


def variant(value):
    if isinstance(value, GLib.Variant):
        return value
    if isinstance(value, bool):
        return GLib.Variant("b", value)
    if isinstance(value, int):
        return GLib.Variant("u", value)
    if isinstance(value, list):
        return GLib.Variant("as", value)
    return GLib.Variant("s", value)


def connect():
    """A separate connection to the session bus."""
    import os

    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None)


class Asker:
    """A caller of the picker's methods."""

    def __init__(self):
        self.connection = connect()

    def call(self, method, signature, *arguments):
        reply = Reply()

        def done(connection, result):
            try:
                reply.value = connection.call_finish(result).unpack()
            except GLib.Error as error:
                reply.error = error

        parameters = GLib.Variant(signature, arguments) if signature else None
        self.connection.call(
            PICKER, PICKER_PATH, AGENT, method, parameters, None, Gio.DBusCallFlags.NONE, GLib.MAXINT, None, done)
        return reply

    def request_access(self, application="com.example.player", **details):
        details.setdefault("application-name", "Example Player")
        return self.call("RequestAccess", "(sa{sv})", application, dictionary(details))

    def authorize(self, application="com.example.player", **details):
        details.setdefault("application-name", "Example Player")
        return self.call("AuthorizeAutoSignIn", "(sa{sv})", application, dictionary(details))

    def choose(self, providers, **details):
        details.setdefault("application-id", "com.example.player")
        details.setdefault("application-name", "Example Player")
        rows = [dictionary(row) for row in providers]
        return self.call("ChooseProvider", "(a{sv}aa{sv})", dictionary(details), rows)

    def sign_in(self, provider="alpha.example", **details):
        details.setdefault("application-id", "com.example.player")
        details.setdefault("application-name", "Example Player")
        details.setdefault("provider-name", "Alpha Cable")
        details.setdefault("attempt", 1)
        return self.call("SignIn", "(sa{sv})", provider, dictionary(details))

    def cancel(self):
        return self.call("Cancel", None)

    def release(self):
        return self.call("Release", None)

    def introspect(self):
        """The picker's introspection data."""
        return self.connection.call_sync(
            PICKER, PICKER_PATH, "org.freedesktop.DBus.Introspectable", "Introspect", None, None, Gio.DBusCallFlags.NONE, -1, None
        ).unpack()[0]

    def close(self):
        if not self.connection.is_closed():
            self.connection.close_sync(None)


class Daemon(Asker):
    """The double: an asker that owns the daemon's name."""

    def __init__(self):
        super().__init__()
        self.connection.call_sync(
            *BUS, "RequestName", GLib.Variant("(su)", (DAEMON, 4)), None, Gio.DBusCallFlags.NONE, -1, None)
        self.requests = {}
        self.account = {}
        control = Gio.DBusNodeInfo.new_for_xml(CONTROL).interfaces[0]
        self.connection.register_object(f"{ROOT}/Control", control, self._get_account, None, None)

    def open_request(self, token="t1"):
        """A request object, which exists until it is ended."""
        path = f"{ROOT}/request/1_7/{token}"
        interface = Gio.DBusNodeInfo.new_for_xml(REQUEST).interfaces[0]
        self.requests[path] = self.connection.register_object(path, interface, None, None, None)
        return GLib.Variant("o", path)

    def end_request(self, path):
        self.connection.unregister_object(self.requests.pop(path.unpack()))

    def account_changed(self, provider):
        """Signs in to a provider, or out with None."""
        self.account = {"account-provider-identifier": provider} if provider else {}
        self.connection.emit_signal(None, ROOT, DAEMON, "AccountChanged", None)

    def _get_account(self, _connection, _sender, _path, _interface, _method, _arguments, invocation):
        invocation.return_value(GLib.Variant("(a{sv})", (dictionary(self.account),)))

    def owner(self, name):
        """The unique name of a name's owner, None if it has none."""
        try:
            return self.connection.call_sync(
                *BUS, "GetNameOwner", GLib.Variant("(s)", (name,)), None, Gio.DBusCallFlags.NONE, -1, None).unpack()[0]
        except GLib.Error:
            return None

    def picker_process(self):
        """The number of the picker's process, None if there is none."""
        owner = self.owner(PICKER)
        if owner is None:
            return None
        return self.connection.call_sync(
            *BUS, "GetConnectionUnixProcessID", GLib.Variant("(s)", (owner,)), None, Gio.DBusCallFlags.NONE, -1, None
        ).unpack()[0]

"""The real vsad, and an app that uses it."""

import os
import signal

from gi.repository import Gio, GLib

from double import BUS, DAEMON, ROOT, connect, dictionary, wait_until

CONTROL = (f"{ROOT}/Control", "org.vsasim.SubscriberAccount1.Control")


class Device:
    """The daemon, started by the bus, and its controls."""

    def __init__(self):
        self.connection = connect()
        self.bus("StartServiceByName", "(su)", DAEMON, 0)
        self.process = self.bus("GetConnectionUnixProcessID", "(s)", DAEMON)
        self.control("Reset", "(a{sv})", {})

    def bus(self, method, signature, *arguments):
        reply = self.connection.call_sync(
            *BUS, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE, 60_000, None)
        return reply.unpack()[0]

    def owner(self, name):
        try:
            return self.bus("GetNameOwner", "(s)", name)
        except GLib.Error:
            return None

    def control(self, method, signature=None, *arguments):
        parameters = GLib.Variant(signature, arguments) if signature else None
        reply = self.connection.call_sync(DAEMON, *CONTROL, method, parameters, None, Gio.DBusCallFlags.NONE, 60_000, None)
        return reply.unpack()

    def account(self):
        return self.control("GetAccount")[0]

    def journal(self):
        return self.control("ListJournal", "(a{sv})", {})[0]

    def end(self):
        """Ends the daemon, so that a double can take its name."""
        os.kill(self.process, signal.SIGTERM)
        wait_until(lambda: self.owner(DAEMON) is None, "the end of vsad")
        self.connection.close_sync(None)


class Request:
    """A request of an app, with the received signals."""

    def __init__(self, app, path):
        self.app = app
        self.path = path
        self.signals = []

    def names(self):
        return [name for name, _ in self.signals]

    def wait(self):
        """The last signal: its name and its arguments."""
        wait_until(lambda: self.names()[-1:] in (["Completed"], ["Failed"]), lambda: f"the end, after {self.signals}")
        return self.signals[-1]

    def completed(self):
        name, arguments = self.wait()
        assert name == "Completed", arguments
        return arguments[0]

    def failed(self):
        name, arguments = self.wait()
        assert name == "Failed", arguments
        return arguments[0].rsplit(".", 1)[1], arguments[2]

    def cancel(self):
        self.app.connection.call_sync(
            DAEMON, self.path, "org.vsasim.SubscriberAccount1.Request", "Cancel", None, None, Gio.DBusCallFlags.NONE, 60_000,
            None)


class App:
    """An app: it registers, and makes requests."""

    def __init__(self, identifier="com.example.player", usage="Sign in to watch live channels.", name=None):
        self.connection = connect()
        self.requests = {}
        self.connection.signal_subscribe(
            DAEMON, "org.vsasim.SubscriberAccount1.Request", None, None, None, Gio.DBusSignalFlags.NONE, self._signal)
        info = {"usage-description": usage} | ({"application-name": name} if name else {})
        self.call("Register", "(sa{sv})", identifier, dictionary(info))

    def call(self, method, signature, *arguments):
        return self.connection.call_sync(
            DAEMON, ROOT, DAEMON, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE, 60_000, None).unpack()

    def request(self, method, token="t1", **options):
        """Makes a request; the app already listens for its signals."""
        sender = self.connection.get_unique_name()[1:].replace(".", "_")
        path = f"{ROOT}/request/{sender}/{token}"
        request = self.requests[path] = Request(self, path)
        self.call(method, "(sa{sv})", token, dictionary(options))
        return request

    def close(self):
        self.connection.close_sync(None)

    def _signal(self, _connection, _sender, path, _interface, name, arguments):
        if path in self.requests:
            self.requests[path].signals.append((name, arguments.unpack()))

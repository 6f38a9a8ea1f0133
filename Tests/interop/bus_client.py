"""A D-Bus client on jeepney, a library of another project.

One thread may serve any number of clients: `pump` delivers every message to its client, so that an app that waits and the
agent that has to answer run in one program and the order of their messages is certain.
"""

import select
import time
from dataclasses import dataclass, field

from jeepney import (
    DBusAddress,
    HeaderFields,
    MessageFlag,
    MessageType,
    new_error,
    new_method_call,
    new_method_return,
    new_signal,
)
from jeepney.io.blocking import DBusConnection, prep_socket
from jeepney.bus import get_bus

BUS = "org.freedesktop.DBus"
SERVICE = "org.vsasim.SubscriberAccount1"


class Gone(Exception):
    """The bus has ended the connection."""


class NoReply(Exception):
    """No answer arrived in time."""


@dataclass
class Reply:
    """An answer: results, or an error's name with its arguments."""

    error: str
    body: tuple
    signature: str

    @property
    def value(self):
        """The only result; an error raises an exception, so that it is reported by a test that expects success."""
        if self.error:
            raise AssertionError(f"{self.error}: {self.body}")
        return self.body[0] if len(self.body) == 1 else self.body


@dataclass
class Signal:
    sender: str
    path: str
    interface: str
    member: str
    body: tuple = field(default=())


class Client:
    """One connection to a bus."""

    def __init__(self, address, descriptors=False):
        self.connection = DBusConnection(prep_socket(get_bus(address), descriptors, timeout=30.0), descriptors)
        self.name = self.connection.unique_name
        self.replies = {}
        self.abandoned = set()
        self.signals = []
        self.calls = []
        # Called with (client, message) for every method call that arrives; without it the calls are only collected.
        self.serve = None
        self.is_open = True

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.is_open:
            self.is_open = False
            self.connection.close()

    def fileno(self):
        return self.connection.sock.fileno()

    # Sending

    def transmit(self, message, serial=None):
        serial = serial or next(self.connection.outgoing_serial)
        try:
            self.connection.send(message, serial=serial)
        except OSError as error:
            raise Gone(str(error)) from None
        return serial

    def send(self, path, interface, member, signature="", *body, destination=None, flags=0):
        """Sends a call and returns its serial number; the answer will be in `replies`."""
        address = DBusAddress(path, bus_name=destination or SERVICE, interface=interface)
        message = new_method_call(address, member, signature or None, body)
        message.header.flags = MessageFlag(flags)
        return self.transmit(message)

    def call(self, path, interface, member, signature="", *body, destination=None, seconds=60, others=()):
        """Calls and waits for the answer, while the other clients continue."""
        serial = self.send(path, interface, member, signature, *body, destination=destination)
        return self.wait_for(serial, seconds, others, f"{interface}.{member} at {path}")

    def wait_for(self, serial, seconds=60, others=(), what="a call"):
        if not pump_until([self, *others], lambda: serial in self.replies, seconds):
            self.abandoned.add(serial)
            raise NoReply(f"no answer to {what} within {seconds} s")
        return self.replies.pop(serial)

    def bus(self, member, signature="", *body):
        """Calls the bus itself."""
        return self.call("/org/freedesktop/DBus", BUS, member, signature, *body, destination=BUS)

    def subscribe(self, rule):
        self.bus("AddMatch", "s", rule).value

    def signal(self, path, interface, member, signature="", *body, destination=None):
        message = new_signal(DBusAddress(path, interface=interface), member, signature or None, body)
        if destination:
            message.header.fields[HeaderFields.destination] = destination
        self.transmit(message)

    def answer(self, call, signature="", *body):
        self.transmit(new_method_return(call, signature or None, body))

    def refuse(self, call, name, text="no"):
        self.transmit(new_error(call, name, "s", (text,)))

    # Receiving

    def take(self, message):
        fields = message.header.fields
        kind = message.header.message_type
        if kind in (MessageType.method_return, MessageType.error):
            serial = fields.get(HeaderFields.reply_serial)
            if serial in self.abandoned:
                self.abandoned.discard(serial)
                return
            self.replies[serial] = Reply(
                fields.get(HeaderFields.error_name, ""), message.body, fields.get(HeaderFields.signature, "")
            )
        elif kind is MessageType.signal:
            self.signals.append(
                Signal(
                    fields.get(HeaderFields.sender, ""),
                    fields.get(HeaderFields.path),
                    fields.get(HeaderFields.interface),
                    fields.get(HeaderFields.member),
                    message.body,
                )
            )
        elif self.serve:
            self.serve(self, message)
        else:
            self.calls.append(message)

    def read(self):
        """Reads everything that has arrived; the socket must have data."""
        try:
            data, descriptors = self.connection._read_some_data(timeout=0)
        except TimeoutError:
            return
        except OSError as error:
            raise Gone(str(error)) from None
        self.connection.parser.add_data(data, fds=descriptors)
        for descriptor in descriptors:
            descriptor.close()
        while (message := self.connection.parser.get_next_message()) is not None:
            self.take(message)


def member_of(call):
    """The member of a call that arrived."""
    return call.header.fields[HeaderFields.member]


def pump(clients, seconds):
    """Waits for messages for a limited time, and delivers them. A client that the bus has disconnected raises Gone."""
    waiting = [client for client in clients if client.is_open]
    poll = select.poll()
    numbers = {}
    for client in waiting:
        numbers[client.fileno()] = client
        poll.register(client.fileno(), select.POLLIN)
    for number, _ in poll.poll(max(0, int(seconds * 1000))):
        client = numbers[number]
        if client.is_open:
            client.read()


def pump_until(clients, condition, seconds=60):
    """Delivers messages until the condition is true; false if that takes too long."""
    end = time.monotonic() + seconds
    while not condition():
        rest = end - time.monotonic()
        if rest <= 0:
            return False
        pump(clients, min(rest, 0.5))
    return True

"""Puts a vsad under pressure in ways that no app should: `vsactl run -- python3 Tests/interop/pressure.py` (scripts/soak).

Unsolicited descriptors, messages that stop in the middle, a thousand connections, and large messages under a memory limit
(of a control group if one can be created here, else RLIMIT_AS). Meanwhile, and afterwards, an honest call is answered, and vsad
keeps neither descriptors nor the memory. Prints its measurements; exits with 1 at the first failure.
"""

import contextlib
import os
import resource
import socket
import sys
import time

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

SERVICE = "org.vsasim.SubscriberAccount1"
ROOT = DBusAddress("/" + SERVICE.replace(".", "/"), bus_name=SERVICE, interface=SERVICE)
PATIENCE = 120


def check(is_so, text):
    if not is_so:
        sys.exit(f"pressure: {text}")


def status(connection, options=None):
    """The answer to CheckAccessStatus, and its duration."""
    start = time.monotonic()
    call = new_method_call(ROOT, "CheckAccessStatus", "a{sv}", (options or {},))
    return connection.send_and_get_reply(call, timeout=PATIENCE), time.monotonic() - start


def await_that(what, is_so):
    end = time.monotonic() + PATIENCE
    while not is_so():
        check(time.monotonic() < end, f"timed out waiting until {what}")
        time.sleep(0.1)


class Daemon:
    """The vsad of the session, as /proc shows it."""

    def __init__(self, connection):
        reply = connection.send_and_get_reply(message_bus.GetConnectionUnixProcessID(SERVICE), timeout=PATIENCE)
        self.process = reply.body[0]

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process}/fd"))

    def memory(self, field="VmRSS"):
        """In KiB."""
        with open(f"/proc/{self.process}/status", encoding="ascii") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(field))


def press_descriptors(daemon, honest):
    before = daemon.descriptors()
    with open_dbus_connection(enable_fds=True) as rude, open("/dev/null", "rb") as file:
        for _ in range(500):
            reply, _ = status(rude, {f"key{number}": ("h", file) for number in range(16)})
            check(reply.header.message_type in (MessageType.method_return, MessageType.error), "no answer")
    check(status(honest)[0].header.message_type == MessageType.method_return, "no answer after 8,000 descriptors")
    await_that(f"vsad has {before} descriptors again", lambda: daemon.descriptors() <= before)
    print(f"500 calls with 16 descriptors each: vsad has {daemon.descriptors()} open, {before} before")


def press_halves(honest):
    """Connections that log in to the bus and stop in the middle of a message."""
    path = os.environ["DBUS_SESSION_BUS_ADDRESS"].split("path=", 1)[1].split(",")[0]
    message = new_method_call(ROOT, "CheckAccessStatus", "a{sv}", ({},)).serialise(serial=2)
    hello = message_bus.Hello().serialise(serial=1)
    user = str(os.getuid()).encode().hex().encode()
    held = []
    for number in range(50):
        half = socket.socket(socket.AF_UNIX)
        half.connect(path)
        half.sendall(b"\0AUTH EXTERNAL " + user + b"\r\n")
        check(half.recv(4_096).startswith(b"OK"), "no login")
        half.sendall(b"BEGIN\r\n" + hello + message[: 1 + number * (len(message) - 2) // 49])
        held.append(half)
    times = [status(honest)[1] for _ in range(20)]
    for half in held:
        half.close()
    print(f"50 half messages held open: honest calls take at most {max(times) * 1_000:.0f} ms")


def press_connections(daemon, honest, count):
    before = daemon.memory()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    connections = [open_dbus_connection() for _ in range(count)]
    for connection in connections:
        reply, _ = status(connection)
        check(reply.header.message_type == MessageType.method_return, f"no answer: {reply.body}")
    during, times = daemon.memory(), [status(honest)[1] for _ in range(20)]
    for connection in connections:
        connection.close()
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    check(status(honest)[0].header.message_type == MessageType.method_return, "no answer afterwards")
    growth, rest, most = during - before, daemon.memory() - before, max(times) * 1_000
    print(f"{count} connections: {growth} KiB more, honest calls take at most {most:.0f} ms; {rest} KiB remain")
    check(growth < 64 * 1_024, "a connection costs too much memory")


class ControlGroup:
    """A control group with a process, which may use a number of bytes more than it has now."""

    def __init__(self, process, more):
        with open(f"/proc/{process}/cgroup", encoding="ascii") as file:
            paths = {controllers: path for _, controllers, path in (line.strip().split(":", 2) for line in file)}
        if "memory" in paths:
            self.own, setting = f"/sys/fs/cgroup/memory{paths['memory']}", "memory.limit_in_bytes"
            parent = self.own
        else:
            # In version 2 a group that has processes cannot limit groups below it.
            self.own, setting = f"/sys/fs/cgroup{paths['']}", "memory.max"
            parent = self.own if paths[""] == "/" else os.path.dirname(self.own)
        self.process, self.folder = process, os.path.join(parent, f"vsasim-pressure-{os.getpid()}")
        os.mkdir(self.folder)
        try:
            self.write(self.folder, setting, more)
            self.write(self.folder, "cgroup.procs", process)
        except OSError:
            os.rmdir(self.folder)
            raise

    @staticmethod
    def write(folder, name, value):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(str(value))

    def remove(self):
        with contextlib.suppress(ProcessLookupError):
            self.write(self.own, "cgroup.procs", self.process)
        os.rmdir(self.folder)


@contextlib.contextmanager
def memory_limit(daemon, more):
    """Limits vsad to a number of bytes more than it has now, and returns by what means."""
    try:
        group = ControlGroup(daemon.process, more)
    except OSError as error:
        limit = daemon.memory("VmSize") * 1_024 + more
        resource.prlimit(daemon.process, resource.RLIMIT_AS, (limit, limit))
        yield f"RLIMIT_AS, since no control group can be made ({error})"
        return
    try:
        yield f"the control group {group.folder}"
    finally:
        group.remove()


def press_memory(daemon, honest):
    large = {"key": ("ay", bytes(4 << 20))}
    with memory_limit(daemon, 512 << 20) as limit:
        for _ in range(10):
            with open_dbus_connection() as rude:
                for serial in range(8):
                    call = new_method_call(ROOT, "CheckAccessStatus", "a{sv}", (large,))
                    rude.send(call, serial=serial + 10)
                status(honest)
        check(Daemon(honest).process == daemon.process, "vsad did not survive")
        check(status(honest)[0].header.message_type == MessageType.method_return, "no answer afterwards")
        resident = daemon.memory() >> 10
    print(f"80 messages of 4 MiB, 512 MiB more than at the start by {limit}: vsad lives, {resident} MiB resident")


def main():
    with open_dbus_connection() as honest:
        check(status(honest)[0].header.message_type == MessageType.method_return, "vsad does not answer")
        daemon = Daemon(honest)
        press_descriptors(daemon, honest)
        press_halves(honest)
        press_connections(daemon, honest, 1_000)
        press_memory(daemon, honest)


main()

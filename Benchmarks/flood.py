#!/usr/bin/env python3
"""Measures what an honest caller of vsad notices while others flood it, beside the least that a service on this bus can do.

usage: flood.py VSAD ECHO [--seconds 5] [--floods huge,large,small,dictionaries]

ECHO is the service of libdbus_echo.c, or of echo.c. It starts a bus with both. Each flood comes from fresh connections, again and
again, against one service and then against the other; meanwhile one connection makes small calls (CheckAccessStatus, Echo). A
call waits behind what the bus has handed on before it, whoever serves it. Exit code 1 when a bound is missed: p50 at most twice
that of ECHO, each call below 100 ms; under "huge", which holds up the bus itself, twice the longest of ECHO if that is more.
"""

import argparse
import multiprocessing
import os
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time

BUS = "org.freedesktop.DBus"
KIB, MIB = 1 << 10, 1 << 20


def aligned(data, to):
    return data + bytes(-len(data) % to)


def text(value):
    encoded = value.encode()
    return struct.pack("<I", len(encoded)) + encoded + b"\0"


def message(destination, path, interface, member, signature="", body=b"", serial=1):
    """A method call as it is sent over the socket."""
    fields = b""
    for code, kind, value in [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination), (8, "g", signature)]:
        if value:
            fields = aligned(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0"
            fields += bytes([len(value)]) + value.encode() + b"\0" if kind == "g" else text(value)
    start = struct.pack("<cBBBIII", b"l", 1, 0, 1, len(body), serial, len(fields))
    return aligned(start + fields, 8) + body


class Connection:
    """A connection to the bus, after Hello."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.file = self.socket.makefile("rb")
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\nBEGIN\r\n")
        self.file.readline()
        self.serial = 0
        self.call(message(BUS, "/org/freedesktop/DBus", BUS, "Hello"))

    def send(self, data):
        """Sends a call with the next serial number."""
        self.serial += 1
        self.socket.sendall(data[:8] + struct.pack("<I", self.serial) + data[12:])
        return self.serial

    def reply(self, serial):
        """Waits for the reply to a call: its type, 2 for results and 3 for an error."""
        while True:
            start = self.file.read(16)
            if len(start) < 16:
                raise ConnectionError("the bus has ended the connection")
            _, kind, _, _, size, _, header = struct.unpack("<cBBBIII", start)
            rest = self.file.read(header + -header % 8 + size)
            at = 0
            while kind in (2, 3) and at < header:
                at += -at % 8
                code, types = rest[at], rest[at + 2]
                at += 4
                if code == 5:
                    if struct.unpack_from("<I", rest, at)[0] == serial:
                        return kind
                    break
                if types == ord("g"):
                    at += 2 + rest[at]
                elif types == ord("u"):
                    at += 4
                else:
                    at += 5 + struct.unpack_from("<I", rest, at)[0]

    def call(self, data):
        return self.reply(self.send(data))


class Service:
    """A service, with a small call that it answers; it reads or rejects everything else."""

    def __init__(self, name, member, signature, body):
        self.name, self.path = name, "/" + name.replace(".", "/")
        self.small_call = self.call(member, signature, body)

    def call(self, member, signature, body):
        return message(self.name, self.path, self.name, member, signature, body)


SERVICES = {
    "vsad": Service("org.vsasim.SubscriberAccount1", "CheckAccessStatus", "a{sv}", struct.pack("<II", 0, 0)),
    "echo": Service("org.vsasim.Floor", "Echo", "s", text("")),
}


def array_of_bytes(size):
    """A dictionary whose only value has this number of bytes."""
    entry = aligned(text("k"), 1) + b"\x02ay\0"
    entry = aligned(entry, 4) + struct.pack("<I", size) + bytes(size)
    return struct.pack("<II", len(entry), 0) + entry


def dictionary(count):
    """A dictionary with this number of entries."""
    keys = (text(f"key-{number:06}") + b"\x01u\0\0\0" for number in range(count))
    entries = b"".join(aligned(key + struct.pack("<I", number), 8) for number, key in enumerate(keys))
    return struct.pack("<II", len(entries), 0) + entries


# Name: what is sent, how many times by each connection, how many connections at a time, how often (0: once).
FLOODS = {
    "huge": (lambda: array_of_bytes(30 * MIB), 6, 1, False),
    "large": (lambda: array_of_bytes(100 * KIB), 6, 50, True),
    "small": (lambda: array_of_bytes(60 * KIB), 6, 50, True),
    "dictionaries": (lambda: dictionary(100_000), 1, 2, True),
}


def attack(path, service, name, connections, until):
    body, times, _, repeats = FLOODS[name]
    data = service.call("QueryMetadata", "a{sv}", body())
    while True:
        open_connections = [Connection(path) for _ in range(connections)]
        for connection in open_connections:
            for _ in range(times):
                connection.send(data)
        for connection in open_connections:
            connection.reply(connection.serial)
            connection.socket.close()
        if not repeats or time.monotonic() > until:
            return


def resident(process):
    with open(f"/proc/{process}/status", encoding="ascii") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS")) / 1024


def measure(path, service, name, seconds, process):
    """The latencies of a service in ms, and by how many MiB its resident memory grows."""
    honest = Connection(path)
    honest.call(service.small_call)
    latencies = []
    memory = before = resident(process)
    until = time.monotonic() + seconds
    attackers = []
    if name:
        total = FLOODS[name][2]
        parts = min(total, 5)
        attackers = [
            multiprocessing.Process(target=attack, args=(path, service, name, total // parts, until), daemon=True)
            for _ in range(parts)
        ]
    for attacker in attackers:
        attacker.start()
    while time.monotonic() < until or any(attacker.is_alive() for attacker in attackers):
        start = time.perf_counter()
        honest.call(service.small_call)
        latencies.append((time.perf_counter() - start) * 1000)
        memory = max(memory, resident(process))
    for attacker in attackers:
        attacker.join()
    return latencies, memory - before


def wait_for(path, service):
    probe = Connection(path)
    name = struct.pack("<I", len(service.name)) + service.name.encode() + b"\0"
    while probe.call(message(BUS, "/org/freedesktop/DBus", BUS, "GetNameOwner", "s", name)) == 3:
        time.sleep(0.05)


def report(flood, rows):
    """Prints a row; returns whether a bound is exceeded."""
    medians = {key: statistics.median(latencies) for key, (latencies, _) in rows.items()}
    # After the bus has started to forward a message, every caller waits for the rest of it.
    bound = 100 if flood != "huge" else max(100, 2 * max(rows["echo"][0]))
    is_missed = max(rows["vsad"][0]) > bound or medians["vsad"] > max(2 * medians["echo"], medians["echo"] + 0.5)
    print(f"{'!' if is_missed else ' '} {flood or 'no flood':<14}", end="")
    for key, (latencies, memory) in rows.items():
        print(f"{key} p50 {medians[key]:8.2f} ms, max {max(latencies):8.2f} ms, memory + {memory:5.1f} MiB   ", end="")
    print(flush=True)
    return is_missed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vsad")
    parser.add_argument("echo")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--floods", default=",".join(FLOODS))
    options = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory(prefix="vsasim-flood-") as folder:
        path = os.path.join(folder, "bus")
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", f"--address=unix:path={path}"])
        places = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={path}", "HOME": folder, "VSASIM_STATE_DIR": folder + "/state"}
        while not os.path.exists(path):
            time.sleep(0.01)
        programs = {"vsad": options.vsad, "echo": options.echo}
        processes = {key: subprocess.Popen([program], env={**os.environ, **places}) for key, program in programs.items()}
        try:
            for service in SERVICES.values():
                wait_for(path, service)
            for flood in [None, *options.floods.split(",")]:
                rows = {
                    key: measure(path, service, flood, options.seconds, processes[key].pid) for key, service in SERVICES.items()
                }
                missed = report(flood, rows) or missed
        finally:
            for process in processes.values():
                process.send_signal(signal.SIGTERM)
                process.wait()
            bus.terminate()
            bus.wait()
    sys.exit(1 if missed else 0)


main()

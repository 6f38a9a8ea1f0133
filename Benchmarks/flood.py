#!/usr/bin/env python3
"""Measures what an honest caller of vsad notices while others flood it, beside what it notices of the bus itself.

usage: flood.py VSAD [--seconds 5] [--floods huge,large,small,dictionaries]

It starts a bus and vsad of its own. Each flood comes from fresh connections, again and again; meanwhile one connection calls vsad
(CheckAccessStatus) and the bus (GetId) by turns. Exit code 1 when a bound is missed.
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

NAME, ROOT = "org.vsasim.SubscriberAccount1", "/org/vsasim/SubscriberAccount1"
BUS = "org.freedesktop.DBus"
KIB, MIB = 1 << 10, 1 << 20


def aligned(data, to):
    return data + bytes(-len(data) % to)


def text(value):
    encoded = value.encode()
    return struct.pack("<I", len(encoded)) + encoded + b"\0"


def message(destination, path, interface, member, signature="", body=b"", serial=1):
    """A method call as it goes over the socket."""
    fields = b""
    for code, kind, value in [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination), (8, "g", signature)]:
        if value:
            fields = aligned(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0"
            fields += bytes([len(value)]) + value.encode() + b"\0" if kind == "g" else text(value)
    start = struct.pack("<cBBBIII", b"l", 1, 0, 1, len(body), serial, len(fields))
    return aligned(start + fields, 8) + body


class Connection:
    """A connection to the bus, past Hello."""

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


def request(member, body=struct.pack("<II", 0, 0)):
    return message(NAME, ROOT, NAME, member, "a{sv}", body)


def array_of_bytes(size):
    """A dictionary whose only value has so many bytes."""
    entry = aligned(text("k"), 1) + b"\x02ay\0"
    entry = aligned(entry, 4) + struct.pack("<I", size) + bytes(size)
    return struct.pack("<II", len(entry), 0) + entry


def dictionary(count):
    """A dictionary with so many entries."""
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


def attack(path, name, connections, until):
    body, times, _, repeats = FLOODS[name]
    data = request("QueryMetadata", body())
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


def measure(path, name, seconds, daemon):
    """The latencies of vsad and of the bus in ms, and the largest resident memory of vsad in MiB."""
    honest = Connection(path)
    check, identify = request("CheckAccessStatus"), message(BUS, "/org/freedesktop/DBus", BUS, "GetId")
    honest.call(check)
    latencies = {"vsad": [], "bus": []}
    memory = before = resident(daemon)
    until = time.monotonic() + seconds
    processes = []
    if name:
        total = FLOODS[name][2]
        parts = min(total, 5)
        processes = [
            multiprocessing.Process(target=attack, args=(path, name, total // parts, until), daemon=True) for _ in range(parts)
        ]
    for process in processes:
        process.start()
    while time.monotonic() < until or any(process.is_alive() for process in processes):
        for key, data in [("vsad", check), ("bus", identify)]:
            start = time.perf_counter()
            honest.call(data)
            latencies[key].append((time.perf_counter() - start) * 1000)
        memory = max(memory, resident(daemon))
    for process in processes:
        process.join()
    return latencies, memory - before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("vsad")
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--floods", default=",".join(FLOODS))
    options = parser.parse_args()
    missed = False
    with tempfile.TemporaryDirectory(prefix="vsasim-flood-") as folder:
        path = os.path.join(folder, "bus")
        bus = subprocess.Popen(["dbus-daemon", "--session", "--nofork", f"--address=unix:path={path}"])
        places = {"DBUS_SESSION_BUS_ADDRESS": f"unix:path={path}", "HOME": folder, "VSASIM_STATE_DIR": folder + "/state"}
        environment = {**os.environ, **places}
        while not os.path.exists(path):
            time.sleep(0.01)
        vsad = subprocess.Popen([options.vsad], env=environment)
        try:
            probe = Connection(path)
            name = struct.pack("<I", len(NAME)) + NAME.encode() + b"\0"
            while probe.call(message(BUS, "/org/freedesktop/DBus", BUS, "GetNameOwner", "s", name)) == 3:
                time.sleep(0.05)
            for flood in [None, *options.floods.split(",")]:
                latencies, memory = measure(path, flood, options.seconds, vsad.pid)
                row = {key: (statistics.median(values), max(values)) for key, values in latencies.items()}
                # Behind a message that the bus has begun to hand on everybody waits for the rest of it.
                bound = 100 if flood != "huge" else float("inf")
                is_missed = row["vsad"][1] > bound or row["vsad"][0] > max(2 * row["bus"][0], row["bus"][0] + 0.5)
                missed = missed or is_missed
                print(
                    f"{'!' if is_missed else ' '} {flood or 'no flood':<14}"
                    + "".join(f"{key} p50 {median:8.2f} ms, max {most:9.2f} ms   " for key, (median, most) in row.items())
                    + f"memory + {memory:.1f} MiB   {len(latencies['vsad'])} calls",
                    flush=True,
                )
        finally:
            vsad.send_signal(signal.SIGTERM)
            vsad.wait()
            bus.terminate()
            bus.wait()
    sys.exit(1 if missed else 0)


main()

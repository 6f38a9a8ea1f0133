#!/usr/bin/env python3
"""Measures vsad beside the floors, and what an app and a user wait for. Runs inside `vsactl run`; measure.py starts it.

The floors are a C service over sd-bus that returns a string, and for each call a twin with the same bytes over sd-bus and over
libdbus. In each round they and vsad take turns on the same bus.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time

import figures
import waits

NAME, ROOT = "org.vsasim.SubscriberAccount1", "/org/vsasim/SubscriberAccount1"
# As long as vsad's name, so that the messages are, too.
SDBUS, LIBDBUS = "org.vsasim.TwinOverSystemdBus", "org.vsasim.TwinOverLibdbusBus"
ECHO = ["org.vsasim.Floor", "/org/vsasim/Floor", "org.vsasim.Floor", "Echo", "echo"]
CHECK = [NAME, ROOT, NAME, "CheckAccessStatus", "options"]
QUERY = [NAME, ROOT, NAME, "QueryMetadata", "metadata"]
SAML = [NAME, ROOT, NAME, "QueryMetadata", "saml"]
WRITE = [NAME, ROOT + "/Control", NAME + ".Control", "SetAccessStatus", "access"]
OBJECTS = [NAME, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", "nothing"]


# After the last call, until vsad is at rest.
SETTLING_SECONDS = 2

GROWTH = "growth after the first million"


class Read:
    """A call that vsad answers from memory, with its bounds and goals."""

    def __init__(self, target, echo, twin, in_flight):
        self.name, self.target, self.echo, self.twin, self.in_flight = target[3], target, echo, twin, in_flight
        self.sides = {"echo": ECHO, "sd-bus twin": [SDBUS, *target[1:]], "libdbus twin": [LIBDBUS, *target[1:]], "vsad": target}


READS = [
    Read(CHECK, echo=(1.25, None), twin=(1.10, None), in_flight=(1.0, None)),
    Read(QUERY, echo=(1.30, None), twin=(1.12, None), in_flight=(0.95, None)),
]


def call_bus(member, name):
    """The answer of org.freedesktop.DBus to a query about a name, as a number."""
    command = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"]
    text = subprocess.run([*command, "--method", f"org.freedesktop.DBus.{member}", name], check=True, capture_output=True).stdout
    return int(re.search(rb"(\d+),?\)", text).group(1))


def process_of(name):
    return call_bus("GetConnectionUnixProcessID", name)


class Bench:
    """The programs to measure with, and the number of rounds."""

    def __init__(self, tools, rounds, drop_caches):
        self.client, self.rounds, self.drop_caches = os.path.join(tools, "client"), rounds, drop_caches
        self.report = figures.Report()

    def run(self, mode, target, count, number=None, cores=None):
        command = [self.client, mode, *target, str(count)] + ([str(number)] if number else [])
        setup = (lambda: os.sched_setaffinity(0, cores)) if cores else None
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, preexec_fn=setup).stdout)

    def latency(self, target, count, field="p50"):
        """In milliseconds, a value for each round."""
        return [self.run("latency", target, count)[field] / 1e3 for _ in range(self.rounds)]

    def turns(self, read, field, *arguments):
        """The ratio of vsad to each floor, by turns: {floor: a value for each round}."""
        mode, *counts = arguments
        sides = {side: lambda target=target: self.run(mode, target, *counts) for side, target in read.sides.items()}
        results = figures.by_turns(self.rounds, sides)
        values = {side: [result[field] for result in rounds] for side, rounds in results.items()}
        return {side: figures.ratios(values["vsad"], values[side]) for side in read.sides if side != "vsad"}

    def add_ratios(self, what, ratios, limits, higher_is_better=False):
        for floor, values in ratios.items():
            self.report.add(f"{what} ÷ {floor}", values, "x", *limits.get(floor, ()), higher_is_better=higher_is_better)

    def reads(self):
        everything = os.sched_getaffinity(0)
        one = {min(everything)}
        vsad = process_of(NAME)
        processes = [process_of(name) for name in ("org.freedesktop.DBus", ECHO[0], LIBDBUS)] + [vsad]
        for process in processes:
            figures.pin(process, one)
        for read in READS:
            ratios = self.turns(read, "p50", "latency", 5_000, None, one)
            self.add_ratios(f"{read.name} p50, one core", ratios, {"echo": read.echo, "libdbus twin": read.twin})
        for process in processes:
            figures.pin(process, everything)
        for read in READS:
            self.add_ratios(f"{read.name} p50", self.turns(read, "p50", "latency", 5_000), {"echo": (1.6, 1.3)})
            self.add_ratios(f"{read.name} p99", self.turns(read, "p99", "latency", 5_000), {})
        for read in READS:
            ratios = self.turns(read, "perSecond", "inflight", 20_000, 64)
            self.add_ratios(f"{read.name} 64 in flight", ratios, {"libdbus twin": read.in_flight}, higher_is_better=True)
            self.report.add(f"{read.name} CPU of vsad per call", [self.cpu(vsad, read) for _ in range(self.rounds)], "us", 18, 12)
            self.add_ratios(f"{read.name} 32 clients", self.turns(read, "perSecond", "clients", 16_000, 32), {})

    def cpu(self, vsad, read):
        before, count = figures.cpu_seconds(vsad), 20_000
        self.run("inflight", read.target, count, 64)
        return (figures.cpu_seconds(vsad) - before) * 1e6 / count

    def memory(self):
        """Of a vsad that has just started: one that has signed something keeps the memory for that."""
        stop()
        self.add_memory("100,000 calls", CHECK, 64, [100_000] * self.rounds, (14, 12), (1.9, 1.2))
        self.report.add_mappings("vsad after 100,000 calls", process_of(NAME))

    def add_memory(self, after, target, width, counts, resident, dirty):
        """The memory after the first number of calls, and after each further one: the range shows whether it is constant."""
        values = []
        for count in counts:
            self.run("inflight", target, count, width)
            # The journal is written a little later, and only then is the memory of a burst returned.
            time.sleep(SETTLING_SECONDS)
            values.append(figures.memory(process_of(NAME)))
        self.report.add(f"resident after {after}", [value[0] for value in values], "MB", *resident)
        self.report.add(f"private dirty after {after}", [value[1] for value in values], "MB", *dirty)

    def soak(self):
        """Ten million calls: after the first million the memory is constant."""
        stop()
        private = []
        for million in range(1, 11):
            for read in READS:
                self.run("inflight", read.target, 500_000, 64)
            time.sleep(SETTLING_SECONDS)
            private.append(figures.memory(process_of(NAME))[1])
            self.report.add(f"private dirty after {million},000,000 calls", private[-1], "MB")
        self.report.add(GROWTH, max(private[1:]) - private[0], "MB", 0.5)

    def start(self):
        starts = [False, True] if self.drop_caches else [False]
        times = figures.by_turns(10, {drops: lambda drops=drops: self.cold_start(drops) for drops in starts})
        self.report.add("cold start by activation, warm cache", times[False], "ms", 12, 10)
        if self.drop_caches:
            self.report.add("cold start, page cache dropped", times[True], "ms", 100, 45)

    def cold_start(self, drop_caches):
        """Milliseconds from the call that activates vsad to its answer."""
        stop()
        if drop_caches:
            os.sync()
            with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
                file.write("3")
        return self.run("latency", CHECK, 1)["first"] / 1e3

    def signing(self):
        sides = {"raw": lambda: figures.raw_sign()[0], "signed": lambda: self.run("latency", SAML, 500)}
        rounds = figures.by_turns(self.rounds, sides)
        signed = [run["p50"] / 1e3 for run in rounds["signed"]]
        self.report.add("QueryMetadata signed, p50", signed, "ms")
        self.report.add("QueryMetadata signed, p99", [run["p99"] / 1e3 for run in rounds["signed"]], "ms")
        self.report.add("one raw RSA sign by openssl", rounds["raw"], "ms")
        beyond = [total - raw for total, raw in zip(signed, rounds["raw"], strict=True)]
        self.report.add("QueryMetadata signed, p50 beyond one raw RSA sign", beyond, "ms", 0.8, 0.4)
        ratios = [self.slowdown() for _ in range(self.rounds)]
        self.report.add("CheckAccessStatus p99 with 8 signings ÷ idle", ratios, "x", 2, 2)
        self.add_memory("10,000 signed responses", SAML, 8, [10_000] + [2_000] * (self.rounds - 1), (20, None), (3, 2.2))
        self.report.add_mappings("vsad after 10,000 signed responses", process_of(NAME))

    def slowdown(self):
        idle = self.run("latency", CHECK, 5_000)["p99"]
        load = subprocess.Popen([self.client, "inflight", *SAML, "200000", "8"], stdout=subprocess.DEVNULL)
        busy = self.run("latency", CHECK, 5_000)["p99"]
        load.kill()
        load.wait()
        return busy / idle

    def objects(self):
        """Runs after everything else, because it fills the state with apps."""
        self.run("latency", WRITE, 99)
        self.report.add("GetManagedObjects with 100 apps, p50", self.latency(OBJECTS, 200), "ms", 0.3)

    def exchange(self):
        waits.exchange(self.report, self.rounds)

    def programs(self):
        waits.programs(self.report, self.rounds)

    def writes(self):
        """Runs in an instance's session: in a temporary one writes do not wait for the disk."""
        with open(f"/proc/{process_of(NAME)}/environ", "rb") as file:
            if b"VSASIM_SYNC=off" in file.read().split(b"\0"):
                sys.exit("bench: vsad's writes do not wait for the disk here; measure them in a session of an instance")
        # Two for each app: with one, every run would set the same value as the previous one, which is not a write.
        self.run("latency", WRITE, 2_000)
        rounds = figures.by_turns(self.rounds, {"disk": write_and_sync, "write": lambda: self.run("latency", WRITE, 2_000)})
        writes = [run["p50"] / 1e3 for run in rounds["write"]]
        self.report.add("4 KiB to a file and fdatasync, p50", rounds["disk"], "ms")
        self.report.add("durable SetAccessStatus, 1,000 apps, p50", writes, "ms", 0.4)
        self.report.add("durable SetAccessStatus, 1,000 apps, p99", [run["p99"] / 1e3 for run in rounds["write"]], "ms")
        self.report.add("durable SetAccessStatus ÷ 4 KiB and fdatasync", figures.ratios(writes, rounds["disk"]), "x")


def write_and_sync():
    """The time to write a page of a file and wait until it is on the disk of vsad's state, in milliseconds."""
    path, times = os.path.join(os.environ["XDG_STATE_HOME"], "bench-write"), []
    with open(path, "wb", buffering=0) as file:
        # Like SQLite's log, which is used again from its start: the file does not grow.
        file.write(bytes(4096 * 500))
        os.fsync(file.fileno())
        file.seek(0)
        for _ in range(500):
            start = time.monotonic()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            times.append((time.monotonic() - start) * 1e3)
    os.remove(path)
    return statistics.median(times)


def stop():
    """Ends vsad; the next call starts it again."""
    process = process_of(NAME)
    os.kill(process, 15)
    while os.path.exists(f"/proc/{process}"):
        time.sleep(0.005)


def vsactl(*arguments):
    subprocess.run(["vsactl", *arguments], check=True, stdout=subprocess.DEVNULL)


def prepare(*apps):
    """Grants access to apps, and signs the user in."""
    vsactl("wait", "ready")
    for app in apps:
        vsactl("access", "set", app, "granted")
    vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", help="the folder with the compiled client and floors")
    parser.add_argument("groups", nargs="+", help="the groups of figures, in this order")
    figures.add_options(parser, 5)
    parser.add_argument("--drop-caches", action="store_true", help="also measure the cold start without the page cache (root)")
    options = parser.parse_args()
    bench = Bench(options.tools, options.rounds, options.drop_caches)
    floors = [["echo", ECHO[0], SDBUS], ["libdbus_echo", LIBDBUS]]
    prepare("client", "com.example.player", *[floor[0] for floor in floors])
    running = [subprocess.Popen([os.path.join(options.tools, floor[0]), *floor[1:]]) for floor in floors]
    try:
        for name in (ECHO[0], SDBUS, LIBDBUS):
            subprocess.run(["gdbus", "wait", "--session", "--timeout", "10", name], check=True)
        for group in options.groups:
            getattr(bench, group)()
    finally:
        for floor in running:
            floor.terminate()
    bench.report.finish(options.json)
    if GROWTH in bench.report.missed():
        sys.exit(1)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures vsad beside the floor, and the silent exchange. Runs inside `vsactl run`; `make bench` starts it.

Every ratio is the median of several rounds; in each round the floor and the daemon take turns on the same bus, because the
machine's speed drifts more from minute to minute than the two differ.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import time

FLOOR = ["org.vsasim.Floor", "/org/vsasim/Floor", "org.vsasim.Floor", "Echo", "echo"]
NAME, ROOT = "org.vsasim.SubscriberAccount1", "/org/vsasim/SubscriberAccount1"
CHECK = [NAME, ROOT, NAME, "CheckAccessStatus", "options"]
QUERY = [NAME, ROOT, NAME, "QueryMetadata", "metadata"]
SAML = [NAME, ROOT, NAME, "QueryMetadata", "saml"]
WRITE = [NAME, ROOT + "/Control", NAME + ".Control", "SetAccessStatus", "access"]
OBJECTS = [NAME, ROOT, "org.freedesktop.DBus.ObjectManager", "GetManagedObjects", "nothing"]
READS = [("CheckAccessStatus", CHECK), ("QueryMetadata", QUERY)]
GROUPS = ["start", "reads", "memory", "signing", "exchange", "writes"]


class Report:
    """The rows of the table, printed as they come and kept for --json."""

    def __init__(self):
        self.rows = []

    def add(self, what, value, unit, bound=None, goal=None, higher_is_better=False):
        missed = bound is not None and (value < bound if higher_is_better else value > bound)
        self.rows.append({"what": what, "value": value, "unit": unit, "bound": bound, "goal": goal, "missed": missed})
        limits = f"bound {bound:g}, goal {goal:g}" if bound is not None else ""
        print(f"{'!' if missed else ' '} {what:<58}{value:>10.3f} {unit:<9}{limits}", flush=True)


def call_bus(member, name):
    """What org.freedesktop.DBus answers to a question about a name, as a number."""
    command = ["gdbus", "call", "--session", "--dest", "org.freedesktop.DBus", "--object-path", "/org/freedesktop/DBus"]
    text = subprocess.run([*command, "--method", f"org.freedesktop.DBus.{member}", name], check=True, capture_output=True).stdout
    return int(re.search(rb"(\d+),?\)", text).group(1))


def threads(process):
    return [int(entry) for entry in os.listdir(f"/proc/{process}/task")]


def pin(process, cores):
    for thread in threads(process):
        os.sched_setaffinity(thread, cores)


def cpu_seconds(process):
    total = 0
    for thread in threads(process):
        with open(f"/proc/{process}/task/{thread}/schedstat", encoding="ascii") as file:
            total += int(file.read().split()[0])
    return total / 1e9


def memory(process):
    """Resident and private dirty memory in MB (10^6 bytes)."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        values = dict(re.findall(r"^(\w+):\s+(\d+) kB", file.read(), re.MULTILINE))
    return int(values["Rss"]) * 1024 / 1e6, int(values["Private_Dirty"]) * 1024 / 1e6


class Bench:
    """The programs to measure with, and how often."""

    def __init__(self, tools, rounds):
        self.client = os.path.join(tools, "client")
        self.echo = os.path.join(tools, "echo")
        self.rounds = rounds
        self.report = Report()

    def run(self, mode, target, count, number=None, cores=None):
        command = [self.client, mode, *target, str(count)] + ([str(number)] if number else [])
        setup = (lambda: os.sched_setaffinity(0, cores)) if cores else None
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, preexec_fn=setup).stdout)

    def ratio(self, mode, target, field, count, number=None, cores=None):
        ratios = []
        for _ in range(self.rounds):
            floor = self.run(mode, FLOOR, count, number, cores)
            ratios.append(self.run(mode, target, count, number, cores)[field] / floor[field])
        return statistics.median(ratios)

    def reads(self, bus, floor, vsad):
        everything = os.sched_getaffinity(0)
        one = {min(everything)}
        for process in (bus, floor, vsad):
            pin(process, one)
        for name, target in READS:
            pinned = self.ratio("latency", target, "p50", 5_000, None, one)
            self.report.add(f"{name} p50 / floor, one core", pinned, "x", 1.5, 1.25)
        for process in (bus, floor, vsad):
            pin(process, everything)
        for name, target in READS:
            self.report.add(f"{name} p50 / floor, unpinned", self.ratio("latency", target, "p50", 5_000), "x", 1.6, 1.3)
            self.report.add(f"{name} p99 / floor, unpinned", self.ratio("latency", target, "p99", 5_000), "x")
        for name, target in READS:
            before, count = cpu_seconds(vsad), 20_000
            value = self.ratio("inflight", target, "perSecond", count, 64)
            used = (cpu_seconds(vsad) - before) * 1e6 / (count * self.rounds)
            self.report.add(f"{name} 64 in flight / floor", value, "x", 0.8, 0.9, higher_is_better=True)
            self.report.add(f"{name} CPU of vsad per call", used, "us", 18, 12)
            value = self.ratio("clients", target, "perSecond", 16_000, 32)
            self.report.add(f"{name} 32 clients / floor", value, "x")

    def memory(self, vsad):
        self.run("inflight", CHECK, 100_000, 64)
        resident, dirty = memory(vsad)
        self.report.add("resident after 100,000 calls", resident, "MB", 17, 12)
        self.report.add("private dirty after 100,000 calls", dirty, "MB", 3, 1.2)

    def objects_and_writes(self):
        """After everything else: these leave the state full of apps."""
        self.run("latency", WRITE, 100)
        listing = [self.run("latency", OBJECTS, 200)["p50"] for _ in range(self.rounds)]
        self.report.add("GetManagedObjects with 100 apps, p50", statistics.median(listing) / 1e3, "ms", 3, 1.5)
        writes = [self.run("latency", WRITE, 2_000)["p50"] for _ in range(self.rounds)]
        self.report.add("durable SetAccessStatus, 1,000 apps, p50", statistics.median(writes) / 1e3, "ms", 1, 0.3)

    def start(self, drop_caches):
        self.report.add("cold start by activation, warm cache", cold_start(self, False), "ms", 25, 10)
        if drop_caches:
            self.report.add("cold start, page cache dropped", cold_start(self, True), "ms", 100, 45)

    def signing(self, vsad):
        raw_sign = raw_sign_milliseconds()
        runs = [self.run("latency", SAML, 500) for _ in range(self.rounds)]
        latency = [run["p50"] for run in runs]
        self.report.add("QueryMetadata signed, p50", statistics.median(latency) / 1e3, "ms")
        self.report.add("QueryMetadata signed, p99", statistics.median(run["p99"] for run in runs) / 1e3, "ms")
        beyond = statistics.median(latency) / 1e3 - 2 * raw_sign
        self.report.add("QueryMetadata signed, p50 beyond two raw RSA signs", beyond, "ms", 1.0, 0.4)
        idle = [self.run("latency", CHECK, 5_000)["p99"] for _ in range(self.rounds)]
        load = subprocess.Popen([self.client, "inflight", *SAML, "200000", "8"], stdout=subprocess.DEVNULL)
        busy = [self.run("latency", CHECK, 5_000)["p99"] for _ in range(self.rounds)]
        load.kill()
        load.wait()
        slowdown = statistics.median(busy) / statistics.median(idle)
        self.report.add("CheckAccessStatus p99 with 8 signings / idle", slowdown, "x", 2, 2)
        self.run("inflight", SAML, 10_000, 8)
        resident, dirty = memory(vsad)
        self.report.add("resident after 10,000 signed responses", resident, "MB", 25, 20)
        self.report.add("private dirty after 10,000 signed responses", dirty, "MB", 4, 2.2)


def raw_sign_milliseconds():
    """What one RSA-2048 signature costs here, by OpenSSL's own benchmark."""
    text = subprocess.run(["openssl", "speed", "-seconds", "1", "rsa2048"], check=True, capture_output=True, text=True).stdout
    return float(re.search(r"rsa 2048 bits ([\d.]+)s", text).group(1)) * 1e3


def cold_start(bench, drop_caches):
    """Milliseconds from the call that activates vsad to its answer, fastest and median of ten."""
    times = []
    for _ in range(10):
        process = call_bus("GetConnectionUnixProcessID", NAME)
        os.kill(process, 15)
        while os.path.exists(f"/proc/{process}"):
            time.sleep(0.005)
        if drop_caches:
            os.sync()
            with open("/proc/sys/vm/drop_caches", "w", encoding="ascii") as file:
                file.write("3")
        start = time.monotonic()
        subprocess.run([bench.client, "latency", *CHECK, "1"], check=True, stdout=subprocess.DEVNULL)
        times.append((time.monotonic() - start) * 1e3)
    return statistics.median(times)


def silent_exchange(entitle):
    """Milliseconds from setRequestor without a token to setRequestorComplete with one, median of 100; daemons warm."""
    times = []
    with subprocess.Popen([entitle], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as app:
        def until(callback):
            for line in app.stdout:
                if json.loads(line).get("callback") == callback:
                    return json.loads(line)
            sys.exit("bench: entitle ended early")

        def ask(command, callback):
            app.stdin.write(command + "\n")
            return until(callback)

        ask("setRequestor REF30", "setRequestorComplete")
        for _ in range(100):
            ask("logout", "setAuthenticationStatus")
            start = time.monotonic()
            ask("setRequestor REF30", "setRequestorComplete")
            times.append((time.monotonic() - start) * 1e3)
            if ask("checkAuthentication", "setAuthenticationStatus")["status"] != 1:
                sys.exit("bench: the silent exchange did not authenticate the app")
        app.stdin.write("quit\n")
    return statistics.median(times)


def vsactl(*arguments):
    subprocess.run(["vsactl", *arguments], check=True, stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tools", help="the folder with the compiled client and echo")
    parser.add_argument("--rounds", type=int, default=5, help="rounds per figure (default 5)")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    parser.add_argument("--only", metavar="GROUPS", default=",".join(GROUPS), help="some of %(default)s, with commas between")
    parser.add_argument("--drop-caches", action="store_true", help="also measure the cold start without the page cache (root)")
    options = parser.parse_args()
    groups = options.only.split(",")
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        parser.error(f"--only: there is no group '{unknown[0]}'; there are {', '.join(GROUPS)}")
    bench = Bench(options.tools, options.rounds)
    # The pages of a program that was linked a moment ago count as the process's dirty memory until they are on the disk.
    os.sync()
    with subprocess.Popen([bench.echo]) as floor:
        vsactl("wait", "ready")
        vsactl("access", "set", "client", "granted")
        vsactl("access", "set", "com.example.player", "granted")
        vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice")
        if "start" in groups:
            bench.start(options.drop_caches)
        bus = call_bus("GetConnectionUnixProcessID", "org.freedesktop.DBus")
        vsad = call_bus("GetConnectionUnixProcessID", NAME)
        if "reads" in groups:
            bench.reads(bus, floor.pid, vsad)
        if "memory" in groups:
            bench.memory(vsad)
        if "signing" in groups:
            bench.signing(vsad)
        if "exchange" in groups:
            bench.report.add("silent exchange end to end, p50", silent_exchange("entitle"), "ms", 25, 8)
        if "writes" in groups:
            bench.objects_and_writes()
        floor.terminate()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(bench.report.rows, file, indent=2)
    missed = [row["what"] for row in bench.report.rows if row["missed"]]
    print(f"{len(missed)} of {len(bench.report.rows)} figures outside their bound" + (": " + "; ".join(missed) if missed else ""))


if __name__ == "__main__":
    main()

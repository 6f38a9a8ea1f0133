#!/usr/bin/env python3
"""Measures entitlementd: authorize with a warm token, alone and with 64 connections, with few and with a million live tokens, and
what its memory does under a million requests. `make bench` starts it; `make soak` the part about memory.

The tokens are written into the service's database before it starts. wrk asks about random ones; every answer has to be 200.
"""

import argparse
import hashlib
import json
import os
import random
import re
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

REQUESTOR, MVPD, RESOURCE = "REF30", "AlphaCable", "news"
SCRIPT = """
local paths, token = {}, os.getenv("BENCH_TOKEN")
for line in io.lines(os.getenv("BENCH_PATHS")) do paths[#paths + 1] = line end
local headers = { ["Authorization"] = "Bearer " .. token, ["Accept"] = "application/json" }
function init(arguments) math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16)) end
function request() return wrk.format("GET", paths[math.random(#paths)], headers) end
"""


def device(number):
    """The identifier of a device: 64 hexadecimal digits without an order, as the library's hash is."""
    return hashlib.sha256(str(number).encode()).hexdigest()


class Service:
    """entitlementd on a state folder of its own, with a registered client and a number of live tokens."""

    def __init__(self, binary, folder, tokens):
        self.binary, self.folder, self.tokens = binary, os.path.join(folder, f"state-{tokens}"), tokens
        os.mkdir(self.folder)
        self.start()
        self.access_token = self.register()
        self.stop()
        self.seed()
        start = time.monotonic()
        self.start()
        self.start_up = time.monotonic() - start
        self.paths = os.path.join(self.folder, "paths")
        asked = random.Random(tokens).sample(range(tokens), min(tokens, 100_000))
        with open(self.paths, "w", encoding="ascii") as file:
            file.writelines(self.path(number) + "\n" for number in asked)
        self.script = os.path.join(self.folder, "wrk.lua")
        with open(self.script, "w", encoding="ascii") as file:
            file.write(SCRIPT)
        if self.call("GET", self.path(0), token=self.access_token).get("resource") != RESOURCE:
            sys.exit("bench: the service does not know the tokens that were written")

    @staticmethod
    def path(number):
        return f"/api/v1/authorize?requestor={REQUESTOR}&deviceId={device(number)}&resource={RESOURCE}"

    def start(self):
        environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder, "XDG_CONFIG_HOME": self.folder}
        command = [self.binary, "serve", "--state", self.folder, "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        self.url = self.process.stdout.readline().split()[-1]
        with open(os.path.join(self.folder, "vsasim/entitlementd.json"), encoding="utf-8") as file:
            self.admin_token = json.load(file)["adminToken"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait() != 0:
            sys.exit("bench: entitlementd ended with an error")

    def call(self, method, path, body=None, kind="application/json", token=None):
        request = urllib.request.Request(self.url + path, method=method, data=body.encode() if body else None)
        request.add_header("Content-Type", kind)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def register(self):
        body = json.dumps({"requestor": REQUESTOR})
        statement = self.call("POST", "/admin/v1/statements", body, token=self.admin_token)["statement"]
        client = self.call("POST", "/o/client/register", json.dumps({"software_statement": statement}))
        form = f"client_id={client['client_id']}&client_secret={client['client_secret']}&grant_type=client_credentials"
        return self.call("POST", "/o/client/token", form, "application/x-www-form-urlencoded")["access_token"]

    def seed(self):
        """An authentication and an authorization for every device, as the service writes them."""
        now = int(time.time() * 1_000)
        ends = now + 30 * 86_400_000
        database = sqlite3.connect(os.path.join(self.folder, "entitlementd/entitlementd.sqlite"))
        database.execute("PRAGMA synchronous = OFF")
        # Rows come in an order that the indexes do not have.
        database.execute("PRAGMA cache_size = -1000000")

        def key(number):
            return {"requestor": REQUESTOR, "deviceID": device(number), "applicationID": ""}

        def authentications():
            for number in range(self.tokens):
                user, session = f"u-{number}", f"s-{number}"
                record = {
                    "key": key(number), "mvpd": MVPD, "userID": user, "source": "apple", "sessionID": session,
                    "attributes": {"userID": user, "zip": ["10001"], "channelID": ["news", "sports"]}, "createdAt": now,
                    "expiresAt": ends,
                }
                yield REQUESTOR, device(number), "", ends, MVPD, user, session, json.dumps(record).encode()

        def authorizations():
            for number in range(self.tokens):
                record = {"key": key(number), "mvpd": MVPD, "resource": RESOURCE, "isDegraded": False, "expiresAt": ends}
                yield REQUESTOR, device(number), "", RESOURCE, ends, json.dumps(record).encode()

        columns = "requestor, device, application, ends, mvpd, user, session, document"
        database.executemany(f"INSERT INTO authentication ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", authentications())
        columns = "requestor, device, application, resource, ends, document"
        database.executemany(f"INSERT INTO authorization ({columns}) VALUES (?, ?, ?, ?, ?, ?)", authorizations())
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

    def load(self, connections, seconds):
        """Requests per second, and the median latency in milliseconds."""
        threads = min(2, connections)
        command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", self.script, self.url]
        environment = {**os.environ, "BENCH_TOKEN": self.access_token, "BENCH_PATHS": self.paths}
        text = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
        if "Non-2xx" in text or "Socket errors" in text:
            sys.exit(f"bench: requests failed\n{text}")
        number, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", text).groups()
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
        return rate, float(number) * {"us": 0.001, "ms": 1, "s": 1_000}[unit]

    def private_memory(self):
        """Private dirty memory in MB (10^6 bytes)."""
        with open(f"/proc/{self.process.pid}/smaps_rollup", encoding="ascii") as file:
            return int(re.search(r"^Private_Dirty:\s+(\d+) kB", file.read(), re.MULTILINE).group(1)) * 1024 / 1e6


class Report:
    """The rows of the table, printed as they come and kept for --json."""

    def __init__(self):
        self.rows = []

    def add(self, what, value, unit, bound=None, higher_is_better=False):
        missed = bound is not None and (value < bound if higher_is_better else value > bound)
        self.rows.append({"what": what, "value": value, "unit": unit, "bound": bound, "missed": missed})
        print(f"{'!' if missed else ' '} {what:<58}{value:>10.3f} {unit:<9}{f'bound {bound:g}' if bound else ''}", flush=True)


def speed(report, binary, folder, options):
    few = Service(binary, folder, 1_000)
    many = Service(binary, folder, options.tokens)
    for service in (few, many):
        service.load(64, 3)
    pairs = [(few.load(1, options.seconds)[1], many.load(1, options.seconds)[1]) for _ in range(options.rounds)]
    report.add("authorize, warm token, one connection, p50", statistics.median(pair[0] for pair in pairs), "ms", 1)
    ratio = statistics.median(pair[1] / pair[0] for pair in pairs)
    report.add(f"the same with {options.tokens:,} live tokens / with 1,000", ratio, "x", 1.3)
    rates = [few.load(64, options.seconds) for _ in range(options.rounds)]
    rate = statistics.median(pair[0] for pair in rates)
    report.add("authorize, 64 connections, wrk on the same cores", rate, "/s", 4_000, higher_is_better=True)
    report.add("the same, p50", statistics.median(pair[1] for pair in rates), "ms")
    rate = statistics.median(many.load(64, options.seconds)[0] for _ in range(options.rounds))
    report.add(f"authorize, 64 connections, {options.tokens:,} live tokens", rate, "/s")
    report.add(f"start with {options.tokens:,} live tokens", many.start_up, "s")
    report.add("private memory with 1,000 live tokens, after the load", few.private_memory(), "MB")
    report.add(f"private memory with {options.tokens:,} live tokens, after the load", many.private_memory(), "MB")
    few.stop()
    many.stop()


def memory(report, binary, folder, options):
    service = Service(binary, folder, 10_000)
    done = 0.0
    figures = {}
    for goal in (100_000, options.requests):
        while done < goal:
            seconds = 5
            done += service.load(64, seconds)[0] * seconds
        figures[goal] = service.private_memory()
        report.add(f"private memory after {goal:,} requests", figures[goal], "MB")
    report.add("growth in between", figures[options.requests] - figures[100_000], "MB", 1)
    service.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="entitlementd, a release build")
    parser.add_argument("--soak", action="store_true", help="only the part about memory")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="how many tokens are many (default 1,000,000)")
    parser.add_argument("--requests", type=int, default=1_000_000, help="requests of the part about memory (default 1,000,000)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds per figure (default 3)")
    parser.add_argument("--seconds", type=int, default=5, help="seconds per round (default 5)")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to FILE")
    options = parser.parse_args()
    report = Report()
    # The pages of a program that was linked a moment ago count as the process's dirty memory until they are on the disk.
    os.sync()
    with tempfile.TemporaryDirectory(prefix="entitlementd-bench-") as folder:
        (memory if options.soak else speed)(report, os.path.abspath(options.binary), folder, options)
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(report.rows, file, indent=2)
    missed = [row["what"] for row in report.rows if row["missed"]]
    print(f"{len(missed)} of {len(report.rows)} figures outside their bound" + (": " + "; ".join(missed) if missed else ""))
    if missed and options.soak:
        sys.exit(1)


if __name__ == "__main__":
    main()

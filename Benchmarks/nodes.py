#!/usr/bin/env python3
"""Measures entitlementd on PostgreSQL, on the same machine: authorize beside SQLite, with few and with a million live tokens, two
nodes beside one, the round trips of each call, and what a million devices need. `make bench` starts it.

Two nodes are compared with one where each node may use a quarter of a processor, which a control group limits, so that the nodes
and not the machine are the limit; and without limits, where both, the database and wrk share the machine's processors.
"""

import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import entitlementd
import figures
import web
from entitlementd import MVPD, REQUESTOR, RESOURCE, Service

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests" / "interop"))
from postgresql import PostgreSQL, programs

# The share of a processor that a limited node has.
QUARTER = 0.25
# The number of calls over which round trips are counted.
BURST = 400
DEVICE = "encode(sha256(number::text::bytea), 'hex')"


class Node(Service):
    """A node with its own state folder; the first one writes the tokens."""

    def __init__(self, binary, folder, server, tokens, first=None):
        self.server, self.schema, self.first = server, f"tokens_{tokens}", first
        secrets = {}
        for name in ("key", "token"):
            secrets[name] = os.path.join(folder, name)
            with open(secrets[name], "w", encoding="ascii") as file:
                file.write(f"a-{name}-of-the-benchmarks\n")
        options = ["--database", server.url, "--database-schema", self.schema, "--database-key-file", secrets["key"],
                   "--admin-token-file", secrets["token"], "--public-url", "http://tv.example", "--allowed-host", "127.0.0.1"]
        own = os.path.join(folder, "second" if first else "first")
        os.makedirs(own, exist_ok=True)
        # An instance with a name has another one than that of which the folder is known.
        runtime = os.path.join(own, f"state-{tokens}", "vsasim", "entitlementd.json")
        super().__init__(binary, own, tokens, options=[*options, "--instance", os.path.basename(own), "--runtime-file", runtime])

    def register(self):
        if not self.first:
            return super().register()
        self.client = self.first.client
        return self.first.access_token

    def seed(self):
        """Like in SQLite: a sign-in and an authorization of both interfaces for every device."""
        if self.first:
            return
        now = int(time.time() * 1_000)
        ends = now + entitlementd.TOKEN_TTL

        def owner(client=""):
            return f"json_build_object('requestor', '{REQUESTOR}', 'deviceID', {DEVICE}, 'applicationID', '{client}')"

        def authentication(client=""):
            return f"""json_build_object('key', {owner(client)}, 'mvpd', '{MVPD}', 'userID', 'u-' || number,
                'source', '{"regular" if client else "apple"}', 'sessionID', 's-' || number,
                'createdAt', {now}, 'expiresAt', {ends},
                'attributes', json_build_object('userID', 'u-' || number, 'zip', json_build_array('10001'),
                    'channelID', json_build_array('news', 'sports')))"""

        def insert(table, columns, values, document, client=""):
            names = ", ".join(f'"{column}"' for column in ["requestor", "device", "application", *columns, "ends", "document"])
            return f"""INSERT INTO "{table}" ({names}) SELECT '{REQUESTOR}', {DEVICE}, '{client}', {values}, {ends},
                convert_to({document}::text, 'UTF8') FROM generate_series(0, {self.tokens - 1}) AS number;\n"""

        users, client = f"'{MVPD}', 'u-' || number, 's-' || number", self.client
        resource = f"'resource', '{RESOURCE}', 'expiresAt', {ends}"
        profile = f"'profile', json_build_object('owner', {owner(client)}, 'mvpd', '{MVPD}'), 'sessionID', 's-' || number"
        listed = ["mvpd", "user", "session"]
        self.server.sql(
            f'SET search_path = "{self.schema}"; SET synchronous_commit = off;\n'
            + insert("authentication", listed, users, authentication())
            + insert("authorization", ["resource"], f"'{RESOURCE}'",
                     f"json_build_object('key', {owner()}, 'mvpd', '{MVPD}', 'isDegraded', false, {resource})")
            + insert("profile", listed, users,
                     f"json_build_object('authentication', {authentication(client)}, 'identities', json_build_array(), "
                     "'isInvalidated', false)", client)
            + insert("profile_authorization", ["mvpd", "resource"], f"'{MVPD}', '{RESOURCE}'",
                     f"json_build_object({profile}, 'createdAt', {now}, {resource})", client)
            + "VACUUM ANALYZE;")

    def round_trips(self):
        request = urllib.request.Request(self.url + "/metrics", headers={"Authorization": f"Bearer {self.admin_token}"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return int(float(re.search(r"^vsasim_database_round_trips_total (\S+)$", answer.read().decode(), re.M).group(1)))


class Limit:
    """A control group whose processes may use a share of one processor."""

    def __init__(self, name, share):
        root = "/sys/fs/cgroup"
        is_version2 = os.path.exists(f"{root}/cgroup.controllers")
        self.folder = f"{root}{'' if is_version2 else '/cpu'}/vsasim-bench-{os.getpid()}-{name}"
        os.mkdir(self.folder)
        period = 100_000
        if is_version2:
            self.write("cpu.max", f"{int(period * share)} {period}")
        else:
            self.write("cpu.cfs_period_us", period)
            self.write("cpu.cfs_quota_us", int(period * share))

    def write(self, name, value):
        with open(os.path.join(self.folder, name), "w", encoding="ascii") as file:
            file.write(str(value))

    def remove(self, process):
        with open(f"{os.path.dirname(self.folder)}/cgroup.procs", "w", encoding="ascii") as file:
            file.write(str(process.pid))
        os.rmdir(self.folder)


def rate_of(nodes, connections, seconds):
    """authorize at all nodes at the same time, with the connections shared between them: requests per second in total."""
    with concurrent.futures.ThreadPoolExecutor() as pool:
        loads = pool.map(lambda node: web.target(node).load(connections // len(nodes), seconds).rate, nodes)
        return sum(loads)


def compare_nodes(report, nodes, options, what, bound):
    sides = {1: lambda: rate_of(nodes[:1], 32, options.seconds), 2: lambda: rate_of(nodes, 32, options.seconds)}
    rates = figures.by_turns(options.rounds, sides)
    report.add(f"authorize, one node {what}", rates[1], "/s")
    report.add(f"authorize, two nodes ÷ one {what}", figures.ratios(rates[2], rates[1]), "x", bound, higher_is_better=True)


def limited(report, nodes, options):
    limits = []
    try:
        for number, node in enumerate(nodes):
            limits.append(Limit(number, QUARTER))
            limits[-1].write("cgroup.procs", node.process.pid)
    except OSError as error:
        print(f"  two nodes with a quarter of a processor each: not measured: control groups cannot be written: {error}")
        return
    compare_nodes(report, nodes, options, "with a quarter of a processor", 1.6)
    for limit, node in zip(limits, nodes, strict=True):
        limit.remove(node.process)


def round_trips(report, node):
    """The round trips to the server of each call, once the node knows which records the call needs."""
    forms = "application/x-www-form-urlencoded"
    number = itertools.cycle(range(node.tokens))

    def of(call):
        return lambda: call.request(next(number))

    query = f"requestor={REQUESTOR}&deviceId="
    v1 = {
        "authorize": lambda: ("GET", entitlementd.authorize_path(next(number)), None, {}),
        "authentication token": lambda: (
            "GET", f"/api/v1/tokens/authn?{query}{entitlementd.device(next(number))}", None, {}),
        "authorization token": lambda: (
            "GET", f"/api/v1/tokens/authz?{query}{entitlementd.device(next(number))}&resource={RESOURCE}", None, {}),
        "registration code": lambda: (
            "POST", f"/reggie/v1/{REQUESTOR}/regcode", f"deviceId={entitlementd.device(next(number))}", {"Content-Type": forms}),
        "configuration": lambda: ("GET", f"/api/v1/config/{REQUESTOR}", None, {}),
    }
    v2 = {
        "REST v2 sessions": of(entitlementd.SESSION), "REST v2 profiles": of(entitlementd.PROFILES),
        "REST v2 preauthorize": of(entitlementd.PREAUTHORIZE), "REST v2 authorize, permitted": of(entitlementd.PERMIT),
        "REST v2 authorize, denied": of(entitlementd.DENIAL),
    }

    refusals = []

    def send(call):
        method, path, body, headers = call()
        request = urllib.request.Request(node.url + path, method=method, data=body.encode() if body else None, headers=headers)
        request.add_header("Authorization", f"Bearer {node.access_token}")
        request.add_header("Accept", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                answer.read()
        except urllib.error.HTTPError as error:
            refusals.append(error.code)

    def count(calls):
        before = node.round_trips()
        for _ in calls:
            pass
        return (node.round_trips() - before) / BURST

    with concurrent.futures.ThreadPoolExecutor(16) as pool:
        for name, call in {**v1, **v2}.items():
            # With the first calls of a kind the node learns what it looks up.
            for _ in range(5):
                send(call)
            # This includes the journal's exchange with other nodes, a few times a second for any load.
            one = count(send(call) for _ in range(BURST))
            report.add(f"round trips of {name}", one, "", *([2] if name == "authorize" else []))
            # Conflicting writes are repeated.
            report.add(f"round trips of {name}, 16 at a time", count(pool.map(send, [call] * BURST)), "")
    report.add("calls refused because of conflicts", len(refusals), "", 0)


def children(process):
    with open(f"/proc/{process}/task/{process}/children", encoding="ascii") as file:
        return [int(word) for word in file.read().split()]


def cost(node, options, connections=32):
    """The processor time of an authorize in microseconds, at the node and at the server."""
    server = node.server.process.pid

    def used():
        return sum(figures.cpu_seconds(process) for process in [server, *children(server)])

    before = used()
    load = web.target(node).load(connections, options.seconds)
    return load.cpu, (used() - before) * 1e6 / load.requests


def compare_engines(report, sqlite, node, options):
    """SQLite and PostgreSQL by turns: the time that a caller waits, and the cost."""
    sides = {service: lambda service=service: web.target(service).load(1, options.seconds).p50 for service in (sqlite, node)}
    times = figures.by_turns(options.rounds, sides)
    report.add("authorize p50 on PostgreSQL", times[node], "ms")
    report.add("authorize p50, PostgreSQL ÷ SQLite", figures.ratios(times[node], times[sqlite]), "x", 3)
    sides = {sqlite: lambda: web.target(sqlite).load(1, options.seconds).cpu, node: lambda: cost(node, options, 1)}
    values = figures.by_turns(options.rounds, sides)
    report.add("authorize, CPU with SQLite", values[sqlite], "us")
    report.add("authorize, CPU of a node", [own for own, _ in values[node]], "us")
    report.add("authorize, CPU of PostgreSQL for it", [server for _, server in values[node]], "us")
    sums = [sum(value) for value in values[node]]
    report.add("authorize, CPU, PostgreSQL ÷ SQLite", figures.ratios(sums, values[sqlite]), "x")


def compare_sizes(report, few, many, options):
    many.ask_about(min(1_000, options.tokens))
    for service in (few, many):
        web.target(service).load(1, options.seconds)
    what = f"1,000 of {options.tokens:,} ÷ 1,000"
    sides = {service: lambda service=service: web.target(service).load(1, options.seconds).p50 for service in (few, many)}
    times = figures.by_turns(options.rounds, sides)
    report.add(f"authorize p50, {what}", figures.ratios(times[many], times[few]), "x", 1.3)
    sides = {service: lambda service=service: sum(cost(service, options, 1)) for service in (few, many)}
    times = figures.by_turns(options.rounds, sides)
    report.add(f"authorize, CPU, {what}", figures.ratios(times[many], times[few]), "x")


def storage(report, node, folder):
    """The size of the devices on the disk, and the time of a backup and its restoration."""
    server, millions = node.server, node.tokens / 1e6
    tables = json.loads(server.sql(
        f"""SELECT json_object_agg(relname, pg_total_relation_size(oid)) FROM pg_class
            WHERE relkind = 'r' AND relnamespace = '"{node.schema}"'::regnamespace"""))
    for name in ("authentication", "authorization", "profile", "profile_authorization"):
        report.add(f"a million records of {name} on the disk", tables[name] / 1e6 / millions, "MB")
    archive = os.path.join(folder, "archive")
    address = ["-h", server.folder, "-U", "postgres"]
    begin = time.monotonic()
    dump = [programs() / "pg_dump", *address, "-Fc", "-Z1", f"--schema={node.schema}", "-f", archive, "postgres"]
    subprocess.run(dump, check=True)
    report.add(f"pg_dump of {node.tokens:,} devices", time.monotonic() - begin, "s")
    report.add(f"the archive of {node.tokens:,} devices", os.path.getsize(archive) / 1e6, "MB")
    server.sql("CREATE DATABASE copy")
    begin = time.monotonic()
    subprocess.run([programs() / "pg_restore", *address, "-j2", "-d", "copy", archive], check=True)
    report.add(f"pg_restore of {node.tokens:,} devices", time.monotonic() - begin, "s")
    server.sql("DROP DATABASE copy")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="entitlementd, a release build")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="how many tokens are many (default %(default)s)")
    parser.add_argument("--seconds", type=int, default=3, help="seconds per round (default %(default)s)")
    figures.add_options(parser, 3)
    options = parser.parse_args()
    report, binary = figures.Report(), os.path.abspath(options.binary)
    # A secret that others can read is rejected.
    os.umask(0o077)
    print(f"  load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    server = PostgreSQL("shared_buffers=512MB", "max_wal_size=4GB")
    with tempfile.TemporaryDirectory(prefix="entitlementd-nodes-") as folder:
        sqlite = Service(binary, folder, 1_000)
        few = Node(binary, folder, server, 1_000)
        second = Node(binary, folder, server, 1_000, first=few)
        for service in (sqlite, few, second):
            web.target(service).load(32, options.seconds)
        compare_engines(report, sqlite, few, options)
        sqlite.stop()
        round_trips(report, few)
        compare_nodes(report, [few, second], options, "without limits", 0.9)
        limited(report, [few, second], options)
        second.stop()
        many = Node(binary, folder, server, options.tokens)
        compare_sizes(report, few, many, options)
        few.stop()
        storage(report, many, folder)
        many.stop()
    server.stop()
    report.finish(options.json)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Measures entitlementd: authorize with a warm token, alone and with 64 connections, with few and with a million live tokens,
beside a stand-in in Python; /health beside nginx; the calls of REST v2; and what its memory does under a million requests.
`make bench` starts it; `make soak` the part about memory.

wrk asks about random tokens, on the same cores; every answer has to be 200.
"""

import argparse
import os
import sys
import tempfile
import time

import entitlementd
import figures
import web
from entitlementd import Service

# From then on the memory is constant.
GROWTH = "growth after 300,000 requests"

# After the last request, until entitlementd has returned memory to the system, which it does every ten seconds.
SETTLING_SECONDS = 12


def compare(report, few, options):
    """authorize beside the stand-in, /health beside nginx, by turns."""
    peers = [web.StandIn(options.peers, few), web.Nginx(options.peers, few)]
    sides = {"authorize": web.target(few), "stand-in": peers[0], "/health": web.health(few), "nginx": peers[1]}
    for connections, bound, goal in [(1, 250, 150), (64, 150, 110)]:
        loads = figures.by_turns(
            options.rounds, {name: lambda side=side: side.load(connections, options.seconds) for name, side in sides.items()})
        rates = {name: [load.rate for load in values] for name, values in loads.items()}
        cpu = {name: [load.cpu for load in values] for name, values in loads.items()}
        p50 = [load.p50 for load in loads["authorize"]]
        under = "one connection" if connections == 1 else f"{connections} connections"
        report.add(f"authorize, {under}, p50", p50, "ms", *([1] if connections == 1 else []))
        report.add(f"authorize, {under}, CPU a request", cpu["authorize"], "us", bound, goal)
        report.add(f"stand-in, {under}, CPU a request", cpu["stand-in"], "us")
        rate = figures.ratios(rates["authorize"], rates["stand-in"])
        if connections == 64:
            report.add("authorize, 64 connections", rates["authorize"], "/s", 4_000, higher_is_better=True)
        report.add(
            f"authorize, {under}, rate ÷ stand-in", rate, "x", *([1.2, 1.5] if connections == 64 else []), higher_is_better=True)
        report.add(f"/health, {under}, CPU a request", cpu["/health"], "us")
        report.add(f"/health, {under}, CPU ÷ nginx", figures.ratios(cpu["/health"], cpu["nginx"]), "x", 3)
    for peer in peers:
        peer.stop()


def speed(report, binary, folder, options):
    few, many = Service(binary, folder, 1_000), Service(binary, folder, options.tokens)
    for service in (few, many):
        web.target(service).load(64, 3)
    if options.peers:
        compare(report, few, options)
    version2(report, few, options)
    # With as many devices in use, a million stored ones should cost little; with another device each time, no record is in
    # memory.
    for active, what, bound in [(1_000, f"1,000 of {options.tokens:,}", [1.3]), (100_000, f"any of {options.tokens:,}", [])]:
        many.ask_about(min(active, options.tokens))
        for name, target in [("authorize", web.target), ("REST v2 profiles", lambda s: web.version2(s, entitlementd.PROFILES))]:
            target(many).load(1, options.seconds)
            sides = {service: lambda target=target(service): target.load(1, options.seconds).p50 for service in (few, many)}
            times = figures.by_turns(options.rounds, sides)
            report.add(f"{name} p50, {what} ÷ 1,000", figures.ratios(times[many], times[few]), "x", *bound)
    rates = [web.target(many).load(64, options.seconds).rate for _ in range(options.rounds)]
    report.add(f"authorize, 64 connections, {options.tokens:,} live tokens", rates, "/s")
    report.add(f"start with {options.tokens:,} live tokens", many.start_up, "s")
    report.add(f"private dirty with {options.tokens:,} live tokens, after the load", figures.memory(many.process.pid)[1], "MB")
    many.stop()
    few.stop()


def version2(report, few, options):
    """REST v2: what needs no signature, and media tokens beside the signatures that the machine can make."""
    calls = [("sessions", entitlementd.SESSION), ("profiles", entitlementd.PROFILES), ("preauthorize", entitlementd.PREAUTHORIZE),
             ("denials", entitlementd.DENIAL)]
    sides = {name: lambda call=call: web.version2(few, call).load(1, options.seconds).p50 for name, call in calls}
    for name, times in figures.by_turns(options.rounds, sides).items():
        report.add(f"REST v2 {name}, one connection, p50", times, "ms", 1)
    rates = [web.version2(few, entitlementd.PREAUTHORIZE).load(64, options.seconds).rate for _ in range(options.rounds)]
    report.add("REST v2 preauthorize, 64 connections", rates, "/s", 4_000, higher_is_better=True)
    permit = web.version2(few, entitlementd.PERMIT)
    sides = {
        "sign": lambda: figures.raw_sign()[0], "permit": lambda: permit.load(1, options.seconds).p50,
        "signs": lambda: figures.raw_sign(processes=2)[1], "permits": lambda: permit.load(64, options.seconds).rate,
    }
    values = figures.by_turns(options.rounds, sides)
    report.add("one raw RSA-2048 sign by openssl", values["sign"], "ms")
    beyond = [total - raw for total, raw in zip(values["permit"], values["sign"], strict=True)]
    report.add("REST v2 authorize with a token, p50 beyond one raw RSA sign", beyond, "ms", 0.5)
    report.add("RSA-2048 signs by two processes of openssl", values["signs"], "/s")
    ratios = figures.ratios(values["permits"], values["signs"])
    report.add("REST v2 authorize with a token, 64 connections ÷ signs", ratios, "x", 0.6, higher_is_better=True)


def memory(report, binary, folder, goals):
    """Private memory after a number of requests."""
    service = Service(binary, folder, 10_000)
    done, private = 0, []
    for goal in goals:
        while done < goal:
            done += web.target(service).load(64, 5).requests
        time.sleep(SETTLING_SECONDS)
        private.append(figures.memory(service.process.pid)[1])
        report.add(f"private dirty after {goal:,} requests", private[-1], "MB", *([12] if goal == 300_000 else []))
    if len(private) > 2:
        report.add(GROWTH, private[-1] - private[1], "MB", 1)
    report.add_mappings(f"entitlementd after {goals[-1]:,} requests", service.process.pid)
    service.stop()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", help="entitlementd, a release build")
    parser.add_argument("--soak", action="store_true", help="only memory, under a million requests; fails if it grows")
    parser.add_argument("--peers", metavar="FOLDER", help="the folder of Benchmarks/tools; without it peers are left out")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="how many tokens are many (default %(default)s)")
    parser.add_argument("--seconds", type=int, default=3, help="seconds per round (default %(default)s)")
    figures.add_options(parser, 3)
    options = parser.parse_args()
    report = figures.Report()
    # The pages of a newly linked program count as the process's dirty memory until they are on the disk.
    os.sync()
    binary = os.path.abspath(options.binary)
    with tempfile.TemporaryDirectory(prefix="entitlementd-bench-") as folder:
        if not options.soak:
            speed(report, binary, folder, options)
        memory(report, binary, folder, [100_000, 300_000] + ([1_000_000] if options.soak else []))
    report.finish(options.json)
    if options.soak and GROWTH in report.missed():
        sys.exit(1)


if __name__ == "__main__":
    main()

"""Tests a service with generated values, based only on its own introspection data.

    fuzz.py [--seconds 600] [--seed N] [--round N] [--only PHASE] -- vsad

Every round goes through all phases; each part of a round has its own seed, derived from --seed, the round and the part's name,
so that `--seed N --round M` makes the same calls again. After every phase the daemon must run, answer within a bound, and
use no more descriptors and memory than allowed; its state, as kill -9 would leave it, must load in another
daemon. Exit code 0: no defect. 1: a defect, printed with its smallest example. 2: the check itself cannot run.
"""

import argparse
import hashlib
import os
import random
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "interop"))

import hypothesis  # noqa: E402
from hypothesis import HealthCheck, Phase, given, settings  # noqa: E402
from hypothesis.internal.conjecture import engine  # noqa: E402

from bus_client import Client  # noqa: E402
from calls import Calls  # noqa: E402
from introspection import read_service  # noqa: E402
from private_session import Failure, Session  # noqa: E402
from prompts import Prompts  # noqa: E402
from service_check import ROOT, Finding, Health  # noqa: E402
from values import Values  # noqa: E402

LONGEST = 6_000


def say(text):
    print(text if len(text) < LONGEST else f"{text[:LONGEST]} … and {len(text) - LONGEST} characters more", flush=True)


def seed_of(*parts):
    return int.from_bytes(hashlib.sha256(repr(parts).encode()).digest()[:8], "big")


class Fuzz:
    def __init__(self, options):
        self.options = options
        self.end = time.monotonic() + options.seconds
        self.round = options.round

    def is_over(self):
        return time.monotonic() > self.end and self.round >= self.options.round + self.options.rounds

    def drive(self, part, strategy, action, examples):
        """Runs the action on examples; the smallest one that fails is printed."""
        if self.is_over():
            return

        @hypothesis.seed(seed_of(self.options.seed, self.round, part))
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=(Phase.generate, Phase.shrink),
            print_blob=False,
            report_multiple_bugs=False,
            suppress_health_check=list(HealthCheck),
        )
        @given(strategy)
        def run(example):
            hypothesis.note(f"{part}: {example!r}")
            action(example)

        try:
            run()
        except ExceptionGroup as group:
            # Hypothesis could not reproduce the defect, but it did occur.
            found, _ = group.split(Finding)
            if found is None:
                raise
            finding = found.exceptions[0]
            while isinstance(finding, ExceptionGroup):
                finding = finding.exceptions[0]
            finding.add_note("It does not happen every time.")
            raise finding from None

    def phases(self):
        """The phases of a round: name and function."""
        calls, prompts, scale = self.calls, self.prompts, self.options.scale

        def every_member(strategy, label, examples):
            for member, right in calls.right_calls.items():
                self.drive(f"{label} {member} {member.path}", strategy(member, right), calls.make, examples * scale)

        yield "right types", lambda: every_member(lambda _, right: right, "right", 12)
        yield "wrong types", lambda: every_member(lambda member, _: calls.wrong(member), "wrong", 4)
        yield "properties", lambda: self.drive("properties", calls.properties(), calls.make, 60 * scale)
        yield "wrong places", lambda: self.drive("strangers", calls.strangers(), calls.make, 60 * scale)
        yield "signals", lambda: self.drive("noise", calls.noise(), calls.make_noise, 20 * scale)
        yield "crowds", lambda: self.drive("crowds", calls.crowds(), calls.make_from_crowd, 15 * scale)
        yield "clients that die", lambda: self.drive("deaths", calls.deaths(), calls.make_and_die, 15 * scale)
        if prompts.kinds:
            yield "requests and agents", lambda: self.drive("prompts", prompts.plans(), prompts.play, 25 * scale)

    def play_round(self):
        for name, play in self.phases():
            if self.options.only and self.options.only != name:
                continue
            if self.is_over():
                return
            start = time.monotonic()
            play()
            if self.calls.client:
                self.calls.client.close()
            verdict = self.health.check(name)
            say(f"round {self.round}, {name}: ok in {time.monotonic() - start:.1f} s; {verdict}")

    def run(self):
        with Session(self.options.command) as session:
            self.health = Health(session, None, self.options)
            try:
                self.prepare(session)
                while not self.is_over():
                    self.play_round()
                    if self.health.baseline is None:
                        say(f"baseline: {self.health.set_baseline()} KiB of private memory")
                    self.round += 1
                self.health.check_restart()
            except BaseException:
                # The log is removed with the session.
                if self.health.daemon:
                    say(f"the daemon's own words:\n{self.health.daemon.said()}")
                raise
            finally:
                self.health.close()

    def prepare(self, session):
        self.health.start()
        with Client(session.address) as client:
            service = read_service(client, ROOT)
        self.health.service = service
        words = service.names()
        values = Values(words)
        self.calls = Calls(service, values, self.health)
        self.prompts = Prompts(service, values, self.health)
        self.health.check("the start")
        say(
            f"seed {self.options.seed}: {len(service.members)} methods, {len(service.properties)} properties and "
            f"{len(service.signals)} signals on {len(service.paths)} objects"
        )


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600, help="how long, but see --rounds")
    parser.add_argument("--rounds", type=int, default=1, help="so many rounds are played in any case")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--round", type=int, default=0, help="the round to begin with")
    parser.add_argument("--scale", type=int, default=1, help="how many times the usual number of examples")
    parser.add_argument("--only", help="one phase")
    parser.add_argument("--shrink", type=float, default=60, help="seconds for making an example that fails smaller")
    parser.add_argument("--bound", type=float, default=60, help="seconds in which every call must be answered")
    parser.add_argument(
        "--memory", type=int, default=16_384, help="KiB by which the memory may exceed that after the first round"
    )
    parser.add_argument("command", nargs="+", help="the daemon")
    options = parser.parse_args()
    if options.seed is None:
        options.seed = random.SystemRandom().randrange(1_000_000)
    engine.MAX_SHRINKING_SECONDS = options.shrink
    return options


def main():
    options = parse()
    fuzz = Fuzz(options)
    start = time.monotonic()
    try:
        fuzz.run()
    except Failure as failure:
        say(f"FOUND in round {fuzz.round}: {failure}")
        for note in getattr(failure, "__notes__", []):
            say(note)
        say(f"again: make fuzz FUZZ_SEED={options.seed} FUZZ_ROUND={fuzz.round}")
        say(f"keep it: echo '{options.seed} {fuzz.round}  # WHAT WAS FOUND' >>Tests/fuzz/seeds.txt")
        return 1
    say(
        f"nothing found with seed {options.seed}: {fuzz.health.calls} calls in {fuzz.round - options.round} rounds, "
        f"{time.monotonic() - start:.0f} s; {fuzz.calls.dropped} clients dropped by the bus; "
        f"signals of requests: {dict(fuzz.prompts.reached)}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Prints the picker's figures: time from activation to the first frame, resident memory, the filter of 1,000 providers.

usage: measure.py [ROUNDS]    (VSASIM_PICKER names the program; the release build is more meaningful)
"""

import statistics
import sys
import time

from case import the_desktop
from double import PICKER, Daemon, settle, wait_until
from screen import keys, type_text
from test_speed import THOUSAND


class Round:
    """One picker, from its start to its end."""

    def __init__(self):
        self.daemon = Daemon()
        self.log_start = len(the_desktop().picker_log())

    def times(self, what):
        lines = [line.split(" ", 2) for line in the_desktop().picker_log()[self.log_start:].splitlines()]
        return [int(words[1]) / 1000 for words in lines if words[0] == "timing" and words[2] == what]

    def wait(self, what, count=1):
        return wait_until(lambda: len(self.times(what)) >= count and self.times(what)[-1], what)

    def memory(self):
        with open(f"/proc/{self.daemon.picker_process()}/smaps_rollup", encoding="ascii") as file:
            words = [line.split() for line in file]
        sizes = {line[0].rstrip(":"): int(line[1]) / 1024 for line in words if line[-1] == "kB"}
        return sizes["Rss"], sizes["Pss"]

    def end(self):
        self.daemon.close()
        watcher = Daemon()
        wait_until(lambda: watcher.owner(PICKER) is None, "the end of the picker")
        watcher.close()


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    figures = {}

    def add(name, value):
        figures.setdefault(name, []).append(value)

    for _ in range(rounds):
        one = Round()
        start = time.monotonic() * 1000
        one.daemon.request_access()
        add("activation to first frame of the question, ms", one.wait("frame of PermissionView") - start)
        settle(0.3)
        rss, pss = one.memory()
        add("resident with the question, MB", rss)
        add("proportional (PSS), MB", pss)
        one.end()

        one = Round()
        start = time.monotonic() * 1000
        one.daemon.choose(THOUSAND)
        add("activation to first frame of 1,000 providers, ms", one.wait("frame of ProviderListView") - start)
        settle(0.3)
        keys("Escape")
        settle(0.5)
        start = time.monotonic() * 1000
        one.daemon.choose(THOUSAND)
        add("running: call to frame of 1,000 providers, ms", one.wait("frame of ProviderListView", 2) - start)
        settle(0.3)
        for count, text in enumerate(["0", "9", "9", "9"], 1):
            type_text(text)
            end = one.wait("filter ends", count)
            add("filter call of a key, ms", end - one.times("filter begins")[count - 1])
            add("key to painted list, ms", one.wait("frame of filter", count) - one.times("filter begins")[count - 1])
            settle(0.3)
        rss, _ = one.memory()
        add("resident with 1,000 providers, MB", rss)
        one.end()
    for name, values in figures.items():
        print(f"{name:55} median {statistics.median(values):7.1f}   worst {max(values):7.1f}")


main()

#!/usr/bin/env python3
"""Measures both daemons and the programs, each group of figures in a session of its own kind; `make bench` starts it.

start, reads, memory, signing, objects, exchange and programs run in a temporary session of `vsactl run`, where writes do not wait
for the disk. writes runs in a session of a named instance, where they do. service and nodes run entitlementd without a session.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile

import figures

HERE = os.path.dirname(os.path.abspath(__file__))
TEMPORARY = ["start", "reads", "memory", "signing", "objects", "exchange", "programs"]
GROUPS = [*TEMPORARY, "writes", "service", "nodes"]


def python(script, *arguments):
    return [sys.executable, os.path.join(HERE, script), *arguments]


def session(options, groups, rest, state=None):
    """Measures groups inside `vsactl run`; state is the folder for an instance's state."""
    if not groups:
        return
    instance = ["--instance", "bench"] if state else []
    environment = {**os.environ, "PATH": f"{options.binaries}:{os.environ['PATH']}"}
    if state:
        environment["XDG_STATE_HOME"] = state
    command = [f"{options.binaries}/vsactl", "run", *instance, "--", *python("device.py", options.tools, *groups), *rest]
    subprocess.run(command, check=True, env=environment)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binaries", help="the folder of the release binaries")
    parser.add_argument("tools", help="the folder with the compiled client and floors, and the HTTP peers")
    figures.add_options(parser, 5)
    parser.add_argument("--only", metavar="GROUPS", default=",".join(GROUPS), help="some of %(default)s, with commas between")
    parser.add_argument("--drop-caches", action="store_true", help="also measure the cold start without the page cache (root)")
    options = parser.parse_args()
    groups = options.only.split(",")
    unknown = [group for group in groups if group not in GROUPS]
    if unknown:
        parser.error(f"--only: there is no group '{unknown[0]}'; there are {', '.join(GROUPS)}")
    # The pages of a newly linked program count as the process's dirty memory until they are on the disk.
    os.sync()
    rows = []
    # An instance's state is next to the tools, on a disk: a folder for temporary files may be in memory.
    with tempfile.TemporaryDirectory(prefix="state-", dir=options.tools) as folder:
        part = os.path.join(folder, "figures.json")

        def finish():
            if os.path.exists(part):
                with open(part, encoding="utf-8") as file:
                    rows.extend(json.load(file))
                os.remove(part)

        common = ["--rounds", str(options.rounds), "--json", part]
        rest = [*common, "--drop-caches"] if options.drop_caches else common
        session(options, [group for group in TEMPORARY if group in groups], rest)
        finish()
        session(options, [group for group in ["writes"] if group in groups], common, state=folder)
        finish()
        if "service" in groups:
            service = [f"{options.binaries}/entitlementd", "--peers", options.tools]
            subprocess.run(python("service.py", *service, *common), check=True)
            finish()
        if "nodes" in groups:
            subprocess.run(python("nodes.py", f"{options.binaries}/entitlementd", *common), check=True)
            finish()
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file, indent=2, ensure_ascii=False)


if __name__ == "__main__":
    main()

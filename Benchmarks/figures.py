"""What the benchmarks share: the table of figures with their ranges, turns, and the kernel's data about a process."""

import collections
import json
import os
import re
import statistics
import subprocess
import time


class Report:
    """The rows of the table, printed one by one and kept for --json. A row has one value for each round; the median counts."""

    def __init__(self):
        self.rows = []

    def add(self, what, values, unit, bound=None, goal=None, higher_is_better=False):
        values = list(values) if hasattr(values, "__iter__") else [values]
        low, median, high = min(values), statistics.median(values), max(values)
        missed = bound is not None and (median < bound if higher_is_better else median > bound)
        self.rows.append({
            "what": what, "unit": unit, "min": low, "median": median, "max": high, "rounds": len(values), "bound": bound,
            "goal": goal, "missed": missed,
        })
        spread = f"{low:.3f} – {high:.3f}" if len(values) > 1 else ""
        limits = "" if bound is None else f"bound {bound:g}" + (f", goal {goal:g}" if goal else "")
        print(f"{'!' if missed else ' '} {what:<58}{median:>11.3f} {unit:<3}{spread:>23}  {limits}".rstrip(), flush=True)

    def add_mappings(self, title, process, count=10):
        """The mappings of a process with the most resident memory, those of one file together, in kB as the kernel counts."""
        print(f"  {title}: kB resident, private dirty")
        for name, (resident, dirty) in mappings(process)[:count]:
            self.rows.append({"what": f"{title}: {name}", "unit": "kB", "resident": resident, "private dirty": dirty})
            print(f"    {name:<56}{resident:>11,}{dirty:>9,}", flush=True)

    def missed(self):
        return [row["what"] for row in self.rows if row.get("missed")]

    def finish(self, file):
        """Prints what is outside its bound, and writes the rows to a file if there is one."""
        if file:
            with open(file, "w", encoding="utf-8") as output:
                json.dump(self.rows, output, indent=2, ensure_ascii=False)
        bounded = sum(row.get("bound") is not None for row in self.rows)
        print(f"{len(self.missed())} of {bounded} figures outside their bound" + "".join(f"; {what}" for what in self.missed()))


def add_options(parser, rounds):
    """The options of every benchmark."""
    parser.add_argument("--rounds", type=int, default=rounds, help="rounds per figure (default %(default)s)")
    parser.add_argument("--json", metavar="FILE", help="also write the figures to FILE")


def by_turns(rounds, sides):
    """Measures one side after the other, and again, because a machine's speed drifts more from minute to minute than they differ.

    Returns for each side its values, one for each round.
    """
    values = {name: [] for name in sides}
    for _ in range(rounds):
        for name, measure in sides.items():
            values[name].append(measure())
    return values


def ratios(values, floor):
    """The ratio in each round."""
    return [value / least for value, least in zip(values, floor, strict=True)]


def raw_sign(processes=1):
    """Milliseconds of one RSA-2048 signature by openssl, and the number that all processes make in a second."""
    command = ["openssl", "speed", "-seconds", "1", *(["-multi", str(processes)] if processes > 1 else []), "rsa2048"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    seconds, rate = re.search(r"rsa 2048 bits ([\d.]+)s\s+[\d.]+s\s+([\d.]+)", text).groups()
    return float(seconds) * 1e3, float(rate)


def pin(process, cores):
    for thread in os.listdir(f"/proc/{process}/task"):
        os.sched_setaffinity(int(thread), cores)


def cpu_seconds(process):
    """Processor time of a process, with that of threads that have ended: its clock, as clock_getcpuclockid(3) numbers it."""
    return time.clock_gettime((~process << 3) | 2)


def memory(process):
    """Resident and private dirty memory in MB (10^6 bytes)."""
    with open(f"/proc/{process}/smaps_rollup", encoding="ascii") as file:
        values = dict(re.findall(r"^(\w+):\s+(\d+) kB", file.read(), re.MULTILINE))
    return int(values["Rss"]) * 1024 / 1e6, int(values["Private_Dirty"]) * 1024 / 1e6


def mappings(process):
    """For each mapped file, and for memory without one, the resident memory and the private dirty part of it, largest first."""
    sums, name = collections.defaultdict(lambda: [0, 0]), ""
    with open(f"/proc/{process}/smaps", encoding="utf-8") as file:
        for line in file:
            fields = line.split()
            if re.match(r"[0-9a-f]+-[0-9a-f]+$", fields[0]):
                name = os.path.basename(fields[5]) if len(fields) > 5 else "anonymous"
            elif fields[0] in ("Rss:", "Private_Dirty:"):
                sums[name][fields[0] != "Rss:"] += int(fields[1])
    return sorted(((name, tuple(sizes)) for name, sizes in sums.items()), key=lambda entry: -entry[1][0])

"""Checks a history of things that may be used once: each is accepted exactly once, by any nodes and despite failures.

usage: history.py FILE, with one attempt per line: {"key": …, "node": …, "start": …, "end": …, "outcome": …}, where the outcome is
"accepted", "refused", or "unknown" for an attempt without an answer, which may have been accepted.
"""

import collections
import json
import sys

OUTCOMES = ("accepted", "refused", "unknown")


def violations(attempts):
    """The problems of a history, one text for each."""
    attempts_by_key = collections.defaultdict(list)
    for attempt in attempts:
        if attempt["outcome"] not in OUTCOMES:
            raise ValueError(f"outcome takes {', '.join(OUTCOMES)}, not {attempt['outcome']!r}")
        if attempt["start"] > attempt["end"]:
            raise ValueError(f"an attempt for {attempt['key']} ends before it starts")
        attempts_by_key[attempt["key"]].append(attempt)
    return [text for key, group in attempts_by_key.items() for text in violations_of_one(key, group)]


def violations_of_one(key, attempts):
    by_outcome = {name: [attempt for attempt in attempts if attempt["outcome"] == name] for name in OUTCOMES}
    accepted, refused, unknown = (by_outcome[name] for name in OUTCOMES)
    if len(accepted) > 1:
        yield f"{key} was accepted {len(accepted)} times, by {', '.join(attempt['node'] for attempt in accepted)}"
    if not accepted and refused and not unknown:
        yield f"{key} was refused {len(refused)} times, and accepted never"
    # A refused attempt ends after the start of one that was, or may have been, accepted.
    beginning = min((attempt["start"] for attempt in accepted + unknown), default=None)
    for attempt in refused:
        if beginning is not None and attempt["end"] < beginning:
            yield f"{key} was refused by {attempt['node']} before anybody used it"
    # And an accepted attempt does not start after a refusal, which means that the thing had been used.
    for attempt in accepted:
        if any(other["end"] < attempt["start"] for other in refused):
            yield f"{key} was accepted by {attempt['node']} after it had been refused"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as file:
        attempts = [json.loads(line) for line in file]
    found = violations(attempts)
    for text in found:
        print(text)
    print(f"{len(attempts)} attempts at {len({attempt['key'] for attempt in attempts})} things, {len(found)} violations")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

"""Reads Prometheus' text format with another project's parser.

usage: read_metrics.py FILE; prints the families' names and types as one JSON object, and fails if the text is not in the
format, or a histogram's buckets do not add up.
"""

import json
import sys

from prometheus_client.parser import text_string_to_metric_families


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        families = list(text_string_to_metric_families(file.read()))
    for family in families:
        if not family.documentation:
            sys.exit(f"{family.name} has no help")
        if family.type == "histogram":
            check_histogram(family)
    print(json.dumps({family.name: {"type": family.type, "samples": len(family.samples)} for family in families}))


def check_histogram(family):
    series = {}
    for sample in family.samples:
        labels = tuple(sorted((name, value) for name, value in sample.labels.items() if name != "le"))
        parts = series.setdefault(labels, {"buckets": []})
        if sample.name.endswith("_bucket"):
            parts["buckets"].append((float(sample.labels["le"]), sample.value))
        else:
            parts[sample.name.rsplit("_", 1)[1]] = sample.value
    for labels, parts in series.items():
        buckets = sorted(parts["buckets"])
        counts = [count for _, count in buckets]
        if counts != sorted(counts) or buckets[-1][0] != float("inf") or counts[-1] != parts["count"]:
            sys.exit(f"{family.name}{dict(labels)}: the buckets do not add up: {buckets}, {parts['count']}")
        if parts["count"] and parts["sum"] <= 0:
            sys.exit(f"{family.name}{dict(labels)}: the sum is {parts['sum']}")


main()

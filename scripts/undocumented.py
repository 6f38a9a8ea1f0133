"""Prints the public symbols of a symbol graph that have no documentation: undocumented.py MODULE FILE."""

import json
import sys

module, path = sys.argv[1:]
with open(path, encoding="utf-8") as file:
    graph = json.load(file)

# Symbols that the compiler generates, and implementations of documented requirements.
inherited = {
    edge["source"]
    for edge in graph["relationships"]
    if "sourceOrigin" in edge or edge["kind"] in ("defaultImplementationOf", "optionalRequirementOf")
}
silent = [
    f"{module}: {'.'.join(symbol['pathComponents'])} has no documentation"
    for symbol in graph["symbols"]
    if "docComment" not in symbol and symbol["identifier"]["precise"] not in inherited and "location" in symbol
]
print("\n".join(sorted(silent)), end="\n" if silent else "")
sys.exit(1 if silent else 0)

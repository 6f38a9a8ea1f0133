"""Checks entitlementd against its own OpenAPI document with schemathesis: every check, every phase.

usage: check_http.py --service COMMAND [--seed N] [--examples N] [--faults] [-- OPTIONS OF SCHEMATHESIS]

With --faults some answers are falsified on purpose, and it succeeds if every fault was found.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import http_faults
from http_service import Caller, Service

FOLDER = pathlib.Path(__file__).resolve().parent


def schemathesis(url, service, options, more=()):
    """Runs schemathesis; returns its exit code and output. The hooks call the service itself."""
    environment = dict(
        os.environ,
        SCHEMATHESIS_HOOKS="http_hooks",
        VSASIM_HTTP_URL=service,
        PYTHONDONTWRITEBYTECODE="1",
        NO_COLOR="1",
        PYTHONPATH=str(FOLDER),
    )
    with tempfile.TemporaryDirectory(prefix="vsasim-http-") as folder:
        configuration = pathlib.Path(folder) / "schemathesis.toml"
        # Scenarios of several steps need more examples than single calls, and are few.
        numbers = f"""
generation.max-examples = {options.examples}
phases.stateful.generation.max-examples = {options.examples * 16}
"""
        configuration.write_text(numbers + (FOLDER / "schemathesis.toml").read_text())
        command = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(configuration), "run"]
        command += [f"{url}/openapi.json", "--seed", str(options.seed), *more]
        result = subprocess.run(
            command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
    return result.returncode, result.stdout


def find_faults(url, options):
    """Whether each fault was found in the section of its operation."""
    paths = [word for path in http_faults.FAULTS for word in ("--include-path", path)]
    code, output = schemathesis(http_faults.serve(url), url, options, ["--phases", "coverage,fuzzing", *paths])
    sections = dict(part.split(" _", 1) for part in output.split("\n_")[1:] if " _" in part)
    missed = []
    for path, (_, finding) in http_faults.FAULTS.items():
        if not any(name.split()[-1] == path and finding in text for name, text in sections.items()):
            missed.append(f"not found: {path}: {finding}")
    print("\n".join(missed) if missed else f"all {len(http_faults.FAULTS)} faults were found")
    if missed:
        print(output)
    return 1 if missed or code != 1 else 0


def check(url, options):
    """All phases; scenarios of several steps separately, because after all the single calls they do not follow links."""
    for phases in ("examples,coverage,fuzzing", "stateful"):
        code, output = schemathesis(url, url, options, ["--phases", phases, *options.more])
        print(output)
        if code != 0:
            return code
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--service", required=True, help="the path of entitlementd")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--examples", type=int, default=5)
    parser.add_argument("--faults", action="store_true", help="spoil some answers; each has to be found")
    parser.add_argument("more", nargs="*", help="options of schemathesis, after --")
    options = parser.parse_args()
    service = Service([options.service])
    try:
        caller = Caller(service.url)
        caller.register()
        caller.trust()
        caller.sign_in()
        code = (find_faults if options.faults else check)(service.url, options)
        if service.process.poll() is not None:
            print(f"entitlementd ended with {service.process.returncode}")
            code = 1
    finally:
        ending, said = service.stop()
    if ending != 0 or "Fatal error" in said:
        print(f"entitlementd ended with {ending}: {said}")
        code = code or 1
    sys.exit(code)


main()

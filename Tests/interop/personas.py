#!/usr/bin/env python3
"""Follows the way of each kind of new user to a first success, from the documentation alone, and prints a table of the steps and
the time. Every command is taken from a page: a page that no longer has it fails here. Vsactl and the other programs are in PATH.

Usage: personas.py [a|b|c|d|e|f ...]
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INHERITED = ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "VSASIM_LIBEXEC")
ACTIVATION = "[D-BUS Service]\nName=org.vsasim.SubscriberAccount1\nExec={}\n"


class Failure(Exception):
    """A persona does not reach its success."""


class Page:
    """A page of the documentation, as blocks of code."""

    def __init__(self, name):
        self.name = name
        self.text = (ROOT / name).read_text()
        self.blocks = re.findall(r"^```(\w*)\n(.*?)^```$", self.text, re.MULTILINE | re.DOTALL)

    def block(self, language, containing):
        """The first block of a language that contains a text."""
        for kind, text in self.blocks:
            if kind == language and containing in text:
                return text
        raise Failure(f"{self.name} has no block ({language}) with: {containing}")

    def console(self, containing):
        """The commands of a console block."""
        return [line[2:] for line in self.block("console", containing).splitlines() if line.startswith("$ ")]

    def lines(self, language, containing):
        """The commands of a block, without comments."""
        lines = (re.sub(r"\s+#\s.*", "", line) for line in self.block(language, containing).splitlines())
        return [line for line in lines if line and not line.startswith("#")]

    def inline(self, command):
        """A command in the text."""
        if f"`{command}`" not in self.text:
            raise Failure(f"{self.name} has no command: {command}")
        return command


class Persona:
    """A kind of user: what to type, and the output that is the success."""

    def __init__(self, key, who, review, pages, commands, success, session=False, files=()):
        self.key, self.who, self.review, self.pages = key, who, review, pages
        self.commands, self.success, self.session, self.files = commands, success, session, dict(files)

    @property
    def steps(self):
        """The commands to type or paste and the files to write, `vsactl run` for a session included."""
        return len(self.commands) + len(self.files) + (1 if self.session else 0)

    def run(self):
        """Follows the way in a new home; returns the seconds."""
        with tempfile.TemporaryDirectory(prefix="persona-") as folder:
            home = pathlib.Path(folder)
            environment = self.environment(home)
            for name, content in self.files.items():
                path = home / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(content)
            script = home / "commands.sh"
            script.write_text("set -eu\n" + "\n".join(self.commands) + "\n")
            # A desktop has a session bus, which starts the device; elsewhere vsactl run does.
            start = ["vsactl", "run", "--"] if self.session else ["dbus-run-session", "--"]
            began = time.monotonic()
            try:
                result = subprocess.run(
                    [*start, "bash", script], cwd=home, env=environment, capture_output=True, text=True, timeout=120, check=False)
            finally:
                subprocess.run(["vsactl", "service", "stop"], cwd=home, env=environment, capture_output=True, check=False)
            seconds = time.monotonic() - began
            output = result.stdout + result.stderr
            missing = [text for text in self.success if text not in output]
            # Devices of other tests on the machine are not this user's.
            problems = re.findall(r"^error +(\S+)", output, re.MULTILINE)
            if missing or (result.returncode != 0 and problems != ["other-devices"]):
                raise Failure(f"exit code {result.returncode}, missing: {missing}\n{output}")
            return seconds

    @staticmethod
    def environment(home):
        """What a user has, and an installed device."""
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environment |= {"HOME": str(home), "LANG": "C.UTF-8", "TMPDIR": str(home)}
        # A new user has no spare keys; only tests save the second in which a session generates its keys.
        environment["VSASIM_KEY_POOL"] = os.environ.get("VSASIM_KEY_POOL", "")
        for name in ("runtime", "data", "config", "state"):
            (home / name).mkdir(mode=0o700)
        environment |= {"XDG_RUNTIME_DIR": f"{home}/runtime", "XDG_DATA_HOME": f"{home}/data"}
        environment |= {"XDG_CONFIG_HOME": f"{home}/config", "XDG_STATE_HOME": f"{home}/state"}
        services = home / "data" / "dbus-1" / "services"
        services.mkdir(parents=True)
        (services / "org.vsasim.SubscriberAccount1.service").write_text(ACTIVATION.format(program("vsad")))
        return environment


def program(name):
    """A program in PATH, or next to vsactl, where the packages install daemons."""
    vsactl = shutil.which("vsactl")
    if vsactl is None:
        raise Failure("vsactl is not in PATH")
    folder = pathlib.Path(vsactl).resolve().parent
    for place in (folder, folder.parent / "libexec" / "vsasim"):
        if (place / name).exists():
            return place / name
    raise Failure(f"{name} is not beside {vsactl}")


def personas():
    """The six kinds of the review, with what it measured."""
    readme, media = Page("README.md"), Page("docs/media-tokens.md")
    bus, operation, rest = (
        Page("docs/howto/call-the-device.md"), Page("docs/howto/operate-the-service.md"), Page("docs/rest-api-v2.md"))
    guide = [text for kind, text in rest.blocks if kind == "sh"]
    last = next(number for number, text in enumerate(guide) if "media-token-verifier" in text)
    settings = "\n".join(
        line for line in operation.block("yaml", "public-url").splitlines() if not line.startswith("tls-"))
    return [
        Persona(
            "a", "iOS or tvOS developer, tests in CI", "1 step, 0.5–4.4 s", "README.md",
            readme.console("sso-1.14-signed-in"), ['"callback":"setToken"']),
        Persona(
            "b", "QA on a desktop", "5 steps, 3–4 min", "README.md",
            readme.lines("sh", "vsactl service start"), ["ok       service", "ok       trust", "ok       statement"]),
        Persona(
            "c", "backend that verifies media tokens", "2 steps and a login, 3 min", "docs/media-tokens.md",
            media.console("vsactl media-token issue REF30 news |")[:2], ["VALID_TOKEN"], session=True),
        Persona(
            "d", "another language, over D-Bus", "no example, 5 min of reading", "docs/howto/call-the-device.md",
            bus.console("vsactl answer access granted")[:3] + [f"'{sys.executable}' sign_in.py"],
            ["access: not-determined", "Completed alpha.example"], session=True,
            files={"sign_in.py": bus.block("python", "call_register")}),
        Persona(
            "e", "operator of a team's service", "1 step", "docs/howto/operate-the-service.md",
            [operation.inline("entitlementd serve --print-config"), *readme.lines("sh", "vsactl service start")[:1],
             'export VSASIM_SERVICE_URL="$(vsactl service url)"', *operation.console("/health")[:1]],
            ["https://tv.example.com:8443", '"status"'],
            files={"config/vsasim/entitlementd.yaml": re.sub(r"(listen: .*):\d+", r"\1:0", settings) + "\n"}),
        Persona(
            "f", "app without the library, over REST", "9 HTTP calls, 35 lines of script, 12 min", "docs/rest-api-v2.md",
            guide[:last + 1], ['"VALID_TOKEN"'], session=True),
    ]


def main(arguments):
    """Runs them and prints the table."""
    chosen = [persona for persona in personas() if not arguments or persona.key in arguments]
    if not chosen:
        raise Failure(f"there is no persona {' '.join(arguments)}; there are a to f")
    rows = [("", "who", "in the review", "steps", "seconds", "pages")]
    for persona in chosen:
        try:
            seconds = persona.run()
        except (Failure, subprocess.TimeoutExpired) as error:
            raise Failure(f"persona {persona.key} ({persona.who}): {error}") from error
        rows.append((persona.key, persona.who, persona.review, str(persona.steps), f"{seconds:.1f}", persona.pages))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except Failure as failure:
        sys.exit(f"personas: {failure}")

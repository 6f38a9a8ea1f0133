"""What an app and a user wait for: the silent exchange, and programs that start."""

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request

import figures

EXCHANGES = 20


def requests_to_service():
    """The number of requests that the session's service has answered, except metrics and logouts."""
    request = urllib.request.Request(os.environ["VSASIM_SERVICE_URL"] + "/metrics")
    request.add_header("Authorization", f"Bearer {os.environ['VSASIM_ADMIN_TOKEN']}")
    with urllib.request.urlopen(request, timeout=60) as answer:
        text = answer.read().decode()
    counts = re.findall(r'^vsasim_http_request_duration_seconds_count{.*route="([^"]+)".*} (\d+)$', text, re.MULTILINE)
    return sum(int(count) for route, count in counts if not route.endswith(("/metrics", "/logout")))


class App:
    """`entitle` on tvOS, where a logout does not need a page: it ends the login in the app and at the service."""

    # What identifies an answer, and the options of the program.
    key, options = "callback", ()

    def __init__(self, *options, program=("entitle",)):
        command = [*program, "--platform", "tvos", *self.options, *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command, name):
        self.process.stdin.write(command + "\n")
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get(self.key) == name:
                return answer
        sys.exit("bench: entitle ended early")

    def expect(self, command, status):
        if self.ask(command, "setAuthenticationStatus")["status"] != status:
            sys.exit(f"bench: after {command} the app is {'not ' if status else ''}authenticated")

    def exchange(self):
        """Milliseconds from setRequestor without a token to setRequestorComplete with one."""
        self.expect("logout", 0)
        start = time.monotonic()
        self.ask("setRequestor REF30", "setRequestorComplete")
        milliseconds = (time.monotonic() - start) * 1e3
        self.expect("checkAuthentication", 1)
        return milliseconds

    def quit(self):
        self.process.communicate("quit\n")


class Client(App):
    """The same with REST v2."""

    key, options = "answer", ("--api", "v2", "--service-provider", "REF30")

    def exchange(self):
        """Milliseconds of partner single sign-on without a profile: status, session, response of the account, profile."""
        self.ask("logout AlphaCable", "logout")
        start = time.monotonic()
        answer = self.ask("partnerSignIn domainName=adobe.com redirectUrl=https://adobe.com/done", "partnerSignIn")
        milliseconds = (time.monotonic() - start) * 1e3
        if "fallback" in answer or "AlphaCable" not in answer.get("profiles", {}):
            sys.exit(f"bench: partner single sign-on failed: {answer}")
        return milliseconds


def exchange(report, rounds):
    """The silent exchange and partner single sign-on end to end, daemons warm."""
    app = App()
    app.ask("setRequestor REF30", "setRequestorComplete")
    medians, requests = [], []
    for _ in range(rounds):
        before = requests_to_service()
        medians.append(statistics.median(app.exchange() for _ in range(EXCHANGES)))
        requests.append((requests_to_service() - before) / EXCHANGES)
    app.quit()
    report.add("silent exchange end to end, p50", medians, "ms", 10, 7)
    report.add("requests to the service in one silent exchange", requests, "")
    client = Client()
    medians = [statistics.median(client.exchange() for _ in range(EXCHANGES)) for _ in range(rounds)]
    client.quit()
    report.add("REST v2 partner single sign-on end to end, p50", medians, "ms", 15)


def milliseconds(command, environment=None):
    start = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return (time.monotonic() - start) * 1e3


def programs(report, rounds):
    """From start to end of a program, by turns with gdbus; five turns a round."""
    call = "gdbus call --session --dest org.freedesktop.DBus --object-path / --method org.freedesktop.DBus.GetId".split()
    with tempfile.TemporaryDirectory() as folder:
        hidden = ("VSASIM_SERVICE_URL", "VSASIM_ADMIN_TOKEN")
        alone = {name: value for name, value in os.environ.items() if name not in hidden} | {"XDG_RUNTIME_DIR": folder}
        # The first one stores the login that the others find.
        entitle = ["entitle", "--storage", os.path.join(folder, "storage"), "setRequestor REF30", "checkAuthentication"]
        milliseconds(entitle)
        sides = {
            ("gdbus call, the peer of the following", None): lambda: milliseconds(call),
            ("vsactl --help", 10): lambda: milliseconds(["vsactl", "--help"]),
            ("vsactl status without a service", 15): lambda: milliseconds(["vsactl", "status"], alone),
            ("vsactl status with a service", 30): lambda: milliseconds(["vsactl", "status"]),
            ("entitle, one shot with a stored login", 25): lambda: milliseconds(entitle),
            ("vsactl run -- true, keys in the pool", 100): lambda: milliseconds(["vsactl", "run", "--", "true"]),
        }
        values = {side: [] for side in sides}
        for _ in range(rounds):
            # After five sessions the pool is not yet refilled in the background.
            subprocess.run(["vsactl", "key-pool", "fill"], check=True, stdout=subprocess.DEVNULL)
            for side, times in figures.by_turns(5, sides).items():
                values[side] += times
    for (what, bound), times in values.items():
        report.add(what, times, "ms", bound)

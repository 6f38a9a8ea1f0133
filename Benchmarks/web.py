"""Load on a web service by wrk, and the peers of entitlementd: a stand-in in Python for authorize, nginx for /health."""

import atexit
import base64
import collections
import hashlib
import hmac
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import time

import entitlementd
import figures

SCRIPT = """
local lines, headers, token = {}, { ["Accept"] = "application/json" }, os.getenv("BENCH_TOKEN")
for line in io.lines(os.getenv("BENCH_PATHS")) do lines[#lines + 1] = line end
if token then headers["Authorization"] = "Bearer " .. token end
headers["Content-Type"] = os.getenv("BENCH_KIND")
local method, path, body = os.getenv("BENCH_METHOD") or "GET", os.getenv("BENCH_PATH"), os.getenv("BENCH_BODY")
function init(arguments) math.randomseed(tonumber(tostring({}):match("0x(%x+)"), 16)) end
function request()
  local line = lines[math.random(#lines)]
  if not path then return wrk.format(method, line, headers) end
  headers["AP-Device-Identifier"] = line
  return wrk.format(method, path, headers, body)
end
"""

# Requests per second, median latency in ms, processor time of the service per request in µs, number of requests.
Load = collections.namedtuple("Load", "rate p50 cpu requests")


class Target:
    """A service to load: its process, address, the file with the paths, and the bearer token if there is one.

    With a call of REST v2, the file has devices instead of paths.
    """

    def __init__(self, process, url, paths, token=None, call=None):
        self.process, self.url, self.paths, self.token, self.call = process, url, paths, token, call
        atexit.register(process.kill)

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def load(self, connections, seconds):
        threads = min(2, connections)
        environment = {**os.environ, "BENCH_PATHS": self.paths}
        if self.token:
            environment["BENCH_TOKEN"] = self.token
        if self.call:
            environment |= {"BENCH_METHOD": self.call.method, "BENCH_PATH": self.call.path, "BENCH_KIND": self.call.kind}
            if self.call.body:
                environment["BENCH_BODY"] = self.call.body
        script = os.path.join(os.path.dirname(self.paths), "wrk.lua")
        with open(script, "w", encoding="ascii") as file:
            file.write(SCRIPT)
        command = ["wrk", f"-t{threads}", f"-c{connections}", f"-d{seconds}s", "--latency", "-s", script, self.url]
        before = figures.cpu_seconds(self.process.pid)
        text = subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout
        used = figures.cpu_seconds(self.process.pid) - before
        if "Non-2xx" in text or "Socket errors" in text:
            sys.exit(f"bench: requests failed\n{text}")
        number, unit = re.search(r"50%\s+([\d.]+)(us|ms|s)", text).groups()
        rate = float(re.search(r"Requests/sec:\s+([\d.]+)", text).group(1))
        requests = int(re.search(r"(\d+) requests in", text).group(1))
        return Load(rate, float(number) * {"us": 0.001, "ms": 1, "s": 1_000}[unit], used * 1e6 / requests, requests)


def target(service):
    """authorize of entitlementd."""
    return Target(service.process, service.url, service.paths, service.access_token)


def version2(service, call):
    """A call of REST v2 to entitlementd, by random devices."""
    file = os.path.join(service.folder, "devices")
    with open(file, "w", encoding="ascii") as output:
        output.writelines(call.headers(number)["AP-Device-Identifier"] + "\n" for number in service.asked)
    return Target(service.process, service.url, file, service.access_token, call)


def only(path, folder):
    """A file for `Target` with a single path."""
    file = os.path.join(folder, "path-" + path.strip("/"))
    with open(file, "w", encoding="ascii") as output:
        output.write(path + "\n")
    return file


def health(service):
    """/health of entitlementd."""
    return Target(service.process, service.url, only("/health", service.folder))


class StandIn(Target):
    """standin.py with the tokens of a `Service`."""

    def __init__(self, tools, service):
        path, key = os.path.join(service.folder, "standin.sqlite"), os.urandom(32).hex()
        database = sqlite3.connect(path)
        database.execute("PRAGMA journal_mode = WAL")
        columns = "requestor TEXT, device TEXT, resource TEXT, mvpd TEXT, ends INTEGER, asked INTEGER"
        database.execute(f"CREATE TABLE token ({columns}, PRIMARY KEY (requestor, device, resource)) WITHOUT ROWID")
        ends = int(time.time() * 1_000) + entitlementd.TOKEN_TTL
        rows = (
            (entitlementd.REQUESTOR, entitlementd.device(number), entitlementd.RESOURCE, entitlementd.MVPD, ends, 0)
            for number in range(service.tokens)
        )
        database.executemany("INSERT INTO token VALUES (?, ?, ?, ?, ?, ?)", rows)
        database.commit()
        database.close()
        program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "standin.py")
        command = [os.path.join(tools, "python/bin/python"), program, path, key]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        super().__init__(process, process.stdout.readline().strip(), service.paths, self.bearer(key))

    @staticmethod
    def bearer(key):
        """A token that standin.py accepts."""
        text = base64.urlsafe_b64encode(json.dumps({"exp": time.time() + 86_400}).encode()).decode()
        return f"{text}.{hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()}"


class Nginx(Target):
    """nginx as one process, with entitlementd's answer as a file."""

    def __init__(self, tools, service):
        folder = os.path.join(service.folder, "nginx")
        os.makedirs(os.path.join(folder, "logs"))
        with open(os.path.join(folder, "health"), "w", encoding="ascii") as file:
            file.write('{"status":"ok"}')
        with socket.create_server(("127.0.0.1", 0)) as free:
            address = "127.0.0.1:%d" % free.getsockname()[1]
        body = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        with open(os.path.join(folder, "nginx.conf"), "w", encoding="ascii") as file:
            file.write(
                f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/logs/error.log;\n"
                f"events {{ worker_connections 1024; }}\n"
                f"http {{ access_log off; keepalive_requests 1000000000; default_type application/json; {body}\n"
                f"  server {{ listen {address}; root {folder}; }} }}\n"
            )
        program = os.path.join(tools, "nginx/usr/sbin/nginx")
        process = subprocess.Popen([program, "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/logs/error.log"])
        super().__init__(process, f"http://{address}", only("/health", folder))
        self.wait(address)

    def wait(self, address):
        host, port = address.split(":")
        while self.process.poll() is None:
            try:
                return socket.create_connection((host, int(port))).close()
            except ConnectionRefusedError:
                time.sleep(0.01)
        sys.exit("bench: nginx did not start")

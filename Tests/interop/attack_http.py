#!/usr/bin/env python3
"""Attacks a separate service over loopback and prints the cost: memory in MiB, latency in milliseconds, CPU in seconds.

    attack_http.py --service PATH [ATTACK…]

Attacks: bodies (large ones without a token), readers (that never read), attributes (thousands in one start tag), descriptors.
Exits with 1 if a bound is exceeded. Every attack has its own service; nothing leaves this machine.
"""

import argparse
import http.client
import json
import os
import resource
import socket
import subprocess
import sys
import tempfile
import threading
import time

TOKEN = "administration-token-of-attacks"


class Service:
    """entitlementd in its own folder."""

    def __init__(self, program, descriptors=None, options=()):
        self.folder = tempfile.TemporaryDirectory(prefix="vsasim-attack-")
        environment = {
            "PATH": os.environ.get("PATH", ""), "HOME": self.folder.name, "XDG_RUNTIME_DIR": self.folder.name,
            "VSASIM_STATE_DIR": self.folder.name, "VSASIM_ENTITLEMENTD_ADMIN_TOKEN": TOKEN, "VSASIM_SYNC": "off",
        }
        for name in ("VSASIM_KEY_POOL", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                environment[name] = os.environ[name]

        def limit():
            if descriptors:
                resource.setrlimit(resource.RLIMIT_NOFILE, descriptors)

        self.process = subprocess.Popen(
            [program, "serve", "--listen", "127.0.0.1:0", "--log-level", "error", *options], env=environment,
            stdout=subprocess.PIPE, text=True, preexec_fn=limit)
        line = self.process.stdout.readline()
        if "listening on" not in line:
            raise SystemExit("the service did not start")
        self.port = int(line.strip().rsplit(":", 1)[1])
        self.get("/health")
        self.get("/openapi.json")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.folder.cleanup()

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat", encoding="ascii") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def soft_limit(self):
        with open(f"/proc/{self.process.pid}/limits", encoding="ascii") as limits:
            return next(int(line.split()[3]) for line in limits if line.startswith("Max open files"))

    def get(self, path, timeout=30):
        """The duration of a call, in milliseconds; the timeout if it is not answered."""
        start = time.monotonic()
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request("GET", path)
            connection.getresponse().read()
            return (time.monotonic() - start) * 1000
        except OSError:
            return timeout * 1000
        finally:
            connection.close()

    def connect(self):
        return socket.create_connection(("127.0.0.1", self.port), timeout=30)


def highest(service, seconds, goal=None):
    """The maximum memory within a time; ends early if it is below a goal."""
    most = last = service.memory()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        last = service.memory()
        most = max(most, last)
        if goal is not None and last <= goal:
            break
        time.sleep(0.1)
    return most, last


def pour(service, size, stop):
    """Sends a body of a given size, without the required administrator's token."""
    connection = service.connect()
    connection.settimeout(20)
    chunk = b" " * 65536
    try:
        connection.sendall(
            b"PUT /admin/v1/snapshot HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            b"Content-Length: %d\r\n\r\n" % size)
        for _ in range(size // len(chunk) - 1):
            connection.sendall(chunk)
        stop.wait(20)
    except OSError:
        pass  # The service may close the connection.
    connection.close()


def costs(service, attack, before, most, end):
    """The cost of an attack during and after it: memory in MB, and the time for an answer."""
    latency = service.get("/health")
    end()
    _, after = highest(service, 30, goal=before + 8)
    yield f"memory under {attack}", most - before, 64
    yield "memory at most 30 s later", after - before, 16
    yield "health meanwhile (ms)", latency, 1000


def attack_bodies(program):
    with Service(program) as service:
        before = service.memory()
        stop = threading.Event()
        threads = [threading.Thread(target=pour, args=(service, 64 << 20, stop)) for _ in range(24)]
        for thread in threads:
            thread.start()
        most, _ = highest(service, 15)

        def end():
            stop.set()
            for thread in threads:
                thread.join()

        yield from costs(service, "24 bodies of 64 MiB without a token", before, most, end)


def attack_readers(program):
    with Service(program) as service:
        before = service.memory()
        request = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        connections = []
        for _ in range(500):
            connection = service.connect()
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.setblocking(False)
            try:
                connection.send(request * 8)
            except OSError:
                pass
            connections.append(connection)
        most = before
        end = time.monotonic() + 15
        while time.monotonic() < end:
            for connection in connections:
                try:
                    connection.send(request * 200)
                except OSError:
                    pass
            most = max(most, service.memory())

        def close():
            for connection in connections:
                connection.close()

        yield from costs(service, "500 readers that do not read", before, most, close)


def attack_attributes(program):
    attributes = " ".join(f'a{index}="b"' for index in range(22_000))
    body = f"<md:EntityDescriptor xmlns:md='urn:oasis:names:tc:SAML:2.0:metadata' {attributes}/>".encode()[:262_000]
    with Service(program) as service:
        stop = threading.Event()

        def put():
            while not stop.is_set():
                connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=120)
                try:
                    connection.request(
                        "PUT", "/admin/v1/providers/alpha.example/metadata", body,
                        {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/samlmetadata+xml"})
                    connection.getresponse().read()
                except OSError:
                    pass
                connection.close()

        threads = [threading.Thread(target=put) for _ in range(8)]
        for thread in threads:
            thread.start()
        time.sleep(1)
        slowest = max(service.get("/health", timeout=120) for _ in range(40))
        stop.set()
        for thread in threads:
            thread.join()
        # The bound of 50 ms is for the release build on an idle machine.
        yield "slowest health under metadata with 22,000 attributes in a tag (ms)", slowest, 500


def attack_descriptors(program):
    with Service(program, descriptors=(128, 256)) as service:
        connections = []
        for _ in range(400):
            connection = socket.socket()
            connection.setblocking(False)
            connection.connect_ex(("127.0.0.1", service.port))
            connections.append(connection)
        time.sleep(1)
        before = service.cpu()
        time.sleep(5)
        used = service.cpu() - before
        descriptors = len(os.listdir(f"/proc/{service.process.pid}/fd"))
        for connection in connections:
            connection.close()
        latency = service.get("/health")
        yield "CPU seconds in 5 s at the limit of connections", used, 1
        yield "descriptors in use, of 256", descriptors, 250
        yield "soft limit below the hard one of 256", 256 - service.soft_limit(), 0
        yield "health after it (ms)", latency, 1000


ATTACKS = {
    "bodies": attack_bodies, "readers": attack_readers, "attributes": attack_attributes, "descriptors": attack_descriptors,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--service", required=True)
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", choices=[[], *ATTACKS])
    arguments = parser.parse_args()
    broken = 0
    for name in arguments.attacks or ATTACKS:
        for what, measured, bound in ATTACKS[name](arguments.service):
            holds = measured <= bound
            broken += not holds
            print(json.dumps({"attack": name, "what": what, "measured": round(measured, 1), "bound": bound}),
                  "" if holds else "BROKEN", flush=True)
    print(f"{broken} bounds are broken")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""Two nodes of entitlementd behind nginx, in network namespaces, on a PostgreSQL server.

Under load from all sides nodes are killed or cut off from the database and the database is restarted, at random; at the end every
acknowledged write must exist on both nodes, and what can be used once must have been accepted exactly once.

usage: nodes.py ENTITLEMENTD NGINX [SECONDS [SEED]] (ten minutes; as root, in .build/python). Without permission for network
namespaces, it prints "not run" and the reason, and exits with 0.
"""

import atexit
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import history
from node_load import Load, Place
from postgresql import PostgreSQL

NETWORK = "10.213"
PORT = 8080
# The nodes must be ready this many seconds after everything is available again.
PATIENCE = 60


def run(*command):
    subprocess.run(command, check=True)


class Node:
    """A node in a namespace, with one way to its callers and one to the database."""

    def __init__(self, number, binary, folder):
        self.number, self.name = number, "ab"[number]
        self.database_link, self.link = f"db-{self.name}", f"http-{self.name}"
        self.address, self.database = f"{NETWORK}.{number}.2", f"{NETWORK}.{10 + number}.1"
        self.folder = os.path.join(folder, self.name)
        self.holder = subprocess.Popen(["unshare", "--net", "sleep", "infinity"])
        atexit.register(self.holder.kill)
        self.inside = ["nsenter", "--target", str(self.holder.pid), "--net"]
        host = os.readlink("/proc/self/ns/net")
        while os.readlink(f"/proc/{self.holder.pid}/ns/net") == host:
            time.sleep(0.01)
        for link, network in [(self.link, number), (self.database_link, 10 + number)]:
            run("ip", "link", "add", link, "type", "veth", "peer", "name", "in-" + link, "netns", str(self.holder.pid))
            run("ip", "address", "add", f"{NETWORK}.{network}.1/30", "dev", link)
            run("ip", "link", "set", link, "up")
            run(*self.inside, "ip", "address", "add", f"{NETWORK}.{network}.2/30", "dev", "in-" + link)
            run(*self.inside, "ip", "link", "set", "in-" + link, "up")
        run(*self.inside, "ip", "link", "set", "lo", "up")
        os.makedirs(self.folder)
        self.command = [
            *self.inside, binary, "serve", "--database", f"postgresql://postgres@{self.database}/postgres",
            "--database-key-file", os.path.join(folder, "key"), "--admin-token-file", os.path.join(folder, "token"),
            "--public-url", "http://tv.example", "--listen", f"{self.address}:{PORT}", "--state", self.folder,
            "--instance", self.name, "--trusted-proxy", f"{NETWORK}.{number}.1"]
        self.process = None

    def start(self):
        # A node starts as soon as the database can be reached; a service manager would try again, too.
        environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder, "XDG_CONFIG_HOME": self.folder}
        with open(os.path.join(self.folder, "log"), "a", encoding="utf-8") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, env=environment)
        atexit.register(self.process.kill)

    def revive(self):
        if self.process is None or self.process.poll() is not None:
            self.start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def cut(self, is_off):
        run("ip", "link", "set", self.database_link, "down" if is_off else "up")


class Nginx:
    """The example of deploy/nginx.conf without TLS."""

    def __init__(self, program, folder, addresses):
        self.address = f"{NETWORK}.0.1"
        folder = os.path.join(folder, "nginx")
        os.makedirs(os.path.join(folder, "logs"))
        with open("deploy/nginx.conf", encoding="utf-8") as file:
            example = file.read()
        upstream = example[example.index("upstream"):example.index("server {")]
        settings = example[example.index("    client_max_body_size"):]
        servers = "".join(f"    server {address}:{PORT} max_fails=1 fail_timeout=2s;\n" for address in addresses)
        kept = "".join(line + "\n" for line in upstream.splitlines() if not line.strip().startswith("server "))
        upstream = kept.replace("{\n", "{\n" + servers, 1)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        with open(os.path.join(folder, "nginx.conf"), "w", encoding="utf-8") as file:
            file.write(
                f"user root; daemon off; pid {folder}/pid; events {{}}\n"
                f"http {{ access_log off; {temporary}\n{upstream}\nserver {{ listen {self.address}:80;\n{settings}}}\n")
        command = [program, "-p", folder, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/logs/error.log"]
        self.process = subprocess.Popen(command)
        atexit.register(self.process.terminate)


class Trouble:
    """Random events for nodes and database."""

    def __init__(self, nodes, database, source):
        self.nodes, self.database, self.source = nodes, database, source
        self.counts = dict.fromkeys(("a node killed", "all nodes killed", "a node cut off", "the database restarted"), 0)

    def happen(self):
        what = self.source.choices(list(self.counts), [5, 1, 4, 1])[0]
        self.counts[what] += 1
        node = self.source.choice(self.nodes)
        pause = self.source.uniform(0.2, 5)
        if what == "a node cut off":
            node.cut(True)
            time.sleep(pause)
            node.cut(False)
        elif what == "the database restarted":
            self.database.stop(signal.SIGQUIT)
            time.sleep(min(pause, 2))
            self.database.start()
        else:
            for each in self.nodes if what == "all nodes killed" else [node]:
                each.kill()
            time.sleep(min(pause, 2))
        for each in self.nodes:
            each.revive()


def all_ready(places):
    end = time.monotonic() + PATIENCE
    while not all(place.is_ready() for place in places):
        if time.monotonic() > end:
            sys.exit("nodes: a node does not become ready")
        time.sleep(0.1)


def main(binary, nginx, seconds=600, seed=None):
    seed = int(seed) if seed else random.randrange(2**32)
    print(f"nodes: {seconds} s, seed {seed}", flush=True)
    # A secret that others can read is rejected.
    os.umask(0o077)
    folder = tempfile.mkdtemp(prefix="vsasim-nodes-")
    for name in ("key", "token"):
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(f"a-{name}-of-the-long-tests\n")
    nodes = [Node(number, os.path.abspath(binary), folder) for number in range(2)]
    database = PostgreSQL(addresses=",".join(node.database for node in nodes))
    for node in nodes:
        node.start()
    balancer = Nginx(os.path.abspath(nginx), folder, [node.address for node in nodes])
    direct = [Place(node.address, PORT, node.name) for node in nodes]
    all_ready(direct)
    load = Load(Place(balancer.address, 80, "nginx"), direct, "a-token-of-the-long-tests", folder)
    trouble = Trouble(nodes, database, random.Random(seed))
    stop = threading.Event()
    workers = load.start(stop)
    end = time.monotonic() + float(seconds)
    time.sleep(2)
    while time.monotonic() < end and not load.failures:
        trouble.happen()
        for node in nodes:
            node.revive()
        time.sleep(trouble.source.uniform(0.5, 3))
    # Those that could not start while they were cut off, or the database was unavailable.
    for _ in range(10):
        for node in nodes:
            node.revive()
        time.sleep(0.5)
    all_ready(direct)
    stop.set()
    for worker in workers:
        worker.join()
    found = load.failures + load.missing() + history.violations(load.attempts)
    print("nodes: " + ", ".join(f"{what} {count} ×" for what, count in trouble.counts.items()))
    print("nodes: " + load.summary())
    for text in found:
        print(f"nodes: {text}")
    if found:
        print(f"nodes: the logs are in {folder} and {database.log.name}")
        atexit.unregister(database.remove)
        database.stop(signal.SIGQUIT)
        sys.exit(1)
    shutil.rmtree(folder)
    print("nodes: every acknowledged write is there, and each thing was used once")


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    if os.environ.get("VSASIM_NODES_INSIDE") != "yes":
        probe = subprocess.run(["unshare", "--net", "--mount", "true"], check=False, capture_output=True, text=True)
        if probe.returncode != 0:
            print(f"nodes: not run: this system makes no network namespaces: {probe.stderr.strip()}")
            sys.exit()
        # Changes to the network are removed at the end.
        os.environ["VSASIM_NODES_INSIDE"] = "yes"
        os.execvp("unshare", ["unshare", "--net", "--mount", sys.executable, *sys.argv])
    run("ip", "link", "set", "lo", "up")
    main(*sys.argv[1:])

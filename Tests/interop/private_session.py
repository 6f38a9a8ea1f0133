"""A private message bus with a daemon on it, for Python programs that test the daemon.

Everything is in one temporary folder and ends with the session; the user's own bus and files are not used.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import time

from bus_client import SERVICE, Client, Gone

# With VSASIM_SESSION a test that is stopped finds the processes that it has to end.
INHERITED = ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "VSASIM_SESSION", "VSASIM_KEY_POOL")

CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={folder}/bus</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
  <limit name="auth_timeout">240000</limit>
  <limit name="max_incoming_bytes">1000000000</limit>
  <limit name="max_outgoing_bytes">1000000000</limit>
  <limit name="max_message_size">134217728</limit>
  <limit name="max_completed_connections">4000</limit>
  <limit name="max_incomplete_connections">1000</limit>
  <limit name="max_connections_per_user">4000</limit>
  <limit name="max_replies_per_connection">100000</limit>
  <limit name="max_match_rules_per_connection">4000</limit>
</busconfig>
"""


class Failure(Exception):
    """The tested condition is false."""


def wait_until(condition, what, seconds=60):
    """Waits until a condition is true; its last false value does not matter."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise Failure(f"waited {seconds} s in vain until {what}")
        time.sleep(0.02)


class Session:
    """The bus, its folder, and the daemons started on it."""

    def __init__(self, command, environment=None):
        self.command = list(command)
        self.extra = environment
        self.folder = tempfile.mkdtemp(prefix="vsasim-proof-")
        os.chmod(self.folder, 0o700)
        self.daemons = []
        self.bus = None
        self.environment = {
            **{name: os.environ[name] for name in INHERITED if name in os.environ},
            "HOME": self.make_folder("home"),
            "TMPDIR": self.make_folder("tmp"),
            "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": self.make_folder("runtime"),
            "XDG_STATE_HOME": self.make_folder("state"),
            "XDG_CONFIG_HOME": self.make_folder("config"),
            "XDG_DATA_HOME": self.make_folder("data"),
            **(environment or {}),
        }
        try:
            self.start_bus()
        except BaseException:
            self.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def make_folder(self, name):
        path = os.path.join(self.folder, name)
        os.makedirs(path, mode=0o700, exist_ok=True)
        return path

    def start_bus(self):
        configuration = os.path.join(self.folder, "bus.conf")
        with open(configuration, "w") as file:
            file.write(CONFIGURATION.format(folder=self.folder))
        self.bus = subprocess.Popen(
            ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1"],
            stdout=subprocess.PIPE,
            stderr=open(os.path.join(self.folder, "bus.log"), "wb"),
            env=self.environment,
        )
        address = self.bus.stdout.readline().decode().strip()
        if not address:
            raise Failure("dbus-daemon printed no address")
        self.address = address.split(",")[0]
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = self.address

    def start(self, state="state/vsasim"):
        """Starts a daemon on a state folder and waits until it owns the name."""
        daemon = Daemon(self, os.path.join(self.folder, state))
        self.daemons.append(daemon)
        daemon.wait_until_ready()
        return daemon

    def client(self, **options):
        return Client(self.address, **options)

    def close(self):
        for daemon in self.daemons:
            daemon.kill()
        if self.bus:
            self.bus.kill()
            self.bus.wait()
            self.bus.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class Daemon:
    """One process of the daemon."""

    def __init__(self, session, state):
        self.session = session
        self.state = state
        self.log = os.path.join(session.folder, f"daemon-{len(session.daemons)}.log")
        self.process = subprocess.Popen(
            session.command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=open(self.log, "wb"),
            env={**session.environment, "VSASIM_STATE_DIR": state},
        )

    @property
    def id(self):
        return self.process.pid

    def is_alive(self):
        return self.process.poll() is None

    def wait_until_ready(self):
        """Waits until the bus name has this process as its owner."""
        with self.session.client() as client:

            def owns():
                if not self.is_alive():
                    raise Failure(f"{self.ending()}\n{self.said()}")
                reply = client.bus("GetConnectionUnixProcessID", "s", SERVICE)
                return not reply.error and reply.body[0] == self.id

            wait_until(owns, f"the daemon owns {SERVICE}")

    def ending(self):
        """How the process ended, as text."""
        code = self.process.poll()
        if code is None:
            return f"the daemon (process {self.id}) runs"
        return (
            f"the daemon ended by signal {signal.Signals(-code).name}" if code < 0 else f"the daemon ended with code {code}"
        )

    def said(self, lines=40):
        """The last lines that it wrote to standard error."""
        with open(self.log, errors="replace") as file:
            return "".join(file.readlines()[-lines:])

    def stop(self):
        """Ends it as a session would; it must exit with code 0."""
        self.process.terminate()
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            raise Failure("the daemon did not end within 60 s after SIGTERM") from None
        if code != 0:
            raise Failure(f"{self.ending()} after SIGTERM\n{self.said()}")

    def kill(self):
        """Ends it as a crash would."""
        if self.is_alive():
            self.process.kill()
        self.process.wait()

    def private_kilobytes(self):
        """The private dirty memory of the process, in KiB."""
        with open(f"/proc/{self.id}/smaps_rollup") as file:
            return sum(int(number) for number in re.findall(r"^Private_Dirty: +(\d+)", file.read(), re.MULTILINE))

    def children(self):
        """The names of the processes that it has started."""
        names = []
        for thread in os.listdir(f"/proc/{self.id}/task"):
            with open(f"/proc/{self.id}/task/{thread}/children", encoding="ascii") as file:
                for child in file.read().split():
                    with open(f"/proc/{child}/comm", encoding="ascii") as name:
                        names.append(name.read().strip())
        return names

    def descriptors(self):
        """The targets of its file descriptors, sorted, without the numbers of sockets and pipes."""
        names = []
        for number in os.listdir(f"/proc/{self.id}/fd"):
            try:
                names.append(re.sub(r"\[\d+\]", "", os.readlink(f"/proc/{self.id}/fd/{number}")))
            except FileNotFoundError:
                continue
        return sorted(names)

    def threads(self):
        return len(os.listdir(f"/proc/{self.id}/task"))


__all__ = ["SERVICE", "Client", "Daemon", "Failure", "Gone", "Session", "wait_until"]

"""A PostgreSQL server of Debian's packages in its own folder, as an account without privileges."""

import atexit
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile


def unprivileged(command):
    """PostgreSQL refuses to run as root."""
    account = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    return [*account, *command] if os.geteuid() == 0 else command


def programs():
    """The folder of the newest version."""
    folders = [folder for folder in pathlib.Path("/usr/lib/postgresql").glob("*/bin") if (folder / "initdb").exists()]
    if not folders:
        raise SystemExit("there is no PostgreSQL server in /usr/lib/postgresql; make deps installs it")
    return max(folders, key=lambda folder: int(folder.parent.name))


class PostgreSQL:
    """Writes to the disk like a real server, unless the settings change that. It ends with this process."""

    def __init__(self, *settings, addresses=""):
        self.folder = tempfile.mkdtemp(prefix="vsasim-pg-")
        atexit.register(self.remove)
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")
        self.data = os.path.join(self.folder, "data")
        self.settings = [
            f"listen_addresses={addresses}", f"unix_socket_directories={self.folder}", "max_connections=200",
            "dynamic_shared_memory_type=mmap", "log_min_messages=log", *settings]
        self.log = open(os.path.join(self.folder, "log"), "a+", encoding="utf-8")
        command = [str(programs() / "initdb"), f"--pgdata={self.data}", "--username=postgres", "--auth=trust",
                   "--encoding=UTF8", "--locale=C", "--no-sync"]
        subprocess.run(unprivileged(command), check=True, stdout=self.log, stderr=self.log, cwd="/")
        if addresses:
            with open(os.path.join(self.data, "pg_hba.conf"), "a", encoding="ascii") as file:
                file.write("".join(f"host all postgres {address}/30 trust\n" for address in addresses.split(",")))
        self.process = None
        self.start()

    @property
    def url(self):
        """The administrator's URL, through the socket."""
        return f"postgresql:///postgres?host={self.folder}&user=postgres"

    def start(self):
        """Starts it; returns when it accepts connections."""
        command = [str(programs() / "postgres"), "-D", self.data, *(word for each in self.settings for word in ("-c", each))]
        self.process = subprocess.Popen(unprivileged(command), stdout=self.log, stderr=self.log, cwd="/")
        ready = [str(programs() / "pg_isready"), "-q", "-h", self.folder, "-t", "1"]
        while subprocess.run(ready, check=False).returncode != 0:
            if self.process.poll() is not None:
                raise SystemExit(f"PostgreSQL does not start; its log: {self.log.name}")

    def stop(self, how=signal.SIGINT):
        """SIGINT ends the connections first, SIGQUIT is like a crash."""
        self.process.send_signal(how)
        self.process.wait()

    def sql(self, text):
        """Runs statements and returns the rows as text."""
        command = [str(programs() / "psql"), "-XAtqd", self.url, "-v", "ON_ERROR_STOP=1", "-f", "-"]
        return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout

    def remove(self):
        """Ends it, and removes its folder."""
        if self.process and self.process.poll() is None:
            self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

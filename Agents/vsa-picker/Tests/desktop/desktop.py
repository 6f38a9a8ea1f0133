"""A desktop for one run of tests: a display without a screen, a session bus that starts the picker, the accessibility bus."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

PROJECT = pathlib.Path(__file__).resolve().parents[4]
# Slow machines need a long time; a test that waits this long has failed.
DEADLINE = float(os.environ.get("VSASIM_TEST_DEADLINE", "60"))

BUS_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:dir={folder}</listen>
  <servicedir>{folder}/services</servicedir>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""

SETTINGS = """[Settings]
gtk-theme-name=Adwaita
gtk-font-name=Cantarell 11
gtk-enable-animations=false
gtk-application-prefer-dark-theme={dark}
"""


def program() -> str:
    """The picker to test: VSASIM_PICKER, else the debug build."""
    return os.environ.get("VSASIM_PICKER") or str(PROJECT / ".build/picker/debug/vsa-picker")


def settings() -> str:
    """The settings panel to test: VSASIM_SETTINGS, else the debug build."""
    return os.environ.get("VSASIM_SETTINGS") or str(PROJECT / ".build/picker/debug/vsa-settings")


def daemon() -> str:
    """The daemon to test with: VSASIM_VSAD, else the debug build."""
    return os.environ.get("VSASIM_VSAD") or str(PROJECT / ".build/debug/vsad")


class Desktop:
    """Everything that a graphical session needs, in its own folder. Use it as a context."""

    SIZE = "1280x1000"

    def __init__(self, dark=False, text_scale=1.0, size=SIZE, arguments="--timing --idle-seconds 2"):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="vsa-picker-"))
        self.processes = []
        self.environment = self._environment(dark)
        self.log = self.folder / "picker.log"
        self._services(arguments)
        self._display(size)
        if text_scale != 1.0:
            self._scale_text(text_scale)
        self._bus()

    def __enter__(self):
        os.environ.clear()
        os.environ.update(self.environment)
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Ends everything."""
        for process in reversed(self.processes):
            try:
                os.killpg(process.pid, signal.SIGTERM)
            except ProcessLookupError:
                pass
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, *command, **options):
        """Starts a program of the session, which ends with it."""
        process = subprocess.Popen(command, env=self.environment, start_new_session=True, **options)
        self.processes.append(process)
        return process

    def picker_log(self) -> str:
        """The output of the pickers on standard error so far."""
        return self.log.read_text() if self.log.exists() else ""

    def _environment(self, dark):
        # The caller's settings must not decide how the picker looks or which bus it is on.
        kept = ("PATH", "LD_LIBRARY_PATH", "VSASIM_PICKER", "VSASIM_SETTINGS", "VSASIM_VSAD")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment.update(
            HOME=str(self.folder), LANG="C.UTF-8", GSK_RENDERER="cairo", GDK_BACKEND="x11", NO_AT_BRIDGE="0",
            XDG_RUNTIME_DIR=str(self.folder / "run"), XDG_CONFIG_HOME=str(self.folder / "config"),
            XDG_DATA_HOME=str(self.folder / "data"), XDG_CACHE_HOME=str(self.folder / "cache"),
            XDG_STATE_HOME=str(self.folder / "state"), VSASIM_TEST_DEADLINE=str(DEADLINE),
        )
        for name in ("run", "config/gtk-4.0", "data", "cache", "state", "services"):
            (self.folder / name).mkdir(parents=True, mode=0o700)
        (self.folder / "config/gtk-4.0/settings.ini").write_text(SETTINGS.format(dark="true" if dark else "false"))
        return environment

    def _services(self, arguments):
        """The picker's activation file, as it is installed except for the path, and that of the accessibility bus."""
        launcher = self.folder / "vsa-picker"
        launcher.write_text(f'#!/bin/sh\nexec "{program()}" {arguments} 2>>"{self.folder}/picker.log"\n')
        launcher.chmod(0o755)
        template = (PROJECT / "dbus/services/org.vsasim.Picker1.service.in").read_text()
        # There is no systemd on this bus.
        lines = [line for line in template.splitlines() if not line.startswith("SystemdService=")]
        text = "\n".join(lines).replace("@libexecdir@", str(self.folder)) + "\n"
        (self.folder / "services/org.vsasim.Picker1.service").write_text(text)
        (self.folder / "services/org.vsasim.SubscriberAccount1.service").write_text(
            f"[D-BUS Service]\nName=org.vsasim.SubscriberAccount1\nExec={daemon()}\n")
        shutil.copy("/usr/share/dbus-1/services/org.a11y.Bus.service", self.folder / "services")

    def _display(self, size):
        reader, writer = os.pipe()
        self.start(
            "Xvfb", "-displayfd", str(writer), "-screen", "0", f"{size}x24", "-nolisten", "tcp", "-noreset",
            pass_fds=[writer], stderr=subprocess.DEVNULL)
        os.close(writer)
        with os.fdopen(reader) as pipe:
            self.environment["DISPLAY"] = ":" + pipe.readline().strip()

    def _scale_text(self, factor):
        settings = self.folder / "xsettings"
        settings.write_text(f'Xft/DPI {int(96 * 1024 * factor)}\nNet/ThemeName "Adwaita"\nGtk/FontName "Cantarell 11"\n')
        self.start("xsettingsd", "-c", str(settings), stderr=subprocess.DEVNULL)

    def _bus(self):
        configuration = self.folder / "bus.conf"
        configuration.write_text(BUS_CONFIGURATION.format(folder=self.folder))
        bus = self.start(
            "dbus-daemon", "--config-file", str(configuration), "--nofork", "--print-address=1",
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()

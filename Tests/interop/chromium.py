"""Chromium without a window, driven through DevTools: opens pages and fills in forms like a user."""

import fcntl
import json
import os
import subprocess
import tempfile

ARGUMENTS = [
    "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--no-default-browser-check", "--disable-extensions", "--disable-sync", "--disable-background-networking",
    "--disable-component-update", "--disable-breakpad", "--password-store=basic",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

# Submits the login form of the current page, if there is one and the page is complete.
LOGIN = """(() => {
    const name = document.querySelector('#username'), button = document.querySelector('button[value=login]');
    if (document.readyState !== 'complete' || !name || !button || name.value) return false;
    name.value = %s;
    document.querySelector('#password').value = %s;
    button.click();
    return true;
})()"""


def place(commands, answers):
    """Chromium reads commands from descriptor 3 and writes answers to 4."""
    commands, answers = (fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10) for descriptor in (commands, answers))
    os.dup2(commands, 3)
    os.dup2(answers, 4)


class Chromium:
    """A browser with one page; the profile is removed when it is closed."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="chromium-", ignore_cleanup_errors=True)
        commands, self.commands = os.pipe()
        self.answers, answers = os.pipe()
        self.process = subprocess.Popen(
            ["chromium", *ARGUMENTS, f"--user-data-dir={self.folder.name}", "about:blank"], pass_fds=[3, 4],
            preexec_fn=lambda: place(commands, answers), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands)
        os.close(answers)
        self.number, self.rest, self.session = 0, b"", None
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.session = None
        self.send("Browser.close")
        os.close(self.commands)
        os.close(self.answers)
        self.process.wait(timeout=30)
        self.folder.cleanup()

    def send(self, method, **parameters):
        """Sends a command and returns its result; events are ignored."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                data = os.read(self.answers, 65536)
                if not data:
                    raise EOFError("Chromium has ended")
                self.rest += data
            text, _, self.rest = self.rest.partition(b"\0")
            answer = json.loads(text)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(answer["error"])
                return answer["result"]

    def open(self, address):
        self.send("Page.navigate", url=address)

    def log_in(self, user, password):
        """Fills in and submits the login form, if it is shown; returns whether it was."""
        expression = LOGIN % (json.dumps(user), json.dumps(password))
        try:
            return bool(self.send("Runtime.evaluate", expression=expression)["result"].get("value"))
        except RuntimeError:
            return False  # The page is being replaced.

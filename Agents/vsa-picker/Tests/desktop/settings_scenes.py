"""The contents of the pictures of the settings panel."""

import contextlib
import subprocess

def signed_in(device):
    device.control("SignIn", "(ssa{sv})", "alpha.example", "alice", {})


def apps(device):
    from device import App

    signed_in(device)
    for identifier, name, usage, access in [
        ("com.example.player", "Example Player", "Example Player unlocks the channels that you subscribe to.", "granted"),
        ("com.example.news", "Example News", "Watch live news.", "not-determined"),
        ("org.example.kids", "Kids’ Corner", "Watch cartoons.", "denied"),
        ("tv.example.sports", None, "Watch the match.", "granted"),
        ("tv.example.cinema", "Cinema", "Watch films.", "restricted"),
    ]:
        app = App(identifier, usage, name)
        app.call("CheckAccessStatus", "(a{sv})", {})
        device.control("SetAccessStatus", "(ss)", identifier, access)


def developer(device):
    from double import dictionary

    details = dictionary({
        "provider-identifier": "preview.example", "name": "Preview TV", "authentication-url": "https://preview.example/auth"})
    device.control("AddDeveloperProvider", "(a{sv})", details)


def testing(device):
    from double import dictionary

    apps(device)
    device.control("AddFault", "(a{sv})", dictionary({"at": "vsa.metadata", "error": "ServiceTemporarilyUnavailable"}))
    device.control("QueueAnswer", "(a{sv})", dictionary({"prompt": "access", "answer": "granted"}))


def open_app(screen):
    screen.act(screen.find("panel", "Example Player"))
    screen.find("list item", "Reason for access")


def end(screen):
    screen.find("push button", "Open")
    subprocess.run(["xdotool", "mousemove", "200", "400", "click", "--repeat", "60", "--delay", "10", "5"], check=True)


def commands(screen):
    screen.act(screen.find("push button", "Command of Sign Out…"))


def sign_out(screen):
    screen.act(screen.find("push button", "Sign Out"))


def providers(screen):
    screen.act(screen.find("list item", "Sign In…"))
    screen.find("list item", "Beta Fiber")


PAGES = {"account": signed_in, "apps": apps, "developer": developer, "testing": testing}
LOOKS = {"dark": {"dark": True}, "narrow": {"size": "400x720"}, "large": {"text_scale": 2.0}}
# Scene: (page, state, what the user does), options of the desktop.
SCENES = {
    "nobody": (("account", lambda device: None, None), {}),
    "commands": (("account", signed_in, commands), {}),
    "sign-out": (("account", signed_in, sign_out), {}),
    "providers": (("account", lambda device: None, providers), {}),
    "app": (("apps", apps, open_app), {}),
    "narrow-app": (("apps", apps, open_app), LOOKS["narrow"]),
    "testing-end": (("testing", testing, end), {}),
    "narrow-testing-end": (("testing", testing, end), LOOKS["narrow"]),
    "large-testing-end": (("testing", testing, end), LOOKS["large"]),
    **{page: ((page, state, None), {}) for page, state in PAGES.items()},
    **{f"{look}-{page}": ((page, state, None), options) for look, options in LOOKS.items() for page, state in PAGES.items()},
}


@contextlib.contextmanager
def shown(name, desktop):
    """The panel in a scene."""
    from device import Device
    from double import settle
    from panel import PanelProgram

    (page, prepare, act), options = SCENES[name]
    device = Device()
    prepare(device)
    panel = PanelProgram(desktop, "--page", page, dark=options.get("dark", False))
    panel.wait_for("frame of SettingsWindow")
    settle(0.5)
    if act:
        act(panel.screen)
    yield
    panel.close()
    device.end()

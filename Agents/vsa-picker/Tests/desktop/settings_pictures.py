"""Takes the pictures of the settings panel: each scene on a desktop of its own.

usage: settings_pictures.py FOLDER [NAME...]
"""

import pathlib
import subprocess
import sys

from desktop import Desktop


def signed_in(device):
    device.control("SignIn", "(ssa{sv})", "alpha.example", "alice", {})


def apps(device):
    from device import App

    signed_in(device)
    for name, usage, access in [
        ("com.example.player", "Example Player unlocks the channels that you subscribe to.", "granted"),
        ("com.example.news", "Watch live news.", "not-determined"), ("org.example.kids", "Watch cartoons.", "denied"),
        ("tv.example.sports", "Watch the match.", "granted"), ("tv.example.cinema", "Watch films.", "restricted"),
    ]:
        app = App(name, usage)
        app.call("CheckAccessStatus", "(a{sv})", {})
        device.control("SetAccessStatus", "(ss)", name, access)


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
    screen.act(screen.find("panel", "com.example.player"))
    screen.find("list item", "Reason for access")


def commands(screen):
    screen.act(screen.find("push button", "Command of Sign Out…"))


def sign_out(screen):
    screen.act(screen.find("push button", "Sign Out"))


def providers(screen):
    screen.act(screen.find("list item", "Sign In…"))
    screen.find("list item", "Beta Fiber")


# Scene: page, state, what the user does, options of the desktop.
SCENES = {
    "account": ("account", signed_in, None, {}),
    "nobody": ("account", lambda device: None, None, {}),
    "commands": ("account", signed_in, commands, {}),
    "sign-out": ("account", signed_in, sign_out, {}),
    "providers": ("account", lambda device: None, providers, {}),
    "apps": ("apps", apps, None, {}),
    "app": ("apps", apps, open_app, {}),
    "developer": ("developer", developer, None, {}),
    "testing": ("testing", testing, None, {}),
    "dark-account": ("account", signed_in, None, {"dark": True}),
    "dark-apps": ("apps", apps, None, {"dark": True}),
    "dark-testing": ("testing", testing, None, {"dark": True}),
    "narrow-account": ("account", signed_in, None, {"size": "400x720"}),
    "narrow-apps": ("apps", apps, None, {"size": "400x720"}),
    "narrow-testing": ("testing", testing, None, {"size": "400x720"}),
    "large-account": ("account", signed_in, None, {"text_scale": 2.0}),
    "large-apps": ("apps", apps, None, {"text_scale": 2.0}),
    "large-developer": ("developer", developer, None, {"text_scale": 2.0}),
}


def take(name, file):
    """One picture; has to run in a process of its own."""
    page, prepare, act, options = SCENES[name]
    with Desktop(**options) as desktop:
        from device import Device
        from double import settle
        from panel import PanelProgram, picture

        size = [int(number) for number in options.get("size", "1280x1000").split("x")]
        subprocess.run(["xdotool", "mousemove", str(size[0] - 1), str(size[1] - 1)], check=True)
        device = Device()
        prepare(device)
        panel = PanelProgram(desktop, "--page", page, dark=options.get("dark", False))
        panel.wait_for("frame of SettingsWindow")
        settle(1.2)
        if act:
            act(panel.screen)
            settle(1.0)
        whole = str(pathlib.Path(file).with_suffix(".whole.png"))
        picture(whole)
        panel.close()
        device.end()
    border = ["-trim", "+repage", "-bordercolor", "#808080", "-border", "1"]
    subprocess.run(["convert", whole, *border, "-dither", "None", "-colors", "96", file], check=True)
    pathlib.Path(whole).unlink()
    subprocess.run(["optipng", "-quiet", "-o4", "-strip", "all", file], check=True)


def main():
    folder, *names = sys.argv[1:]
    if folder == "--take":
        take(*names)
        return
    folder = pathlib.Path(folder).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    for name in names or SCENES:
        file = folder / f"settings-{name}.png"
        subprocess.run([sys.executable, __file__, "--take", name, str(file)], check=True)
        print(f"{file}: {file.stat().st_size // 1000} kB")


main()

"""A small service with a selected defect, to test that the fuzzer finds it.

usage: broken_service.py DEFECT, one of `none` and those of DEFECTS. It has the service's name and a few of its members.
"""

import json
import os
import signal
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "interop"))

from jeepney import HeaderFields  # noqa: E402

from bus_client import BUS, SERVICE, Client, pump  # noqa: E402

DEFECTS = ["crash", "hang", "leak", "descriptors", "wrong-type", "inner-error", "mute-error", "forgets", "race"]
ROOT = "/" + SERVICE.replace(".", "/")
PEER = '<interface name="org.freedesktop.DBus.Peer"><method name="Ping"/></interface>'
APP = f"""<node><interface name="{SERVICE}">
<method name="CheckAccessStatus"><arg type="a{{sv}}" direction="in"><annotation name="org.vsasim.Keys" value="title:s"/></arg>
<arg type="s" direction="out"/></method>
</interface>{PEER}<node name="Control"/></node>"""
CONTROL = f"""<node><interface name="{SERVICE}.Control">
<method name="SetAccessStatus"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
<method name="ListApplications"><arg type="aa{{sv}}" direction="out"/></method>
</interface></node>"""


class BrokenService:
    def __init__(self, defect):
        self.defect = defect
        self.file = os.path.join(os.environ["VSASIM_STATE_DIR"], "state.json")
        self.apps = {}
        self.kept = []
        if os.path.exists(self.file):
            with open(self.file) as file:
                self.apps = json.load(file)
        os.makedirs(os.path.dirname(self.file), exist_ok=True)

    def save(self):
        with open(self.file + ".new", "w") as file:
            json.dump(self.apps, file)
        os.replace(self.file + ".new", self.file)

    def serve(self, client, call):
        fields = call.header.fields
        member, signature = fields[HeaderFields.member], fields.get(HeaderFields.signature, "")
        path = fields[HeaderFields.path]
        handler = {
            ("Ping", ""): lambda: client.answer(call),
            ("Introspect", ""): lambda: self.introspect(client, call, path),
            ("CheckAccessStatus", "a{sv}"): lambda: self.check(client, call),
            ("SetAccessStatus", "ss"): lambda: self.set(client, call),
            ("ListApplications", ""): lambda: self.list(client, call),
        }.get((member, signature))
        if handler:
            handler()
        else:
            client.refuse(call, "org.freedesktop.DBus.Error.InvalidArgs")

    def introspect(self, client, call, path):
        client.answer(call, "s", {ROOT: APP, f"{ROOT}/Control": CONTROL}.get(path, "<node/>"))

    def check(self, client, call):
        details = call.body[0]
        if self.defect == "leak":
            self.kept.append(bytearray(os.urandom(4_096) * 256))
        if self.defect == "descriptors":
            self.kept.append(open("/dev/null"))
        kind, title = details.get("title", ("", ""))
        if kind == "s" and title:
            if self.defect == "crash" and len(title) > 4_000:
                os.abort()
            if self.defect == "hang" and set(title) & set("%'\"<"):
                signal.pause()
            if self.defect == "wrong-type":
                return client.answer(call, "as", ["granted"])
            if self.defect == "inner-error" and not title.isascii():
                return client.refuse(call, f"{BUS}.Error.Failed", "internal error")
            if self.defect == "mute-error":
                return client.refuse(call, f"{BUS}.Error.InvalidArgs", "")
        client.answer(call, "s", "granted")

    def set(self, client, call):
        app, status = call.body
        if len(app) > 255 or not app.isascii():
            return client.refuse(call, f"{BUS}.Error.InvalidArgs", "application: at most 255 characters")
        if self.defect == "race" and len(self.apps) > 12:
            os.abort()
        self.apps[app] = status
        if self.defect != "forgets":
            self.save()
        client.answer(call)

    def list(self, client, call):
        client.answer(call, "aa{sv}", [{"id": ("s", app), "status": ("s", self.apps[app])} for app in sorted(self.apps)])


def main():
    service = BrokenService(sys.argv[1])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    client = Client(os.environ["DBUS_SESSION_BUS_ADDRESS"], descriptors=True)
    client.serve = service.serve
    client.bus("RequestName", "su", SERVICE, 4).value
    while True:
        pump([client], 60)


if __name__ == "__main__":
    main()

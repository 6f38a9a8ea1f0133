"""Phases that consist of calls: valid, invalid, to wrong objects, by many clients, by clients that crash."""

from dataclasses import dataclass

from bus_client import BUS, Client, Gone, NoReply, pump_until
from hypothesis import strategies as st
from service_check import ROOT
from values import plain

PROPERTIES = "org.freedesktop.DBus.Properties"


@dataclass(frozen=True)
class Call:
    path: str
    interface: str
    member: str
    signature: str
    body: tuple
    output: str = None
    refusals: frozenset = frozenset()

    def __repr__(self):
        arguments = ", ".join(repr(each) for each in self.body)
        return f"{self.interface}.{self.member}({arguments}) of type {self.signature!r} at {self.path}"

    def send(self, client, flags=0):
        return client.send(self.path, self.interface, self.member, self.signature, *plain(self.body), flags=flags)


class Calls:
    """Strategies for calls of one service, and the code that makes a call."""

    def __init__(self, service, values, health):
        self.service = service
        self.values = values
        self.health = health
        self.client = None
        self.dropped = 0
        methods = [member for member in service.members if "h" not in member.signature]
        self.right_calls = {member: self.right(member) for member in methods}
        self.any_right = st.one_of(*self.right_calls.values())

    def right(self, member):
        return self.values.right(member).map(
            lambda body: Call(
                member.path, member.interface, member.name, member.signature, body, member.output, member.errors
            )
        )

    def wrong(self, member):
        return self.values.wrong().map(
            lambda pair: Call(member.path, member.interface, member.name, *pair, refusals=member.errors)
        )

    def properties(self):
        """Get, Set and GetAll of every property, and of properties and interfaces that do not exist."""
        known = [(each.path, each.interface, each.name) for each in self.service.properties] or [(ROOT, PROPERTIES, "X")]
        text = self.values.texts
        which = st.one_of(st.sampled_from(known), st.tuples(st.sampled_from(self.service.paths), text, text))
        return st.one_of(
            which.map(lambda each: Call(each[0], PROPERTIES, "Get", "ss", each[1:], "v")),
            which.map(lambda each: Call(each[0], PROPERTIES, "GetAll", "s", each[1:2], "a{sv}")),
            st.tuples(which, self.values.variants(2)).map(
                lambda pair: Call(pair[0][0], PROPERTIES, "Set", "ssv", (*pair[0][1:], pair[1]), "")
            ),
        )

    def strangers(self):
        """Calls of members, interfaces and objects that do not exist."""
        names = st.sampled_from([each.name for each in self.service.members] + ["Nonsense", "x", "A" * 255, "_1"])
        interfaces = st.sampled_from(
            sorted({each.interface for each in self.service.members}) + ["a.b", "org.vsasim.Nothing1", "x." + "y" * 250, BUS]
        )
        paths = st.one_of(
            st.sampled_from(self.service.paths),
            self.values.paths,
            st.sampled_from(self.service.paths).flatmap(
                lambda path: st.text("abcXYZ019_", min_size=1, max_size=20).map(lambda text: f"{path.rstrip('/')}/{text}")
            ),
        )
        refusals = frozenset(name for member in self.service.members for name in member.errors)
        return st.tuples(paths, interfaces, names, self.values.wrong()).map(
            lambda each: Call(*each[:3], *each[3], refusals=refusals)
        )

    # Making calls

    def main_client(self):
        if self.client is None or not self.client.is_open:
            self.client = Client(self.health.session.address, descriptors=True)
        return self.client

    def make(self, call):
        """Makes one call and checks its answer."""
        client = self.main_client()
        try:
            reply = client.wait_for(call.send(client), self.health.options.bound)
        except NoReply:
            client.close()
            raise self.health.stuck(str(call)) from None
        except Gone:
            # The message violated the rules of the bus, which then disconnects its sender; the service never received it.
            client.close()
            self.dropped += 1
            return
        self.health.judge(call, reply, call.output, call.refusals)

    def make_from_crowd(self, plan):
        """Many clients that send everything before they read anything; every call gets an answer."""
        count, calls, times = plan
        clients = [Client(self.health.session.address, descriptors=True) for _ in range(count)]
        try:
            sent = []
            for _ in range(times):
                for index, call in enumerate(calls):
                    client = clients[index % count]
                    try:
                        sent.append((client, call.send(client), call))
                    except Gone:
                        self.dropped += 1
            for client, serial, call in sent:
                try:
                    arrived = pump_until(clients, lambda c=client, s=serial: s in c.replies, self.health.options.bound)
                except Gone:
                    self.dropped += 1
                    return
                if not arrived:
                    raise self.health.stuck(f"{call}, one of {len(sent)} calls of {count} clients")
                self.health.judge(call, client.replies.pop(serial), None, call.refusals)
        finally:
            for client in clients:
                client.close()

    def crowds(self):
        return st.tuples(st.integers(1, 30), st.lists(self.any_right, min_size=1, max_size=30), st.sampled_from([1, 5, 40]))

    def make_and_die(self, plan):
        """Clients that disconnect: after sending, in the middle of a message, without reading, without expecting a reply."""
        for way, calls in plan:
            client = Client(self.health.session.address, descriptors=True)
            try:
                if way == "watching":
                    client.subscribe("type='signal'")
                for call in calls:
                    call.send(client, flags=1 if way == "no reply" else 0)
                if way == "half":
                    client.connection.sock.sendall(b"l\1\0\1\0\1\0\0\7\0\0\0\x80\0\0\0\1\1o")
            except Gone:
                self.dropped += 1
            finally:
                client.close()
        with Client(self.health.session.address) as client:
            self.health.ask(client, ROOT, "org.freedesktop.DBus.Peer", "Ping")

    def deaths(self):
        way = st.sampled_from(["at once", "no reply", "half", "watching"])
        return st.lists(st.tuples(way, st.lists(self.any_right, max_size=8)), min_size=1, max_size=8)

    def make_noise(self, plan):
        """Unsolicited signals and answers."""
        client = self.main_client()
        service = client.bus("GetNameOwner", "s", self.health.service_name).value
        try:
            for path, interface, member, (signature, body), target in plan:
                destination = {"service": service, "everybody": None}[target]
                client.signal(path, interface, member, signature, *plain(body), destination=destination)
            self.health.ask(client, ROOT, "org.freedesktop.DBus.Peer", "Ping")
        except Gone:
            client.close()
            self.dropped += 1

    def noise(self):
        known = [(each.path, each.interface, each.name) for each in self.service.signals]
        known += [
            ("/org/freedesktop/DBus", BUS, "NameOwnerChanged"),
            ("/org/freedesktop/DBus", BUS, "NameLost"),
            ("/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Properties", "PropertiesChanged"),
            (ROOT, "org.freedesktop.DBus.ObjectManager", "InterfacesRemoved"),
        ]
        owner = st.tuples(
            st.just("sss"), st.tuples(*[st.sampled_from([":1.0", ":1.1", ":1.2", "", "org.vsasim.Picker1"])] * 3)
        )
        one = st.tuples(
            st.sampled_from(known), st.one_of(owner, self.values.wrong()), st.sampled_from(["service", "everybody"])
        ).map(lambda each: (*each[0], each[1], each[2]))
        return st.lists(one, min_size=1, max_size=20)

"""Those who take part in a scenario, each with a connection of its own."""

from bus_client import SERVICE, pump_until

ROOT = "/" + SERVICE.replace(".", "/")
CONTROL = f"{ROOT}/Control"
CONTROL_INTERFACE = f"{SERVICE}.Control"
REQUEST = f"{SERVICE}.Request"
AGENT_MANAGER = f"{SERVICE}.AgentManager"
ERROR = f"{SERVICE}.Error."
BUS_ERROR = "org.freedesktop.DBus.Error."
USAGE = "Sign in once and watch everything that you pay for."


class App:
    """An app: it registers, asks, and hears signals."""

    def __init__(self, session, identifier="com.example.player", usage=USAGE):
        self.client = session.client()
        self.client.subscribe(f"type='signal',sender='{SERVICE}'")
        self.identifier = identifier
        if identifier:
            info = {} if usage is None else {"usage-description": ("s", usage)}
            assert not self.call("Register", "sa{sv}", identifier, info).error

    def call(self, member, signature="", *body, others=()):
        return self.client.call(ROOT, SERVICE, member, signature, *body, others=others)

    def status(self):
        return self.call("CheckAccessStatus", "a{sv}", {}).value

    def query(self, **keys):
        """QueryMetadata with keys written as Python writes names."""
        return self.call("QueryMetadata", "a{sv}", details(keys))

    def heard(self):
        """The signals of the daemon so far."""
        return [each.member for each in self.client.signals if each.interface.startswith(SERVICE)]

    def wait_for_signal(self, member, count=1, others=()):
        seen = lambda: [each for each in self.client.signals if each.member == member]  # noqa: E731
        assert pump_until([self.client, *others], lambda: len(seen()) >= count), f"no {member} in {self.client.signals}"
        return seen()[count - 1]


class Person:
    """The person at the device, who uses Control."""

    def __init__(self, session):
        self.client = session.client()

    def call(self, member, signature="", *body):
        return self.client.call(CONTROL, CONTROL_INTERFACE, member, signature, *body)

    def journal(self, application=None):
        options = {"limit": ("u", 1000)}
        if application:
            options["application-id"] = ("s", application)
        return [plain(entry) for entry in self.call("ListJournal", "a{sv}", options).value]


TYPES = {bool: "b", str: "s", int: "x", list: "as"}


def details(keys):
    """An a{sv} of Python's names and values."""
    return {name.replace("_", "-"): (TYPES[type(value)], value) for name, value in keys.items()}


def plain(dictionary):
    """An a{sv} without the types of its variants."""
    return {key: plain(value) if isinstance(value, dict) else value for key, (_, value) in dictionary.items()}


def expect(found, expected):
    assert found == expected, f"{found!r} instead of {expected!r}"


def expect_error(reply, name):
    assert reply.error == name, f"{reply} instead of {name}"
    assert reply.body and isinstance(reply.body[0], str) and reply.body[0].strip(), f"{name} without a word: {reply}"
    if name.startswith(ERROR):
        expect(reply.signature, "sa{sv}")
        return plain(reply.body[1])
    return None

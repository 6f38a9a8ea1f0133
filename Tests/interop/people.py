"""The participants of a scenario, each with its own connection."""

import itertools

from bus_client import SERVICE, member_of, pump_until

ROOT = "/" + SERVICE.replace(".", "/")
CONTROL = f"{ROOT}/Control"
CONTROL_INTERFACE = f"{SERVICE}.Control"
REQUEST = f"{SERVICE}.Request"
AGENT_MANAGER = f"{SERVICE}.AgentManager"
ERROR = f"{SERVICE}.Error."
BUS_ERROR = "org.freedesktop.DBus.Error."
USAGE = "Sign in once and watch everything that you pay for."


class App:
    """An app: it registers, makes calls, and receives signals."""

    def __init__(self, session, identifier="com.example.player", usage=USAGE):
        self.client = session.client()
        self.client.subscribe(f"type='signal',sender='{SERVICE}'")
        self.identifier = identifier
        self.usage = usage
        if identifier:
            info = {"error-info": ("b", True)}
            if usage is not None:
                info["usage-description"] = ("s", usage)
            assert not self.call("Register", "sa{sv}", identifier, info).error

    def call(self, member, signature="", *body, others=()):
        return self.client.call(ROOT, SERVICE, member, signature, *body, others=others)

    def status(self):
        return self.call("CheckAccessStatus", "a{sv}", {}).value

    def query(self, **keys):
        """QueryMetadata with keys in the form of Python names."""
        return self.call("QueryMetadata", "a{sv}", details(keys))

    def heard(self):
        """The signals of the daemon so far."""
        return [each.member for each in self.client.signals if each.interface.startswith(SERVICE)]

    def wait_for_signal(self, member, count=1, others=()):
        seen = lambda: [each for each in self.client.signals if each.member == member]  # noqa: E731
        assert pump_until([self.client, *others], lambda: len(seen()) >= count), f"no {member} in {self.client.signals}"
        return seen()[count - 1]


class User:
    """The user at the device, who uses Control."""

    def __init__(self, session):
        self.client = session.client()

    def call(self, member, signature="", *body, others=()):
        return self.client.call(CONTROL, CONTROL_INTERFACE, member, signature, *body, others=[each.client for each in others])

    def queue(self, prompt, answer, **keys):
        """Queues an answer."""
        return self.call("QueueAnswer", "a{sv}", details({"prompt": prompt, "answer": answer, **keys})).value

    def requests(self):
        return [plain(each) for each in self.call("ListRequests").value]

    def account(self):
        return plain(self.call("GetAccount").value)

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


class Agent:
    """An agent that answers from a list, and records its prompts."""

    SIGNATURES = {"RequestAccess": "s", "ChooseProvider": "ss", "SignIn": "a{sv}", "AuthorizeAutoSignIn": "s"}

    def __init__(self, session, *answers, name="test agent", path="/org/example/Agent"):
        self.client = session.client()
        self.client.serve = self.serve
        self.path = path
        self.answers = list(answers)
        self.asked = []
        self.calls = []
        reply = self.manage("RegisterAgent", "oa{sv}", path, {"name": ("s", name)})
        assert not reply.error, reply

    def manage(self, member, signature, *body):
        return self.client.call(ROOT, AGENT_MANAGER, member, signature, *body)

    def serve(self, client, call):
        member = member_of(call)
        self.asked.append((member, call.body))
        self.calls.append(call)
        if member in ("Cancel", "Release"):
            client.answer(call)
            return
        answer = self.answers.pop(0) if self.answers else None
        if callable(answer):
            answer(self, call)
        elif answer is not None:
            self.give(call, answer)

    def give(self, call, answer):
        """Answers a call: a text, a pair of texts, or a dictionary."""
        member = member_of(call)
        values = answer if isinstance(answer, tuple) else (details(answer) if isinstance(answer, dict) else answer,)
        self.client.answer(call, self.SIGNATURES[member], *values)

    def members(self):
        return [member for member, _ in self.asked]


class Ask:
    """A request of an app that may wait for a user, with its signals."""

    numbers = itertools.count(1)

    def __init__(self, app, member="RequestMetadata", token=None, others=(), **keys):
        self.app = app
        self.others = [each.client for each in others]
        self.token = token or f"ask{next(self.numbers)}"
        self.first = len(app.client.signals)
        self.path = f"{ROOT}/request/{app.client.name[1:].replace('.', '_')}/{self.token}"
        self.reply = app.call(member, "sa{sv}", self.token, details(keys), others=self.others)
        if not self.reply.error:
            expect(self.reply.value, self.path)

    def signals(self):
        """The signals of this request so far: (member, arguments)."""
        return [(each.member, each.body) for each in self.app.client.signals[self.first :] if each.path == self.path]

    def members(self):
        return [member for member, _ in self.signals()]

    def wait(self, *members):
        """Waits until one of these signals has arrived."""
        seen = lambda: [body for member, body in self.signals() if member in members]  # noqa: E731
        found = pump_until([self.app.client, *self.others], seen)
        assert found, f"none of {members} in {self.signals()}"
        return seen()[-1]

    def completed(self):
        """The metadata; the request must have ended exactly once."""
        end = self.end()
        expect(end[0], "Completed")
        return plain(end[1][0])

    def failed(self, name):
        """The info of the failure."""
        member, body = self.end()
        expect((member, body[0] if body else None), ("Failed", name))
        assert body[1].strip(), body
        return plain(body[2])

    def end(self):
        self.wait("Completed", "Failed")
        # Everything that the daemon sent before the answer to this has arrived with it.
        self.call_object("Cancel", expected=BUS_ERROR + "UnknownObject")
        ends = [each for each in self.signals() if each[0] in ("Completed", "Failed")]
        expect((len(ends), self.signals()[-1]), (1, ends[0]))
        return ends[0]

    def call_object(self, member, signature="", *body, expected="", client=None):
        client = client or self.app.client
        reply = client.call(self.path, REQUEST, member, signature, *body, others=[self.app.client, *self.others])
        expect(reply.error, expected)
        return reply

"""Requests that may interrupt the user, with apps that cancel, confirm and crash, and agents that answer nonsense."""

from collections import Counter
from dataclasses import dataclass

from bus_client import BUS, SERVICE, Client, Gone, member_of, pump, pump_until
from hypothesis import strategies as st
from service_check import CONTROL, CONTROL_INTERFACE, ROOT, Finding
from values import plain, weighted

REQUEST = f"{SERVICE}.Request"
AGENT_MANAGER = f"{SERVICE}.AgentManager"
ENDS = ("Completed", "Failed")
APPS = 3

# What an agent may answer, sensible or not, with the correct types.
RIGHT_ANSWERS = {
    "RequestAccess": [("s", ("granted",)), ("s", ("denied",)), ("s", ("dismiss",))],
    "ChooseProvider": [
        ("ss", ("provider", "alpha.example")),
        ("ss", ("provider", "beta.example")),
        ("ss", ("provider", "epsilon.example")),
        ("ss", ("provider", "nobody.example")),
        ("ss", ("other", "")),
        ("ss", ("cancel", "")),
    ],
    "SignIn": [
        ("a{sv}", ({"username": ("s", "alice"), "password": ("s", "alice")},)),
        ("a{sv}", ({"username": ("s", "alice"), "password": ("s", "wrong")},)),
        ("a{sv}", ({"username": ("s", "carol"), "password": ("s", "carol")},)),
        ("a{sv}", ({"cancel": ("b", True)},)),
    ],
    "AuthorizeAutoSignIn": [("s", ("granted",)), ("s", ("denied",)), ("s", ("dismiss",))],
}


@dataclass(frozen=True)
class Step:
    """One action."""

    what: str
    who: int = 0
    details: tuple = ()

    def __repr__(self):
        return f"{self.what}({self.who}{''.join(f', {each!r}' for each in self.details)})"


class Actor:
    """A client and the requests that it has opened."""

    def __init__(self, address):
        self.client = Client(address, descriptors=True)
        self.opened = []

    def path(self, token):
        return f"{ROOT}/request/{self.client.name[1:].replace('.', '_')}/{token}"

    def seen(self, path):
        return [signal.member for signal in self.client.signals if signal.path == path and signal.interface == REQUEST]

    def running(self):
        """The paths of requests that have not ended; a token may be used again after an end."""
        return [path for path in set(self.opened) if sum(each in ENDS for each in self.seen(path)) < self.opened.count(path)]


class Prompts:
    """Plans for one service, and the code that runs a plan."""

    def __init__(self, service, values, health):
        self.values = values
        self.health = health
        # Every method that takes a token and returns an object is such a request.
        self.kinds = [
            member
            for member in service.members
            if member.output == "o" and member.path == ROOT and member.inputs and member.inputs[0].name == "token"
        ]
        # How often each signal of a request arrived, to show how far the plans get.
        self.reached = Counter()
        self.queue = next((each for each in service.members if str(each) == f"{CONTROL_INTERFACE}.QueueAnswer"), None)

    # Plans

    def plans(self):
        values = self.values
        token = st.one_of(st.sampled_from(["t1", "t2", "t3", "_", "a" * 255]), values.texts)
        app = st.integers(0, APPS - 1)
        described = {"usage-description": ("s", "Watch what you pay for.")}
        usage = weighted((5, st.just(described)), (1, st.just({})))
        identity = st.tuples(st.sampled_from(["com.example.player", "com.example.other", "example.alpha"]), usage)
        opening = st.sampled_from(self.kinds).flatmap(
            lambda kind: st.tuples(st.just(kind.name), token, *[values.argument(each) for each in kind.inputs[1:]])
        )
        easy = st.tuples(
            st.sampled_from([kind.name for kind in self.kinds]),
            st.sampled_from(["t1", "t2", "t3"]),
            st.sampled_from(
                [
                    {},
                    {"include-account-provider-identifier": ("b", True)},
                    {"attribute-names": ("as", ["userID"])},
                    {"confirm-provider": ("b", True)},
                    {"force-authentication": ("b", True)},
                ]
            ),
        )
        ways = st.sampled_from(["right"] * 8 + ["error", "silent", "die", "twice"])
        answer = weighted((4, ways.map(lambda way: (way,))), (1, values.wrong().map(lambda each: ("wrong", *each))))
        agent = st.lists(answer, max_size=6).map(tuple)
        a_register = st.builds(Step, st.just("register"), app, identity)
        an_agent = st.builds(Step, st.just("agent"), app, st.tuples(agent, st.randoms()))
        steps = [
            (8, st.builds(Step, st.just("open"), app, easy)),
            (2, st.builds(Step, st.just("open"), app, opening)),
            (1, st.builds(Step, st.sampled_from(["cancel", "foreign cancel"]), app, st.tuples(token))),
            (3, st.builds(Step, st.just("confirm"), app, st.tuples(st.sampled_from(["t1", "t2", "t3"]), st.booleans()))),
            (1, st.builds(Step, st.just("die"), app)),
            (1, a_register),
            (2, an_agent),
            (1, st.just(Step("many"))),
            (1, st.builds(Step, st.sampled_from(["agent dies", "agent leaves"]), app)),
            (4, st.builds(Step, st.just("control"), app, st.tuples(self.controls()))),
        ]
        # Mostly the apps register and an agent can answer, so that the plans make progress.
        registered = st.tuples(*[identity.map(lambda each, who=who: Step("register", who, each)) for who in range(APPS)]).map(
            list
        )
        beginning = weighted((5, registered), (1, st.lists(a_register, max_size=2)))
        agents = st.lists(an_agent, max_size=2)
        return st.tuples(beginning, agents, st.lists(weighted(*steps), min_size=1, max_size=20)).map(
            lambda parts: [step for part in parts for step in part]
        )

    def controls(self):
        """What the user does during the plan."""
        fixed = [
            ("SignIn", "ssa{sv}", "alpha.example", "alice", {}),
            ("SignOut", "a{sv}", {}),
            ("Reset", "a{sv}", {}),
            ("SetAccessStatus", "ss", "com.example.player", "granted"),
            ("ResetAccess", "s", ""),
            ("ExpireAccount", ""),
            ("SetUnanswered", "s", "dismiss"),
            ("SetUnanswered", "s", "hang"),
            ("SetUnanswered", "s", "agent"),
            ("ClearAnswers", ""),
            ("SetRegion", "s", "DE"),
            ("SetRegion", "s", "US"),
            ("ListRequests", ""),
            ("ListAgents", ""),
        ]
        if self.queue is None:
            return st.sampled_from(fixed)
        valid = [
            ("access", "granted"),
            ("access", "denied"),
            ("access", "dismiss"),
            ("picker", "alpha.example"),
            ("picker", "other"),
            ("picker", "cancel"),
            ("sign-in", "alice"),
            ("sign-in", "wrong-password"),
            ("sign-in", "cancel"),
            ("auto-sign-in", "granted"),
        ]
        known = st.tuples(st.sampled_from(valid), st.sampled_from([0, 1, 50]), st.sampled_from([0, 1, 3])).map(
            lambda each: {
                "prompt": ("s", each[0][0]),
                "answer": ("s", each[0][1]),
                "delay": ("x", each[1]),
                "times": ("u", each[2]),
            }
        )
        queued = st.one_of(known, self.values.argument(self.queue.inputs[0]))
        return st.one_of(st.sampled_from(fixed), queued.map(lambda details: ("QueueAnswer", "a{sv}", details)))

    # Running plans

    def play(self, plan):
        """Runs a plan; at the end every request of a live app has ended exactly once, and none has left anything behind."""
        self.apps = [Actor(self.health.session.address) for _ in range(APPS)]
        self.agents = []
        self.user = Client(self.health.session.address)
        self.plan = plan
        try:
            for actor in self.apps:
                actor.client.subscribe(f"type='signal',interface='{REQUEST}'")
            for step in plan:
                getattr(self, step.what.replace(" ", "_"))(step)
                self.pump(0.002)
            self.finish()
        finally:
            for actor in [*self.apps, *self.agents]:
                actor.client.close()
            self.user.close()
        self.health.reset()

    def clients(self):
        return [actor.client for actor in [*self.apps, *self.agents]]

    def pump(self, seconds):
        for client in self.clients():
            try:
                pump([client], 0)
            except Gone:
                client.close()
        pump([], seconds)

    def call(self, actor, path, interface, member, signature, *body, refusals=frozenset()):
        """A call of a client, if it is connected; None if the bus has disconnected it."""
        client = actor.client
        if not client.is_open:
            return None
        what = f"{interface}.{member}{body!r} in {self.plan}"
        try:
            serial = client.send(path, interface, member, signature, *plain(body))
            living = lambda: [each for each in self.clients() if each.is_open]  # noqa: E731
            if not pump_until(living(), lambda: serial in client.replies or not client.is_open, self.health.options.bound):
                raise self.health.stuck(what)
        except Gone:
            client.close()
            return None
        if not client.is_open:
            return None
        return self.health.judge(what, client.replies.pop(serial), refusals=refusals)

    def register(self, step):
        self.call(
            self.apps[step.who],
            ROOT,
            SERVICE,
            "Register",
            "sa{sv}",
            *step.details,
            refusals=frozenset(["AlreadyRegistered", "NotPermitted"]),
        )

    def open(self, step):
        name, token, *rest = step.details
        actor = self.apps[step.who]
        kind = next(kind for kind in self.kinds if kind.name == name)
        reply = self.call(actor, ROOT, kind.interface, name, kind.signature, token, *rest, refusals=kind.errors)
        if reply and not reply.error:
            if reply.value != actor.path(plain(token)):
                raise Finding(f"{name} with token {token!r} gave {reply.value} instead of {actor.path(plain(token))}")
            actor.opened.append(reply.value)

    def many(self, step):
        """More concurrent requests than may wait."""
        actor = self.apps[step.who]
        for number in range(70):
            self.open(Step("open", step.who, (self.kinds[0].name, f"many_{number}_{len(actor.opened)}", {})))

    def object_call(self, step, member, signature, *body, owner=True):
        actor = self.apps[step.who]
        token = plain(step.details[0])
        if not token or not set(token) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"):
            return
        caller = actor if owner else self.apps[(step.who + 1) % APPS]
        self.call(caller, actor.path(token), REQUEST, member, signature, *body)

    def cancel(self, step):
        self.object_call(step, "Cancel", "")

    def foreign_cancel(self, step):
        self.object_call(step, "Cancel", "", owner=False)

    def confirm(self, step):
        self.object_call(step, "Confirm", "b", step.details[1])

    def die(self, step):
        self.apps[step.who].client.close()
        self.apps[step.who] = Actor(self.health.session.address)
        self.apps[step.who].client.subscribe(f"type='signal',interface='{REQUEST}'")

    def agent(self, step):
        """An agent that answers from a list: correctly, incorrectly, never, twice, with an error, or by crashing."""
        answers, random = step.details
        actor = Actor(self.health.session.address)
        waiting = list(answers)

        def serve(client, call):
            answer = waiting.pop(0) if waiting else ("right",)
            try:
                self.serve(client, call, answer, random)
            except Gone:
                client.close()

        actor.client.serve = serve
        self.agents.append(actor)
        self.call(actor, ROOT, AGENT_MANAGER, "RegisterAgent", "oa{sv}", "/agent", {"name": ("s", "fuzz")})

    def serve(self, client, call, answer, random):
        way, *rest = answer
        if way == "error":
            client.refuse(call, f"{BUS}.Error.Failed")
        elif way == "die":
            client.close()
        elif way == "wrong":
            client.answer(call, rest[0], *plain(rest[1]))
        elif way in ("right", "twice"):
            signature, body = self.right_answer(member_of(call), random)
            for _ in range(2 if way == "twice" else 1):
                client.answer(call, signature, *body)

    @staticmethod
    def right_answer(member, random):
        return random.choice(RIGHT_ANSWERS.get(member, [("", ())]))

    def agent_dies(self, step):
        if self.agents:
            self.agents[step.who % len(self.agents)].client.close()

    def agent_leaves(self, step):
        if self.agents:
            self.call(self.agents[step.who % len(self.agents)], ROOT, AGENT_MANAGER, "UnregisterAgent", "o", "/agent")

    def control(self, step):
        member, signature, *body = step.details[0]
        if not self.health.service.has(CONTROL_INTERFACE, member):
            return
        actor = Actor(self.health.session.address)
        try:
            self.apps.append(actor)
            self.call(actor, CONTROL, CONTROL_INTERFACE, member, signature, *body, refusals=frozenset(["NotFound"]))
        finally:
            self.apps.remove(actor)
            actor.client.close()

    def finish(self):
        """Cancels what is still running; then every request must have ended exactly once, with its signals in order."""
        living = [actor for actor in self.apps if actor.client.is_open]
        for actor in living:
            for path in actor.running():
                self.call(actor, path, REQUEST, "Cancel", "")
        open_clients = [client for client in self.clients() if client.is_open]
        if not pump_until(open_clients, lambda: not any(actor.running() for actor in living), self.health.options.bound):
            left = [path for actor in living for path in actor.running()]
            raise Finding(f"requests without an end although they were cancelled: {left} in {self.plan}")
        self.health.known_answers()
        self.pump(0.005)
        for actor in living:
            for path in sorted(set(actor.opened)):
                self.reached.update(actor.seen(path))
                self.check_order(actor.seen(path), actor.opened.count(path), path)

    def check_order(self, members, count, path):
        """Present, ProviderSelected and Dismiss, then one end; a token may be used again after it."""
        rounds = [[]]
        for member in members:
            rounds[-1].append(member)
            if member in ENDS:
                rounds.append([])
        if rounds.pop() or len(rounds) != count:
            raise Finding(f"{path} was opened {count} times and sent {members} in {self.plan}")
        for each in rounds:
            windows = [member for member in each[:-1] if member in ("Present", "Dismiss")]
            if windows not in ([], ["Present", "Dismiss"]) or (windows and each[0] != "Present"):
                raise Finding(f"{path} sent {each} in {self.plan}")

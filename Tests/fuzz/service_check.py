"""The conditions for every call, and after every phase."""

import os
import shutil
import signal
import time

from bus_client import SERVICE, Client, NoReply
from private_session import Failure, Session, wait_until

ROOT = "/" + SERVICE.replace(".", "/")
CONTROL = f"{ROOT}/Control"
CONTROL_INTERFACE = f"{SERVICE}.Control"
PEER = "org.freedesktop.DBus.Peer"
BUS_ERROR = "org.freedesktop.DBus.Error."

# Without Failed and IOError, which mean that something unexpected happened in the service.
REFUSALS = {
    BUS_ERROR + name
    for name in (
        "UnknownMethod",
        "UnknownInterface",
        "UnknownObject",
        "UnknownProperty",
        "PropertyReadOnly",
        "InvalidArgs",
        "AccessDenied",
        "LimitsExceeded",
        "ObjectPathInUse",
        # From libdbus, for GetMachineId on a system without /etc/machine-id, such as a container.
        "InvalidFileContent",
    )
}
# From the bus, when the service has disconnected.
LOSSES = {BUS_ERROR + name for name in ("NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected")}

# What must be the same after a restart: methods without arguments that return the durable state.
DURABLE = ["ListApplications", "GetAccount", "ListProviders", "GetServiceMetadata", "GetDeveloperSettings"]


class Finding(Failure):
    """A defect of the service."""


class Health:
    """Watches one daemon."""

    def __init__(self, session, service, options):
        self.session = session
        self.service = service
        self.options = options
        self.service_name = SERVICE
        self.daemon = None
        self.mirror = None
        self.baseline = None
        self.descriptors = None
        self.calls = 0
        self.highest = 0

    def start(self):
        """Starts or restarts the daemon on the same state folder."""
        self.daemon = self.session.start()

    def lost(self, what):
        """The defect of a service that has crashed; another one is started, to continue the search for a smaller example."""
        try:
            wait_until(lambda: not self.daemon.is_alive(), "the process has ended", 5)
        except Failure:
            return Finding(f"{what}: the bus says that the daemon has gone, but {self.daemon.ending()}")
        text = f"{what}: {self.daemon.ending()}\n{self.daemon.said()}"
        self.start()
        return Finding(text)

    def stuck(self, what):
        """The defect of a service that does not answer; it is replaced, for the same reason."""
        ending = self.daemon.ending()
        self.daemon.kill()
        self.start()
        return Finding(f"{what}: no answer within {self.options.bound} s; {ending}")

    def judge(self, what, reply, output=None, refusals=frozenset()):
        """Checks one answer."""
        self.calls += 1
        if reply.error:
            if reply.error in LOSSES:
                raise self.lost(what)
            known = reply.error in REFUSALS or any(
                reply.error in (f"{SERVICE}.Error.{name}", f"{CONTROL_INTERFACE}.Error.{name}") for name in refusals
            )
            if not known:
                raise Finding(f"{what}: refused with {reply.error}, which is not one of its errors: {str(reply.body)[:300]}")
            if not reply.body or not isinstance(reply.body[0], str) or not reply.body[0].strip():
                raise Finding(f"{what}: refused with {reply.error} without a word")
        elif output is not None and reply.signature != output:
            raise Finding(f"{what}: answered {reply.signature!r} instead of {output!r}")
        return reply

    def ask(self, client, path, interface, member, signature="", *body):
        """One call of the harness itself, which must succeed."""
        what = f"{interface}.{member} of the check itself"
        try:
            reply = client.call(path, interface, member, signature, *body, seconds=self.options.bound)
        except NoReply:
            raise self.stuck(what) from None
        if reply.error in LOSSES:
            raise self.lost(what)
        if reply.error:
            raise Finding(f"{what}: {reply.error}: {reply.body}")
        return reply

    def control(self, client, member, signature="", *body):
        """A member of Control, if it exists."""
        if self.service.has(CONTROL_INTERFACE, member):
            return self.ask(client, CONTROL, CONTROL_INTERFACE, member, signature, *body).body
        return None

    def known_answers(self):
        """A new client gets the known answers in time."""
        with Client(self.session.address) as client:
            start = time.monotonic()
            self.ask(client, ROOT, PEER, "Ping")
            if self.service.has(SERVICE, "CheckAccessStatus"):
                reply = client.call(ROOT, SERVICE, "CheckAccessStatus", "a{sv}", {}, seconds=self.options.bound)
                # A region without providers is an answer, too.
                self.judge("CheckAccessStatus of the check itself", reply, "s", frozenset(["Unsupported"]))
                if not reply.error and reply.value not in ("not-determined", "restricted", "denied", "granted"):
                    raise Finding(f"CheckAccessStatus answers {reply.value!r}")
            return time.monotonic() - start

    def reset(self):
        """Returns to the built-in world with empty queues."""
        with Client(self.session.address) as client:
            self.control(client, "ClearAnswers")
            self.control(client, "SetUnanswered", "s", "agent")
            self.control(client, "Reset", "a{sv}", {})
            for name in ("ListRequests", "ListAgents"):
                if self.service.has(CONTROL_INTERFACE, name):
                    last = []

                    def is_empty(name=name, last=last):
                        last[:] = self.control(client, name)[0]
                        return not last

                    try:
                        wait_until(is_empty, f"{name} is empty", self.options.bound)
                    except Failure as failure:
                        raise Finding(f"{failure}, with no client left: {str(last)[:2000]}") from None

    def durable(self, client):
        return {name: self.control(client, name) for name in DURABLE if self.service.has(CONTROL_INTERFACE, name)}

    def check(self, phase):
        """After a phase: running, answering, without growth or open requests, and its state can be loaded."""
        if not self.daemon.is_alive():
            raise self.lost(f"after {phase}")
        answered = self.known_answers()
        self.check_state(phase)
        self.reset()
        self.check_descriptors(phase)
        memory = self.check_memory(phase)
        return f"{self.calls} calls, {memory} KiB, {self.daemon.threads()} threads, known answers in {answered * 1000:.0f} ms"

    def check_descriptors(self, phase):
        if self.descriptors is None:
            self.descriptors = self.daemon.descriptors()
            return
        # ThreadSanitizer starts this program for its first report, even a suppressed one, and keeps two pipes to it.
        allowed = len(self.descriptors) + 2 * self.daemon.children().count("llvm-symbolizer")
        try:
            wait_until(lambda: len(self.daemon.descriptors()) <= allowed, "the descriptors are closed", self.options.bound)
        except Failure:
            now = self.daemon.descriptors()
            new = [name for name in now if now.count(name) > self.descriptors.count(name)]
            raise Finding(f"after {phase}: {len(now)} file descriptors instead of {allowed}: {sorted(set(new))}") from None

    def check_memory(self, phase):
        """The bound applies from the end of the first round on; until then everything is used for the first time."""
        limit = None if self.baseline is None else self.baseline + self.options.memory
        end = time.monotonic() + 10
        memory = self.daemon.private_kilobytes()
        while limit is not None and memory > limit and time.monotonic() < end:
            time.sleep(0.25)
            memory = self.daemon.private_kilobytes()
        self.highest = max(self.highest, memory)
        if limit is not None and memory > limit:
            raise Finding(
                f"after {phase}: {memory} KiB of private memory, {self.baseline} after the first round, and at most "
                f"{self.options.memory} more are allowed"
            )
        return memory

    def set_baseline(self):
        # The memory of the first round's largest messages is not a leak.
        self.baseline = max(self.highest, self.daemon.private_kilobytes())
        return self.baseline

    def check_state(self, phase):
        """Another daemon finds what is on the disk at this moment, as kill -9 would leave it."""
        if not os.path.isdir(self.daemon.state):
            return
        if self.mirror is None:
            self.mirror = Session(self.session.command, self.session.extra)
        # Calls of clients that have left may still be running, and be visible on the disk before they are visible on the bus.
        # They end soon; a difference after that is a defect.
        for pause in (0, 0.2, 1, 3):
            time.sleep(pause)
            difference = self.difference(*self.copied())
            if not difference:
                return
        raise Finding(f"after {phase} and a restart, {difference}")

    def copied(self):
        """The durable answers, and a daemon on a copy of what is on the disk at the same moment."""
        copy = os.path.join(self.mirror.folder, "copy")
        shutil.rmtree(copy, ignore_errors=True)
        with Client(self.session.address) as client:
            before = self.durable(client)
            os.kill(self.daemon.id, signal.SIGSTOP)
            try:
                shutil.copytree(self.daemon.state, copy)
            finally:
                os.kill(self.daemon.id, signal.SIGCONT)
        return before, self.mirror, self.mirror.start("copy")

    def difference(self, before, session, daemon):
        """The different answers of another daemon, as text; that daemon is stopped unless it is the watched one."""
        with Client(session.address) as client:
            after = {name: client.call(CONTROL, CONTROL_INTERFACE, name).body for name in before}
        if daemon is not self.daemon:
            daemon.stop()
        for name, answer in before.items():
            if after[name] != answer:
                return f"{name} returns\n{str(after[name])[:2000]}\ninstead of\n{str(answer)[:2000]}"
        return None

    def check_restart(self):
        """The daemon ends on request, and its successor has the same state."""
        with Client(self.session.address) as client:
            before = self.durable(client)
        for end in ("stop", "kill"):
            getattr(self.daemon, end)()
            self.start()
            difference = self.difference(before, self.session, self.daemon)
            if difference:
                raise Finding(f"after a restart {difference}")

    def close(self):
        if self.mirror:
            self.mirror.close()

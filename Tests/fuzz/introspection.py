"""A service's description of itself: its objects, their interfaces, and the keys and errors named in annotations."""

import xml.etree.ElementTree
from dataclasses import dataclass

INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
KEYS = "org.vsasim.Keys"
ERRORS = ("org.vsasim.Errors", "org.vsasim.ControlErrors")


@dataclass(frozen=True)
class Argument:
    name: str
    type: str
    # (key, type) of a dictionary with known keys.
    keys: tuple


@dataclass(frozen=True)
class Member:
    path: str
    interface: str
    name: str
    inputs: tuple
    output: str
    errors: frozenset

    @property
    def signature(self):
        return "".join(argument.type for argument in self.inputs)

    def __str__(self):
        return f"{self.interface}.{self.name}"


@dataclass(frozen=True)
class Property:
    path: str
    interface: str
    name: str
    type: str
    access: str


@dataclass
class Service:
    """Everything that was found. Members of some objects of a kind (such as one path for each app) represent all of them."""

    paths: list
    members: list
    properties: list
    signals: list

    def has(self, interface, member):
        return any(each.interface == interface and each.name == member for each in self.members)

    def names(self):
        """Every word that the service uses, as material for values."""
        words = set(self.paths)
        for member in self.members:
            words |= {member.interface, member.name}
            words |= {key for argument in member.inputs for key, _ in argument.keys}
        for each in self.properties + self.signals:
            words |= {each.interface, each.name}
        return sorted(words)


def annotation(element, *names):
    words = []
    for each in element.findall("annotation"):
        if each.get("name") in names:
            words += each.get("value").split()
    return words


def arguments(element, direction):
    for each in element.findall("arg"):
        if each.get("direction", "in") == direction:
            keys = tuple(tuple(word.split(":", 1)) for word in annotation(each, KEYS))
            yield Argument(each.get("name", ""), each.get("type"), keys)


def read_interface(service, path, element):
    interface = element.get("name")
    for each in element.findall("method"):
        service.members.append(
            Member(
                path,
                interface,
                each.get("name"),
                tuple(arguments(each, "in")),
                "".join(argument.type for argument in arguments(each, "out")),
                frozenset(annotation(each, *ERRORS)),
            )
        )
    for each in element.findall("property"):
        service.properties.append(Property(path, interface, each.get("name"), each.get("type"), each.get("access")))
    for each in element.findall("signal"):
        signature = "".join(argument.get("type") for argument in each.findall("arg"))
        service.signals.append(Property(path, interface, each.get("name"), signature, "signal"))


def read_service(client, root):
    """Walks through the objects from the root down."""
    service = Service([], [], [], [])
    seen = set()
    waiting = [root]
    while waiting:
        path = waiting.pop(0)
        document = xml.etree.ElementTree.fromstring(client.call(path, INTROSPECTABLE, "Introspect").value)
        service.paths.append(path)
        for element in document.findall("interface"):
            # The objects of one kind have the same interfaces; two of each are enough.
            kind = (path.rsplit("/", 1)[0] if path != root else path, element.get("name"))
            if sum(1 for each in seen if each[:2] == kind) < 2:
                seen.add((*kind, path))
                read_interface(service, path, element)
        waiting += [f"{path.rstrip('/')}/{node.get('name')}" for node in document.findall("node") if node.get("name")]
    return service

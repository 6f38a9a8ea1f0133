"""Values for D-Bus signatures, made by hypothesis: ordinary, extreme, hostile, and of the wrong type."""

import math
import os
import tempfile
from dataclasses import dataclass

from hypothesis import strategies as st

SERVICE_WORDS = [
    "com.example.player",
    "com.example.other",
    "example.alpha",
    "alpha.example",
    "beta.example",
    "gamma.example",
    "delta.example",
    "epsilon.example",
    "alice",
    "bob",
    "carol",
    "REF30",
    "granted",
    "denied",
    "dismiss",
    "not-determined",
    "restricted",
    "cancel",
    "other",
    "provider",
    "wrong-password",
    "agent",
    "hang",
    "access",
    "picker",
    "sign-in",
    "auto-sign-in",
    "SAML",
    "API",
    "userID",
    "householdID",
    "https://saml.sp.auth.adobe.com",
    "US",
    "DE",
    "ZZ",
    "token_1",
    "token_2",
    "x11:0",
    "wayland:x",
    "true",
    "0",
    "1",
]

HOSTILE = [
    "",
    " ",
    "\n",
    "\t",
    "\x01",
    "\x1b[2J\x1b]0;x\x07",
    "\x1e",
    "=",
    "a=b\x1ec=sd",
    "\x7f",
    "_",
    "__",
    "_00",
    "_zz",
    "_2",
    "-",
    "--help",
    ".",
    "..",
    "a..b",
    ".a",
    "a.",
    "/",
    "//",
    "/etc/passwd",
    "../../../../tmp/x",
    "file:///etc/passwd",
    "a/../../b",
    "'; DROP TABLE application; --",
    '" OR 1=1 --',
    "%s%n%x%p",
    "%00",
    "${HOME}",
    "$(reboot)",
    "`id`",
    "{{7*7}}",
    "\\",
    "\\u0000",
    "null",
    "nil",
    "None",
    "NaN",
    "-1",
    "1e999",
    "9223372036854775808",
    "\ufeff",
    "\ufffe",
    "\uffff",
    "\U0010ffff",
    "e\u0301" * 40,
    "\u202eevil",
    "\u200b",
    "\u0000"[:0],
    "👩‍👩‍👧‍👦" * 9,
    "ß",
    "İ",
    "ﬁ",
    "日本語",
    "\r\nSet-Cookie: a=b",
    "<a>",
    "]]>",
    "&lt;",
    "&#0;",
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&c;&c;&c;</a>',
    '<?xml version="1.0"?><!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>',
    '<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="x"/>',
    '<AuthnRequest xmlns="urn:oasis:names:tc:SAML:2.0:protocol" ID="a" Version="2.0"/>',
    "PEF1dGhuUmVxdWVzdC8+",
    "AAAA",
    "====",
    "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----",
    '{"a":',
    "[[[[[[[[",
]

BIG = [255, 256, 257, 1_024, 4_097, 65_535, 65_537, 300_000]
INTEGERS = {
    "y": (0, 2**8 - 1),
    "n": (-(2**15), 2**15 - 1),
    "q": (0, 2**16 - 1),
    "i": (-(2**31), 2**31 - 1),
    "u": (0, 2**32 - 1),
    "x": (-(2**63), 2**63 - 1),
    "t": (0, 2**64 - 1),
}
BASIC = "ybnqiuxtdsog"


@dataclass(frozen=True)
class Repeated:
    """A long text that prints as what it is; `plain` makes it a text."""

    unit: str
    count: int

    def __repr__(self):
        return f"({self.unit!r} * {self.count})"


@dataclass(frozen=True)
class Many:
    """The same element many times; `plain` makes it a list."""

    element: object
    count: int

    def __repr__(self):
        return f"[{self.element!r}] * {self.count}"


class Descriptor:
    """A file descriptor to be passed."""

    def __repr__(self):
        return "Descriptor()"


_null = None


def null_file():
    global _null
    if _null is None:
        _null = tempfile.TemporaryFile()
        os.set_inheritable(_null.fileno(), False)
    return _null


def plain(value):
    """The value as jeepney takes it."""
    if isinstance(value, Repeated):
        return value.unit * value.count
    if isinstance(value, Many):
        return [plain(value.element)] * value.count
    if isinstance(value, Descriptor):
        return null_file()
    if isinstance(value, tuple):
        return tuple(plain(each) for each in value)
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {plain(key): plain(each) for key, each in value.items()}
    return value


def weighted(*choices):
    """One of some strategies, each as often as its weight says; one_of forgets what it has been given twice."""
    return st.sampled_from([strategy for weight, strategy in choices for _ in range(weight)]).flatmap(
        lambda strategy: strategy
    )


def texts(words):
    alphabet = st.characters(exclude_categories=["Cs"], exclude_characters="\0")
    big = st.builds(Repeated, st.sampled_from(["A", "a.", "é", "\U0001f600", "../", "<a>", "\n"]), st.sampled_from(BIG))
    return weighted(
        (4, st.sampled_from(SERVICE_WORDS + words)),
        (4, st.sampled_from(HOSTILE)),
        (2, st.text(alphabet, max_size=40)),
        (1, big),
    )


def paths(words):
    element = st.text("abcXYZ019_", min_size=1, max_size=12)
    known = [word for word in words if word.startswith("/")] or ["/"]
    made = st.lists(element, max_size=12).map(lambda parts: "/" + "/".join(parts))
    return st.one_of(st.sampled_from(known), made, st.just("/" + "/".join(["a"] * 200)))


def signatures(depth=3):
    """One complete type."""
    if depth == 0:
        return st.sampled_from([*BASIC, "v"])
    inner = signatures(depth - 1)
    return st.one_of(
        st.sampled_from([*BASIC, "v", "as", "a{sv}", "ay", "a(ss)", "aa{sv}"]),
        inner.map(lambda type: "a" + type),
        st.lists(inner, min_size=1, max_size=3).map(lambda types: "(" + "".join(types) + ")"),
        st.tuples(st.sampled_from(BASIC), inner).map(lambda pair: "a{" + "".join(pair) + "}"),
    )


def split(signature):
    """The complete types of a signature."""
    types = []
    while signature:
        length = complete(signature)
        types.append(signature[:length])
        signature = signature[length:]
    return types


def complete(signature):
    if signature[0] == "a":
        return 1 + complete(signature[1:])
    if signature[0] in "({":
        depth = 0
        for index, letter in enumerate(signature):
            depth += (letter in "({") - (letter in ")}")
            if depth == 0:
                return index + 1
    return 1


class Values:
    """Strategies for one service: they know its words."""

    def __init__(self, words):
        self.words = list(words)
        self.texts = texts(self.words)
        self.paths = paths(self.words)
        self.known = {}

    def of(self, signature, depth=3):
        """Values of one complete type."""
        key = (signature, depth)
        if key not in self.known:
            self.known[key] = self.make(signature, depth)
        return self.known[key]

    def make(self, signature, depth):
        first = signature[0]
        if first in INTEGERS:
            low, high = INTEGERS[first]
            edges = sorted(
                {low, low + 1, 0, 1, 2, 100, high - 1, high} & set(range(low, high + 1))
                if high < 70_000
                else {low, low + 1, max(low, -1), 0, 1, 2, 100, 1_000, 86_400, high - 1, high}
            )
            return st.one_of(st.sampled_from(edges), st.integers(low, high))
        simple = {
            "b": st.booleans(),
            "s": self.texts,
            "o": self.paths,
            "h": st.builds(Descriptor),
            "d": st.one_of(st.floats(), st.sampled_from([math.inf, -math.inf, 0.0, -0.0, 1e308])),
            "g": st.one_of(
                st.sampled_from(["", "a{sv}", "(" * 30 + "i" + ")" * 30, "a" * 32 + "i", "i" * 255]), signatures(1)
            ),
        }
        if first in simple:
            return simple[first]
        if first == "v":
            return self.variants(depth)
        if first == "a":
            return self.arrays(signature[1:], depth)
        return st.tuples(*[self.of(type, depth - 1) for type in split(signature[1:-1])])

    def arrays(self, element, depth):
        size = 3 if depth > 0 else 1
        if element == "y":
            return st.one_of(st.binary(max_size=64), st.sampled_from(BIG).map(bytes))
        if element[0] == "{":
            key, value = split(element[1:-1])
            return st.dictionaries(self.of(key, 0), self.of(value, depth - 1), max_size=size)
        lists = st.lists(self.of(element, depth - 1), max_size=size)
        if element in "soi":
            short = {
                "s": st.sampled_from(["", "a", "alpha.example", "\U0010ffff", "a b"]),
                "o": st.just("/a"),
                "i": st.just(7),
            }
            return weighted((4, lists), (1, st.builds(Many, short[element], st.sampled_from([100, 1_000, 20_000]))))
        return lists

    def variants(self, depth):
        if depth <= 0:
            types = st.sampled_from(["b", "s", "u", "x", "d"])
        else:
            types = st.one_of(st.sampled_from(["b", "s", "as", "u", "x", "h"]), signatures(min(depth, 2)))
        simple = types.flatmap(lambda type: st.tuples(st.just(type), self.of(type, max(depth - 1, 0))))
        if depth < 3:
            return simple
        return weighted((6, simple), (1, st.integers(1, 60).map(nested)))

    def dictionary(self, keys):
        """An a{sv} with known keys, mostly of their own types."""
        known = [(key, type) for key, type in keys if key]
        if not known:
            return self.of("a{sv}")

        def value(type):
            right = st.tuples(st.just(type), self.of(type, 2))
            return weighted((8, right), (1, self.variants(2)))

        mapping = {key: value(type) for key, type in known}
        most = st.lists(st.sampled_from(sorted(mapping)), unique=True, max_size=len(mapping)).flatmap(
            lambda names: st.fixed_dictionaries({name: mapping[name] for name in names})
        )
        unknown = st.dictionaries(self.texts, self.variants(2), max_size=2)
        # What is known counts where both have a key.
        return weighted((4, most), (1, st.tuples(unknown, most).map(lambda pair: {**pair[0], **pair[1]})))

    def argument(self, argument):
        if argument.type == "a{sv}":
            return self.dictionary(argument.keys)
        return self.of(argument.type)

    def right(self, member):
        """Arguments of the right types."""
        return st.tuples(*[self.argument(argument) for argument in member.inputs])

    def wrong(self):
        """A signature and arguments of it, of any types."""
        return (
            st.lists(signatures(2), max_size=4)
            .filter(lambda types: len("".join(types)) < 200)
            .flatmap(lambda types: st.tuples(st.just("".join(types)), st.tuples(*[self.of(type, 2) for type in types])))
        )


def nested(depth):
    """Variants in each other."""
    value = ("s", "end")
    for _ in range(depth):
        value = ("v", value)
    return value

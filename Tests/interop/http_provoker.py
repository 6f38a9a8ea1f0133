"""Makes mistakes at a service, operation by operation of its OpenAPI document, and records its answers."""

import base64
import functools
import http.client
import json
import re
import socket
import sys
import time
import urllib.parse
import zlib

from http_service import ADMINISTRATOR, DEVICE

METHODS = ("get", "put", "post", "delete")
FORM = "application/x-www-form-urlencoded"
# Values for a part of a path: existing things, and missing ones.
KNOWN = {"requestor": "REF30", "mvpd": "AlphaCable", "provider": "alpha.example", "id": "alpha.example", "name": "style.css",
         "code": "AAAAAAA", "scheme": "adbe.none", "serviceProvider": "REF30", "partner": "Apple"}
FINGERPRINT = "fingerprint " + base64.b64encode(DEVICE.encode()).decode()
UNKNOWN = {name: "none" for name in KNOWN}


def resolved(document, value):
    """The target of a reference in a document; anything else unchanged."""
    if "$ref" not in value:
        return value
    return functools.reduce(lambda part, key: part[key], value["$ref"].split("/")[1:], document)


class Operation:
    """One operation of the document."""

    def __init__(self, document, method, path, description):
        self.method, self.path, self.id = method.upper(), path, description["operationId"]
        self.errors = {int(status) for status in description["responses"] if status >= "400"}
        # Only a service on PostgreSQL answers with this, while the server is unavailable.
        self.needs_database = description["responses"].get("503", {}).get("$ref", "").endswith("/ServiceUnavailable")
        self.schemes = {name for scheme in description.get("security", []) for name in scheme}
        self.kinds = list(description.get("requestBody", {}).get("content", {}))
        parameters = [resolved(document, one) for one in description.get("parameters", [])]
        # Guessing is throttled by address: each operation has its own.
        self.caller = "198.18.{}.{}".format(*divmod(zlib.crc32(self.id.encode()) % 65_536, 256))
        self.parameters = {one["name"] for one in parameters if one["in"] == "query"}

    def address(self, values):
        return re.sub(r"\{(\w+)\}", lambda part: urllib.parse.quote(values[part.group(1)], safe=""), self.path)

    def query(self, values):
        """The accepted values; the administration rejects others."""
        if self.path.startswith("/admin/"):
            values = {name: value for name, value in values.items() if name in self.parameters}
        return "?" + urllib.parse.urlencode(values)


class Provoker:
    """Makes mistakes at a service and records its answers."""

    def __init__(self, url, operations):
        self.host, self.operations = url.removeprefix("http://"), operations
        # Kept from one request to the next; it is opened again after the service has closed it.
        self.connection = http.client.HTTPConnection(self.host, timeout=60)
        self.seen = {operation.id: set() for operation in operations}
        self.undocumented = set()

    def send(self, operation, address, body=None, headers=(), cookie=None):
        """Sends a request, records its status, and returns status, headers and text."""
        fields = {"X-Forwarded-For": operation.caller, **dict(headers)}
        if cookie:
            fields["Cookie"] = cookie
        try:
            self.connection.request(operation.method, address, body, fields)
        except (BrokenPipeError, ConnectionResetError):
            # The service has answered before it has read the body; the answer can be read.
            pass
        answer = self.connection.getresponse()
        text = answer.read().decode(errors="replace")
        self.note(operation, answer.status, f"{address[:120]}: {text[:200]}")
        return answer.status, answer.headers, text

    def send_half(self, operation, address, headers=()):
        """Sends a request whose body breaks off."""
        with socket.create_connection(self.host.rsplit(":", 1), timeout=60) as connection:
            head = f"{operation.method} {address} HTTP/1.1\r\nHost: {self.host}\r\nContent-Length: 100\r\n"
            head += "".join(f"{name}: {value}\r\n" for name, value in dict(headers).items()) + "\r\n{"
            connection.sendall(head.encode())
            connection.shutdown(socket.SHUT_WR)
            self.note(operation, int(connection.makefile("rb").readline().split()[1]), "half a body")

    def note(self, operation, status, about):
        if status >= 400:
            self.seen[operation.id].add(status)
            if status not in operation.errors:
                self.undocumented.add(f"{operation.method} {operation.path} answered {status} to {about}")

    def named(self, name):
        return next(operation for operation in self.operations if operation.id == name)

    def everywhere(self, mistake):
        for operation in self.operations:
            mistake(operation)


def credentials(operation, client):
    if "administrator" in operation.schemes:
        return {"Authorization": f"Bearer {ADMINISTRATOR}"}
    if not {"client", "clientV2"} & operation.schemes:
        return {}
    device = {"AP-Device-Identifier": FINGERPRINT} if operation.path.startswith("/api/v2/") else {}
    return {"Authorization": f"Bearer {client}", **device}


def body_of(operation, text="{}"):
    """An empty body of the right type."""
    if operation.method not in ("POST", "PUT"):
        return None, {}
    kind = operation.kinds[0] if operation.kinds else "application/json"
    return ("" if kind == FORM else text), {"Content-Type": kind}


class Browser:
    """A browser without scripts: its cookies, and the form of the page that it shows."""

    def __init__(self, provoker):
        self.provoker, self.cookies, self.fields, self.action = provoker, {}, {}, None

    def open(self, name, address, method_body=None, headers=()):
        """Calls an operation by its name, keeps cookies, reads the page's form, and returns status and headers."""
        operation = self.provoker.named(name)
        fields, body = dict(headers), None
        if method_body is not None:
            body, fields["Content-Type"] = urllib.parse.urlencode(method_body), FORM
        cookie = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        status, answered, text = self.provoker.send(operation, address, body, fields, cookie)
        for line in answered.get_all("Set-Cookie") or []:
            key, value = line.split(";")[0].split("=", 1)
            self.cookies[key] = value
        inputs = (re.findall(r'(\w+)="([^"]*)"', tag) for tag in re.findall(r"<input ([^>]*)>", text))
        self.fields = {dict(pairs)["name"]: unescaped(dict(pairs).get("value", "")) for pairs in inputs if "name" in dict(pairs)}
        found = re.search(r'<form [^>]*action="([^"]*)"', text)
        self.action = unescaped(found.group(1)) if found else None
        return status, answered


def unescaped(text):
    for mark, sign in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&")):
        text = text.replace(mark, sign)
    return text


def path_of(url):
    parts = urllib.parse.urlsplit(url)
    return urllib.parse.urlunsplit(("", "", parts.path, parts.query, ""))


def login_address(code, mvpd="AlphaCable"):
    query = {"reg_code": code, "requestor_id": "REF30", "mso_id": mvpd, "domain_name": "example.com", "noflash": "true",
             "no_iframe": "true", "redirect_url": "adobepass://ios.app"}
    return "/api/v1/authenticate?" + urllib.parse.urlencode(query)


def new_code(caller, **options):
    form = urllib.parse.urlencode({"deviceId": DEVICE, **options})
    return json.loads(caller.send("POST", "/reggie/v1/REF30/regcode", form, FORM))["code"]


def wait_for(provoker, name, status, mistake):
    """Repeats a mistake until the service's clock has reached the error, for a minute at most."""
    operation = provoker.named(name)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if status in provoker.seen[name]:
            return
        mistake(operation)
        # It may be made at every operation.
        time.sleep(0.1)
    sys.exit(f"provoke_errors: {name} never answered {status}")

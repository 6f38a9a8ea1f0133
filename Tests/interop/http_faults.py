"""A service with deliberate faults: entitlementd behind a proxy that falsifies some of its answers."""

import http.server
import json
import re
import threading
import urllib.error
import urllib.request

from http_service import ADMINISTRATOR

HOP = ("connection", "transfer-encoding", "content-length", "keep-alive")


def extra_member(path, status, headers, body):
    return status, headers, json.dumps({**json.loads(body), "extra": 1}).encode()


def undocumented_status(path, status, headers, body):
    return 418, headers, body


def other_type(path, status, headers, body):
    return status, {**headers, "content-type": "text/plain"}, body


def failure(path, status, headers, body):
    return 500, headers, b'{"status":500,"message":"x","details":null}'


def no_identifier(path, status, headers, body):
    return status, {name: value for name, value in headers.items() if name != "adobe-request-id"}, body


# Each path of the document, the fault in its answers, and the code of the expected finding.
FAULTS = {
    "/health": (extra_member, "ST108"),
    "/saml/metadata": (undocumented_status, "ST103"),
    "/media-token/certificate": (other_type, "ST105"),
    "/admin/v1/journal": (failure, "ST101"),
    "/admin/v1/integrations": (no_identifier, "ST107"),
    "/api/v2/{serviceProvider}/profiles": (extra_member, "ST108"),
    "/api/v2/{serviceProvider}/decisions/preauthorize/{mvpd}": (failure, "ST101"),
    # This one sends the administration's token to every client.
    "/admin/v1/status": (None, "ST401"),
}


def spoiler(path):
    """The fault of the answers at a path; None if there is none."""
    for template, (spoil, _) in FAULTS.items():
        if re.fullmatch(re.sub(r"{\w+}", "[^/]+", template), path):
            return spoil
    return None


class Proxy(http.server.BaseHTTPRequestHandler):
    """Forwards calls."""

    protocol_version = "HTTP/1.1"
    target = ""

    def answer(self):
        path = self.path.split("?")[0]
        headers = {name.lower(): value for name, value in self.headers.items() if name.lower() not in HOP + ("host",)}
        if path == "/admin/v1/status":
            headers["authorization"] = f"Bearer {ADMINISTRATOR}"
        data = self.rfile.read(int(self.headers.get("content-length") or 0)) or None
        request = urllib.request.Request(self.target + self.path, data, headers, method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                status, fields, body = response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            status, fields, body = error.code, error.headers, error.read()
        fields = {name.lower(): value for name, value in fields.items() if name.lower() not in HOP}
        spoil = spoiler(path)
        if spoil and status < 300:
            status, fields, body = spoil(path, status, fields, body)
        self.send_response_only(status)
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = do_PATCH = do_OPTIONS = do_TRACE = do_QUERY = answer

    def log_message(self, *arguments):
        """Logs nothing."""


def serve(target):
    """Starts the proxy; returns its URL."""
    handler = type("Handler", (Proxy,), {"target": target})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_address[1]}"

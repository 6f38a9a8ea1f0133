"""The load on two nodes: what was acknowledged is recorded, and compared at the end."""

import base64
import collections
import concurrent.futures
import http.client
import itertools
import json
import os
import random
import re
import subprocess
import threading
import time
import urllib.parse

import make_response

HOST = "tv.example"
REQUESTOR, MVPD, PROVIDER, RESOURCE = "REF30", "AlphaCable", "alpha.example", "news"
FORM = "application/x-www-form-urlencoded"
DEVICE = base64.b64encode(json.dumps({"model": "AppleTV", "osName": "tvOS", "osVersion": "26.0", "version": "18,1"}).encode())
# An answer of a node that could not reach the database, or of nginx that could not reach a node: the result is unknown.
AWAY = (502, 503, 504)
# The maximum duration of a call: no call hangs, whatever fails.
LIMIT = 10


class Place:
    """An address that answers calls: a node, or nginx in front of both."""

    def __init__(self, address, port, name):
        self.address, self.port, self.name = address, port, name

    def send(self, method, path, body=None, kind="application/json", token=None):
        """The status and the body; (0, reason) without an answer."""
        connection = http.client.HTTPConnection(self.address, self.port, timeout=LIMIT)
        # Wrong codes are limited by the device's address, too: 10 in five minutes.
        headers = {
            "Host": HOST, "Accept": "application/json", "X-Device-Info": DEVICE.decode(),
            "X-Forwarded-For": f"198.51.100.{random.randrange(1, 255)}"}
        if body is not None:
            headers["Content-Type"] = kind
        if token:
            headers["Authorization"] = f"Bearer {token}"
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException) as error:
            return 0, repr(error)
        finally:
            connection.close()

    def is_ready(self):
        return self.send("GET", "/readyz")[0] == 200


class Load:
    """Workers, each with its own kind of write; one failure ends the run."""

    def __init__(self, balancer, nodes, token, folder):
        self.balancer, self.nodes, self.administrator, self.folder = balancer, nodes, token, folder
        self.failures, self.attempts, self.ledger = [], [], []
        # The possible values of a setting: one after an acknowledged change, several after others.
        self.settings = {}
        self.statuses, self.away, self.longest = collections.Counter(), 0, 0
        self.lock, self.numbers = threading.Lock(), itertools.count(1)
        self.pairs = concurrent.futures.ThreadPoolExecutor(16)
        issued = self.call("POST", "/admin/v1/statements", {"requestor": REQUESTOR}, admin=True)[1]
        self.statement = json.loads(issued)["statement"]
        self.client = self.register()
        self.token = self.access_token(self.client)
        self.prepare_provider()

    # Calls

    def call(self, method, path, body=None, kind="application/json", token=None, admin=False, place=None, expected=()):
        """Sends a call; an answer that is neither expected nor from an unavailable node ends the run."""
        text = json.dumps(body) if isinstance(body, dict) and kind == "application/json" else body
        if isinstance(body, dict) and kind == FORM:
            text = urllib.parse.urlencode(body)
        begin = time.monotonic()
        status, answer = (place or self.balancer).send(
            method, path, text, kind, token or (self.administrator if admin else None))
        with self.lock:
            self.statuses[status] += 1
            self.away += status in AWAY or status == 0
            self.longest = max(self.longest, time.monotonic() - begin)
            known = status in (200, 201, 204) or status in expected or status in AWAY or status == 0
            if not known or (status == 0 and "timed out" in answer and place is None):
                self.failures.append(f"{method} {path} was answered with {status}: {answer}")
        return status, answer

    def register(self):
        """A registered client; None if the result is unknown."""
        status, answer = self.call("POST", "/o/client/register", {"software_statement": self.statement})
        return json.loads(answer) if status == 201 else None

    def access_token(self, client, place=None):
        form = {name: client[name] for name in ("client_id", "client_secret")} | {"grant_type": "client_credentials"}
        status, answer = self.call("POST", "/o/client/token", form, FORM, place=place, expected=(400, 401))
        return json.loads(answer)["access_token"] if status in (200, 201) else None

    def prepare_provider(self):
        key, certificate = (os.path.join(self.folder, name) for name in ("provider.key", "provider.pem"))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=provider", "-days", "2", "-keyout", key,
             "-out", certificate], check=True, capture_output=True)
        with open(certificate, encoding="ascii") as file:
            der = "".join(file.read().split("-----")[2].split())
        entity = f"https://{PROVIDER}/saml/metadata"
        document = (
            f'<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="{entity}">'
            '<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">'
            '<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>'
            f"{der}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>"
            '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" '
            f'Location="https://{PROVIDER}/saml/sso"/></IDPSSODescriptor></EntityDescriptor>')
        self.call("PUT", f"/admin/v1/providers/{PROVIDER}/metadata", document, "application/samlmetadata+xml", admin=True)
        service = os.path.join(self.folder, "service.xml")
        with open(service, "w", encoding="utf-8") as file:
            file.write(self.call("GET", "/saml/metadata")[1])
        self.making = {
            "serviceMetadata": service, "key": key, "certificate": certificate, "provider": entity,
            "service": "https://saml.sp.auth.adobe.com", "consumer": f"http://{HOST}/sp/saml/SAMLAssertionConsumer",
            "name": "u-1001-alice", "attributes": {"userID": ["u-1001-alice"], "householdID": ["h-1001"]}}
        # Reading the metadata takes longer than a response.
        self.provider = make_response.provider(self.making)

    # Things that may be used once

    def use_once(self, key, accepted, refused, *call, **options):
        """Uses a thing on both nodes at the same moment, and again until one of them returns the result.

        Returns whether an attempt was acknowledged.
        """
        def attempt(node):
            start = time.monotonic()
            status, answer = self.call(*call, **options, place=node, expected=refused)
            outcome = "accepted" if status in accepted else "refused" if status in refused else "unknown"
            with self.lock:
                self.attempts.append({
                    "key": key, "node": node.name, "start": start, "end": time.monotonic(), "outcome": outcome, "answer": answer})
            return outcome

        for _ in range(100):
            outcomes = list(self.pairs.map(attempt, self.nodes))
            if "accepted" in outcomes or "refused" in outcomes:
                return "accepted" in outcomes
            time.sleep(0.2)
        with self.lock:
            self.failures.append(f"no node says what became of {key}")
        return False

    # The workers

    def keep(self, what, *value):
        with self.lock:
            self.ledger.append((what, *value))

    def registrations(self):
        client = self.register()
        if client:
            self.keep("client", client)

    def sign_ins(self):
        device = base64.b64encode(f"device {next(self.numbers)}".encode()).decode()
        query = urllib.parse.urlencode({"deviceType": "iOS", "deviceId": device})
        status, answer = self.call("GET", f"/api/v1/{REQUESTOR}/profile-requests/{MVPD}?{query}", token=self.token)
        if status != 200:
            return
        request = re.search(r' ID="([^"]+)"', base64.b64decode(answer).decode()).group(1)
        response = str(self.provider.create_authn_response(**make_response.arguments({**self.making, "request": request})))
        form = {
            "requestor": REQUESTOR, "deviceId": device, "mvpd": MVPD, "deviceType": "iOS",
            "SAMLResponse": base64.b64encode(response.encode()).decode()}
        if self.use_once(f"the response of {device}", (204,), (400, 401, 403), "POST", "/api/v1/tokens/authn", form, FORM,
                         token=self.token):
            self.keep("sign-in", query)
            path = f"/api/v1/authorize?requestor={REQUESTOR}&resource={RESOURCE}&{query}"
            if self.call("GET", path, token=self.token)[0] == 200:
                self.keep("authorization", query)

    def codes(self):
        path, form = f"/reggie/v1/{REQUESTOR}/regcode", {"deviceId": base64.b64encode(b"television").decode()}
        status, answer = self.call("POST", path, form, FORM, token=self.token)
        if status not in (200, 201):
            return
        code = json.loads(answer)["code"]
        # A code that was deleted is a wrong one, and those are limited: 200 in five minutes from the address of a connection.
        if next(self.numbers) % 20:
            self.keep("code", path + "/" + code, 200)
        else:
            self.use_once(f"the code {code}", (204,), (404,), "DELETE", path + "/" + code, token=self.token)
            self.keep("code", path + "/" + code, 404)

    def changes(self):
        for mvpd in ("BetaFiber", "GammaSat"):
            path, value = f"/admin/v1/integrations/{REQUESTOR}/{mvpd}", bool(next(self.numbers) % 2)
            status, _ = self.call("PUT", path, {"enabled": value}, admin=True)
            self.settings[path] = {value} if status == 200 else self.settings.get(path, {True, False}) | {value}

    def reads(self):
        self.call("GET", f"/api/v1/config/{REQUESTOR}", token=self.token)
        signed_in = [entry[1] for entry in self.ledger[-50:] if entry[0] == "authorization"]
        for query in signed_in:
            self.call("GET", f"/api/v1/authorize?requestor={REQUESTOR}&resource={RESOURCE}&{query}", token=self.token)

    def start(self, stop):
        def work(step):
            while not stop.is_set() and not self.failures:
                before = self.away
                try:
                    step()
                    # If everything is unavailable, a worker retries a moment later, as apps do.
                    if self.away != before:
                        time.sleep(0.05)
                except Exception as error:  # any error ends the run
                    with self.lock:
                        self.failures.append(f"{step.__name__}: {error!r}")

        steps = [self.registrations, self.sign_ins, self.sign_ins, self.codes, self.codes, self.changes, self.reads]
        threads = [threading.Thread(target=work, args=(step,)) for step in steps]
        for thread in threads:
            thread.start()
        return threads

    # The comparison

    def missing(self):
        """What was acknowledged and is missing, on either node."""
        found = []
        for node in self.nodes:
            known = self.pairs.map(lambda entry, node=node: self.knows(node, *entry), self.ledger)
            found += [f"node {node.name} does not know: {entry}" for entry, is_there in zip(self.ledger, known) if not is_there]
            for path, values in self.settings.items():
                is_enabled = json.loads(self.call("GET", path, admin=True, place=node)[1])["enabled"]
                if is_enabled not in values:
                    found.append(f"node {node.name} has {path} {is_enabled}, not {values}")
        return found

    def knows(self, node, what, value, expected=200):
        if what == "client":
            return self.access_token(value, place=node) is not None
        path = value
        if what == "sign-in":
            path = f"/api/v1/tokens/authn?requestor={REQUESTOR}&{value}"
        elif what == "authorization":
            path = f"/api/v1/tokens/authz?requestor={REQUESTOR}&resource={RESOURCE}&{value}"
        return self.call("GET", path, token=self.token, place=node, expected=(404,))[0] == expected

    def summary(self):
        kinds = collections.Counter(entry[0] for entry in self.ledger)
        statuses = ", ".join(f"{status or 'no answer'}: {count}" for status, count in sorted(self.statuses.items()))
        return (
            f"{sum(self.statuses.values())} calls ({statuses}; the longest {self.longest:.1f} s), acknowledged "
            + ", ".join(f"{what} {count}" for what, count in kinds.items())
            + f"; {len(self.attempts)} attempts at {len({each['key'] for each in self.attempts})} things of one use")

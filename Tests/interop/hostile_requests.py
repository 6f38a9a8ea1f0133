"""What an honest signed request waits for while others send hostile ones.

    vsactl run -- sh -c "vsactl account sign-in alpha.example --subscriber alice
        vsactl access set python3 granted; python3 Tests/interop/hostile_requests.py"

Eight connections send the device requests that look like a service provider's and are as expensive to read as the limits allow;
eight more send the service SAML responses of that kind. Meanwhile an honest app asks the device with a signed request, and
somebody asks the service whether it is well. Exits with 1 when a bound is missed.
"""

import base64
import json
import multiprocessing
import os
import statistics
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

from jeepney import DBusAddress, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

SERVICE = "org.vsasim.SubscriberAccount1"
ROOT = DBusAddress("/" + SERVICE.replace(".", "/"), bus_name=SERVICE, interface=SERVICE)
SECONDS = 10
QUERY_BOUND, HEALTH_BOUND = 100, 50


class Service:
    """The session's service, as a registered app of REF30 sees it."""

    def __init__(self):
        self.base, self.token = os.environ["VSASIM_SERVICE_URL"], None
        with open(os.environ["VSASIM_SOFTWARE_STATEMENT"], encoding="ascii") as file:
            statement = file.read().strip()
        client = self.send("/o/client/register", {"software_statement": statement})
        form = {"grant_type": "client_credentials", "client_id": client["client_id"], "client_secret": client["client_secret"]}
        self.token = self.send("/o/client/token", urllib.parse.urlencode(form).encode())["access_token"]

    def send(self, path, body=None, is_text=False):
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        request = urllib.request.Request(urllib.parse.urljoin(self.base, path), data)
        request.add_header("Content-Type", "application/json" if isinstance(body, dict) else "application/x-www-form-urlencoded")
        request.add_header("X-Device-Info", base64.b64encode(b'{"model":"iPhone","osName":"iOS","osVersion":"26.0"}').decode())
        if self.token:
            request.add_header("Authorization", f"Bearer {self.token}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            text = answer.read().decode()
        return text if is_text else json.loads(text)


def hostile(start, end, size=47_000):
    """XML of so many bytes at most: as many attributes in each tag as are read, and as many tags as fit."""
    attributes = "".join(f' a{number}=""' for number in range(60))
    element = f"<e{attributes}/>"
    return (start + element * ((size - len(start) - len(end)) // len(element)) + end).encode()


def query(connection, token):
    body = {"verification-token": ("s", token), "attribute-names": ("as", ["userID"])}
    call = new_method_call(ROOT, "QueryMetadata", "a{sv}", (body,))
    return connection.send_and_get_reply(call, timeout=60)


def attack_device(token):
    with open_dbus_connection() as connection:
        while True:
            query(connection, token)


def attack_service(service, body):
    while True:
        try:
            service.send("/api/v1/tokens/authn", body)
        except urllib.error.HTTPError as error:
            error.read()


def timed(action):
    start = time.monotonic()
    action()
    return (time.monotonic() - start) * 1_000


def main():
    service = Service()
    token = service.send("/api/v1/REF30/profile-requests/AlphaCable?deviceType=iOS&deviceId=aG9uZXN0", is_text=True)
    namespaces = 'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"'
    request = hostile(f'<samlp:AuthnRequest {namespaces} ID="i" Version="2.0">', "</samlp:AuthnRequest>")
    response = hostile(f'<samlp:Response {namespaces} ID="i" Version="2.0">', "</samlp:Response>")
    form = {"requestor": "REF30", "deviceId": "cnVkZQ==", "deviceType": "iOS", "mvpd": "AlphaCable"}
    form["SAMLResponse"] = base64.b64encode(response).decode()
    with open_dbus_connection() as honest:
        reply = query(honest, token)
        if reply.header.message_type != MessageType.method_return:
            sys.exit(f"hostile_requests: the honest request is refused: {reply.body}")
        print("  alone: " + ", ".join(f"{timed(lambda: query(honest, token)):.1f}" for _ in range(5)) + " ms")
        attackers = [multiprocessing.Process(target=attack_device, args=(base64.b64encode(request).decode(),)) for _ in range(8)]
        attackers += [
            multiprocessing.Process(target=attack_service, args=(service, urllib.parse.urlencode(form).encode()))
            for _ in range(8)
        ]
        for attacker in attackers:
            attacker.daemon = True
            attacker.start()
        queries, health = [], []
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            reply, start = None, time.monotonic()
            reply = query(honest, token)
            queries.append((time.monotonic() - start) * 1_000)
            if reply.header.message_type != MessageType.method_return:
                sys.exit(f"hostile_requests: the honest request is refused: {reply.body}")
            health.append(timed(lambda: service.send("/health", is_text=True)))
        for attacker in attackers:
            attacker.kill()
    missed = False
    for name, times, bound in [("signed request", queries, QUERY_BOUND), ("/health", health, HEALTH_BOUND)]:
        median, most = statistics.median(times), max(times)
        missed = missed or median > bound
        mark = "!" if median > bound else " "
        print(f"{mark} {name:15} p50 {median:6.1f} ms, max {most:6.1f} ms of {len(times)}, bound {bound} ms")
    sys.exit(1 if missed else 0)


main()

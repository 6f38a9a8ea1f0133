"""entitlementd with a registered client and any number of live tokens, for the benchmarks."""

import atexit
import base64
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request

REQUESTOR, MVPD, RESOURCE = "REF30", "AlphaCable", "news"
# A resource for which the seeded users have no channel.
DENIED = "movies"
# A provider without a sign-in, so that a session is created.
OTHER_MVPD = "GammaSat"
TOKEN_TTL = 30 * 86_400_000


def device(number):
    """The identifier of a device: 64 hexadecimal digits without an order, like the library's hash."""
    return hashlib.sha256(str(number).encode()).hexdigest()


def authorize_path(number):
    return f"/api/v1/authorize?requestor={REQUESTOR}&deviceId={device(number)}&resource={RESOURCE}"


def version1(path):
    """The request of a device: GET of a path of REST v1, with `{}` instead of the device."""
    return lambda number: ("GET", path.format(device(number)), None, {})


QUERY = f"requestor={REQUESTOR}&deviceId={{}}"
VERSION_1 = {
    "preauthorize": version1(f"/api/v1/preauthorize?{QUERY}&resource={RESOURCE}"),
    "tokens/authn": version1(f"/api/v1/tokens/authn?{QUERY}"),
    "tokens/authz": version1(f"/api/v1/tokens/authz?{QUERY}&resource={RESOURCE}"),
    "checkauthn": version1(f"/api/v1/checkauthn?{QUERY}"),
    "config": version1(f"/api/v1/config/{REQUESTOR}"),
}
PROFILE_REQUEST = version1(f"/api/v1/{REQUESTOR}/profile-requests/{MVPD}?deviceType=iOS&deviceId={{}}")


class Call:
    """A call of REST v2, which any device may send."""

    def __init__(self, method, path, body="", kind="application/json"):
        self.method, self.path, self.body, self.kind = method, f"/api/v2/{REQUESTOR}/{path}", body, kind

    def request(self, number):
        """The request of a device: method, path, body, headers."""
        return self.method, self.path, self.body or None, self.headers(number)

    def headers(self, number):
        identifier = base64.b64encode(device(number).encode()).decode()
        return {"AP-Device-Identifier": f"fingerprint {identifier}", "Content-Type": self.kind, "Accept": "application/json"}


SESSION = Call(
    "POST", "sessions", f"mvpd={OTHER_MVPD}&domainName=example.com&redirectUrl=adobepass%3A%2F%2Fios.app",
    "application/x-www-form-urlencoded")
PROFILES = Call("GET", "profiles")
PREAUTHORIZE = Call("POST", f"decisions/preauthorize/{MVPD}", json.dumps({"resources": [RESOURCE]}))
DENIAL = Call("POST", f"decisions/authorize/{MVPD}", json.dumps({"resources": [DENIED]}))
PERMIT = Call("POST", f"decisions/authorize/{MVPD}", json.dumps({"resources": [RESOURCE]}))


class Service:
    """entitlementd with its own state folder, with tokens written into its database: a million sign-ins would take hours."""

    def __init__(self, binary, folder, tokens, tool=(), options=(), log=None):
        self.binary, self.folder, self.tokens = binary, os.path.join(folder, f"state-{tokens}"), tokens
        self.options, self.log = options, log
        os.mkdir(self.folder)
        self.start()
        self.access_token = self.register()
        self.stop()
        self.seed()
        start = time.monotonic()
        self.start(tool)
        self.start_up = time.monotonic() - start
        self.ask_about(min(tokens, 100_000))
        if self.call("GET", authorize_path(0), token=self.access_token).get("resource") != RESOURCE:
            sys.exit("bench: the service does not know the tokens that were written")

    def ask_about(self, count):
        """Chooses the devices for the load."""
        self.paths = os.path.join(self.folder, "paths")
        self.asked = random.Random(self.tokens).sample(range(self.tokens), count)
        with open(self.paths, "w", encoding="ascii") as file:
            file.writelines(authorize_path(number) + "\n" for number in self.asked)

    def start(self, tool=()):
        """Starts the service, under a tool such as valgrind if one is given."""
        environment = {**os.environ, "XDG_RUNTIME_DIR": self.folder, "XDG_CONFIG_HOME": self.folder}
        command = [*tool, self.binary, "serve", "--state", self.folder, "--listen", "127.0.0.1:0", *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        atexit.register(self.process.kill)
        self.url = self.process.stdout.readline().split()[-1]
        with open(os.path.join(self.folder, "vsasim/entitlementd.json"), encoding="utf-8") as file:
            self.admin_token = json.load(file)["adminToken"]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        if self.process.wait() != 0:
            sys.exit("bench: entitlementd ended with an error")

    def call(self, method, path, body=None, kind="application/json", token=None):
        request = urllib.request.Request(self.url + path, method=method, data=body.encode() if body else None)
        request.add_header("Content-Type", kind)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def register(self):
        body = json.dumps({"requestor": REQUESTOR})
        self.statement = self.call("POST", "/admin/v1/statements", body, token=self.admin_token)["statement"]
        client = self.call("POST", "/o/client/register", json.dumps({"software_statement": self.statement}))
        self.client = client["client_id"]
        form = f"client_id={client['client_id']}&client_secret={client['client_secret']}&grant_type=client_credentials"
        return self.call("POST", "/o/client/token", form, "application/x-www-form-urlencoded")["access_token"]

    def seed(self):
        """A sign-in and an authorization of both interfaces for every device, as the service writes them."""
        now = int(time.time() * 1_000)
        ends = now + TOKEN_TTL
        database = sqlite3.connect(os.path.join(self.folder, "entitlementd/entitlementd.sqlite"))
        database.execute("PRAGMA synchronous = OFF")
        # Rows arrive in an order other than that of the indexes.
        database.execute("PRAGMA cache_size = -1000000")

        def key(number, client=""):
            return {"requestor": REQUESTOR, "deviceID": device(number), "applicationID": client}

        def authentication(number, client=""):
            user = f"u-{number}"
            return {
                "key": key(number, client), "mvpd": MVPD, "userID": user, "source": "regular" if client else "apple",
                "sessionID": f"s-{number}", "attributes": {"userID": user, "zip": ["10001"], "channelID": ["news", "sports"]},
                "createdAt": now, "expiresAt": ends,
            }

        def authentications():
            for number in range(self.tokens):
                record = json.dumps(authentication(number)).encode()
                yield REQUESTOR, device(number), "", ends, MVPD, f"u-{number}", f"s-{number}", record

        def profiles():
            for number in range(self.tokens):
                record = {"authentication": authentication(number, self.client), "identities": [], "isInvalidated": False}
                row = json.dumps(record).encode()
                yield REQUESTOR, device(number), self.client, MVPD, ends, f"u-{number}", f"s-{number}", row

        def profile_authorizations():
            for number in range(self.tokens):
                record = {
                    "profile": {"owner": key(number, self.client), "mvpd": MVPD}, "sessionID": f"s-{number}",
                    "resource": RESOURCE, "createdAt": now, "expiresAt": ends,
                }
                yield REQUESTOR, device(number), self.client, MVPD, RESOURCE, ends, json.dumps(record).encode()

        def authorizations():
            for number in range(self.tokens):
                record = {"key": key(number), "mvpd": MVPD, "resource": RESOURCE, "isDegraded": False, "expiresAt": ends}
                yield REQUESTOR, device(number), "", RESOURCE, ends, json.dumps(record).encode()

        columns = "requestor, device, application, ends, mvpd, user, session, document"
        database.executemany(f"INSERT INTO authentication ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", authentications())
        columns = "requestor, device, application, resource, ends, document"
        database.executemany(f"INSERT INTO authorization ({columns}) VALUES (?, ?, ?, ?, ?, ?)", authorizations())
        columns = "requestor, device, application, mvpd, ends, user, session, document"
        database.executemany(f"INSERT INTO profile ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", profiles())
        columns = "requestor, device, application, mvpd, resource, ends, document"
        rows = profile_authorizations()
        database.executemany(f"INSERT INTO profile_authorization ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        database.commit()
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()

"""A client of REST API v2 for an app on a device without a library. It needs `requests`.

    vsactl run -- python3 examples/rest_v2_client.py

signs the device in with a temporary pass and prints a media token. docs/rest-api-v2.md describes every call.
"""

import base64
import hashlib
import json
import os
import time
import urllib.parse

import requests


class ServiceError(Exception):
    """An error of the service: `action` is the remedy, `details` is for the user."""

    def __init__(self, document):
        super().__init__(f"{document.get('status')} {document.get('code')}: {document.get('message')}")
        self.status, self.code = document.get("status"), document.get("code")
        self.action, self.details = document.get("action"), document.get("details")


class SessionEnded(Exception):
    """Nobody signed in before the code expired."""


def checked(answer):
    """The service's answer; raises ServiceError if it is an error."""
    if answer.status_code >= 400:
        is_json = "json" in answer.headers.get("Content-Type", "")
        document = answer.json() if is_json else None
        if not isinstance(document, dict):
            document = {"code": "http"}
        # Errors of the registration and of the access token have other names.
        other = {"status": answer.status_code, "code": document.get("error"), "message": document.get("error_description")}
        raise ServiceError(other | document)
    return answer


def encoded(document):
    """JSON in the form for headers: Base64, in one line."""
    return base64.b64encode(json.dumps(document).encode()).decode()


def quoted(text):
    """A part of a path."""
    return urllib.parse.quote(text, safe="")


class Client:
    """One application on one device, for one service provider.

    `storage` is a dictionary that the app stores: the credentials, and the device's identifier.
    """

    INTERVAL = 3

    def __init__(self, service, service_provider, statement, device_info, storage):
        self.service, self.service_provider, self.statement = service, service_provider, statement
        self.storage = storage
        self.token = None
        if "device" not in storage:
            storage["device"] = hashlib.sha256(os.urandom(32)).hexdigest()
        self.device_headers = {
            "AP-Device-Identifier": "fingerprint " + base64.b64encode(storage["device"].encode()).decode(),
            "X-Device-Info": encoded(device_info),
        }

    # The access token

    def register(self):
        """Gets credentials, once per installation."""
        answer = requests.post(
            f"{self.service}/o/client/register", json={"software_statement": self.statement}, timeout=10)
        credentials = checked(answer).json()
        self.storage["client"] = {key: credentials[key] for key in ("client_id", "client_secret")}

    def authenticate(self):
        """Gets an access token. Credentials that the service no longer knows are replaced once."""
        for attempt in range(2):
            if "client" not in self.storage:
                self.register()
            form = {"grant_type": "client_credentials", **self.storage["client"]}
            answer = requests.post(f"{self.service}/o/client/token", data=form, timeout=10)
            try:
                self.token = checked(answer).json()["access_token"]
                return
            except ServiceError as error:
                if error.code != "invalid_client" or attempt:
                    raise
                del self.storage["client"]

    # Calls

    def call(self, method, path, headers=None, is_device=True, **content):
        """Makes a call; an expired access token is renewed once. `path` may be a URL that the service returned."""
        url = path if "://" in path else self.service + path if path.startswith("/") else self.path(path)
        for attempt in range(2):
            if not self.token:
                self.authenticate()
            all_headers = {"Authorization": f"Bearer {self.token}", **(headers or {})}
            if is_device:
                all_headers |= self.device_headers
            answer = requests.request(method, url, headers=all_headers, timeout=30, **content)
            if answer.status_code != 401 or attempt:
                break
            self.token = None
        return checked(answer)

    def path(self, path):
        return f"{self.service}/api/v2/{quoted(self.service_provider)}/{path}"

    def get(self, path, headers=None, **options):
        return self.call("GET", path, headers, **options).json()

    def post(self, path, form, headers=None, **options):
        return self.call("POST", path, headers, data=form, **options).json()

    # What the app shows

    def providers(self):
        """The TV providers for a picker."""
        return self.get("configuration")["requestor"]["mvpds"]

    def profiles(self, headers=None):
        """The profiles of all signed-in users, by TV provider."""
        return self.get("profiles", headers)["profiles"]

    def profile(self, mvpd, headers=None):
        return self.get(f"profiles/{quoted(mvpd)}", headers)["profiles"].get(mvpd)

    # Sign-in

    def sign_in(self, mvpd, domain, redirect, browse, headers=None):
        """Signs in on this screen. `browse` opens a URL and returns when the browser has reached `redirect`.

        Returns the profile; None if decisions do not need one (a temporary pass, a degraded TV provider).
        """
        form = {"mvpd": mvpd, "domainName": domain, "redirectUrl": redirect}
        return self.follow(self.post("sessions", form, headers), form, browse, headers)

    def follow(self, session, form, browse, headers=None):
        """Performs the actions of a session, until a user is signed in."""
        if session["actionName"] in ("resume", "retry"):
            missing = {name: form[name] for name in session["missingParameters"]}
            session = self.post(session["url"], missing)
        if session["actionName"] == "authorize":
            return self.profile(session["mvpd"], headers)
        if session["actionName"] != "authenticate":
            raise ValueError(f"the service asks for {session['actionName']}")
        browse(urllib.parse.urljoin(self.service, session["url"]))
        return self.wait(session["code"], int(session["notAfter"]))

    def wait(self, code, not_after):
        """Polls for the profile of a code; once more when it expires, because it may have been used at the last moment.

        A lost connection, too many calls and a failure of the service do not end the wait.
        """
        while True:
            is_last = time.time() * 1000 >= not_after
            try:
                profiles = self.get(f"profiles/code/{code}")["profiles"]
                if profiles:
                    return next(iter(profiles.values()))
            except ServiceError as error:
                if error.code == "invalid_authentication_session":
                    raise SessionEnded from error
                if error.status != 429 and error.status < 500:
                    raise
            except requests.RequestException:
                # No answer, or one of another server, such as a hotel's network.
                pass
            if is_last:
                raise SessionEnded
            time.sleep(self.INTERVAL)

    def start_second_screen(self, show):
        """Signs in on another screen. `show` gets the code, which the user enters there."""
        session = self.post("sessions", {})
        show(session["code"])
        return self.wait(session["code"], int(session["notAfter"]))

    def continue_on_this_screen(self, code, mvpd, domain, redirect, browse):
        """The other screen: `code` is what the user entered."""
        missing = self.get(f"sessions/{quoted(code)}", is_device=False).get("missingParameters", [])
        values = {"mvpd": mvpd, "domainName": domain, "redirectUrl": redirect}
        session = self.post(f"sessions/{quoted(code)}", {name: values[name] for name in missing}, is_device=False)
        if session["actionName"] == "authenticate":
            browse(urllib.parse.urljoin(self.service, session["url"]))
        return session["actionName"]

    def sign_in_with_partner(self, status, respond, domain, redirect, browse):
        """Signs in with the account of the system, silently if possible.

        `status` returns the value of AP-Partner-Framework-Status; `respond` gets the request and the names of the attributes, and
        returns the TV provider's response, which is XML.
        """
        headers = {"AP-Partner-Framework-Status": status()}
        for profile in self.profiles(headers).values():
            return profile
        form = {"domainName": domain, "redirectUrl": redirect}
        session = self.post("sessions/sso/Apple", form, headers)
        if session["actionName"] != "partner_profile":
            return self.follow(session, form, browse, headers)
        request = session["authenticationRequest"]
        response = respond(request["request"], request.get("attributesNames", []))
        # Line ends are removed, runs of spaces become one space.
        text = " ".join(part for part in response.replace("\r", "").replace("\n", "").replace("\t", " ").split(" ") if part)
        saml = {"SAMLResponse": base64.b64encode(text.encode()).decode()}
        return next(iter(self.post(session["url"], saml, headers)["profiles"].values()), None)

    # Decisions

    def decide(self, kind, mvpd, resources, headers):
        answer = self.call(
            "POST", f"decisions/{kind}/{quoted(mvpd)}", headers, json={"resources": list(resources)})
        return answer.json()["decisions"]

    def preauthorize(self, mvpd, resources, headers=None):
        """The resources that may be watched, for badges."""
        return [each["resource"] for each in self.decide("preauthorize", mvpd, resources, headers) if each["authorized"]]

    def authorize(self, mvpd, resource, headers=None):
        """A media token for a resource.

        Raises ServiceError if it may not be watched; its `details` say why."""
        decision = self.decide("authorize", mvpd, [resource], headers)[0]
        if not decision["authorized"]:
            raise ServiceError(decision["error"])
        return decision["token"]["serializedToken"]

    # Logout

    def log_out(self, mvpd, redirect, browse):
        """Logs out; returns the service's action, `partner_logout` if the user is still signed in to the system's account."""
        path = f"logout/{quoted(mvpd)}?{urllib.parse.urlencode({'redirectUrl': redirect})}"
        logout = self.get(path)["logouts"][mvpd]
        if logout["actionName"] == "logout":
            browse(urllib.parse.urljoin(self.service, logout["url"]))
        return logout["actionName"]


def pass_identity(**members):
    """The header of a promotional temporary pass, with hashed values."""
    return {"AP-TempPass-Identity": encoded({key: hashlib.sha256(value.encode()).hexdigest() for key, value in members.items()})}


def main():
    with open(os.environ["VSASIM_SOFTWARE_STATEMENT"]) as file:
        statement = file.read().strip()
    television = {"model": "AppleTV14,1", "osName": "tvOS", "osVersion": "26.0"}
    client = Client(os.environ["VSASIM_SERVICE_URL"], "REF30", statement, television, {})
    print(*[provider["displayName"] for provider in client.providers()], sep=", ")
    print(client.authorize("TempPass", "news"))


if __name__ == "__main__":
    main()

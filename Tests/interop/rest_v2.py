"""Runs examples/rest_v2_client.py in a session of `vsactl run`, with logins in Chromium and a partner request that pysaml2 and
xmlsec1 check. usage: vsactl run -- rest_v2.py [SCENARIO]; --list prints the scenarios."""

import base64
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import xml.etree.ElementTree

from chromium import Chromium
from saml2.samlp import authn_request_from_string
from scenarios import Scenarios

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "examples"))
from rest_v2_client import Client, ServiceError, SessionEnded, pass_identity  # noqa: E402

APP = "com.example.player"
TELEVISION = {"model": "AppleTV14,1", "version": "AppleTV14,1", "osName": "tvOS", "osVersion": "26.0"}
DOMAIN = "example.com"
ISSUER = "https://saml.sp.auth.adobe.com"
DEADLINE = 60
scenario = Scenarios()


def vsactl(*arguments):
    return subprocess.run(["vsactl", *arguments], check=True, capture_output=True, text=True).stdout.strip()


def new_client(storage=None):
    statement = pathlib.Path(os.environ["VSASIM_SOFTWARE_STATEMENT"]).read_text().strip()
    client = Client(os.environ["VSASIM_SERVICE_URL"], "REF30", statement, TELEVISION, {} if storage is None else storage)
    client.INTERVAL = 0.2
    return client


def refused(code, call, *arguments, **options):
    """The call fails with this code."""
    try:
        call(*arguments, **options)
    except ServiceError as error:
        assert error.code == code, error
        return error
    raise AssertionError(f"{code} was expected")


class Arrivals(http.server.ThreadingHTTPServer):
    """The app's address, which the browser opens at the end."""

    daemon_threads = True

    def __init__(self):
        self.paths, self.came = [], threading.Event()
        arrivals = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header("Content-Length", "0")
                self.end_headers()
                if self.path != "/favicon.ico":
                    arrivals.paths.append(self.path)
                    arrivals.came.set()

            def log_message(self, *_):
                pass

        super().__init__(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def address(self, path):
        return f"http://127.0.0.1:{self.server_port}/{path}"


class User:
    """A user with a browser, and the app's addresses on that machine."""

    def __init__(self, name="alice"):
        self.name, self.browser, self.arrivals = name, Chromium(), Arrivals()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.arrivals.shutdown()
        self.arrivals.server_close()
        self.browser.__exit__()

    def browse(self, url):
        """Opens a page, logs in where required, and returns when the browser has reached the app."""
        self.arrivals.came.clear()
        self.browser.open(url)
        end = time.monotonic() + DEADLINE
        while not self.arrivals.came.wait(0.2):
            assert time.monotonic() < end, f"the browser did not arrive: {url}"
            self.browser.log_in(self.name, self.name)


def unused(url):
    raise AssertionError(f"no browser should be needed: {url}")


@scenario
def one_screen_from_nothing_to_a_verified_media_token():
    storage = {}
    client = new_client(storage)
    assert {each["id"] for each in client.providers()} >= {"AlphaCable", "BetaFiber", "GammaSat", "TempPass"}
    assert client.profiles() == {}
    with User() as user:
        redirect = user.arrivals.address("in")
        profile = client.sign_in("AlphaCable", DOMAIN, redirect, user.browse)
        assert (profile["type"], profile["issuer"]) == ("regular", "AlphaCable"), profile
        assert profile["attributes"]["userID"]["state"] == "plain", profile
        assert user.arrivals.paths == ["/in"], user.arrivals.paths
        # The app starts again, with its stored values.
        again = new_client(storage)
        assert set(again.profiles()) == {"AlphaCable"}
        assert again.sign_in("AlphaCable", DOMAIN, redirect, unused)["notAfter"] == profile["notAfter"]
        assert again.preauthorize("AlphaCable", ["news", "opera"]) == ["news"]
        verify(again.authorize("AlphaCable", "news"), "news")
        assert again.log_out("AlphaCable", user.arrivals.address("out"), user.browse) == "logout"
        assert user.arrivals.paths == ["/in", "/out"], user.arrivals.paths
        assert again.profiles() == {}
        assert again.log_out("AlphaCable", redirect, unused) == "invalid"
    assert refused("authenticated_profile_missing", again.authorize, "AlphaCable", "news").action == "authentication"


def verify(token, resource):
    with tempfile.TemporaryDirectory() as folder:
        certificate = pathlib.Path(folder) / "media.pem"
        certificate.write_text(fetch("/media-token/certificate"))
        subprocess.run(
            ["media-token-verifier", "--certificate", certificate, "--requestor", "REF30", "--resource", resource, token],
            check=True, stdout=subprocess.DEVNULL)


def fetch(path):
    return new_client().call("GET", path).text


@scenario
def a_code_on_a_television_and_a_login_on_a_phone():
    television, phone = new_client(), new_client()
    with User("bob") as user:
        screens = []

        def show(code):
            redirect = user.arrivals.address("done")
            arguments = (code, "AlphaCable", DOMAIN, redirect, user.browse)
            screens.append(threading.Thread(target=phone.continue_on_this_screen, args=arguments))
            screens[0].start()

        profile = television.start_second_screen(show)
        screens[0].join()
        assert (profile["issuer"], user.arrivals.paths) == ("AlphaCable", ["/done"]), profile
        assert television.preauthorize("AlphaCable", ["news", "sports"]) == ["news"]
        assert phone.profiles() == {}
    refused("invalid_authentication_session", phone.continue_on_this_screen, "ABCD234", "AlphaCable", DOMAIN, "", unused)
    # A code that another one replaces ends the wait for it.
    try:
        television.start_second_screen(lambda code: television.post("sessions", {}))
    except SessionEnded:
        return
    raise AssertionError("the wait did not end")


@scenario
def the_wait_for_a_login_survives_failures_of_the_service():
    television, phone = new_client(), new_client()
    with User("bob") as user:

        def show(code):
            phone.continue_on_this_screen(code, "AlphaCable", DOMAIN, user.arrivals.address("done"), user.browse)
            for effect in (["--disconnect"], ["--status", "429"], ["--status", "503"]):
                vsactl("fault", "add", "service.v2.profile-by-code", *effect, "--times", "1")

        assert television.start_second_screen(show)["issuer"] == "AlphaCable"
    assert [fault["struck"] for fault in json.loads(vsactl("fault", "list", "--json"))["faults"]] == [1, 1, 1]


@scenario
def only_unknown_credentials_are_replaced():
    client = new_client()
    client.profiles()
    credentials, client.token = client.storage["client"], None
    vsactl("fault", "add", "service.token", "--error", "invalid_request", "--times", "1")
    refused("invalid_request", client.profiles)
    client.profiles()
    assert client.storage["client"] == credentials
    client.storage["client"], client.token = {**credentials, "client_secret": "another"}, None
    client.profiles()
    assert client.storage["client"]["client_id"] != credentials["client_id"]


def partner_status():
    return json.loads(vsactl("partner-status", "--app", APP, "--json"))["value"]


def respond(request, attributes):
    """The system's account: the request is checked as a TV provider would, then vsad answers it."""
    check_request(base64.b64decode(request).decode())
    options = [word for name in attributes for word in ("--attribute", name)]
    metadata = json.loads(
        vsactl("query", "--app", APP, "--channel", ISSUER, "--verification-token", request, *options, "--json"))["metadata"]
    return metadata["saml-attribute-query-response"]


def check_request(text):
    """pysaml2 reads the request; xmlsec1 accepts its signature, and rejects it after a change."""
    request = authn_request_from_string(text)
    assert request is not None and request.issuer.text == ISSUER, text
    namespace = {"ds": "http://www.w3.org/2000/09/xmldsig#"}
    metadata = xml.etree.ElementTree.fromstring(fetch("/saml/metadata"))
    certificate = "".join(metadata.find(".//ds:X509Certificate", namespace).text.split())
    lines = [certificate[start:start + 64] for start in range(0, len(certificate), 64)]
    with tempfile.TemporaryDirectory() as folder:
        pem = pathlib.Path(folder) / "service.pem"
        pem.write_text("\n".join(["-----BEGIN CERTIFICATE-----", *lines, "-----END CERTIFICATE-----", ""]))
        for content, is_right in [(text, True), (text.replace(request.id, "_x" + request.id[2:]), False)]:
            file = pathlib.Path(folder) / "request.xml"
            file.write_text(content)
            result = subprocess.run(
                ["xmlsec1", "--verify", "--enabled-reference-uris", "same-doc", "--pubkey-cert-pem", pem, "--id-attr:ID",
                 "urn:oasis:names:tc:SAML:2.0:protocol:AuthnRequest", file], capture_output=True, check=False)
            assert (result.returncode == 0) is is_right, result


@scenario
def the_account_of_the_system_signs_in_without_a_browser():
    vsactl("access", "set", APP, "granted")
    vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice")
    client = new_client()
    redirect = "https://www.example.com/in"
    profile = client.sign_in_with_partner(partner_status, respond, DOMAIN, redirect, unused)
    assert (profile["type"], profile["issuer"]) == ("appleSSO", "Apple"), profile
    headers = {"AP-Partner-Framework-Status": partner_status()}
    verify(client.authorize("AlphaCable", "sports", headers), "sports")
    # The next start finds the profile, without a prompt.
    assert client.sign_in_with_partner(partner_status, unused, DOMAIN, redirect, unused) == profile
    refused("invalid_header_pfs_permission_access_not_present", client.authorize, "AlphaCable", "sports")
    vsactl("access", "set", APP, "denied")
    headers = {"AP-Partner-Framework-Status": partner_status()}
    refused("invalid_header_pfs_permission_access_not_granted", client.authorize, "AlphaCable", "sports", headers)
    assert client.profiles(headers) == {}
    assert client.log_out("AlphaCable", redirect, unused) == "partner_logout"


@scenario
def a_response_counts_once():
    vsactl("access", "set", APP, "granted")
    vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice")
    answers = []

    def record(request, attributes):
        answers.append(respond(request, attributes))
        return answers[0]

    client = new_client()
    client.sign_in_with_partner(partner_status, record, DOMAIN, "https://www.example.com/in", unused)
    saml = {"SAMLResponse": base64.b64encode(" ".join(answers[0].split()).encode()).decode()}
    headers = {"AP-Partner-Framework-Status": partner_status()}
    refused("invalid_parameter_saml_response", client.post, "profiles/sso/Apple", saml, headers)


@scenario
def without_permission_the_login_is_in_the_browser():
    vsactl("access", "set", APP, "denied")
    client = new_client()
    with User() as user:
        redirect = user.arrivals.address("in")
        session = client.post(
            "sessions/sso/Apple", {"domainName": DOMAIN, "redirectUrl": redirect},
            {"AP-Partner-Framework-Status": partner_status()})
        assert session["reasonType"] == "pfs_fallback", session
        # The app shows its own picker, and names the choice.
        session = client.post(f"sessions/{session['code']}", {"mvpd": "DeltaCoop"})
        assert client.follow(session, {}, user.browse)["issuer"] == "DeltaCoop"


def identity(kind, *options):
    """The header with an identity token that the service issued."""
    name, token = vsactl("identity-token", kind, "--subject", "user-7", *options, "--header").split(": ")
    return {name: token}


WRONG = [["--tampered"], ["--expired"], ["--audience", "other"], ["--issuer", "https://other.example"]]


@scenario
def apps_share_a_sign_in_by_a_token_and_not_by_a_wrong_one():
    platform, service = identity("platform"), identity("service")
    first = new_client()
    with User() as user:
        redirect = user.arrivals.address("in")
        assert first.sign_in("AlphaCable", DOMAIN, redirect, user.browse, platform)["type"] == "regular"
        # Another app on the device, which is another client.
        second = new_client({"device": first.storage["device"]})
        assert second.profiles() == {}
        assert second.profiles(platform)["AlphaCable"]["type"] == "platformSSO"
        verify(second.authorize("AlphaCable", "news", platform), "news")
        assert second.sign_in("AlphaCable", DOMAIN, redirect, unused, platform)["type"] == "platformSSO"
        for wrong in WRONG:
            assert second.profiles(identity("platform", *wrong)) == {}, wrong
        # The token of a user reaches other devices.
        first.sign_in("DeltaCoop", DOMAIN, redirect, user.browse, service)
    other = new_client()
    assert other.profiles(service)["DeltaCoop"]["type"] == "serviceTokenSSO"
    for wrong in WRONG:
        assert other.profiles(identity("service", *wrong)) == {}, wrong


@scenario
def a_temporary_pass_plays_until_it_is_used_up():
    client = new_client()
    assert client.sign_in("TempPass", DOMAIN, "https://www.example.com/in", unused)["type"] == "temporary"
    verify(client.authorize("TempPass", "news"), "news")
    assert client.log_out("TempPass", "https://www.example.com/out", unused) == "complete"
    vsactl("clock", "advance", "11m", "--for", "service")
    refused("temporary_access_duration_limit_exceeded", client.authorize, "TempPass", "news")
    refused("temporary_access_duration_limit_exceeded", client.profile, "TempPass")


PROMOTION = """schema: vsa-scenario/1
name: promotional
providers: [{id: first-week, name: First Week, mvpd: FirstWeek, temporary-pass: true}]
integrations: [{requestor: REF30, provider: first-week}]
temp-pass: [{requestor: REF30, mvpd: FirstWeek, kind: promotional, ttl: 7d, resources: 2, key: email}]
"""


@scenario
def a_promotional_pass_belongs_to_a_user():
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(PROMOTION)
        file.flush()
        vsactl("scenario", "load", file.name)
    client, other = new_client(), new_client()
    alice = pass_identity(email="alice@example.com")
    verify(client.authorize("FirstWeek", "news", alice), "news")
    verify(client.authorize("FirstWeek", "kids", alice), "kids")
    refused("temporary_access_resources_limit_exceeded", client.authorize, "FirstWeek", "movies", alice)
    verify(client.authorize("FirstWeek", "news", alice), "news")
    verify(other.authorize("FirstWeek", "movies", pass_identity(email="bob@example.com")), "movies")
    refused("invalid_header_identity_for_temporary_access", client.authorize, "FirstWeek", "news")


if __name__ == "__main__":
    scenario.play(sys.argv[1:], lambda: vsactl("reset"))

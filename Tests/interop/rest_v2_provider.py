"""pysaml2 as the TV provider for REST v2: for a login and a logout in a browser, and for the system's account.
usage: vsactl run -- rest_v2_provider.py [SCENARIO]; --list prints the scenarios."""

import base64
import os
import pathlib
import sys

import make_response
import rest_v2
import web_login
from rest_v2_client import ServiceError
from scenarios import Scenarios

scenario = Scenarios()
REDIRECT = "https://www.example.com/in"
STATE = pathlib.Path(os.environ.get("VSASIM_SESSION", ""), "state/vsasim")


@scenario
def a_login_and_a_logout_in_a_browser():
    client = rest_v2.new_client()
    base = client.service
    # The provider's key exists from the first request on.
    rest_v2.fetch("/mvpd/alpha.example/saml/metadata")
    folder = pathlib.Path.cwd()
    server = web_login.identity_provider({
        "service": base, "provider": "alpha.example", "folder": str(folder),
        "providerKey": str(STATE / "entitlementd/mvpd/alpha.example.pem")})
    browser = web_login.Browser(base)
    session = client.post("sessions", {"mvpd": "AlphaCable", "domainName": rest_v2.DOMAIN, "redirectUrl": REDIRECT})
    request, end, replay = web_login.log_in(server, browser, session["url"])
    assert (end, replay, request.scoping.requester_id[0].text) == (REDIRECT, 400, "REF30"), (end, replay)
    profile = client.get(f"profiles/code/{session['code']}")["profiles"]["AlphaCable"]
    assert (profile["type"], profile["attributes"]["userID"]["value"]) == ("regular", "u-1002-bob"), profile
    rest_v2.verify(client.authorize("AlphaCable", "news"), "news")
    answer = client.get("logout/AlphaCable", params={"redirectUrl": REDIRECT})["logouts"]["AlphaCable"]
    message, end = web_login.log_out(server, browser, answer["url"])
    assert (message.name_id.text, end) == ("u-1002-bob", REDIRECT), (message.name_id.text, end)
    assert client.profiles() == {}


def partner_request(client):
    """A request of the service for the system's account, after pysaml2 and xmlsec1 have checked it; and its ID."""
    headers = {"AP-Partner-Framework-Status": rest_v2.partner_status()}
    session = client.post("sessions/sso/Apple", {}, headers)
    text = base64.b64decode(session["authenticationRequest"]["request"]).decode()
    rest_v2.check_request(text)
    return rest_v2.authn_request_from_string(text), headers


def configuration(request, others=None):
    metadata = pathlib.Path("service.xml")
    metadata.write_text(rest_v2.fetch("/saml/metadata"))
    key = str(STATE / "vsad-keys/alpha.example.pem")
    return {
        "serviceMetadata": str(metadata), "key": key, "certificate": key, "provider": "https://alpha.example/saml/metadata",
        "service": rest_v2.ISSUER, "consumer": request.assertion_consumer_service_url, "request": request.id,
        "name": "u-1001-alice", "attributes": {"userID": ["u-1001-alice"], "householdID": ["h-1001"]}, **(others or {})}


def exchange(client, headers, text):
    saml = {"SAMLResponse": base64.b64encode(text.encode()).decode()}
    return client.call("POST", "profiles/sso/Apple", headers, data=saml)


def sign_in_account():
    rest_v2.vsactl("access", "set", rest_v2.APP, "granted")
    rest_v2.vsactl("account", "sign-in", "alpha.example", "--subscriber", "alice")


@scenario
def the_response_of_the_system_account():
    sign_in_account()
    client = rest_v2.new_client()
    request, headers = partner_request(client)
    answer = exchange(client, headers, make_response.response(configuration(request)))
    profile = answer.json()["profiles"]["AlphaCable"]
    assert (answer.status_code, profile["type"], profile["issuer"]) == (201, "appleSSO", "Apple"), profile
    assert profile["attributes"]["householdID"]["value"] == "h-1001", profile
    rest_v2.verify(client.authorize("AlphaCable", "sports", headers), "sports")


def wrong(request):
    """Responses that must be rejected, each with a word of the reason."""
    def made(others=None, **arguments):
        return make_response.response(configuration(request, others), **arguments)

    rest_v2.vsactl("provider", "show", "delta.example", "--metadata")
    good = made()
    yield made({"key": str(STATE / "vsad-keys/delta.example.pem")}), "badSignature"
    yield good.replace("h-1001", "h-1002"), "badSignature"
    yield made(sign_response=False), "unsigned: Response"
    yield made(sign_assertion=False), "unsigned: Assertion"
    yield made({"provider": "https://delta.example/saml/metadata"}), "wrongIssuer"
    yield made({"consumer": "https://other.example/consumer"}), "wrongDestination"
    yield made({"request": "_never"}), "did not make"
    yield good.replace("<?xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><?xml", 1), "documentTypeForbidden"
    yield "<" * 1000, "notXML"


@scenario
def hostile_responses_are_refused_for_their_reasons():
    sign_in_account()
    client = rest_v2.new_client()
    request, headers = partner_request(client)
    for text, reason in wrong(request):
        try:
            exchange(client, headers, text)
        except ServiceError as error:
            assert (error.status, error.code) == (400, "invalid_parameter_saml_response"), error
            assert reason in error.details, (reason, error.details)
        else:
            raise AssertionError(f"accepted, but {reason}")
        assert client.profiles(headers) == {}
    # None of them has used the request up.
    assert exchange(client, headers, make_response.response(configuration(request))).status_code == 201


if __name__ == "__main__":
    scenario.play(sys.argv[1:], lambda: rest_v2.vsactl("reset"))

"""Goes through login and logout of the service with pysaml2 instead of one party, then of the other.

usage: web_login.py CONFIGURATION, a JSON file with: service (URL), provider (platform identifier), serviceKey and providerKey
(paths of PEM files with key and certificate), folder, login and logout (the app's addresses).

Prints what it read as JSON.
"""

import base64
import html.parser
import http.cookiejar
import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.parse
import urllib.request

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.client import Saml2Client
from saml2.config import IdPConfig, SPConfig
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.sigver import verify_redirect_signature
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256

SERVICE = "https://saml.sp.auth.adobe.com"


class Form(html.parser.HTMLParser):
    """The only form of a page."""

    def __init__(self, text):
        super().__init__()
        self.action, self.fields = None, {}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "form":
            self.action = attributes["action"]
        if tag == "input":
            self.fields[attributes["name"]] = attributes.get("value") or ""


class Browser:
    """Keeps cookies and does not follow redirects."""

    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *arguments):
            return None

    def __init__(self, base):
        self.base = base
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar), self.Stay)

    def send(self, address, fields=None):
        data = urllib.parse.urlencode(fields).encode() if fields is not None else None
        try:
            answer = self.opener.open(urllib.parse.urljoin(self.base, address), data, timeout=60)
        except urllib.error.HTTPError as error:
            answer = error
        return answer.status, answer.headers.get("Location"), answer.read().decode()

    def redirect(self, address, fields=None):
        status, location, text = self.send(address, fields)
        assert status == 302, (status, text)
        return location

    def page(self, address, fields=None):
        status, _, text = self.send(address, fields)
        assert status == 200, (status, text)
        return Form(text)


def query(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query, keep_blank_values=True))


def write(configuration, name, text):
    path = pathlib.Path(configuration["folder"]) / name
    path.write_text(text)
    return str(path)


def metadata(configuration, name, path):
    status, _, text = Browser(configuration["service"]).send(path)
    assert status == 200, text
    return write(configuration, name, text)


def service_provider(configuration):
    """pysaml2 as the service: its key, its entity, its addresses."""
    base = configuration["service"]
    return Saml2Client(
        config=SPConfig().load(
            {
                "entityid": SERVICE,
                "allow_unknown_attributes": True,
                "key_file": configuration["serviceKey"],
                "cert_file": configuration["serviceKey"],
                "metadata": {
                    "local": [metadata(configuration, "provider.xml", f"/mvpd/{configuration['provider']}/saml/metadata")]
                },
                "service": {
                    "sp": {
                        "endpoints": {
                            "assertion_consumer_service": [(base + "/sp/saml/SAMLAssertionConsumer", BINDING_HTTP_POST)],
                            "single_logout_service": [
                                (base + "/sp/saml/LogoutServiceHTTPRedirectResponse", BINDING_HTTP_REDIRECT)
                            ],
                        },
                        "authn_requests_signed": True,
                        "want_response_signed": True,
                        "want_assertions_signed": True,
                        "name_id_format": [NAMEID_FORMAT_PERSISTENT],
                    }
                },
            }
        )
    )


def identity_provider(configuration):
    """pysaml2 as the provider."""
    entity = f"{configuration['service']}/mvpd/{configuration['provider']}/saml"
    return Server(
        config=IdPConfig().load(
            {
                "entityid": entity + "/metadata",
                "key_file": configuration["providerKey"],
                "cert_file": configuration["providerKey"],
                "metadata": {"local": [metadata(configuration, "service.xml", "/saml/metadata")]},
                "service": {
                    "idp": {
                        "endpoints": {
                            "single_sign_on_service": [(entity + "/sso", BINDING_HTTP_REDIRECT)],
                            "single_logout_service": [(entity + "/slo", BINDING_HTTP_REDIRECT)],
                        },
                        "want_authn_requests_signed": True,
                        "policy": {"default": {"lifetime": {"minutes": 5}}},
                    }
                },
            }
        )
    )


def certificate(path):
    """The content of a PEM file's certificate without its frame, as pysaml2 expects it."""
    text = pathlib.Path(path).read_text()
    return text.split("-----BEGIN CERTIFICATE-----")[1].split("-----END CERTIFICATE-----")[0].strip()


def xmlsec_accepts(configuration, name, text, signature):
    """Whether the xmlsec1 program, called directly, verifies one signature of a response."""
    protocol, assertion = "urn:oasis:names:tc:SAML:2.0:protocol:Response", "urn:oasis:names:tc:SAML:2.0:assertion:Assertion"
    result = subprocess.run(
        ["xmlsec1", "--verify", "--enabled-reference-uris", "same-doc", "--pubkey-cert-pem", configuration["providerKey"],
         "--id-attr:ID", protocol, "--id-attr:ID", assertion, "--node-xpath", signature, write(configuration, name, text)],
        capture_output=True, check=False)
    return result.returncode == 0


def check_with_xmlsec(configuration, response):
    """Both signatures of the login page's answer are valid, and invalid after a change."""
    xml = base64.b64decode(response).decode()
    changed = xml.replace("u-1001-alice", "u-1002-bob")
    assert changed != xml
    whole = "/*[local-name()='Response']/*[local-name()='Signature']"
    inner = "/*[local-name()='Response']/*[local-name()='Assertion']/*[local-name()='Signature']"
    for signature in (whole, inner):
        assert xmlsec_accepts(configuration, "answer.xml", xml, signature), signature
        assert not xmlsec_accepts(configuration, "changed.xml", changed, signature), signature


def as_service(configuration):
    client, browser = service_provider(configuration), Browser(configuration["service"])
    entity = next(iter(client.metadata.with_descriptor("idpsso")))
    request, ready = client.prepare_for_authenticate(
        entityid=entity, relay_state="relay-1", binding=BINDING_HTTP_REDIRECT, sigalg=SIG_RSA_SHA256, sign=True
    )
    login = browser.page(dict(ready["headers"])["Location"])
    login.fields.update({"username": "alice", "password": "alice", "action": "login"})
    forward = browser.page(login.action, login.fields)
    assert forward.fields["RelayState"] == "relay-1"
    check_with_xmlsec(configuration, forward.fields["SAMLResponse"])
    answer = client.parse_authn_request_response(forward.fields["SAMLResponse"], BINDING_HTTP_POST, {request: "/"})
    information = answer.session_info()
    # Now the logout, with the name and the session of the answer.
    destination = entity.removesuffix("/metadata") + "/slo"
    _, message = client.create_logout_request(
        destination,
        entity,
        name_id=information["name_id"],
        session_indexes=[information["session_index"]],
        reason="urn:oasis:names:tc:SAML:2.0:logout:user",
        sign=False,
    )
    ready = client.apply_binding(
        BINDING_HTTP_REDIRECT, str(message), destination, "relay-2", sign=True, sigalg=SIG_RSA_SHA256
    )
    parameters = query(browser.redirect(dict(ready["headers"])["Location"]))
    assert parameters["RelayState"] == "relay-2"
    assert verify_redirect_signature(parameters, client.sec.sec_backend, certificate(configuration["providerKey"]))
    out = client.parse_logout_request_response(parameters["SAMLResponse"], BINDING_HTTP_REDIRECT)
    return {
        "name": information["name_id"].text,
        "format": information["name_id"].format,
        "issuer": information["issuer"],
        "attributes": answer.ava,
        "loggedOut": out.status_ok(),
    }


def signed(message, server, destination, relay_state, response):
    ready = server.apply_binding(
        BINDING_HTTP_REDIRECT, str(message), destination, relay_state, response=response, sign=True, sigalg=SIG_RSA_SHA256
    )
    return dict(ready["headers"])["Location"]


def received(parse, parameters):
    return parse(
        parameters["SAMLRequest"],
        BINDING_HTTP_REDIRECT,
        relay_state=parameters["RelayState"],
        sigalg=parameters["SigAlg"],
        signature=parameters["Signature"],
    )


def log_in(server, browser, login):
    """Answers the request of a login as the provider.

    Returns the request, where the browser ends, and the status of a second answer.
    """
    parameters = query(browser.redirect(login))
    request = received(server.parse_authn_request, parameters).message
    response = server.create_authn_response(
        identity={"userID": ["u-1002-bob"], "zip": ["10002"]},
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text="u-1002-bob"),
        authn={"class_ref": PASSWORDPROTECTEDTRANSPORT, "authn_auth": server.config.entityid},
        sign_response=True,
        sign_assertion=True,
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
        **server.response_args(request, [BINDING_HTTP_POST]),
    )
    fields = {"SAMLResponse": base64.b64encode(str(response).encode()).decode(), "RelayState": parameters["RelayState"]}
    end = browser.redirect(request.assertion_consumer_service_url, fields)
    status, _, _ = browser.send(request.assertion_consumer_service_url, fields)
    return request, end, status


def log_out(server, browser, logout):
    """Answers the request of a logout as the provider: returns the request, and where the browser ends."""
    parameters = query(browser.redirect(logout))
    message = received(server.parse_logout_request, parameters).message
    answer = server.create_logout_response(message, [BINDING_HTTP_REDIRECT], sign=False)
    return message, browser.redirect(signed(answer, server, answer.destination, parameters["RelayState"], True))


def as_provider(configuration):
    server, browser = identity_provider(configuration), Browser(configuration["service"])
    request, end, replay = log_in(server, browser, configuration["login"])
    message, out = log_out(server, browser, configuration["logout"])
    return {
        "requester": request.scoping.requester_id[0].text,
        "end": end,
        "replay": replay,
        "name": message.name_id.text,
        "sessions": len(message.session_index),
        "out": out,
    }


def main():
    with open(sys.argv[1]) as file:
        configuration = json.load(file)
    json.dump({"service": as_service(configuration), "provider": as_provider(configuration)}, sys.stdout)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Provokes every error that the service's OpenAPI document names, once at each operation, and compares.

An error that is documented but not provoked fails the check, and so does one that is returned but not documented. Most are
provoked by rule: the same mistake is made at every operation. Errors of a single operation are below by name.
"""

import argparse
import http.client
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import urllib.parse

from cryptography.hazmat.primitives.serialization import Encoding
from http_login_errors import failed_logout, provoke_activation, provoke_login
from http_provoker import FORM, KNOWN, METHODS, UNKNOWN, Browser, Operation, Provoker, body_of, credentials, wait_for
from http_service import ADMINISTRATOR, DEVICE, Caller, Service, self_signed

WORLD = {
    "schema": "vsa-world/1", "providers": [{"id": "one", "boarding": "supported"}], "requestors": [{"id": "R"}],
    "integrations": [{"requestor": "R", "provider": "one", "degraded": "authn-all", "metadata": {"userID": {"enabled": False}}}],
}
# Operations that answer from memory, and the one that answers 503 instead: they do not answer 500 if the store fails. It is
# documented for unexpected failures.
WITHOUT_STORE_FAILURE = {
    "showStart", "showReference", "readLiveness", "readReadiness",
    "readHealth", "readMetrics", "readDescription", "readServiceMetadata", "readMediaCertificate", "readThrottling",
    "changeThrottling", "listMediaCertificates", "rollMediaCertificate", "readAsset", "listRequestors", "readRequestor",
    "listCustomSchemes", "listApplications", "readApplication", "downloadStatement", "listCertificates", "listSubscribers",
    "readUsage", "listIntegrations", "readIntegration", "listStatements", "listDegradationRules", "readProviderMetadata",
    "readJournal", "createDashboardLink", "dashboardOpen",
    "dashboardLogin", "askForCode", "drawActivationQRCode", "writeActivationQRCode",
    "readProviderPagesMetadata", "readProviderLogo",
}


# Bodies that are too large for operations with a larger limit than usual, in bytes.
LARGE = {
    "loadScenario": (16 << 20) + 1, "validateScenario": (16 << 20) + 1,
    "loadSnapshot": (64 << 20) + 1, "validateSnapshot": (64 << 20) + 1,
}


def provoke_by_rule(provoker, client, revoked):
    """The mistakes that can be made everywhere."""

    def mistakes(operation):
        body, kind = body_of(operation)
        proof = credentials(operation, client)
        known, unknown = operation.address(KNOWN), operation.address(UNKNOWN)
        query = operation.query(dict(requestor="none", provider="none", limit="x", since="x", state="x", after="x", wait="x"))
        provoker.send(operation, known, body, kind)
        for address in (known, unknown, known + query, unknown + query):
            provoker.send(operation, address, body, {**kind, **proof})
        if body is not None:
            provoker.send(operation, known, "[]", {**kind, **proof})
            provoker.send(operation, known, "x" * LARGE.get(operation.id, 300_000), {**kind, **proof})
            provoker.send(operation, known, "x", {"Content-Type": "image/png", **proof})
            provoker.send_half(operation, known, proof)
        provoker.send(operation, known, body, {**kind, **proof, "Accept": "image/png"})
        provoker.send(operation, known + "?" + "x" * 17_000, body, {**kind, **proof})
        provoker.send(operation, known, body, {**kind, **proof, "X-Long": "x" * 17_000})
        if "client" in operation.schemes:
            provoker.send(operation, known, body, {**kind, "Authorization": f"Bearer {revoked}"})
        if operation.path.startswith("/admin/"):
            provoker.send(operation, known + "?unknown=x", body, {**kind, **proof})
        if operation.path.startswith("/dashboard"):
            provoker.send(operation, known, body, {**kind, "Host": "stranger.example"})

    provoker.everywhere(mistakes)


def provoke_throttling(provoker, caller):
    """One call too many."""
    caller.administer("PUT", "throttling", {"enabled": True, "burst": 0})

    def twice(operation):
        if 429 in operation.errors:
            for _ in range(2):
                provoker.send(operation, operation.address(KNOWN), *body_of(operation))

    provoker.everywhere(twice)
    caller.administer("PUT", "throttling", {"enabled": False})


def provoke_device_calls(provoker, caller):
    """No user is signed in; then a user was."""
    proof = {"Authorization": f"Bearer {caller.token}"}
    common = {"requestor": "REF30", "requestor_id": "REF30", "resource": "news", "mvpd_id": "TempPass"}

    def ask(device, **more):
        query = "?" + urllib.parse.urlencode({**common, "deviceId": device, **more})

        def call(operation):
            if "client" in operation.schemes and operation.method != "DELETE":
                body, kind = body_of(operation)
                provoker.send(operation, operation.address(KNOWN) + query, body, {**kind, **proof})

        return call

    provoker.everywhere(ask("nobody"))
    caller.administer("PUT", "integrations/REF30/DeltaCoop", {"authnTTL": 1})
    caller.sign_in()
    wait_for(provoker, "readAuthentication", 410, ask(DEVICE))
    caller.administer("PUT", "integrations/REF30/DeltaCoop", {"authnTTL": None, "authzTTL": 1})
    caller.sign_in()
    other = urllib.parse.urlencode({**common, "deviceId": DEVICE, "resource": "other"})
    provoker.send(provoker.named("readAuthorization"), "/api/v1/tokens/authz?" + other, headers=proof)
    # The rule would return a new authorization for each request.
    caller.administer("PUT", "integrations/REF30/DeltaCoop", {"authzTTL": None})
    wait_for(provoker, "readAuthorization", 410, ask(DEVICE))


def provoke_other_device(provoker, caller):
    """Sign-ins that belong to another device."""
    for point in ("authn", "authorize", "media"):
        caller.administer("POST", "faults", {"at": f"service.{point}", "error": "device_id_mismatch"})

    def ask(operation):
        if 412 in operation.errors:
            provoker.send(operation, operation.address(KNOWN), *body_of(operation))

    provoker.everywhere(ask)
    caller.administer("DELETE", "faults")


def retire_certificates(caller, folder):
    """As many certificates of media tokens as can be; they are read when the key's file has changed, as by another instance.

    A roll-over generates a key, which takes a tenth of a second; its copies need none.
    """
    caller.administer("POST", "media-certificates/roll")
    state = pathlib.Path(folder, "state", "entitlementd")
    end, retired = max((int(path.name.split("-")[-1].removesuffix(".pem")), path) for path in state.glob("media-token.until-*"))
    for number in range(1, 32):
        shutil.copy(retired, state / f"media-token.until-{end + number}.pem")
    os.utime(state / "media-token.pem")


def provoke_limits(provoker, caller, folder):
    """The maximum number, and one more."""
    def administer(name, address, body, expected):
        operation = provoker.named(name)
        headers = {"Authorization": f"Bearer {ADMINISTRATOR}", "Content-Type": "application/json"}
        for _ in range(1_100):
            status, _, text = provoker.send(operation, address, json.dumps(body() if callable(body) else body), headers)
            if status == expected:
                return
            if status >= 400:
                sys.exit(f"provoke_errors: {name} answered {status} {text}")

    caller.administer("PUT", "requestors/REF60", {"customSchemes": [f"s{number}" for number in range(64)]})
    administer("generateCustomScheme", "/admin/v1/custom-schemes", {"requestor": "REF60"}, 409)
    rule = {"requestor": "REF30", "mvpd": ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop"], "kind": "authz-none",
            "resources": ["nothing"]}
    administer("addDegradationRules", "/admin/v1/degradation-rules", rule, 409)
    administer("addFault", "/admin/v1/faults", {"at": "mvpd.saml", "delay": 1}, 409)
    retire_certificates(caller, folder)
    administer("rollMediaCertificate", "/admin/v1/media-certificates/roll", {}, 409)
    administer(
        "addCertificate", "/admin/v1/certificates",
        lambda: {"requestor": "REF60", "certificate": self_signed("a").public_bytes(Encoding.PEM).decode()}, 409)


def provoke_by_row(provoker):
    """What only one operation rejects."""
    # Ten different wrong codes are accepted.
    for last in "ABCDEFGHJKL":
        for name in ("startLogin", "startLoginByAnotherAddress"):
            guess = provoker.named(name).path + "?requestor_id=REF30&reg_code=AAAAAA" + last
            provoker.send(provoker.named(name), guess, headers={"X-Forwarded-For": "192.0.2.9"})
    pem = self_signed("row").public_bytes(Encoding.PEM).decode()
    rows = [
        # A path whose requestor is empty.
        ("readConfiguration", "/api/v1/config/", None), ("createProfileRequest", "/api/v1//profile-requests/AlphaCable", None),
        ("issueMediaTokenForTests", None, {"requestor": "none", "resource": "news"}),
        ("addDegradationRules", None, {"requestor": "none", "mvpd": "AlphaCable", "kind": "authz-all"}),
        ("issueStatement", None, {"requestor": "none"}), ("generateCustomScheme", None, {"requestor": "none"}),
        ("createApplication", None, {"name": "x", "requestors": ["none"]}),
        ("addCertificate", None, {"requestor": "none", "certificate": pem}),
        ("addIdentityKey", None, {"kind": "service", "requestor": "none", "issuer": "i"}),
        *[("addIdentityKey", None, {"kind": "service", "requestor": "REF30", "issuer": "i", "kid": "k"})] * 2,
        ("readUsage", "/admin/v1/usage?requestor=none", None), ("listCodes", "/admin/v1/codes?requestor=none", None),
    ]
    for name, address, body in rows:
        operation = provoker.named(name)
        kind = {} if body is None else {"Content-Type": "application/json"}
        provoker.send(
            operation, address or operation.path, body if body is None else json.dumps(body),
            {**kind, **credentials(operation, provoker.client)})


def provoke_decisions(provoker, caller):
    """What REST v2 forbids: too many resources, a temporary pass that has ended."""
    for name in ("authorizeResources", "preauthorizeResources"):
        operation = provoker.named(name)
        body = json.dumps({"resources": [str(number) for number in range(9)]})
        kind = {"Content-Type": "application/json", **credentials(operation, provoker.client)}
        provoker.send(operation, operation.address(KNOWN), body, kind)
    for name in ("readAuthenticationSession", "resumeSession", "readProfileByCode", "startSessionLogin"):
        operation = provoker.named(name)
        body, kind = body_of(operation)
        fields = {**kind, **credentials(operation, provoker.client)}
        provoker.send(operation, operation.address(KNOWN), body, fields)
    for last in "ABCDEFGHJKL":
        guess = f"/activate/login?code=AAAAAA{last}&mvpd=AlphaCable"
        provoker.send(provoker.named("activateByLogin"), guess, headers={"X-Forwarded-For": "192.0.2.10"})
    for name, point in (("readProfile", "profile"), ("readProfileByCode", "profile-by-code")):
        error = "temporary_access_duration_limit_exceeded"
        caller.administer("POST", "faults", {"at": f"service.v2.{point}", "error": error, "times": 1})
        operation = provoker.named(name)
        provoker.send(operation, operation.address(KNOWN), headers=credentials(operation, provoker.client))


def provoke_dashboard(provoker):
    """Unknown filters of the dashboard."""
    browser = Browser(provoker)
    browser.open("dashboardSessions", "/dashboard/sessions?requestor=none")
    browser.open("dashboardSessions", "/dashboard/sessions?state=none&cursor=x&limit=x")
    browser.open("dashboardPasses", "/dashboard/passes?cursor=x")


def provoke_broken_store(provoker, caller, folder, login, activation):
    """The service's tables are removed.

    `login` and `activation` are browsers with forms that were valid until then.
    """
    database = sqlite3.connect(folder + "/state/entitlementd/entitlementd.sqlite", isolation_level=None)
    names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    for (table,) in database.execute(names).fetchall():
        database.execute(f'ALTER TABLE "{table}" RENAME TO "gone_{table}"')
    database.close()

    def mistakes(operation):
        body, kind = body_of(operation)
        proof = credentials(operation, provoker.client)
        query = operation.query({"code": "AAAAAAA", "RelayState": "x", "requestor_id": "REF30", "requestor": "REF30"})
        # From an address without wrong guesses.
        fields = {**kind, **proof, "X-Forwarded-For": "192.0.2.20"}
        provoker.send(operation, operation.address(KNOWN) + query, body, fields)

    provoker.everywhere(mistakes)
    statement = json.dumps({"software_statement": caller.statement})
    provoker.send(provoker.named("registerClient"), "/o/client/register", statement, {"Content-Type": "application/json"})
    browser = Browser(provoker)
    browser.cookies = dict(login.cookies)
    browser.open("issueAccessToken", "/o/client/token", {**caller.client, "grant_type": "client_credentials"})
    browser.open("consumeAssertion", "/sp/saml/SAMLAssertionConsumer", {"SAMLResponse": "x", "RelayState": "x"})
    sign_on = "/mvpd/alpha.example/saml/sso"
    browser.open("submitProviderLogin", sign_on, {**login.fields, "username": "bob", "password": "bob", "action": "login"})
    browser.cookies[f"vsasim_mvpd_alpha.example_{provoker.host.rpartition(':')[2]}"] = "x"
    browser.open("showProviderLogin", f"{sign_on}?{login.fields['request']}")
    browser.open("logOutAtProvider", login.logout)
    browser.cookies = dict(activation.cookies)
    for name, address in (("takeCode", "/activate"), ("startPreview", "/activate/preview")):
        browser.open(name, address, {"form_token": activation.token, "code": "AAAAAAA"}, {"X-Forwarded-For": "192.0.2.8"})


def provoke_full_stream(provoker):
    """More viewers of the live events than are permitted."""
    viewers = []
    for _ in range(70):
        connection = http.client.HTTPConnection(provoker.host, timeout=60)
        connection.request("GET", "/dashboard/events", headers={"Accept": "text/event-stream"})
        viewers.append((connection, connection.getresponse()))
        if viewers[-1][1].status >= 400:
            provoker.seen["dashboardEvents"].add(viewers[-1][1].status)
            break
    for connection, _ in viewers:
        connection.close()


def provoke_nothing_to_tell(provoker, caller):
    """A world whose provider returns no attributes of a user."""
    provoker.client = caller.register()
    form = {"requestor": "R", "deviceId": DEVICE, "mvpd": "one", "deviceType": "iOS"}
    caller.send("POST", "/api/v1/tokens/authn", urllib.parse.urlencode(form), FORM)
    headers = {"Authorization": f"Bearer {provoker.client}"}
    address = f"/api/v1/tokens/usermetadata?requestor=R&deviceId={DEVICE}"
    provoker.send(provoker.named("readUserMetadata"), address, headers=headers)


def provoke_without_login(provoker):
    """A service for other machines: its dashboard and its metrics require a token."""
    browser = Browser(provoker)
    for operation in provoker.operations:
        if operation.path.startswith("/dashboard"):
            browser.open(operation.id, operation.address(KNOWN))
    browser.open("readMetrics", "/metrics")


def report(operations, provokers):
    """What is documented but was not provoked, and vice versa."""
    findings = sorted(set().union(*(provoker.undocumented for provoker in provokers)))
    provoked = 0
    for operation in operations:
        seen = set().union(*(provoker.seen[operation.id] for provoker in provokers))
        provoked += len(seen & operation.errors)
        for status in sorted(operation.errors - seen):
            if status == 500 and operation.id in WITHOUT_STORE_FAILURE:
                continue
            if status == 503 and operation.needs_database:
                continue
            findings.append(f"{operation.method} {operation.path} ({operation.id}) never answered {status}, which is documented")
    for line in findings:
        print(line)
    print(f"{provoked} documented errors of {len(operations)} operations were provoked; {len(findings)} findings")
    return 1 if findings else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--service", required=True, metavar="BINARY", help="entitlementd")
    service = Service([parser.parse_args().service])
    open_to_all = Service([parser.parse_args().service], listen="0.0.0.0:0", world=WORLD, protection="automatic")
    try:
        caller = Caller(service.url)
        document = json.loads(caller.send("GET", "/openapi.json"))
        operations = [
            Operation(document, method, path, description) for path, methods in document["paths"].items()
            for method, description in methods.items() if method in METHODS]
        provoker, stranger = Provoker(service.url, operations), Provoker(open_to_all.url, operations)
        revoked = caller.register()
        caller.administer("DELETE", "statements/" + caller.administer("GET", "statements")["statements"][0]["id"])
        provoker.client = caller.register()
        provoke_by_rule(provoker, provoker.client, revoked)
        caller.administer("POST", "reset")
        provoke_device_calls(provoker, caller)
        provoke_other_device(provoker, caller)
        provoke_by_row(provoker)
        provoke_decisions(provoker, caller)
        activation = provoke_activation(provoker, caller)
        login = provoke_login(provoker, caller)
        login.logout = failed_logout(provoker, caller, service.folder.name)
        provoke_limits(provoker, caller, service.folder.name)
        # The maximum number would delay the following calls.
        caller.administer("DELETE", "faults")
        provoke_dashboard(provoker)
        provoke_full_stream(provoker)
        provoke_without_login(stranger)
        provoke_nothing_to_tell(stranger, Caller(open_to_all.url))
        provoke_throttling(provoker, caller)
        provoke_broken_store(provoker, caller, service.folder.name, login, activation)
    finally:
        ends = [service.stop(), open_to_all.stop()]
    for code, said in ends:
        if code != 0:
            sys.exit(f"provoke_errors: entitlementd ended with {code}: {said}")
    sys.exit(report(operations, [provoker, stranger]))


if __name__ == "__main__":
    main()

"""Mistakes that only a web login, its logout and the activation pages reject."""

import base64
import datetime
import urllib.parse
import zlib

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from http_provoker import Browser, login_address, new_code, path_of

LOGOUT_FAILURE = (
    '<samlp:LogoutResponse xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" '
    'ID="{id}" Version="2.0" IssueInstant="{now}" Destination="{destination}" InResponseTo="{request}">'
    '<saml:Issuer>{issuer}</saml:Issuer><samlp:Status><samlp:StatusCode '
    'Value="urn:oasis:names:tc:SAML:2.0:status:Responder"/></samlp:Status></samlp:LogoutResponse>')


def provoke_activation(provoker, caller):
    """Codes that were used, or guessed."""
    caller.administer("PUT", "integrations/REF30/DeltaCoop", {"enabled": True, "degraded": "authn-all"})
    used = new_code(caller)
    browser = Browser(provoker)
    browser.open("startLogin", login_address(used, "DeltaCoop"))
    browser.open("askForCode", "/activate")
    browser.token = token = browser.fields["form_token"]

    def enter(code, headers=()):
        for name, address in (("takeCode", "/activate"), ("startPreview", "/activate/preview")):
            browser.open(name, address, {"form_token": token, "code": code, "mso_id": "none"}, headers)
        for name, address in (("chooseProvider", "/activate/providers"), ("showActivationResult", "/activate/done")):
            browser.open(name, f"{address}?code={code}", headers=headers)

    enter(used)
    # From another address: a used code counts as a guess, too.
    enter("none", {"X-Forwarded-For": "192.0.2.2"})
    enter(new_code(caller))
    # Ten different wrong codes are accepted.
    for last in "ABCDEFGHJKL":
        enter("BBBBBB" + last, {"X-Forwarded-For": "192.0.2.1"})
    return browser


def provoke_login(provoker, caller):
    """Wrong passwords, cancelled logins, and unacceptable answers of a provider."""
    browser = Browser(provoker)
    code = new_code(caller)
    page = path_of(browser.open("startLogin", login_address(code))[1]["Location"])
    browser.open("showProviderLogin", page)
    form = browser.fields
    browser.open("submitProviderLogin", browser.action, {**form, "action": "none"})
    for _ in range(6):
        browser.open("submitProviderLogin", "/mvpd/alpha.example/saml/sso", {**form, "username": "u", "action": "login"})
    browser.open("submitProviderLogin", "/mvpd/none/saml/sso", form)
    browser.open("submitProviderLogin", "/mvpd/alpha.example/saml/sso", {**form, "action": "cancel"})
    browser.open("consumeAssertion", path_of(browser.action), browser.fields)
    browser.open("consumeAssertion", "/sp/saml/SAMLAssertionConsumer", {"SAMLResponse": "x", "RelayState": "x"})
    browser.open("consumeAssertion", "/sp/saml/SAMLAssertionConsumer", {})
    browser.fields = form
    return browser


def failed_logout(provoker, caller, folder):
    """A provider reports with a valid signature that it has not ended its session."""
    browser = Browser(provoker)
    browser.open("startLogin", login_address(new_code(caller, deviceId="logout")))
    page = path_of(browser.open("startLogin", login_address(new_code(caller, deviceId="logout")))[1]["Location"])
    browser.open("showProviderLogin", page)
    bob = {"username": "bob", "password": "bob", "action": "login"}
    browser.open("submitProviderLogin", browser.action, {**browser.fields, **bob})
    browser.open("consumeAssertion", path_of(browser.action), browser.fields)
    query = {"requestor_id": "REF30", "mso_id": "AlphaCable", "deviceId": "logout", "redirect_url": "adobepass://ios.app"}
    answer = browser.open("startLogout", "/adobe-services/logout?" + urllib.parse.urlencode(query))[1]
    request = urllib.parse.parse_qs(urllib.parse.urlsplit(answer["Location"]).query)
    identifier = request["RelayState"][0]
    base = "http://" + provoker.host
    message = LOGOUT_FAILURE.format(
        id="_failure", request=identifier, issuer=f"{base}/mvpd/alpha.example/saml/metadata",
        destination=f"{base}/sp/saml/LogoutServiceHTTPRedirectResponse",
        now=datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"))
    deflated = zlib.compress(message.encode())[2:-4]
    signed = urllib.parse.urlencode({
        "SAMLResponse": base64.b64encode(deflated).decode(), "RelayState": identifier,
        "SigAlg": "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"})
    with open(folder + "/state/entitlementd/mvpd/alpha.example.pem", "rb") as file:
        key = load_pem_private_key(file.read(), None)
    signature = key.sign(signed.encode(), padding.PKCS1v15(), hashes.SHA256())
    address = f"/sp/saml/LogoutServiceHTTPRedirectResponse?{signed}&" + urllib.parse.urlencode(
        {"Signature": base64.b64encode(signature).decode()})
    browser.open("completeLogout", address)
    return path_of(answer["Location"])

"""What schemathesis cannot know: its credentials, and values that only this service issues.

Loaded by check_http.py (SCHEMATHESIS_HOOKS); VSASIM_HTTP_URL names the service.
"""

import base64
import os

import schemathesis
from cryptography.hazmat.primitives.serialization import Encoding
from http_service import ADMINISTRATOR, DEVICE, INFORMATION, Caller, Unexpected, self_signed
from hypothesis import strategies

caller = Caller(os.environ["VSASIM_HTTP_URL"])
caller.register()

REQUESTORS = ["REF30", "REF60"]
PROVIDERS = ["AlphaCable", "BetaFiber", "GammaSat", "DeltaCoop", "EpsilonTV", "TempPass"]
PLATFORM_PROVIDERS = [
    "alpha.example", "beta.example", "gamma.example", "delta.example", "epsilon.example", "temp-pass",
]
# After these the device may no longer be signed in.
UNDOING = [
    "reset", "logOut", "changeIntegration", "changeRequestor", "revokeSession", "addDegradationRules", "startTemporaryPass",
    "loadSnapshot", "setClock", "advanceClock",
]
STATUS = base64.b64encode(
    b'{"frameworkPermissionInfo":{"accessStatus":"granted"},"frameworkProviderInfo":{"id":"alpha.example"}}'
).decode()
FINGERPRINT = "fingerprint " + base64.b64encode(b"device-1").decode()
MEDIA = "<rss><channel><title>news</title><item><guid>1</guid></item></channel></rss>"

for name, values in {
    "software-statement": [caller.statement],
    "client-identifier": [caller.client["client_id"]],
    "client-secret": [caller.client["client_secret"]],
    "device-information": [INFORMATION, base64.b64encode(b"{}").decode()],
    "partner-framework-status": [STATUS, base64.b64encode(b"{}").decode()],
    "media-rss": [MEDIA],
    "saml-response": [base64.b64encode(b"<samlp:Response/>").decode()],
    "pem-certificate": [self_signed("programmer.example").public_bytes(Encoding.PEM).decode()],
    "entity-descriptor": ["<md:EntityDescriptor/>"],
}.items():
    schemathesis.openapi.format(name, strategies.sampled_from(values))


@schemathesis.hook
def before_load_schema(context, raw_schema):
    """The document describes every world; this service has the built-in one, and a signed-in device."""
    schemas = raw_schema["components"]["schemas"]
    schemas["RequestorID"]["enum"] = REQUESTORS
    schemas["MVPDID"]["enum"] = PROVIDERS
    schemas["ProviderID"]["enum"] = PLATFORM_PROVIDERS
    schemas["DeviceID"] = {"anyOf": [{"type": "string", "enum": [DEVICE]}, schemas["DeviceID"]], "examples": [DEVICE]}
    # Not every text that matches the pattern is Base64.
    schemas["DeviceFingerprint"] = {"type": "string", "enum": [FINGERPRINT], "examples": [FINGERPRINT]}
    schemas["PEMCertificate"].pop("pattern")
    schemas["RedirectURL"] = {"type": "string", "enum": ["adbe.example://ios.app", "https://www.example.com/back"]}


# Without a cache, which would have one place for both tokens: every call after one with the other token would be rejected first.
@schemathesis.auth(refresh_interval=None)
class Token:
    """The administration's token, or that of a client."""

    def get(self, case, context):
        return ADMINISTRATOR if case.operation.path.startswith("/admin/") else caller.token

    def set(self, case, data, context):
        case.headers["Authorization"] = f"Bearer {data}"


@schemathesis.hook
def before_call(context, case, kwargs):
    """No call waits for an entry of the journal, which takes time. Faults affect an app that does not exist."""
    operation = case.operation.definition.raw.get("operationId")
    is_positive = case.meta is not None and case.meta.generation.mode.is_positive
    # A generated application may be that of later calls, which the fault would delay.
    if operation == "addFault" and isinstance(case.body, dict) and (is_positive or "applicationId" not in case.body):
        case.body["applicationId"] = "com.example.nobody"
    if is_positive:
        # A call that replaces everything would remove what later calls need.
        if operation in ("loadSnapshot", "validateSnapshot"):
            case.body = caller.administer("GET", "snapshot")
        if operation == "loadScenario":
            case.body = caller.administer("GET", "scenario")
    wait = str((case.query or {}).get("wait", ""))
    if wait.isdigit() and 1 <= int(wait) <= 30:
        case.query["wait"] = 0


def sign_in():
    try:
        caller.sign_in()
    except Unexpected:
        # The client's statement was revoked, or a rule denies everything.
        caller.administer("POST", "reset")
        caller.register()
        caller.sign_in()


@schemathesis.hook
def after_call(context, case, response):
    """Restores what generated calls have undone, so that later calls can still succeed."""
    refusals = [(403, b'"invalid_client"'), (401, b'"invalid_access_token_client_application"')]
    if any(response.status_code == status and code in response.content for status, code in refusals):
        caller.register()
    operation = case.operation.definition.raw.get("operationId")
    if response.status_code < 300 and operation == "changeThrottling":
        caller.administer("PUT", "throttling", {"enabled": False})
    if response.status_code < 300 and operation in ("setClock", "advanceClock"):
        caller.administer("PUT", "clock", {"specification": "real"})
    if response.status_code < 300 and operation in UNDOING:
        sign_in()

"""A separate entitlementd, with a registered client and a signed-in device."""

import base64
import datetime
import functools
import json
import os
import re
import signal
import subprocess
import tempfile
import urllib.parse

import urllib3
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

INHERITED = ("PATH", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS", "VSASIM_SESSION", "VSASIM_KEY_POOL")
ADMINISTRATOR = "administration-token-of-the-check"
DEVICE = "device-that-is-signed-in"
INFORMATION = base64.b64encode(b'{"model":"iPhone","osName":"iOS"}').decode()
METADATA = """<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://{provider}/saml/metadata">
<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="signing">
<ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate>
</ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService
Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://{provider}/saml/sso"/>
</md:IDPSSODescriptor></md:EntityDescriptor>"""


class Unexpected(Exception):
    """The service did not do what the check needs before it can start."""


@functools.cache
def generated_key():
    """The key of all certificates: generating one takes a tenth of a second."""
    return rsa.generate_private_key(65537, 2048)


def self_signed(common_name):
    """A new certificate."""
    key = generated_key()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common_name)])
    now = datetime.datetime.now(datetime.timezone.utc)
    serial, end = x509.random_serial_number(), now + datetime.timedelta(days=365)
    builder = x509.CertificateBuilder(name, name, key.public_key(), serial, now, end)
    return builder.sign(key, hashes.SHA256())


class Service:
    """The process, in a folder that is removed with it."""

    def __init__(self, command, listen="127.0.0.1:0", world=None, protection="never"):
        self.folder = tempfile.TemporaryDirectory(prefix="vsasim-http-")
        token = os.path.join(self.folder.name, "token")
        with open(token, "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
            file.write(ADMINISTRATOR)
        environment = {name: os.environ[name] for name in INHERITED if name in os.environ}
        environment.update(HOME=self.folder.name, XDG_RUNTIME_DIR=self.folder.name)
        state = os.path.join(self.folder.name, "state")
        options = []
        if world is not None:
            options = ["--world", os.path.join(self.folder.name, "world.json")]
            with open(options[1], "w") as file:
                json.dump(world, file)
        self.log = open(os.path.join(self.folder.name, "log"), "w+")
        self.process = subprocess.Popen(
            [*command, "serve", "--listen", listen, "--state", state, "--admin-token-file", token,
             "--dashboard-protection", protection, *options],
            env=environment, stdout=subprocess.PIPE, stderr=self.log, text=True,
        )
        line = self.process.stdout.readline()
        match = re.search(r"listening on (http://\S+)", line)
        if not match:
            raise Unexpected(f"entitlementd said {line!r} instead of its address: {self.said()}")
        self.url = match.group(1)

    def said(self):
        """The end of its log."""
        self.log.seek(0)
        return self.log.read()[-4000:]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        self.process.stdout.close()
        said = self.said()
        self.log.close()
        self.folder.cleanup()
        return code, said


class Caller:
    """Calls a service as an operator and as an app."""

    def __init__(self, url):
        self.url = url
        self.token = None
        # The hooks of schemathesis send 1,400 requests: connections are used again.
        self.connections = urllib3.PoolManager()

    def send(self, method, path, body=None, kind="application/json", token=None, expected=(200, 201, 204)):
        headers = {"Content-Type": kind}
        if token or self.token:
            headers["Authorization"] = f"Bearer {token or self.token}"
        answer = self.connections.request(method, self.url + path, body=body, headers=headers, timeout=60, retries=False)
        text = answer.data.decode()
        if answer.status not in expected:
            raise Unexpected(f"{method} {path}: {answer.status} {text}")
        return text

    def administer(self, method, path, body=None, **options):
        text = body if body is None or isinstance(body, str) else json.dumps(body)
        answer = self.send(method, "/admin/v1/" + path, text, token=ADMINISTRATOR, **options)
        return json.loads(answer) if answer.startswith("{") else answer

    def register(self):
        """A new statement, a client of it, and its access token."""
        self.statement = self.administer("POST", "statements", {"requestor": "*", "name": "check"})["statement"]
        answer = self.send("POST", "/o/client/register", json.dumps({"software_statement": self.statement}))
        client = json.loads(answer)
        self.client = {name: client[name] for name in ("client_id", "client_secret")}
        form = urllib.parse.urlencode({**self.client, "grant_type": "client_credentials"})
        answer = self.send("POST", "/o/client/token", form, kind="application/x-www-form-urlencoded")
        self.token = json.loads(answer)["access_token"]
        return self.token

    def trust(self, provider="alpha.example"):
        """Sends the service the metadata of a provider."""
        certificate = base64.b64encode(self_signed(provider).public_bytes(Encoding.DER)).decode()
        metadata = METADATA.format(provider=provider, certificate=certificate)
        self.send("PUT", f"/admin/v1/providers/{provider}/metadata", metadata, "application/samlmetadata+xml", ADMINISTRATOR)

    def sign_in(self):
        """Signs the device in at a provider without a response, because an AuthNAll rule is active."""
        self.administer("PUT", "integrations/REF30/DeltaCoop", {"enabled": True, "degraded": "authn-all"})
        form = {"requestor": "REF30", "deviceId": DEVICE, "mvpd": "DeltaCoop", "deviceType": "iOS"}
        self.send("POST", "/api/v1/tokens/authn", urllib.parse.urlencode(form), kind="application/x-www-form-urlencoded")
        query = urllib.parse.urlencode({"requestor": "REF30", "deviceId": DEVICE, "resource": "news"})
        self.send("GET", "/api/v1/authorize?" + query)

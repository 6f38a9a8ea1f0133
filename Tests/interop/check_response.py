"""Checks a SAML response with two libraries of other projects.

pysaml2 reads it as a service would (policy, times, audience, status; the signatures through the xmlsec1 program), signxml
computes both signatures with its own code on lxml and OpenSSL. Prints what pysaml2 read as one JSON object; any refusal is
exit code 1. With several configurations, each has its own line, null if its response is rejected, and the code is 0.

usage: check_response.py CONFIGURATION..., JSON files with: response, providerMetadata, certificate (paths); service,
consumer, request (texts).
"""

import base64
import json
import sys

from lxml import etree
from saml2 import BINDING_HTTP_POST
from saml2.client import Saml2Client
from saml2.config import SPConfig
from signxml import SignatureConfiguration, SignatureMethod, XMLVerifier

PROTOCOL = "{urn:oasis:names:tc:SAML:2.0:protocol}"
ASSERTION = "{urn:oasis:names:tc:SAML:2.0:assertion}"


def service(configuration):
    return Saml2Client(
        config=SPConfig().load(
            {
                "entityid": configuration["service"],
                "metadata": {"local": [configuration["providerMetadata"]]},
                "allow_unknown_attributes": True,
                "service": {
                    "sp": {
                        "endpoints": {"assertion_consumer_service": [(configuration["consumer"], BINDING_HTTP_POST)]},
                        "want_response_signed": True,
                        "want_assertions_signed": True,
                        "allow_unsolicited": False,
                    }
                },
            }
        )
    )


def read_with_pysaml2(configuration, text):
    response = service(configuration).parse_authn_request_response(
        base64.b64encode(text).decode(), BINDING_HTTP_POST, outstanding={configuration["request"]: "/"}
    )
    if response is None:
        raise ValueError("pysaml2 refuses the response")
    return {
        "name": response.name_id.text,
        "format": response.name_id.format,
        "issuer": response.issuer(),
        "inResponseTo": response.in_response_to,
        "session": response.session_info()["session_index"],
        "attributes": response.ava,
    }


def verify_with_signxml(configuration, text):
    with open(configuration["certificate"]) as file:
        certificate = file.read()
    accepted = SignatureConfiguration(
        signature_methods=frozenset([SignatureMethod.RSA_SHA256]), location="./", expect_references=1
    )
    root = etree.fromstring(text)
    response = XMLVerifier().verify(root, x509_cert=certificate, expect_config=accepted).signed_xml
    if response.tag != PROTOCOL + "Response":
        raise ValueError("signxml: the outer signature covers another element")
    # The assertion in a separate document: its signature must not depend on the enclosing one.
    assertion = etree.fromstring(etree.tostring(root.find(ASSERTION + "Assertion")))
    signed = XMLVerifier().verify(assertion, x509_cert=certificate, expect_config=accepted).signed_xml
    if signed.tag != ASSERTION + "Assertion":
        raise ValueError("signxml: the inner signature covers another element")
    return signed.findtext(f"{ASSERTION}Subject/{ASSERTION}NameID")


def check(path):
    with open(path) as file:
        configuration = json.load(file)
    with open(configuration["response"], "rb") as file:
        text = file.read()
    read = read_with_pysaml2(configuration, text)
    if verify_with_signxml(configuration, text) != read["name"]:
        raise ValueError("the two libraries read different names")
    return read


def main(paths):
    for path in paths:
        read = None
        try:
            read = check(path)
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            if len(paths) == 1:
                sys.exit(message)
            print(f"{path}: {message}", file=sys.stderr)
        print(json.dumps(read, sort_keys=True))


if __name__ == "__main__":
    main(sys.argv[1:])

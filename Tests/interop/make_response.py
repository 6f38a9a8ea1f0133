"""Creates a signed SAML response with pysaml2, in the role of the provider, and prints it.

usage: make_response.py CONFIGURATION, a JSON file with: serviceMetadata, key, certificate (paths); provider, service, consumer,
request, name (texts), attributes (object).
"""

import json
import sys

from saml2 import BINDING_HTTP_POST, BINDING_HTTP_REDIRECT
from saml2.authn_context import PASSWORDPROTECTEDTRANSPORT
from saml2.config import IdPConfig
from saml2.saml import NAMEID_FORMAT_PERSISTENT, NameID
from saml2.server import Server
from saml2.xmldsig import DIGEST_SHA256, SIG_RSA_SHA256


def provider(configuration):
    return Server(
        config=IdPConfig().load(
            {
                "entityid": configuration["provider"],
                "key_file": configuration["key"],
                "cert_file": configuration["certificate"],
                "metadata": {"local": [configuration["serviceMetadata"]]},
                "service": {
                    "idp": {
                        "endpoints": {
                            "single_sign_on_service": [(configuration["provider"] + "/sso", BINDING_HTTP_REDIRECT)]
                        },
                        "policy": {
                            "default": {
                                "lifetime": {"minutes": 5},
                                "name_form": "urn:oasis:names:tc:SAML:2.0:attrname-format:basic",
                            }
                        },
                    }
                },
            }
        )
    )


def response(configuration, **others):
    """The response; `others` replace its values."""
    return str(provider(configuration).create_authn_response(**{**arguments(configuration), **others}))


def arguments(configuration):
    return dict(
        identity=configuration["attributes"],
        in_response_to=configuration["request"],
        destination=configuration["consumer"],
        sp_entity_id=configuration["service"],
        name_id=NameID(format=NAMEID_FORMAT_PERSISTENT, text=configuration["name"]),
        authn={"class_ref": PASSWORDPROTECTEDTRANSPORT, "authn_auth": configuration["provider"]},
        sign_response=True,
        sign_assertion=True,
        sign_alg=SIG_RSA_SHA256,
        digest_alg=DIGEST_SHA256,
    )


def main():
    with open(sys.argv[1]) as file:
        configuration = json.load(file)
    sys.stdout.write(response(configuration))


if __name__ == "__main__":
    main()

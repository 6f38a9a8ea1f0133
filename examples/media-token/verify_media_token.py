#!/usr/bin/env python3
"""Verifies media tokens as docs/media-token-format.md describes, with the package cryptography.

usage: verify_media_token.py CERTIFICATE REQUESTOR [RESOURCE] < TOKENS

Reads one serialized token per line and prints its status. Exit codes: 0 all valid, 4 not all or none at all,
64 usage, 65 no certificate.
"""

import base64
import binascii
import datetime
import re
import sys

from cryptography import exceptions, x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding, rsa

SIZE_LIMIT = 65_536
SPACE = rb"[ \t\r\n]*"
ENVELOPE = re.compile(
    SPACE + rb"<shortAuthorizationTokenEnvelope>" + SPACE + rb"<signatureInfo>([^<]+)</signatureInfo>" + SPACE
    + rb"(<shortAuthorizationToken>.*?</shortAuthorizationToken>)" + SPACE + rb"</shortAuthorizationTokenEnvelope>" + SPACE,
    re.DOTALL)
FIELD = re.compile(r"[ \t\r\n]*<([A-Za-z0-9_]+)(?:/>|>([^<]*)</\1>)")
REFERENCE = re.compile(r"&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|(amp|lt|gt|quot|apos));")
# The characters that XML 1.0 allows.
CHARACTER = re.compile("[\t\n\r\x20-\uD7FF\uE000-\uFFFD\U00010000-\U0010FFFF]")
NAMED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
TIME = re.compile(r"([0-9]{4}/[0-9]{2}/[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}) GMT ([+-])(0[0-9]|1[0-4])([0-5][0-9])")
REQUIRED = ["sessionGUID", "requestorID", "resourceID", "ttl", "issueTime", "mvpdId"]


def decoded(text):
    """Decodes Base64; Python's decoder ignores padding that is not needed."""
    data = base64.b64decode(text, validate=True)
    if len(text) != (len(data) + 2) // 3 * 4:
        raise ValueError("not Base64")
    return data


def character(reference):
    """The character of a reference such as &amp; and &#233;."""
    if reference[3]:
        return NAMED[reference[3]]
    code = int(reference[1]) if reference[1] else int(reference[2], 16)
    if code > sys.maxunicode or not CHARACTER.fullmatch(chr(code)):
        raise ValueError("a reference to no character")
    return chr(code)


def text(value):
    """The value of a field, its character references resolved."""
    if "&" in REFERENCE.sub("", value):
        raise ValueError("an unknown character reference")
    return REFERENCE.sub(character, value)


def fields(element):
    """The fields of the signed element; unknown ones are kept, and ignored later."""
    body = element.decode().removeprefix("<shortAuthorizationToken>").removesuffix("</shortAuthorizationToken>")
    found, position = {}, 0
    while field := FIELD.match(body, position):
        if field[1] in found:
            raise ValueError(f"{field[1]} occurs twice")
        found[field[1]], position = text(field[2] or ""), field.end()
    if body[position:].strip(" \t\r\n") or not all(found.get(name) for name in REQUIRED):
        raise ValueError("a field is missing, empty or malformed")
    return found


def expiration(token):
    """The time from which on the token is no longer valid, in seconds since 1970."""
    issued = TIME.fullmatch(token["issueTime"])
    if not issued or not re.fullmatch("[0-9]{1,11}", token["ttl"]) or not 1 <= int(token["ttl"]) <= 31_536_000_000:
        raise ValueError("issueTime or ttl is malformed")
    time = datetime.datetime.strptime(issued[1] + "+0000", "%Y/%m/%d %H:%M:%S%z").timestamp()
    offset = (int(issued[3]) * 60 + int(issued[4])) * 60
    return time + (-offset if issued[2] == "+" else offset) + int(token["ttl"]) / 1000


def is_signed(element, signature, keys):
    """Whether one of the keys verifies the signature over the exact bytes of the element."""
    for key in keys:
        try:
            key.verify(signature, element, padding.PKCS1v15(), hashes.SHA256())
            return True
        except exceptions.InvalidSignature:
            continue
    return False


def verify(serialized, keys, requestor, resource=None, now=None):
    """The status of a serialized token."""
    try:
        if len(serialized) > SIZE_LIMIT:
            raise ValueError("too long")
        envelope = ENVELOPE.fullmatch(decoded(serialized))
        if not envelope:
            raise ValueError("not the envelope of a media token")
        signature, element = decoded(envelope[1]), envelope[2]
        if not is_signed(element, signature, keys):
            return "INVALID_SIGNATURE"
        token = fields(element)
        end = expiration(token)
    except (ValueError, binascii.Error):
        return "INVALID_TOKEN_FORMAT"
    if token["requestorID"] != requestor:
        return "INVALID_TOKEN_FORMAT"
    if (now or datetime.datetime.now(datetime.timezone.utc)).timestamp() >= end:
        return "TOKEN_EXPIRED"
    if resource is not None and token["resourceID"] != resource:
        return "INVALID_RESOURCE_ID"
    return "VALID_TOKEN"


def main():
    if not 3 <= len(sys.argv) <= 4:
        print(__doc__, file=sys.stderr)
        return 64
    try:
        with open(sys.argv[1], "rb") as file:
            # One at a time, because cryptography before version 39 cannot read several.
            pems = re.findall(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", file.read(), re.DOTALL)
            if not pems:
                raise ValueError("it contains no certificate in PEM")
            keys = [x509.load_pem_x509_certificate(pem).public_key() for pem in pems]
        if not all(isinstance(key, rsa.RSAPublicKey) and key.key_size >= 2048 for key in keys):
            raise ValueError("an RSA key of at least 2048 bits is required")
    except (OSError, ValueError) as error:
        print(f"{sys.argv[1]}: {error}", file=sys.stderr)
        return 65
    statuses = [verify(line.strip(), keys, *sys.argv[2:]) for line in sys.stdin if line.strip()]
    for status in statuses:
        print(status)
    # No token at all, as from an empty variable, must not pass for a valid one.
    return 0 if set(statuses) == {"VALID_TOKEN"} else 4


if __name__ == "__main__":
    sys.exit(main())

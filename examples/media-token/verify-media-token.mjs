// Verifies media tokens as docs/media-token-format.md describes, with Node.js 18 or later and no package.
//
// usage: node verify-media-token.mjs CERTIFICATE REQUESTOR [RESOURCE] < TOKENS
//
// Reads one serialized token per line and prints its status. Exit codes: 0 all valid, 4 not all or none at all,
// 64 usage, 65 no certificate.

import { X509Certificate, verify as verifySignature } from 'node:crypto';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';

const SIZE_LIMIT = 65_536;
// In Latin-1, one character is one byte: positions in the text are those of the signed bytes.
const ENVELOPE = new RegExp(
    '^[ \\t\\r\\n]*<shortAuthorizationTokenEnvelope>[ \\t\\r\\n]*<signatureInfo>([^<]+)</signatureInfo>[ \\t\\r\\n]*'
    + '(<shortAuthorizationToken>.*?</shortAuthorizationToken>)[ \\t\\r\\n]*</shortAuthorizationTokenEnvelope>[ \\t\\r\\n]*$', 's');
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const FIELD = /[ \t\r\n]*<([A-Za-z0-9_]+)(?:\/>|>([^<]*)<\/\1>)/y;
const REFERENCE = /&(?:#([0-9]+)|#x([0-9A-Fa-f]+)|(amp|lt|gt|quot|apos));/g;
// The characters that XML 1.0 allows.
const CHARACTER = /^[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]$/u;
const NAMED = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const TIME = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d) GMT ([+-])(0\d|1[0-4])([0-5]\d)$/;
const REQUIRED = ['sessionGUID', 'requestorID', 'resourceID', 'ttl', 'issueTime', 'mvpdId'];

class FormatError extends Error {}

/** Decodes Base64; Node's decoder skips what is not Base64. */
function base64(text) {
    if (!BASE64.test(text)) throw new FormatError('not Base64');
    return Buffer.from(text, 'base64');
}

/** The character of a reference such as &amp; and &#233;. */
function character(_, decimal, hexadecimal, name) {
    if (name) return NAMED[name];
    const text = String.fromCodePoint(decimal ? parseInt(decimal, 10) : parseInt(hexadecimal, 16));
    if (!CHARACTER.test(text)) throw new FormatError('a reference to no character');
    return text;
}

/** The value of a field, its character references resolved. */
function text(value) {
    if (value.replace(REFERENCE, '').includes('&')) throw new FormatError('an unknown character reference');
    return value.replace(REFERENCE, character);
}

/** The fields of the signed element; unknown ones are kept, and ignored later. */
function fields(element) {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(element);
    const body = whole.slice('<shortAuthorizationToken>'.length, -'</shortAuthorizationToken>'.length);
    const found = new Map();
    let position = 0;
    for (;;) {
        FIELD.lastIndex = position;
        const field = FIELD.exec(body);
        if (!field) break;
        if (found.has(field[1])) throw new FormatError(`${field[1]} occurs twice`);
        found.set(field[1], text(field[2] ?? ''));
        position = FIELD.lastIndex;
    }
    if (!/^[ \t\r\n]*$/.test(body.slice(position)) || !REQUIRED.every((name) => found.get(name))) {
        throw new FormatError('a field is missing, empty or malformed');
    }
    return found;
}

/** The time from which on the token is no longer valid, in milliseconds since 1970. */
function expiration(token) {
    const [, year, month, day, hour, minute, second, sign, hours, minutes] = TIME.exec(token.get('issueTime')) ?? [];
    const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`;
    const issued = new Date(iso);
    // A date that does not exist, such as February 30, would become another one.
    if (Number.isNaN(issued.getTime()) || issued.toISOString() !== iso) throw new FormatError('issueTime is malformed');
    const lifetime = Number(token.get('ttl'));
    if (!/^[0-9]{1,11}$/.test(token.get('ttl')) || lifetime < 1 || lifetime > 31_536_000_000) {
        throw new FormatError('ttl is malformed');
    }
    const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return issued.getTime() + (sign === '+' ? -offset : offset) + lifetime;
}

/** The status of a serialized token. */
export function verify(serialized, keys, requestor, resource, now = Date.now()) {
    let token, end;
    try {
        if (serialized.length > SIZE_LIMIT) throw new FormatError('too long');
        const envelope = ENVELOPE.exec(base64(serialized).toString('latin1'));
        if (!envelope) throw new FormatError('not the envelope of a media token');
        const [signature, element] = [base64(envelope[1]), Buffer.from(envelope[2], 'latin1')];
        if (!keys.some((key) => verifySignature('RSA-SHA256', element, key, signature))) return 'INVALID_SIGNATURE';
        token = fields(element);
        end = expiration(token);
    } catch (error) {
        if (error instanceof FormatError || error instanceof TypeError || error instanceof RangeError) {
            return 'INVALID_TOKEN_FORMAT';
        }
        throw error;
    }
    if (token.get('requestorID') !== requestor) return 'INVALID_TOKEN_FORMAT';
    if (now >= end) return 'TOKEN_EXPIRED';
    if (resource !== undefined && token.get('resourceID') !== resource) return 'INVALID_RESOURCE_ID';
    return 'VALID_TOKEN';
}

/** The keys of the certificates of a PEM file. */
function keys(file) {
    const certificates = readFileSync(file, 'latin1').match(/-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g);
    if (!certificates) throw new Error('no certificate in PEM');
    return certificates.map((certificate) => {
        const key = new X509Certificate(certificate).publicKey;
        if (key.asymmetricKeyType !== 'rsa' || key.asymmetricKeyDetails.modulusLength < 2048) {
            throw new Error('an RSA key of at least 2048 bits is required');
        }
        return key;
    });
}

const [certificate, requestor, resource, ...more] = process.argv.slice(2);
if (!requestor || more.length) {
    console.error('usage: node verify-media-token.mjs CERTIFICATE REQUESTOR [RESOURCE] < TOKENS');
    process.exit(64);
}
let trusted;
try {
    trusted = keys(certificate);
} catch (error) {
    console.error(`${certificate}: ${error.message}`);
    process.exit(65);
}
const statuses = new Set();
for await (const line of createInterface({ input: process.stdin })) {
    if (!line.trim()) continue;
    const status = verify(line.trim(), trusted, requestor, resource);
    console.log(status);
    statuses.add(status);
}
// No token at all, as from an empty variable, must not pass for a valid one.
process.exitCode = statuses.size === 1 && statuses.has('VALID_TOKEN') ? 0 : 4;

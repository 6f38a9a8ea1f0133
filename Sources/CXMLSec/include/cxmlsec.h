/*
 * The narrow door to libxml2, xmlsec and OpenSSL: everything that SAML needs, and no type of theirs.
 *
 * Every function may be called from any thread after cxs_prepare() returned 0. A document belongs to one thread at a time; a key
 * may be used by many at once. Functions that can fail return NULL or a negative number and leave a text for cxs_last_error().
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An RSA key, public or private. Immutable; OpenSSL counts its references atomically. */
typedef struct cxs_key cxs_key;
/* A parsed document (libxml2's xmlDoc) and a node of it (xmlNode), which lives as long as its document. */
typedef struct _xmlDoc cxs_document;
typedef struct _xmlNode cxs_node;

/* Bytes that the caller frees with cxs_buffer_free. */
typedef struct {
    char *bytes;
    size_t count;
} cxs_buffer;

typedef enum {
    CXS_ELEMENT = 0,
    CXS_TEXT = 1,
    CXS_COMMENT = 2,
    CXS_PROCESSING_INSTRUCTION = 3,
    /* An unexpanded entity, or what else only a document type can bring about. */
    CXS_OTHER = 4,
} cxs_kind;

/* What the verification of one signature found. `content` is the canonical text that the first reference digested. */
typedef struct {
    bool digest_valid;
    bool signature_valid;
    cxs_buffer content;
} cxs_verification;

/* Initializes the libraries once per process; 0 when they can be used. */
int cxs_prepare(void);
/* The text of this thread's latest failure; valid until its next call. */
const char *cxs_last_error(void);
void cxs_buffer_free(cxs_buffer buffer);

/* Keys and certificates. Certificates travel as DER. */
cxs_key *cxs_key_generate(unsigned bits);
/* A PKCS#8 or PKCS#1 private key in PEM, unencrypted. */
cxs_key *cxs_key_from_pem(const char *pem, size_t count);
/* The public key of an X.509 certificate. */
cxs_key *cxs_key_from_certificate(const uint8_t *der, size_t count);
void cxs_key_free(cxs_key *key);
/* The size of the modulus. */
int cxs_key_bits(const cxs_key *key);
/* Whether both have the same public part. */
bool cxs_key_matches(const cxs_key *key, const cxs_key *other);
/* RSA encryption of a few bytes: PKCS#1 v1.5, or OAEP with SHA-1 and MGF1. Fails for more bytes than fit. */
int cxs_key_encrypt(const cxs_key *key, const uint8_t *bytes, size_t count, bool oaep, cxs_buffer *encrypted);
/* PKCS#8 in PEM. */
int cxs_key_to_pem(const cxs_key *key, cxs_buffer *pem);
/* A self-signed version 3 certificate for signatures, valid between two Unix times. */
int cxs_certificate_create(
    const cxs_key *key, const char *common_name, int64_t not_before, int64_t not_after, cxs_buffer *der);
/* The first certificate in a PEM text. */
int cxs_certificate_from_pem(const char *pem, size_t count, cxs_buffer *der);

/* Reading. No network, no file, no external subset, no expanded entity. `recover` keeps what can be read of a broken text. */
cxs_document *cxs_document_parse(const char *bytes, size_t count, bool recover);
void cxs_document_free(cxs_document *document);
bool cxs_document_has_type(const cxs_document *document);
cxs_node *cxs_document_root(const cxs_document *document);
/* The document's first node: the root element, or a comment or processing instruction before it. */
cxs_node *cxs_document_first_node(const cxs_document *document);
cxs_kind cxs_node_kind(const cxs_node *node);
cxs_node *cxs_node_parent(const cxs_node *node);
cxs_node *cxs_node_first_child(const cxs_node *node);
cxs_node *cxs_node_next_sibling(const cxs_node *node);
const char *cxs_node_name(const cxs_node *node);
bool cxs_node_is(const cxs_node *node, const char *namespace_uri, const char *name);
/* The text of a text node, or NULL. */
const char *cxs_node_content(const cxs_node *node);
/* The value of an attribute without namespace (or in `namespace_uri`), or NULL. */
const char *cxs_node_attribute(const cxs_node *node, const char *name, const char *namespace_uri);

/*
 * Fills every empty signature template (ds:Signature whose SignatureValue is empty) of a document, the innermost first, and
 * serializes the document without a declaration. The templates name the algorithms; each one's reference names its parent's ID.
 */
int cxs_sign(const char *bytes, size_t count, const cxs_key *key, cxs_buffer *signed_document);

/*
 * Verifies one ds:Signature with one key; what KeyInfo says is ignored. Only `target`'s ID attribute can be referenced. Only
 * RSA-SHA256 over SHA-256 digests, exclusive canonicalization and the enveloped-signature transform are carried out, unless
 * `any_algorithm`, which also admits SHA-1, SHA-512 and the other canonicalizations (never XSLT, XPath or files).
 * 0: carried out, see `verification`; negative: could not be carried out.
 */
int cxs_verify(
    cxs_document *document, cxs_node *signature, cxs_node *target, const cxs_key *key, bool any_algorithm,
    cxs_verification *verification);

/* RSASSA-PKCS1-v1_5 with SHA-256 over bytes: the detached signature of the HTTP-Redirect binding. */
int cxs_sign_bytes(const cxs_key *key, const char *bytes, size_t count, cxs_buffer *signature);
bool cxs_verify_bytes(
    const cxs_key *key, const char *bytes, size_t count, const uint8_t *signature, size_t signature_count);

/* Raw DEFLATE. */
int cxs_deflate(const char *bytes, size_t count, cxs_buffer *deflated);
/* The same the other way round. 0: done; 1: there is more than `limit` bytes; negative: the bytes are something else. */
int cxs_inflate(const uint8_t *bytes, size_t count, size_t limit, cxs_buffer *inflated);

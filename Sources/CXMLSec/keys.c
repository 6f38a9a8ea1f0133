#include "internal.h"

#include <stdlib.h>

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static int fill_from_bio(cxs_buffer *buffer, BIO *bio) {
    char *bytes = NULL;
    long count = BIO_get_mem_data(bio, &bytes);
    return count < 0 ? cxs_fail("cannot read an OpenSSL buffer") : cxs_fill(buffer, bytes, (size_t)count);
}

/* ---- Keys ---- */

/* Takes over the reference. */
static cxs_key *wrap(EVP_PKEY *pkey) {
    if (pkey == NULL) {
        cxs_fail("not a key that OpenSSL can read");
        return NULL;
    }
    if (EVP_PKEY_get_base_id(pkey) != EVP_PKEY_RSA) {
        EVP_PKEY_free(pkey);
        cxs_fail("not an RSA key");
        return NULL;
    }
    cxs_key *key = malloc(sizeof *key);
    if (key == NULL) {
        EVP_PKEY_free(pkey);
        cxs_fail("out of memory");
        return NULL;
    }
    key->pkey = pkey;
    return key;
}

cxs_key *cxs_key_generate(unsigned bits) {
    cxs_begin();
    return wrap(EVP_RSA_gen(bits));
}

/* Refuses encrypted keys; without it OpenSSL would ask on the terminal. */
static int no_passphrase(char *buffer, int size, int writing, void *context) {
    (void)buffer;
    (void)size;
    (void)writing;
    (void)context;
    return -1;
}

static BIO *open_text(const char *bytes, size_t count) { return count > INT32_MAX ? NULL : BIO_new_mem_buf(bytes, (int)count); }

cxs_key *cxs_key_from_pem(const char *pem, size_t count) {
    cxs_begin();
    BIO *bio = open_text(pem, count);
    if (bio == NULL) {
        cxs_fail("cannot read the text");
        return NULL;
    }
    EVP_PKEY *pkey = PEM_read_bio_PrivateKey(bio, NULL, no_passphrase, NULL);
    BIO_free(bio);
    return wrap(pkey);
}

static X509 *read_certificate(const uint8_t *der, size_t count) {
    if (count > INT32_MAX) return NULL;
    const uint8_t *end = der;
    X509 *certificate = d2i_X509(NULL, &end, (long)count);
    if (certificate != NULL && end != der + count) {
        X509_free(certificate);
        certificate = NULL;
    }
    return certificate;
}

cxs_key *cxs_key_from_certificate(const uint8_t *der, size_t count) {
    cxs_begin();
    X509 *certificate = read_certificate(der, count);
    if (certificate == NULL) {
        cxs_fail("not an X.509 certificate");
        return NULL;
    }
    EVP_PKEY *pkey = X509_get_pubkey(certificate);
    X509_free(certificate);
    return wrap(pkey);
}

void cxs_key_free(cxs_key *key) {
    if (key == NULL) return;
    EVP_PKEY_free(key->pkey);
    free(key);
}

int cxs_key_bits(const cxs_key *key) { return EVP_PKEY_get_bits(key->pkey); }

bool cxs_key_matches(const cxs_key *key, const cxs_key *other) { return EVP_PKEY_eq(key->pkey, other->pkey) == 1; }

int cxs_key_encrypt(const cxs_key *key, const uint8_t *bytes, size_t count, bool oaep, cxs_buffer *encrypted) {
    cxs_begin();
    size_t size = (size_t)EVP_PKEY_get_size(key->pkey);
    unsigned char *output = malloc(size);
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(key->pkey, NULL);
    int done = output != NULL && context != NULL && EVP_PKEY_encrypt_init(context) == 1
        && EVP_PKEY_CTX_set_rsa_padding(context, oaep ? RSA_PKCS1_OAEP_PADDING : RSA_PKCS1_PADDING) == 1
        && EVP_PKEY_encrypt(context, output, &size, bytes, count) == 1;
    int result = done ? cxs_fill(encrypted, output, size) : cxs_fail("cannot encrypt with the key");
    EVP_PKEY_CTX_free(context);
    free(output);
    return result;
}

int cxs_key_to_pem(const cxs_key *key, cxs_buffer *pem) {
    cxs_begin();
    BIO *bio = BIO_new(BIO_s_mem());
    if (bio == NULL) return cxs_fail("out of memory");
    int result = PEM_write_bio_PKCS8PrivateKey(bio, key->pkey, NULL, NULL, 0, NULL, NULL) == 1
        ? fill_from_bio(pem, bio)
        : cxs_fail("cannot write the private key");
    BIO_free(bio);
    return result;
}

/* ---- Signatures over bytes ---- */

int cxs_sign_bytes(const cxs_key *key, const char *bytes, size_t count, cxs_buffer *signature) {
    cxs_begin();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context == NULL) return cxs_fail("out of memory");
    unsigned char value[1024];
    size_t length = sizeof value;
    int result = EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key->pkey) == 1
            && EVP_DigestSign(context, value, &length, (const unsigned char *)bytes, count) == 1
        ? cxs_fill(signature, value, length)
        : cxs_fail("cannot sign");
    EVP_MD_CTX_free(context);
    return result;
}

bool cxs_verify_bytes(
    const cxs_key *key, const char *bytes, size_t count, const uint8_t *signature, size_t signature_count) {
    cxs_begin();
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool valid = context != NULL && EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key->pkey) == 1
        && EVP_DigestVerify(context, signature, signature_count, (const unsigned char *)bytes, count) == 1;
    EVP_MD_CTX_free(context);
    ERR_clear_error();
    return valid;
}

/* ---- Certificates ---- */

static int add_extension(X509 *certificate, int identifier, const char *value) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, identifier, value);
    if (extension == NULL) return 0;
    int result = X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return result;
}

static int set_serial(X509 *certificate) {
    BIGNUM *number = BN_new();
    int done = number != NULL && BN_rand(number, 127, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY)
        && BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != NULL;
    BN_free(number);
    return done;
}

static int set_name(X509 *certificate, const char *common_name) {
    X509_NAME *name = X509_get_subject_name(certificate);
    return X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, (const unsigned char *)common_name, -1, -1, 0)
        && X509_set_issuer_name(certificate, name);
}

static int write_der(X509 *certificate, cxs_buffer *der) {
    unsigned char *bytes = NULL;
    int count = i2d_X509(certificate, &bytes);
    if (count < 0) return cxs_fail("cannot encode the certificate");
    int result = cxs_fill(der, bytes, (size_t)count);
    OPENSSL_free(bytes);
    return result;
}

int cxs_certificate_create(
    const cxs_key *key, const char *common_name, int64_t not_before, int64_t not_after, cxs_buffer *der) {
    cxs_begin();
    X509 *certificate = X509_new();
    if (certificate == NULL) return cxs_fail("out of memory");
    int done = X509_set_version(certificate, X509_VERSION_3) && set_serial(certificate) && set_name(certificate, common_name)
        && ASN1_TIME_set(X509_getm_notBefore(certificate), (time_t)not_before) != NULL
        && ASN1_TIME_set(X509_getm_notAfter(certificate), (time_t)not_after) != NULL
        && X509_set_pubkey(certificate, key->pkey)
        && add_extension(certificate, NID_basic_constraints, "critical,CA:FALSE")
        && add_extension(certificate, NID_key_usage, "critical,digitalSignature")
        && add_extension(certificate, NID_subject_key_identifier, "hash")
        && X509_sign(certificate, key->pkey, EVP_sha256()) > 0;
    int result = done ? write_der(certificate, der) : cxs_fail("cannot make the certificate: name or time out of range");
    X509_free(certificate);
    return result;
}

int cxs_certificate_from_pem(const char *pem, size_t count, cxs_buffer *der) {
    cxs_begin();
    BIO *bio = open_text(pem, count);
    if (bio == NULL) return cxs_fail("cannot read the text");
    X509 *certificate = PEM_read_bio_X509(bio, NULL, no_passphrase, NULL);
    BIO_free(bio);
    if (certificate == NULL) return cxs_fail("no X.509 certificate in the text");
    int result = write_der(certificate, der);
    X509_free(certificate);
    return result;
}

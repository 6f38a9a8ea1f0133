#include "internal.h"

#include <dlfcn.h>

/*
 * libxml2, xmlsec and OpenSSL cost a process 3 MB and 3 ms, and many processes never see a signature. This file defines their
 * functions as jumps to addresses that cxs_load_libraries fills in, so that the rest of the module calls them as usual. The
 * release build links with --as-needed and so does not name the libraries; a debug build names them and loads them early.
 */
#define FUNCTIONS(F) \
    F(xmlAddID) F(xmlBufferContent) F(xmlBufferCreate) F(xmlBufferFree) F(xmlBufferLength) F(xmlDocGetRootElement) \
    F(xmlFreeDoc) F(xmlGetLastError) F(xmlInitParser) F(xmlNodeDump) F(xmlReadMemory) F(xmlSetGenericErrorFunc) \
    F(xmlSetStructuredErrorFunc) \
    F(xmlSecBase64SetDefaultLineSize) F(xmlSecBufferGetData) F(xmlSecBufferGetSize) F(xmlSecCheckVersionExt) \
    F(xmlSecDSigCtxCreate) F(xmlSecDSigCtxDestroy) F(xmlSecDSigCtxEnableReferenceTransform) \
    F(xmlSecDSigCtxEnableSignatureTransform) F(xmlSecDSigCtxSign) F(xmlSecDSigCtxVerify) \
    F(xmlSecDSigReferenceCtxGetPreDigestBuffer) F(xmlSecErrorsSetCallback) F(xmlSecFindChild) F(xmlSecInit) \
    F(xmlSecKeyCreate) F(xmlSecKeyDataDestroy) F(xmlSecKeyDestroy) F(xmlSecKeySetValue) F(xmlSecPtrListGetItem) \
    F(xmlSecTransformEnvelopedGetKlass) F(xmlSecTransformExclC14NGetKlass) \
    F(xmlSecTransformExclC14NWithCommentsGetKlass) F(xmlSecTransformInclC14NGetKlass) \
    F(xmlSecTransformInclC14NWithCommentsGetKlass) \
    F(xmlSecOpenSSLAppInit) F(xmlSecOpenSSLEvpKeyAdopt) F(xmlSecOpenSSLInit) F(xmlSecOpenSSLTransformHmacSha1GetKlass) \
    F(xmlSecOpenSSLTransformHmacSha256GetKlass) F(xmlSecOpenSSLTransformRsaSha1GetKlass) \
    F(xmlSecOpenSSLTransformRsaSha256GetKlass) F(xmlSecOpenSSLTransformRsaSha512GetKlass) \
    F(xmlSecOpenSSLTransformSha1GetKlass) F(xmlSecOpenSSLTransformSha256GetKlass) F(xmlSecOpenSSLTransformSha512GetKlass) \
    F(ASN1_TIME_set) F(BIO_ctrl) F(BIO_free) F(BIO_new) F(BIO_new_mem_buf) F(BIO_s_mem) F(BN_free) F(BN_new) F(BN_rand) \
    F(BN_to_ASN1_INTEGER) F(CRYPTO_free) F(ERR_clear_error) F(EVP_DigestSign) F(EVP_DigestSignInit) F(EVP_DigestVerify) \
    F(EVP_DigestVerifyInit) F(EVP_MD_CTX_free) F(EVP_MD_CTX_new) F(EVP_PKEY_CTX_free) F(EVP_PKEY_CTX_new) \
    F(EVP_PKEY_CTX_set_rsa_padding) F(EVP_PKEY_Q_keygen) F(EVP_PKEY_encrypt) F(EVP_PKEY_encrypt_init) F(EVP_PKEY_eq) \
    F(EVP_PKEY_free) F(EVP_PKEY_get_base_id) F(EVP_PKEY_get_bits) F(EVP_PKEY_get_size) F(EVP_PKEY_up_ref) F(EVP_sha256) \
    F(PEM_read_bio_PrivateKey) F(PEM_read_bio_X509) F(PEM_write_bio_PKCS8PrivateKey) \
    F(X509V3_EXT_conf_nid) F(X509V3_set_ctx) F(X509_EXTENSION_free) F(X509_NAME_add_entry_by_txt) F(X509_add_ext) \
    F(X509_free) F(X509_get_pubkey) F(X509_get_serialNumber) F(X509_get_subject_name) F(X509_getm_notAfter) \
    F(X509_getm_notBefore) F(X509_new) F(X509_set_issuer_name) F(X509_set_pubkey) F(X509_set_version) F(X509_sign) \
    F(d2i_X509) F(i2d_X509)

#if defined(__x86_64__)
#define JUMP(address) "jmp *" address "(%rip)\n"
#elif defined(__aarch64__)
#define JUMP(address) "adrp x16, " address "\n ldr x16, [x16, :lo12:" address "]\n br x16\n"
#else
#error "add the instruction that jumps to a stored address"
#endif

/* Hidden, so that the libraries call each other and not these. */
#define DEFINE(name) \
    static void *address_of_##name __attribute__((used)); \
    __asm__(".pushsection .text\n .globl " #name "\n .hidden " #name "\n .type " #name ", %function\n" #name ": " \
            JUMP("address_of_" #name) ".size " #name ", . - " #name "\n .popsection\n");
FUNCTIONS(DEFINE)

#define ENTRY(name) {#name, &address_of_##name},
static const struct {
    const char *name;
    void **address;
} functions[] = {FUNCTIONS(ENTRY)};

int cxs_load_libraries(void) {
    /* It depends on all the others, so that their functions are found, too. */
    void *library = dlopen("libxmlsec1-openssl.so.1", RTLD_LAZY);
    if (library == NULL) return cxs_note(dlerror());
    for (size_t index = 0; index < sizeof functions / sizeof *functions; index++) {
        *functions[index].address = dlsym(library, functions[index].name);
        if (*functions[index].address == NULL) return cxs_note(dlerror());
    }
    return 0;
}

#include "internal.h"

#include <string.h>

#include <libxml/tree.h>
#include <libxml/valid.h>

#include <xmlsec/crypto.h>
#include <xmlsec/openssl/evp.h>
#include <xmlsec/xmldsig.h>
#include <xmlsec/xmlsec.h>
#include <xmlsec/xmltree.h>

#include <openssl/err.h>

static const char signature_namespace[] = "http://www.w3.org/2000/09/xmldsig#";

/* A key of xmlsec for one operation; it holds its own reference of the shared EVP_PKEY. */
static xmlSecKeyPtr operation_key(const cxs_key *key) {
    if (EVP_PKEY_up_ref(key->pkey) != 1) return NULL;
    xmlSecKeyDataPtr data = xmlSecOpenSSLEvpKeyAdopt(key->pkey);
    if (data == NULL) {
        EVP_PKEY_free(key->pkey);
        return NULL;
    }
    xmlSecKeyPtr result = xmlSecKeyCreate();
    if (result == NULL || xmlSecKeySetValue(result, data) < 0) {
        xmlSecKeyDataDestroy(data);
        if (result != NULL) xmlSecKeyDestroy(result);
        return NULL;
    }
    return result;
}

static int name_as_identifier(xmlDocPtr document, xmlNodePtr node) {
    xmlAttrPtr attribute = cxs_find_attribute(node, "ID", NULL);
    const char *value = cxs_node_attribute(node, "ID", NULL);
    if (attribute == NULL || value == NULL) return cxs_fail("the signed element has no ID");
    if (attribute->atype == XML_ATTRIBUTE_ID) return 0;
    return xmlAddID(NULL, document, (const xmlChar *)value, attribute) == NULL ? cxs_fail("the ID is not unique") : 0;
}

static xmlNodePtr next_in_document(xmlNodePtr node) {
    if (node->type == XML_ELEMENT_NODE && node->children != NULL) return node->children;
    while (node != NULL && node->next == NULL) {
        node = node->parent;
        if (node != NULL && node->type != XML_ELEMENT_NODE) return NULL;
    }
    return node == NULL ? NULL : node->next;
}

static bool is_template(xmlNodePtr node) {
    if (!cxs_node_is(node, signature_namespace, "Signature") || node->parent->type != XML_ELEMENT_NODE) return false;
    xmlNodePtr value = xmlSecFindChild(node, BAD_CAST "SignatureValue", BAD_CAST signature_namespace);
    return value != NULL && value->children == NULL;
}

/* The last template in document order, hence one that contains no other. */
static xmlNodePtr last_template(xmlDocPtr document) {
    xmlNodePtr found = NULL;
    for (xmlNodePtr node = xmlDocGetRootElement(document); node != NULL; node = next_in_document(node)) {
        if (is_template(node)) found = node;
    }
    return found;
}

static int sign_template(xmlDocPtr document, xmlNodePtr signature, const cxs_key *key) {
    if (name_as_identifier(document, signature->parent) < 0) return -1;
    xmlSecDSigCtxPtr context = xmlSecDSigCtxCreate(NULL);
    if (context == NULL) return cxs_fail("out of memory");
    context->signKey = operation_key(key);
    int result = 0;
    if (context->signKey == NULL || xmlSecDSigCtxSign(context, signature) < 0 || context->status != xmlSecDSigStatusSucceeded) {
        result = -1;
    }
    xmlSecDSigCtxDestroy(context);
    ERR_clear_error();
    return result;
}

static int serialize(xmlDocPtr document, cxs_buffer *text) {
    xmlBufferPtr buffer = xmlBufferCreate();
    if (buffer == NULL) return cxs_fail("out of memory");
    int count = xmlNodeDump(buffer, document, xmlDocGetRootElement(document), 0, 0);
    int result = count < 0 ? cxs_fail("cannot serialize the document")
                           : cxs_fill(text, xmlBufferContent(buffer), (size_t)xmlBufferLength(buffer));
    xmlBufferFree(buffer);
    return result;
}

int cxs_sign(const char *bytes, size_t count, const cxs_key *key, cxs_buffer *signed_document) {
    xmlDocPtr document = cxs_document_parse(bytes, count, false);
    if (document == NULL) return -1;
    int result = 0;
    bool found = false;
    for (xmlNodePtr node = last_template(document); node != NULL && result == 0; node = last_template(document)) {
        found = true;
        result = sign_template(document, node, key);
    }
    if (!found) result = cxs_fail("no signature template");
    if (result == 0) result = serialize(document, signed_document);
    xmlFreeDoc(document);
    return result;
}

static int allow(xmlSecDSigCtxPtr context, bool any_algorithm) {
    const xmlSecTransformId references[] = {
        xmlSecTransformEnvelopedId, xmlSecTransformExclC14NId, xmlSecTransformSha256Id, xmlSecTransformSha1Id,
        xmlSecTransformSha512Id, xmlSecTransformInclC14NId, xmlSecTransformInclC14NWithCommentsId,
        xmlSecTransformExclC14NWithCommentsId,
    };
    const xmlSecTransformId signatures[] = {
        xmlSecTransformExclC14NId, xmlSecTransformRsaSha256Id, xmlSecTransformRsaSha1Id, xmlSecTransformRsaSha512Id,
        xmlSecTransformHmacSha1Id, xmlSecTransformHmacSha256Id, xmlSecTransformInclC14NId,
        xmlSecTransformExclC14NWithCommentsId,
    };
    size_t reference_count = any_algorithm ? sizeof references / sizeof *references : 3;
    size_t signature_count = any_algorithm ? sizeof signatures / sizeof *signatures : 2;
    for (size_t index = 0; index < reference_count; index++) {
        if (xmlSecDSigCtxEnableReferenceTransform(context, references[index]) < 0) return -1;
    }
    for (size_t index = 0; index < signature_count; index++) {
        if (xmlSecDSigCtxEnableSignatureTransform(context, signatures[index]) < 0) return -1;
    }
    context->enabledReferenceUris = xmlSecTransformUriTypeSameDocument | xmlSecTransformUriTypeEmpty;
    if (!any_algorithm) context->enabledReferenceUris = xmlSecTransformUriTypeSameDocument;
    context->flags |= XMLSEC_DSIG_FLAGS_IGNORE_MANIFESTS | XMLSEC_DSIG_FLAGS_STORE_SIGNEDINFO_REFERENCES;
    return 0;
}

static int collect(xmlSecDSigCtxPtr context, cxs_verification *verification) {
    xmlSecDSigReferenceCtxPtr reference = xmlSecPtrListGetItem(&context->signedInfoReferences, 0);
    if (reference == NULL) return cxs_fail("the signature has no reference");
    xmlSecBufferPtr content = xmlSecDSigReferenceCtxGetPreDigestBuffer(reference);
    if (content == NULL) return cxs_fail("the reference has no content");
    verification->digest_valid = reference->status == xmlSecDSigStatusSucceeded;
    verification->signature_valid = context->status == xmlSecDSigStatusSucceeded;
    return cxs_fill(&verification->content, xmlSecBufferGetData(content), xmlSecBufferGetSize(content));
}

int cxs_verify(
    cxs_document *document, cxs_node *signature, cxs_node *target, const cxs_key *key, bool any_algorithm,
    cxs_verification *verification) {
    cxs_begin();
    memset(verification, 0, sizeof *verification);
    if (name_as_identifier(document, target) < 0) return -1;
    xmlSecDSigCtxPtr context = xmlSecDSigCtxCreate(NULL);
    if (context == NULL) return cxs_fail("out of memory");
    context->signKey = operation_key(key);
    int result = -1;
    if (context->signKey != NULL && allow(context, any_algorithm) == 0 && xmlSecDSigCtxVerify(context, signature) == 0) {
        result = collect(context, verification);
    }
    xmlSecDSigCtxDestroy(context);
    ERR_clear_error();
    return result;
}

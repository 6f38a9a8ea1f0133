/* What the parts of CXMLSec share. Not for Swift. */
#pragma once

#include "cxmlsec.h"

#include <openssl/evp.h>

struct cxs_key {
    EVP_PKEY *pkey;
};

/* Loads libxml2, xmlsec and OpenSSL; before that, none of their functions may be called. */
int cxs_load_libraries(void);
/* Leaves a text for cxs_last_error and returns -1. */
int cxs_note(const char *text);
/* The same, and forgets the errors that OpenSSL keeps. */
int cxs_fail(const char *text);
/* Forgets the last error and silences libxml2, which keeps its handlers per thread and prints to stderr by default. */
void cxs_begin(void);
/* Copies bytes into a buffer and appends a NUL. */
int cxs_fill(cxs_buffer *buffer, const void *bytes, size_t count);
/* An attribute without namespace, or in `namespace_uri`; NULL if there is none. */
struct _xmlAttr *cxs_find_attribute(const cxs_node *node, const char *name, const char *namespace_uri);

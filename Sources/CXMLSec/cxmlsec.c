#include "internal.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <xmlsec/base64.h>
#include <xmlsec/crypto.h>
#include <xmlsec/errors.h>
#include <xmlsec/xmlsec.h>

#include <openssl/err.h>

/* ---- Failures ---- */

static _Thread_local char last_error[256];

int cxs_note(const char *text) {
    snprintf(last_error, sizeof last_error, "%s", text);
    return -1;
}

int cxs_fail(const char *text) {
    ERR_clear_error();
    return cxs_note(text);
}

const char *cxs_last_error(void) { return last_error; }

/* xmlsec reports the innermost cause first; that one is kept. */
static void note_xmlsec_error(
    const char *file, int line, const char *function, const char *object, const char *subject, int reason, const char *message) {
    (void)file;
    (void)line;
    if (last_error[0] == '\0') {
        snprintf(
            last_error, sizeof last_error, "%s: %s %s (reason %d) %s", function ? function : "", object ? object : "",
            subject ? subject : "", reason, message ? message : "");
    }
}

static void ignore_generic_error(void *context, const char *format, ...) {
    (void)context;
    (void)format;
}

static void ignore_structured_error(void *context, xmlErrorPtr error) {
    (void)context;
    (void)error;
}

void cxs_begin(void) {
    last_error[0] = '\0';
    xmlSetGenericErrorFunc(NULL, ignore_generic_error);
    xmlSetStructuredErrorFunc(NULL, ignore_structured_error);
}

/* ---- Initialization ---- */

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int prepared = -1;

static void prepare(void) {
    if (cxs_load_libraries() < 0) return;
    xmlInitParser();
    if (xmlSecInit() < 0 || xmlSecCheckVersion() != 1) return;
    if (xmlSecCryptoAppInit(NULL) < 0 || xmlSecCryptoInit() < 0) return;
    xmlSecErrorsSetCallback(note_xmlsec_error);
    /* Base64 on one line, so that collapsing white space leaves signatures valid. */
    xmlSecBase64SetDefaultLineSize(0);
    prepared = 0;
}

int cxs_prepare(void) {
    pthread_once(&once, prepare);
    return prepared;
}

/* ---- Buffers ---- */

int cxs_fill(cxs_buffer *buffer, const void *bytes, size_t count) {
    buffer->bytes = malloc(count + 1);
    if (buffer->bytes == NULL) return cxs_note("out of memory");
    if (count > 0) memcpy(buffer->bytes, bytes, count);
    buffer->bytes[count] = '\0';
    buffer->count = count;
    return 0;
}

void cxs_buffer_free(cxs_buffer buffer) { free(buffer.bytes); }

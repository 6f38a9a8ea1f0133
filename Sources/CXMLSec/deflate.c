#include "internal.h"

#include <stdlib.h>

#include <zlib.h>

/* Raw DEFLATE (RFC 1951), without zlib's header, as the HTTP-Redirect binding wants it. */

int cxs_deflate(const char *bytes, size_t count, cxs_buffer *deflated) {
    z_stream stream = {0};
    if (count > UINT32_MAX / 2) return cxs_note("too large");
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK) {
        return cxs_note("out of memory");
    }
    size_t capacity = deflateBound(&stream, (uLong)count);
    unsigned char *output = malloc(capacity);
    int result = -1;
    if (output == NULL) {
        cxs_note("out of memory");
    } else {
        stream.next_in = (unsigned char *)bytes;
        stream.avail_in = (uInt)count;
        stream.next_out = output;
        stream.avail_out = (uInt)capacity;
        result = deflate(&stream, Z_FINISH) == Z_STREAM_END ? cxs_fill(deflated, output, stream.total_out)
                                                           : cxs_note("cannot be deflated");
    }
    free(output);
    deflateEnd(&stream);
    return result;
}

int cxs_inflate(const uint8_t *bytes, size_t count, size_t limit, cxs_buffer *inflated) {
    z_stream stream = {0};
    if (count > UINT32_MAX || limit >= UINT32_MAX) return cxs_note("too large");
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) return cxs_note("out of memory");
    /* One byte more than the limit, to detect longer content; nothing beyond it is ever written. */
    unsigned char *output = malloc(limit + 1);
    int result = -1;
    if (output == NULL) {
        cxs_note("out of memory");
    } else {
        stream.next_in = (unsigned char *)bytes;
        stream.avail_in = (uInt)count;
        stream.next_out = output;
        stream.avail_out = (uInt)(limit + 1);
        int status = inflate(&stream, Z_FINISH);
        if (stream.total_out > limit) {
            result = 1;
        } else if (status != Z_STREAM_END || stream.avail_in != 0) {
            cxs_note("not DEFLATE, or more after its end");
        } else {
            result = cxs_fill(inflated, output, stream.total_out);
        }
    }
    free(output);
    inflateEnd(&stream);
    return result;
}

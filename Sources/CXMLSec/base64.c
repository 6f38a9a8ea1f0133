#include "internal.h"

size_t cxs_base64_encode(const uint8_t *bytes, size_t count, uint8_t *text) {
    return (size_t)EVP_EncodeBlock(text, bytes, (int)count);
}

bool cxs_base64_decode(const uint8_t *text, size_t count, uint8_t *bytes) {
    return EVP_DecodeBlock(bytes, text, (int)count) >= 0;
}

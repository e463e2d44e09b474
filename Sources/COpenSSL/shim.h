// What the Crypto target uses of libcrypto: one-shot digests and HMAC, comparison in constant time.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

// What the Crypto target uses of libcrypto: one-shot digests and HMAC, random bytes, comparison in constant time.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

// What the Crypto target uses of libcrypto: one-shot digests and HMAC, comparison in constant time, public keys with the signatures that
// they check, certificates, and the readers of PEM and PKCS #12 files.
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/pem.h>
#include <openssl/pkcs12.h>
#include <openssl/x509v3.h>

// A macro made of macros, which Swift does not see.
static const int journey_public_key_selection = EVP_PKEY_PUBLIC_KEY;

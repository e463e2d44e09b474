// What the JOSE target uses of José and of jansson, the JSON library that José's values are made of. Both are opened when a token is
// first made or checked; to build, their headers are needed and nothing else of them.
#include "../CDynamicLibrary/functions.h"

#include <jose/jose.h>
#include <openssl/err.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __APPLE__
#define JOURNEY_JOSE_LIBRARY "libjose.0.dylib"
#else
#define JOURNEY_JOSE_LIBRARY "libjose.so.0"
#endif

// What is used of it, and of the jansson that it brings.
#define JOURNEY_FUNCTIONS(each) \
  each(jose_cfg) \
  each(jose_cfg_decref) \
  each(jose_cfg_set_err_func) \
  each(jose_jwk_gen) \
  each(jose_jws_sig) \
  each(jose_jws_ver) \
  each(json_loadb) \
  each(json_dumps) \
  each(json_delete)

JOURNEY_LIBRARY(journey_jose, JOURNEY_FUNCTIONS)
#undef JOURNEY_FUNCTIONS

// Room for one message of José, its terminating zero included.
enum { JOURNEY_JOSE_MESSAGE_SIZE = 160 };

// José reports through a function that takes a va_list, which Swift cannot offer. The first message says the cause, so
// it is the one that is kept; `message` is a buffer of JOURNEY_JOSE_MESSAGE_SIZE bytes.
static inline void journey_jose_keep_message(void *message, const char *file, int line, uint64_t code,
                                             const char *format, va_list arguments) {
  (void)file;
  (void)line;
  (void)code;
  char *text = (char *)message;
  if (text[0] == '\0')
    vsnprintf(text, JOURNEY_JOSE_MESSAGE_SIZE, format, arguments);
}

// A configuration that keeps messages in the buffer; without one José prints them on standard error.
static inline jose_cfg_t *_Nullable journey_jose_configure(const struct journey_jose *_Nonnull jose, char *_Nonnull message) {
  jose_cfg_t *configuration = jose->jose_cfg();
  if (configuration)
    jose->jose_cfg_set_err_func(configuration, journey_jose_keep_message, message);
  return configuration;
}

static inline void journey_jose_release(const struct journey_jose *_Nonnull jose, jose_cfg_t *_Nonnull configuration) {
  jose->jose_cfg_decref(configuration);
}

static inline bool journey_jose_generate(const struct journey_jose *_Nonnull jose, jose_cfg_t *_Nonnull configuration,
                                         json_t *_Nonnull key) {
  return jose->jose_jwk_gen(configuration, key);
}

static inline bool journey_jose_sign(const struct journey_jose *_Nonnull jose, jose_cfg_t *_Nonnull configuration,
                                     json_t *_Nonnull token, json_t *_Nonnull header, const json_t *_Nonnull key) {
  return jose->jose_jws_sig(configuration, token, header, key);
}

static inline bool journey_jose_verify(const struct journey_jose *_Nonnull jose, jose_cfg_t *_Nonnull configuration,
                                       const json_t *_Nonnull token, const json_t *_Nonnull key) {
  return jose->jose_jws_ver(configuration, token, NULL, key, false);
}

static inline json_t *_Nullable journey_json_read(const struct journey_jose *_Nonnull jose, const char *_Nonnull text,
                                                  size_t length) {
  return jose->json_loadb(text, length, 0, NULL);
}

// The text is freed by the caller.
static inline char *_Nullable journey_json_write(const struct journey_jose *_Nonnull jose, const json_t *_Nonnull value) {
  return jose->json_dumps(value, 0);
}

// What json_decref of the header does, which would call json_delete by name.
static inline void journey_json_release(const struct journey_jose *_Nonnull jose, json_t *_Nonnull value) {
  if (value->refcount != (size_t)-1 && __atomic_sub_fetch(&value->refcount, 1, __ATOMIC_ACQ_REL) == 0)
    jose->json_delete(value);
}

// A failed check leaves its cause in OpenSSL's error queue of this thread, where the next TLS call would find it.
static inline void journey_jose_clear_openssl_errors(void) {
  ERR_clear_error();
}

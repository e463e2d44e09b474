// What the JOSE target uses of José and of jansson, the JSON library that José's values are made of.
#include <jose/jose.h>
#include <openssl/err.h>
#include <stdio.h>

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
static inline jose_cfg_t *journey_jose_cfg(char *message) {
  jose_cfg_t *configuration = jose_cfg();
  if (configuration)
    jose_cfg_set_err_func(configuration, journey_jose_keep_message, message);
  return configuration;
}

// A failed check leaves its cause in OpenSSL's error queue of this thread, where the next TLS call would find it.
static inline void journey_jose_clear_openssl_errors(void) {
  ERR_clear_error();
}

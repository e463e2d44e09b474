// What the HTTPClient target uses of libcurl, which is opened when something is to be sent: to build, its headers are needed and nothing else of
// it. Its setters and getters take `...`, which Swift cannot call: one small function for each type of argument.
#pragma once

#include "../CDynamicLibrary/functions.h"

#include <curl/curl.h>

#ifdef __APPLE__
#define JOURNEY_CURL_LIBRARY "libcurl.4.dylib"
#else
#define JOURNEY_CURL_LIBRARY "libcurl.so.4"
#endif

// What is used of it.
#define JOURNEY_FUNCTIONS(each) \
  each(curl_global_init) \
  each(curl_version_info) \
  each(curl_easy_init) \
  each(curl_easy_reset) \
  each(curl_easy_cleanup) \
  each(curl_easy_strerror) \
  each(curl_easy_setopt) \
  each(curl_easy_getinfo) \
  each(curl_multi_init) \
  each(curl_multi_cleanup) \
  each(curl_multi_add_handle) \
  each(curl_multi_remove_handle) \
  each(curl_multi_perform) \
  each(curl_multi_poll) \
  each(curl_multi_wakeup) \
  each(curl_multi_info_read) \
  each(curl_slist_append) \
  each(curl_slist_free_all)

JOURNEY_LIBRARY(journey_curl, JOURNEY_FUNCTIONS)
#undef JOURNEY_FUNCTIONS

static inline CURLcode journey_curl_set_long(const struct journey_curl *_Nonnull curl, CURL *handle, CURLoption option,
                                             long value) {
  return (curl->curl_easy_setopt)(handle, option, value);
}

static inline CURLcode journey_curl_set_offset(const struct journey_curl *_Nonnull curl, CURL *handle, CURLoption option,
                                               curl_off_t value) {
  return (curl->curl_easy_setopt)(handle, option, value);
}

static inline CURLcode journey_curl_set_text(const struct journey_curl *_Nonnull curl, CURL *handle, CURLoption option,
                                             const char *value) {
  return (curl->curl_easy_setopt)(handle, option, value);
}

static inline CURLcode journey_curl_set_pointer(const struct journey_curl *_Nonnull curl, CURL *handle, CURLoption option,
                                                void *value) {
  return (curl->curl_easy_setopt)(handle, option, value);
}

static inline CURLcode journey_curl_set_list(const struct journey_curl *_Nonnull curl, CURL *handle, CURLoption option,
                                             struct curl_slist *value) {
  return (curl->curl_easy_setopt)(handle, option, value);
}

// The write and the header function have one type.
static inline CURLcode journey_curl_set_receiver(const struct journey_curl *_Nonnull curl, CURL *handle, CURLoption option,
                                                 curl_write_callback value) {
  return (curl->curl_easy_setopt)(handle, option, value);
}

static inline CURLcode journey_curl_set_prerequisite(const struct journey_curl *_Nonnull curl, CURL *handle,
                                                     curl_prereq_callback value) {
  return (curl->curl_easy_setopt)(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode journey_curl_get_long(const struct journey_curl *_Nonnull curl, CURL *handle, CURLINFO info,
                                             long *value) {
  return (curl->curl_easy_getinfo)(handle, info, value);
}

// The result of a finished transfer lies in a union; the message is only read.
static inline CURLcode journey_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}

// The certificate file that libcurl was built to use; NULL when it has none. CURLVERSION_NOW is a macro.
static inline const char *journey_curl_default_ca_file(const struct journey_curl *_Nonnull curl) {
  return curl->curl_version_info(CURLVERSION_NOW)->cainfo;
}

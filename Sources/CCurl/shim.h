// What the HTTPClient target uses of libcurl, which is opened with the first request: to build, its headers are needed and nothing else of
// it. Its setters and getters take `...`, which Swift cannot call: one small function for each type of argument.
#pragma once

#include <curl/curl.h>
#include <dlfcn.h>

#ifdef __APPLE__
#define JOURNEY_CURL_LIBRARY "libcurl.4.dylib"
#else
#define JOURNEY_CURL_LIBRARY "libcurl.so.4"
#endif

// The functions, under their own names.
struct journey_curl {
  __typeof__(curl_global_init) *curl_global_init;
  __typeof__(curl_version_info) *curl_version_info;
  __typeof__(curl_easy_init) *curl_easy_init;
  __typeof__(curl_easy_reset) *curl_easy_reset;
  __typeof__(curl_easy_cleanup) *curl_easy_cleanup;
  __typeof__(curl_easy_strerror) *curl_easy_strerror;
  // In parentheses, since the header has macros of these names.
  __typeof__((curl_easy_setopt)) *curl_easy_setopt;
  __typeof__((curl_easy_getinfo)) *curl_easy_getinfo;
  __typeof__(curl_multi_init) *curl_multi_init;
  __typeof__(curl_multi_cleanup) *curl_multi_cleanup;
  __typeof__(curl_multi_add_handle) *curl_multi_add_handle;
  __typeof__(curl_multi_remove_handle) *curl_multi_remove_handle;
  __typeof__(curl_multi_perform) *curl_multi_perform;
  __typeof__(curl_multi_poll) *curl_multi_poll;
  __typeof__(curl_multi_wakeup) *curl_multi_wakeup;
  __typeof__(curl_multi_info_read) *curl_multi_info_read;
  __typeof__(curl_slist_append) *curl_slist_append;
  __typeof__(curl_slist_free_all) *curl_slist_free_all;
};

// Finds the functions in an open libcurl. NULL when all are there, else the name of one that is not.
static inline const char *_Nullable journey_curl_find(void *_Nonnull library, struct journey_curl *_Nonnull functions) {
#define JOURNEY_FIND(name)                                       \
  {                                                              \
    void *found = dlsym(library, #name);                         \
    if (!found)                                                  \
      return #name;                                              \
    *(void **)(void *)&functions->name = found;                  \
  }
  JOURNEY_FIND(curl_global_init)
  JOURNEY_FIND(curl_version_info)
  JOURNEY_FIND(curl_easy_init)
  JOURNEY_FIND(curl_easy_reset)
  JOURNEY_FIND(curl_easy_cleanup)
  JOURNEY_FIND(curl_easy_strerror)
  JOURNEY_FIND(curl_easy_setopt)
  JOURNEY_FIND(curl_easy_getinfo)
  JOURNEY_FIND(curl_multi_init)
  JOURNEY_FIND(curl_multi_cleanup)
  JOURNEY_FIND(curl_multi_add_handle)
  JOURNEY_FIND(curl_multi_remove_handle)
  JOURNEY_FIND(curl_multi_perform)
  JOURNEY_FIND(curl_multi_poll)
  JOURNEY_FIND(curl_multi_wakeup)
  JOURNEY_FIND(curl_multi_info_read)
  JOURNEY_FIND(curl_slist_append)
  JOURNEY_FIND(curl_slist_free_all)
#undef JOURNEY_FIND
  return NULL;
}

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

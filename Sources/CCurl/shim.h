// libcurl's setters and getters take `...`, which Swift cannot call: one small function for each type of argument.
#pragma once

#include <curl/curl.h>

static inline CURLcode journey_curl_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode journey_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode journey_curl_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode journey_curl_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode journey_curl_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}

// The write and the header function have one type.
static inline CURLcode journey_curl_set_receiver(CURL *handle, CURLoption option, curl_write_callback value) {
  return curl_easy_setopt(handle, option, value);
}

static inline CURLcode journey_curl_set_prerequisite(CURL *handle, curl_prereq_callback value) {
  return curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, value);
}

static inline CURLcode journey_curl_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}

// The result of a finished transfer lies in a union; the message is only read.
static inline CURLcode journey_curl_message_result(const CURLMsg *message) {
  return message->data.result;
}

// The certificate file that libcurl was built to use; NULL when it has none. CURLVERSION_NOW is a macro.
static inline const char *journey_curl_default_ca_file(void) {
  return curl_version_info(CURLVERSION_NOW)->cainfo;
}

// `MHD_start_daemon` takes `...`, which Swift cannot call, and some results are macros with casts, which Swift cannot see.
#pragma once

#include <microhttpd.h>

struct journey_mhd_settings {
  int listen_socket;
  size_t connection_memory;
  unsigned int connection_limit;
  unsigned int connection_timeout_seconds;
  unsigned int threads;
  void *context; // given to all four functions
  MHD_AccessHandlerCallback handle;
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback complete;
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

static inline struct MHD_Daemon *journey_mhd_start(const struct journey_mhd_settings *settings) {
  return MHD_start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL, settings->handle,
      settings->context,
      MHD_OPTION_LISTEN_SOCKET, settings->listen_socket,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->connection_timeout_seconds,
      MHD_OPTION_THREAD_POOL_SIZE, settings->threads,
      MHD_OPTION_URI_LOG_CALLBACK, settings->begin, settings->context,
      MHD_OPTION_NOTIFY_COMPLETED, settings->complete, settings->context,
      MHD_OPTION_UNESCAPE_CALLBACK, settings->unescape, settings->context,
      MHD_OPTION_END);
}

static const ssize_t journey_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

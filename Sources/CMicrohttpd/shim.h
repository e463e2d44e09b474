// What the HTTPServer target uses of libmicrohttpd, which is opened when a server starts: to build, its headers are needed and nothing
// else of it. `MHD_start_daemon` takes `...`, which Swift cannot call, and some results are macros with casts, which Swift cannot see.
#pragma once

#include "../CDynamicLibrary/functions.h"

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdbool.h>

#ifdef __APPLE__
#define JOURNEY_MHD_LIBRARY "libmicrohttpd.12.dylib"
#else
#define JOURNEY_MHD_LIBRARY "libmicrohttpd.so.12"
#endif

// What is used of it.
#define JOURNEY_FUNCTIONS(each) \
  each(MHD_start_daemon) \
  each(MHD_quiesce_daemon) \
  each(MHD_stop_daemon) \
  each(MHD_get_connection_info) \
  each(MHD_get_connection_values_n) \
  each(MHD_suspend_connection) \
  each(MHD_resume_connection) \
  each(MHD_create_response_from_buffer) \
  each(MHD_create_response_from_callback) \
  each(MHD_add_response_header) \
  each(MHD_queue_response) \
  each(MHD_destroy_response)

JOURNEY_LIBRARY(journey_mhd, JOURNEY_FUNCTIONS)
#undef JOURNEY_FUNCTIONS

struct journey_mhd_settings {
  int listen_socket;
  size_t connection_memory;
  unsigned int connection_limit;
  unsigned int address_limit; // connections of one address
  unsigned int connection_timeout_seconds;
  unsigned int threads;
  void *context; // given to all five functions
  MHD_AccessHandlerCallback handle;
  void *(*begin)(void *context, const char *target, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback complete;
  MHD_NotifyConnectionCallback notify;
  size_t (*unescape)(void *context, struct MHD_Connection *connection, char *text);
};

static inline struct MHD_Daemon *journey_mhd_start(const struct journey_mhd *_Nonnull mhd,
                                                   const struct journey_mhd_settings *settings) {
  return mhd->MHD_start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_TURBO, 0, NULL, NULL, settings->handle,
      settings->context,
      MHD_OPTION_LISTEN_SOCKET, settings->listen_socket,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connection_memory,
      MHD_OPTION_CONNECTION_LIMIT, settings->connection_limit,
      MHD_OPTION_PER_IP_CONNECTION_LIMIT, settings->address_limit,
      MHD_OPTION_CONNECTION_TIMEOUT, settings->connection_timeout_seconds,
      MHD_OPTION_THREAD_POOL_SIZE, settings->threads,
      MHD_OPTION_URI_LOG_CALLBACK, settings->begin, settings->context,
      MHD_OPTION_NOTIFY_COMPLETED, settings->complete, settings->context,
      MHD_OPTION_NOTIFY_CONNECTION, settings->notify, settings->context,
      MHD_OPTION_UNESCAPE_CALLBACK, settings->unescape, settings->context,
      MHD_OPTION_END);
}

enum { JOURNEY_MHD_ADDRESS_SIZE = INET6_ADDRSTRLEN };

// The IP address of the other end, as text. `text` has JOURNEY_MHD_ADDRESS_SIZE bytes.
static inline bool journey_mhd_peer(const struct journey_mhd *_Nonnull mhd, struct MHD_Connection *connection, char *text) {
  const union MHD_ConnectionInfo *info = mhd->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info == NULL || info->client_addr == NULL) {
    return false;
  }
  const struct sockaddr *address = info->client_addr;
  const void *bytes = address->sa_family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)address)->sin6_addr
                                                     : (const void *)&((const struct sockaddr_in *)address)->sin_addr;
  return inet_ntop(address->sa_family, bytes, text, JOURNEY_MHD_ADDRESS_SIZE) != NULL;
}

static const ssize_t journey_mhd_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;

// What `notify` has put beside a connection; NULL for nothing.
static inline void *journey_mhd_beside(const struct journey_mhd *_Nonnull mhd, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

// The socket of a connection; -1 for none.
static inline int journey_mhd_socket(const struct journey_mhd *_Nonnull mhd, struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = mhd->MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

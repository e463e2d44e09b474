// What the SecretService target uses of libsecret, GIO and GLib. Few people keep anything in a keyring, so the library is
// opened when one asks for it, and neither its headers nor the library are needed to build. The declarations here are
// those of libsecret 0.18 and GLib 2.46 and of every later version: the ABI of both is stable.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __APPLE__
#define JOURNEY_SECRET_LIBRARY "libsecret-1.0.dylib"
#else
#define JOURNEY_SECRET_LIBRARY "libsecret-1.so.0"
#endif

#pragma clang assume_nonnull begin

// The beginning of a GError; `domain` is a quark.
struct journey_error {
  uint32_t domain;
  int32_t code;
  char *message;
};

// A node of a GList.
struct journey_list {
  void *data;
  struct journey_list *_Nullable next;
  struct journey_list *_Nullable previous;
};

enum {
  JOURNEY_BUS_NONE = 0,
  JOURNEY_DBUS_CONNECTION_AUTHENTICATION_CLIENT = 1 << 0,
  JOURNEY_DBUS_CONNECTION_MESSAGE_BUS = 1 << 3,
  JOURNEY_SECRET_SERVICE_OPEN_SESSION = 1 << 1,
  JOURNEY_SECRET_SEARCH_ALL = 1 << 1,
  JOURNEY_SECRET_ITEM_CREATE_REPLACE = 1 << 1,
};

// The beginning of a GObjectClass.
struct journey_object_class {
  size_t type;
  void *_Nullable construct_properties;
  void *_Nonnull (*constructor)(size_t type, unsigned int count, void *properties);
};

// A GTypeQuery.
struct journey_type_query {
  size_t type;
  const char *_Nullable name;
  unsigned int class_size;
  unsigned int instance_size;
};

// The functions, under their own names. What is a C type there is `void *` here.
struct journey_secret {
  void (*g_free)(void *_Nullable memory);
  char *_Nonnull (*g_strdup)(const char *text);
  void (*g_error_free)(struct journey_error *error);
  const char *_Nullable (*g_quark_to_string)(uint32_t quark);
  void (*g_list_free)(struct journey_list *_Nullable list);

  void *_Nonnull (*g_hash_table_new_full)(void *hash, void *equal, void *free_key, void *free_value);
  void *g_str_hash;
  void *g_str_equal;
  int (*g_hash_table_insert)(void *table, void *key, void *value);
  void (*g_hash_table_unref)(void *table);

  void *_Nonnull (*g_main_context_new)(void);
  void (*g_main_context_push_thread_default)(void *context);
  void (*g_main_context_pop_thread_default)(void *context);
  int (*g_main_context_iteration)(void *context, int may_block);
  void (*g_main_context_unref)(void *context);

  void (*g_object_unref)(void *object);
  void *_Nonnull (*g_cancellable_new)(void);
  void (*g_cancellable_cancel)(void *cancellable);
  void *_Nullable (*g_initable_new)(size_t type, void *_Nullable cancellable,
                                    struct journey_error *_Nullable *_Nullable error, const char *first_property, ...);
  void *_Nullable (*g_dbus_connection_new_for_address_sync)(const char *address, unsigned int flags,
                                                            void *_Nullable observer, void *_Nullable cancellable,
                                                            struct journey_error *_Nullable *_Nullable error);
  char *_Nullable (*g_dbus_error_get_remote_error)(struct journey_error *error);
  int (*g_dbus_error_strip_remote_error)(struct journey_error *error);

  size_t (*g_type_from_name)(const char *name);
  void (*g_type_query)(size_t type, struct journey_type_query *query);
  size_t (*g_type_register_static_simple)(size_t parent, const char *name, unsigned int class_size, void *class_init,
                                          unsigned int instance_size, void *_Nullable instance_init,
                                          unsigned int flags);

  size_t (*secret_service_get_type)(void);
  struct journey_list *_Nullable (*secret_service_search_sync)(void *service, const void *_Nullable schema,
                                                               void *attributes, int flags,
                                                               void *_Nullable cancellable,
                                                               struct journey_error *_Nullable *_Nullable error);
  int (*secret_service_unlock_sync)(void *service, struct journey_list *objects, void *_Nullable cancellable,
                                    struct journey_list *_Nullable *_Nullable unlocked,
                                    struct journey_error *_Nullable *_Nullable error);

  void *_Nullable (*secret_collection_for_alias_sync)(void *service, const char *alias, int flags,
                                                      void *_Nullable cancellable,
                                                      struct journey_error *_Nullable *_Nullable error);
  int (*secret_collection_get_locked)(void *collection);

  int (*secret_item_get_locked)(void *item);
  uint64_t (*secret_item_get_modified)(void *item);
  int (*secret_item_load_secret_sync)(void *item, void *_Nullable cancellable,
                                      struct journey_error *_Nullable *_Nullable error);
  void *_Nullable (*secret_item_get_secret)(void *item);
  int (*secret_item_delete_sync)(void *item, void *_Nullable cancellable,
                                 struct journey_error *_Nullable *_Nullable error);
  void *_Nullable (*secret_item_create_sync)(void *collection, const void *_Nullable schema, void *attributes,
                                             const char *label, void *value, int flags, void *_Nullable cancellable,
                                             struct journey_error *_Nullable *_Nullable error);

  void *_Nonnull (*secret_value_new)(const char *secret, ptrdiff_t length, const char *content_type);
  const char *_Nonnull (*secret_value_get)(void *value, size_t *_Nullable length);
  void (*secret_value_unref)(void *value);
};

// Finds the functions in an open libsecret and in the libraries that it brings. NULL when all are there, else the name of
// one that is not.
static inline const char *_Nullable journey_secret_find(void *library, struct journey_secret *functions) {
#define JOURNEY_FIND(name)                                       \
  {                                                              \
    void *found = dlsym(library, #name);                         \
    if (!found)                                                  \
      return #name;                                              \
    *(void **)(void *)&functions->name = found;                  \
  }
  JOURNEY_FIND(g_free)
  JOURNEY_FIND(g_strdup)
  JOURNEY_FIND(g_error_free)
  JOURNEY_FIND(g_quark_to_string)
  JOURNEY_FIND(g_list_free)
  JOURNEY_FIND(g_hash_table_new_full)
  JOURNEY_FIND(g_str_hash)
  JOURNEY_FIND(g_str_equal)
  JOURNEY_FIND(g_hash_table_insert)
  JOURNEY_FIND(g_hash_table_unref)
  JOURNEY_FIND(g_main_context_new)
  JOURNEY_FIND(g_main_context_push_thread_default)
  JOURNEY_FIND(g_main_context_pop_thread_default)
  JOURNEY_FIND(g_main_context_iteration)
  JOURNEY_FIND(g_main_context_unref)
  JOURNEY_FIND(g_object_unref)
  JOURNEY_FIND(g_cancellable_new)
  JOURNEY_FIND(g_cancellable_cancel)
  JOURNEY_FIND(g_initable_new)
  JOURNEY_FIND(g_dbus_connection_new_for_address_sync)
  JOURNEY_FIND(g_dbus_error_get_remote_error)
  JOURNEY_FIND(g_dbus_error_strip_remote_error)
  JOURNEY_FIND(g_type_from_name)
  JOURNEY_FIND(g_type_query)
  JOURNEY_FIND(g_type_register_static_simple)
  JOURNEY_FIND(secret_service_get_type)
  JOURNEY_FIND(secret_service_search_sync)
  JOURNEY_FIND(secret_service_unlock_sync)
  JOURNEY_FIND(secret_collection_for_alias_sync)
  JOURNEY_FIND(secret_collection_get_locked)
  JOURNEY_FIND(secret_item_get_locked)
  JOURNEY_FIND(secret_item_get_modified)
  JOURNEY_FIND(secret_item_load_secret_sync)
  JOURNEY_FIND(secret_item_get_secret)
  JOURNEY_FIND(secret_item_delete_sync)
  JOURNEY_FIND(secret_item_create_sync)
  JOURNEY_FIND(secret_value_new)
  JOURNEY_FIND(secret_value_get)
  JOURNEY_FIND(secret_value_unref)
#undef JOURNEY_FIND
  return NULL;
}

// A SecretService on a connection of ours. libsecret's own ways to make one take the connection that the whole process
// shares, which is made from the environment and ends the process when the bus goes away. The constructor of the class asks
// for that connection after all properties are set; the one of a class below it still has the time to take that back.
static inline void *journey_secret_service_construct(size_t type, unsigned int count, void *properties) {
  void *library = dlopen(JOURNEY_SECRET_LIBRARY, RTLD_NOW | RTLD_NOLOAD);
  size_t (*g_type_parent)(size_t) = (size_t (*)(size_t))dlsym(library, "g_type_parent");
  struct journey_object_class *(*g_type_class_peek)(size_t) =
      (struct journey_object_class * (*)(size_t)) dlsym(library, "g_type_class_peek");
  void (*g_object_set)(void *, const char *, ...) = (void (*)(void *, const char *, ...))dlsym(library, "g_object_set");
  void *service = g_type_class_peek(g_type_parent(type))->constructor(type, count, properties);
  g_object_set(service, "g-bus-type", JOURNEY_BUS_NONE, (char *)NULL);
  dlclose(library);
  return service;
}

static inline void journey_secret_service_class_init(struct journey_object_class *class_, void *_Nullable data) {
  (void)data;
  class_->constructor = journey_secret_service_construct;
}

// The type of such an object, registered by the first call. One thread at a time.
static inline size_t journey_secret_service_type(const struct journey_secret *functions) {
  const char *name = "JourneySecretService";
  size_t known = functions->g_type_from_name(name);
  if (known)
    return known;
  struct journey_type_query parent;
  functions->g_type_query(functions->secret_service_get_type(), &parent);
  return functions->g_type_register_static_simple(parent.type, name, parent.class_size,
                                                  (void *)journey_secret_service_class_init, parent.instance_size,
                                                  NULL, 0);
}

// Makes one, with its session open. Swift cannot call a function that takes `...`.
static inline void *_Nullable journey_secret_service_new(const struct journey_secret *functions, size_t type,
                                                         void *connection, void *_Nullable cancellable,
                                                         struct journey_error *_Nullable *_Nullable error) {
  return functions->g_initable_new(type, cancellable, error, "g-connection", connection, "flags",
                                   JOURNEY_SECRET_SERVICE_OPEN_SESSION, (char *)NULL);
}

#pragma clang assume_nonnull end

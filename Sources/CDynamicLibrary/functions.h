// The table of the functions of a library that is opened at run time, and how it is filled; for the shim headers of those libraries.
#pragma once

#include <dlfcn.h>
#include <stddef.h>

// In parentheses, since a header may have a macro of that name.
#define JOURNEY_POINTER(name) __typeof__((name)) *name;

#define JOURNEY_FIND(name)                        \
  if (!(found = dlsym(library, #name)))           \
    return #name;                                 \
  *(void **)(void *)&functions->name = found;

// `struct TABLE` has the functions of a list under their own names. TABLE_find finds them in an open library: NULL when all are there,
// else the name of one that is not.
#define JOURNEY_LIBRARY(table, list)                                                                                \
  struct table {                                                                                                    \
    list(JOURNEY_POINTER)                                                                                           \
  };                                                                                                                \
  static inline const char *_Nullable table##_find(void *_Nonnull library, struct table *_Nonnull functions) {      \
    void *found;                                                                                                    \
    list(JOURNEY_FIND)                                                                                              \
    return NULL;                                                                                                    \
  }

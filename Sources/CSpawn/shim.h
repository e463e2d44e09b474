// What starts a program and gives it no descriptor of ours: the calls for it differ by system, and Swift does not see glibc's.
#pragma once

#include <spawn.h>

/// The new program gets no descriptor from 3 on, also none that another thread opens meanwhile. To be called after the other actions.
static inline int journey_spawn_close_others(posix_spawn_file_actions_t *actions, short *flags) {
#ifdef __APPLE__
  *flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
  return posix_spawn_file_actions_addinherit_np(actions, 2);
#else
  (void)flags;
  return posix_spawn_file_actions_addclosefrom_np(actions, 3);
#endif
}

// Starts two commands in turn and measures each from its start to its end, with less around them than a shell has.
//
//   spawn TIMES COMMAND… -- COMMAND…     prints microseconds, a line for each pair
//
// Their output goes to /dev/null.
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static double run(char **words) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int status;
  double start = now();
  if (posix_spawnp(&child, words[0], &actions, NULL, words, environ) || waitpid(child, &status, 0) < 0 || status) {
    fprintf(stderr, "spawn: %s fails\n", words[0]);
    exit(1);
  }
  double took = now() - start;
  posix_spawn_file_actions_destroy(&actions);
  return took;
}

int main(int count, char **words) {
  int times = count > 1 ? atoi(words[1]) : 0;
  char **second = NULL;
  for (int i = 2; i < count; i++)
    if (!strcmp(words[i], "--")) { words[i] = NULL; second = words + i + 1; break; }
  if (!second) return fprintf(stderr, "usage: spawn TIMES COMMAND… -- COMMAND…\n"), 2;
  for (int i = 0; i < times; i++) {
    double first = run(words + 2);
    printf("%.1f %.1f\n", first, run(second));
  }
}

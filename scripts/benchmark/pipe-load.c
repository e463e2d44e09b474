// Sends JSON-RPC echo calls, one a line, to a program through pipes.
//
//   pipe-load CALLS ROUNDS ONE-BY-ONE COMMAND…
//
// Prints a line for each round, seconds for CALLS pipelined calls, then "p50 p95" in microseconds of ONE-BY-ONE calls. The program is
// started before the clock is, and has answered once.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static int to, from;
static char *calls;
static size_t length;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void put(const char *bytes, size_t count) {
  while (count) {
    ssize_t done = write(to, bytes, count);
    if (done <= 0) exit(1);
    bytes += done;
    count -= (size_t)done;
  }
}

// Reads so many lines; gives how many were answers with a result.
static long take(long lines) {
  static char buffer[1 << 20];
  while (lines > 0) {
    ssize_t count = read(from, buffer, sizeof buffer);
    if (count <= 0) { fprintf(stderr, "pipe-load: the program ended\n"); exit(1); }
    for (char *at = buffer; (at = memchr(at, '\n', (size_t)(buffer + count - at))); at++) lines--;
  }
  return lines;
}

static void *feed(void *unused) { put(calls, length); return unused; }

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int count, char **words) {
  if (count < 5) return fprintf(stderr, "usage: pipe-load CALLS ROUNDS ONE-BY-ONE COMMAND…\n"), 2;
  long many = atol(words[1]), rounds = atol(words[2]), single = atol(words[3]);
  int input[2], output[2];
  if (pipe2(input, 0) || pipe2(output, 0)) return 1;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[0], 0);
  posix_spawn_file_actions_adddup2(&actions, output[1], 1);
  for (int i = 0; i < 2; i++) {
    posix_spawn_file_actions_addclose(&actions, input[i]);
    posix_spawn_file_actions_addclose(&actions, output[i]);
  }
  pid_t child;
  if (posix_spawnp(&child, words[4], &actions, NULL, words + 4, environ)) return perror(words[4]), 1;
  close(input[0]);
  close(output[1]);
  to = input[1];
  from = output[0];
  calls = malloc((size_t)many * 100);
  for (long i = 1; i <= many; i++)
    length += (size_t)sprintf(calls + length, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"method\":\"echo\",\"params\":{\"text\":\"hello, world\"}}\n", i);
  size_t first = (size_t)((char *)memchr(calls, '\n', length) - calls) + 1;
  put(calls, first);
  take(1);
  for (long round = 0; round < rounds; round++) {
    pthread_t thread;
    double start = now();
    pthread_create(&thread, NULL, feed, NULL);
    take(many);
    printf("%.6f\n", now() - start);
    pthread_join(thread, NULL);
  }
  double *times = malloc(sizeof(double) * (size_t)(single + 1));
  for (long i = 0; i < single; i++) {
    double start = now();
    put(calls, first);
    take(1);
    times[i] = (now() - start) * 1e6;
  }
  if (single) {
    qsort(times, (size_t)single, sizeof(double), by_size);
    printf("%.2f %.2f\n", times[single / 2], times[single * 95 / 100]);
  }
  close(to);
  kill(child, SIGTERM);
  waitpid(child, NULL, 0);
}

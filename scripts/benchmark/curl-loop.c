// Signs in again and again with libcurl and nothing else: no JSON is parsed, the answers are put in by searching for text.
//
//   curl-loop URL SECONDS-OR-0 LOGINS THREADS     prints: logins seconds cpu-seconds microseconds-per-request(median)
//
// Each thread has one connection, which is kept. A login is two POSTs. With seconds 0 each thread makes LOGINS of them.
#define _GNU_SOURCE
#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

struct text { char *bytes; size_t length, room; };
static const char *url;
static double until;
static long most;

struct worker { pthread_t thread; long logins, failures; double *times; long count; };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void add(struct text *text, const char *bytes, size_t length) {
  if (text->length + length + 1 > text->room) text->bytes = realloc(text->bytes, text->room = (text->length + length + 1) * 2);
  memcpy(text->bytes + text->length, bytes, length);
  text->bytes[text->length += length] = 0;
}

static size_t receive(char *bytes, size_t size, size_t count, void *text) {
  add(text, bytes, size * count);
  return size * count;
}

// Copies the step with a value put into the first two inputs.
static void answer(const struct text *step, struct text *reply) {
  const char *values[] = {"demo", "Ch4ng31t"}, *from = step->bytes;
  reply->length = 0;
  for (int i = 0; i < 2; i++) {
    char name[32];
    sprintf(name, "\"IDToken%d\"", i + 1);
    char *place = strstr(from, name);
    if (!place || !(place = strstr(place, "\"value\":\""))) break;
    place += 9;
    add(reply, from, (size_t)(place - from));
    add(reply, values[i], strlen(values[i]));
    from = place;
  }
  add(reply, from, step->length - (size_t)(from - step->bytes));
}

static int post(CURL *curl, const char *body, size_t length, struct text *result, struct worker *worker) {
  long status = 0;
  result->length = 0;
  curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)length);
  curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
  curl_easy_setopt(curl, CURLOPT_WRITEDATA, result);
  double start = now();
  if (curl_easy_perform(curl)) return 0;
  if (worker->count < 4000000) worker->times[worker->count++] = now() - start;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  return status == 200 && result->length > 0;
}

static void *work(void *argument) {
  struct worker *worker = argument;
  struct text step = {0}, reply = {0}, end = {0};
  CURL *curl = curl_easy_init();
  struct curl_slist *headers = NULL;
  headers = curl_slist_append(headers, "Content-Type: application/json");
  headers = curl_slist_append(headers, "Accept-API-Version: resource=2.1, protocol=1.0");
  headers = curl_slist_append(headers, "X-Requested-With: curl-loop");
  headers = curl_slist_append(headers, "Expect:");
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_POST, 1L);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, receive);
  while (most ? worker->logins + worker->failures < most : now() < until) {
    if (post(curl, "{}", 2, &step, worker)) {
      answer(&step, &reply);
      if (post(curl, reply.bytes, reply.length, &end, worker) && strstr(end.bytes, "tokenId")) { worker->logins++; continue; }
    }
    worker->failures++;
  }
  return NULL;
}

static int by_size(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

int main(int count, char **words) {
  if (count != 5) return fprintf(stderr, "usage: curl-loop URL SECONDS LOGINS THREADS\n"), 2;
  url = words[1];
  double seconds = atof(words[2]);
  most = seconds > 0 ? 0 : atol(words[3]);
  int threads = atoi(words[4]);
  curl_global_init(CURL_GLOBAL_DEFAULT);
  struct worker *workers = calloc((size_t)threads, sizeof *workers);
  double start = now();
  until = start + seconds;
  for (int i = 0; i < threads; i++) {
    workers[i].times = malloc(sizeof(double) * 4000000);
    pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  }
  long logins = 0, failures = 0;
  for (int i = 0; i < threads; i++) {
    pthread_join(workers[i].thread, NULL);
    logins += workers[i].logins;
    failures += workers[i].failures;
  }
  double took = now() - start;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  qsort(workers[0].times, (size_t)workers[0].count, sizeof(double), by_size);
  printf("%ld %.6f %.6f %.2f\n", logins, took, cpu, workers[0].times[workers[0].count / 2] * 1e6);
  if (failures) fprintf(stderr, "curl-loop: %ld logins failed\n", failures);
  return failures > 0;
}

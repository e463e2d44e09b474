// A server that costs as little as one can: it reads a request and writes one of four answers that were made at the start.
//
//   canned [callbacks [padding]]     prints its port; ends when standard input does
//
// GET: server information. POST of "{}": a step with so many callbacks, the first two for name and password, and `padding`
// bytes of text in a member of its own. POST of anything with callbacks: a session. Loopback only, one thread a connection.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct answer { char *bytes; size_t length; };
static struct answer information, step, session;

static struct answer make(const char *body) {
  struct answer a = {malloc(strlen(body) + 512), 0};
  a.length = (size_t)sprintf(a.bytes,
    "HTTP/1.1 200 OK\r\nX-ForgeRock-TransactionId: 6b4f0f1c-3f6f-4a6e-9d5e-0d0a2f0f9c11-17\r\n"
    "Cache-Control: no-cache, no-store, must-revalidate\r\nContent-API-Version: resource=2.1\r\nExpires: 0\r\n"
    "Set-Cookie: amlbcookie=01; Path=/; HttpOnly\r\nContent-Type: application/json;charset=UTF-8\r\n"
    "Content-Length: %zu\r\n\r\n%s", strlen(body), body);
  return a;
}

static char *make_step(int callbacks, size_t padding) {
  char *text = malloc(4096 + padding + (size_t)callbacks * 256), *at = text;
  at += sprintf(at, "{\"authId\":\"eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.");
  memset(at, 'e', 900); at += 900;
  at += sprintf(at, ".c2lnbmF0dXJl\",\"template\":\"\",\"stage\":\"DataStore1\",\"header\":\"Sign in\",");
  if (padding) {
    at += sprintf(at, "\"description\":\"");
    memset(at, 'x', padding); at += padding;
    at += sprintf(at, "\",");
  }
  at += sprintf(at, "\"callbacks\":[");
  for (int i = 0; i < callbacks; i++) {
    const char *type = i == 0 ? "NameCallback" : i == 1 ? "PasswordCallback" : "TextInputCallback";
    const char *prompt = i == 0 ? "User Name" : i == 1 ? "Password" : "One more text";
    at += sprintf(at, "%s{\"type\":\"%s\",\"output\":[{\"name\":\"prompt\",\"value\":\"%s\"}],"
      "\"input\":[{\"name\":\"IDToken%d\",\"value\":\"\"}],\"_id\":%d}", i ? "," : "", type, prompt, i + 1, i);
  }
  strcpy(at, "]}");
  return text;
}

static int contains(const char *text, size_t length, const char *word) { return memmem(text, length, word, strlen(word)) != NULL; }

static void *serve(void *argument) {
  int connection = (int)(long)argument;
  size_t room = 8 << 20, have = 0;
  char *input = malloc(room + 1), *end;
  for (;;) {
    ssize_t count;
    while (!(end = memmem(input, have, "\r\n\r\n", 4))) {
      if ((count = read(connection, input + have, room - have)) <= 0) goto out;
      have += (size_t)count;
    }
    size_t head = (size_t)(end - input) + 4, body = 0;
    for (char *line = input; line < end; line = (char *)memchr(line, '\n', (size_t)(end + 2 - line)) + 1)
      if (!strncasecmp(line, "Content-Length:", 15)) body = strtoul(line + 15, NULL, 10);
    if (head + body > room) goto out;
    while (have < head + body) {
      if ((count = read(connection, input + have, room - have)) <= 0) goto out;
      have += (size_t)count;
    }
    struct answer a = input[0] == 'G' ? information : contains(input + head, body, "callbacks") ? session : step;
    for (size_t sent = 0; sent < a.length; sent += (size_t)count)
      if ((count = write(connection, a.bytes + sent, a.length - sent)) <= 0) goto out;
    memmove(input, input + head + body, have - head - body);
    have -= head + body;
  }
out:
  close(connection);
  free(input);
  return NULL;
}

static void *until_end_of_input(void *unused) {
  char c;
  while (read(0, &c, 1) > 0) {}
  exit(0);
  return unused;
}

int main(int count, char **words) {
  int callbacks = count > 1 ? atoi(words[1]) : 2, one = 1;
  size_t padding = count > 2 ? strtoul(words[2], NULL, 10) : 0;
  signal(SIGPIPE, SIG_IGN);
  information = make("{\"domains\":[],\"cookieName\":\"iPlanetDirectoryPro\",\"secureCookie\":false,\"realm\":\"/\"}");
  step = make(make_step(callbacks, padding));
  session = make("{\"tokenId\":\"AQIC5wM2LY4SfcxvdvHOXjtC_eWSs2RB54tgvgK8SuYi7aQ.*AAJTSQACMDEAAlNLABM2NTAwNTk0NTE0NjAyNDk0Nzk4AAJTMQAA*\","
    "\"successUrl\":\"/am/console\",\"realm\":\"/\"}");
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t length = sizeof address;
  if (bind(listener, (void *)&address, sizeof address) || listen(listener, 512) || getsockname(listener, (void *)&address, &length))
    return perror("canned"), 1;
  printf("%d\n", ntohs(address.sin_port));
  fflush(stdout);
  pthread_t thread;
  pthread_create(&thread, NULL, until_end_of_input, NULL);
  for (;;) {
    int connection = accept(listener, NULL, NULL);
    if (connection < 0) continue;
    setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    if (pthread_create(&thread, NULL, serve, (void *)(long)connection)) close(connection); else pthread_detach(thread);
  }
}

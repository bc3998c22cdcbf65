#include "cmosquitto.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// What is used of mosquitto.h; compared with that of libmosquitto 2.0.11. Its ABI is that of libmosquitto.so.1
// since 1.0, and numbers are never given anew.
struct mosquitto;

struct mosquitto_message {
  int mid;
  char *topic;
  void *payload;
  int payloadlen;
  int qos;
  bool retain;
};

enum {
  CONN_PENDING = -1,
  SUCCESS = 0,
  NO_MEMORY = 1,
  TLS = 8,
  ERRNO = 14,
  EAI = 15,
  LOOKUP = 20,
  TLS_HANDSHAKE = 23,
};
enum { LOG_ERR = 1 << 3 };
enum { OPT_TLS_USE_OS_CERTS = 13 };
enum { VERIFY_NONE = 0, VERIFY_PEER = 1 };
enum { CONNACK_ACCEPTED = 0, CONNACK_BAD_LOGIN = 4, CONNACK_NOT_AUTHORISED = 5 };

// The broker publishes the will after one and a half of these seconds without a sign of life.
enum { KEEPALIVE_S = 30 };
enum { QOS = 1 };
enum { HANDSHAKE_TRY_MS = 20 };

static struct {
  int is_usable;
  int (*lib_init)(void);
  struct mosquitto *(*new)(const char *, bool, void *);
  void (*destroy)(struct mosquitto *);
  int (*threaded_set)(struct mosquitto *, bool);
  int (*username_pw_set)(struct mosquitto *, const char *, const char *);
  int (*tls_set)(struct mosquitto *, const char *, const char *, const char *, const char *,
                 int (*)(char *, int, int, void *));
  int (*tls_opts_set)(struct mosquitto *, int, const char *, const char *);
  int (*tls_insecure_set)(struct mosquitto *, bool);
  int (*int_option)(struct mosquitto *, int, int);
  int (*will_set)(struct mosquitto *, const char *, int, const void *, int, bool);
  int (*connect_async)(struct mosquitto *, const char *, int, int);
  int (*disconnect)(struct mosquitto *);
  int (*socket)(struct mosquitto *);
  bool (*want_write)(struct mosquitto *);
  int (*loop_read)(struct mosquitto *, int);
  int (*loop_write)(struct mosquitto *, int);
  int (*loop_misc)(struct mosquitto *);
  int (*publish)(struct mosquitto *, int *, const char *, int, const void *, int, bool);
  int (*subscribe)(struct mosquitto *, int *, const char *, int);
  void (*connect_callback_set)(struct mosquitto *, void (*)(struct mosquitto *, void *, int));
  void (*disconnect_callback_set)(struct mosquitto *, void (*)(struct mosquitto *, void *, int));
  void (*publish_callback_set)(struct mosquitto *, void (*)(struct mosquitto *, void *, int));
  void (*message_callback_set)(struct mosquitto *,
                               void (*)(struct mosquitto *, void *,
                                        const struct mosquitto_message *));
  void (*log_callback_set)(struct mosquitto *,
                           void (*)(struct mosquitto *, void *, int, const char *));
  const char *(*strerror)(int);
} lib;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
  void *library = dlopen("libmosquitto.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  const struct {
    const char *name;
    void *place;
  } symbols[] = {
      {"mosquitto_lib_init", &lib.lib_init},
      {"mosquitto_new", &lib.new},
      {"mosquitto_destroy", &lib.destroy},
      {"mosquitto_threaded_set", &lib.threaded_set},
      {"mosquitto_username_pw_set", &lib.username_pw_set},
      {"mosquitto_tls_set", &lib.tls_set},
      {"mosquitto_tls_opts_set", &lib.tls_opts_set},
      {"mosquitto_tls_insecure_set", &lib.tls_insecure_set},
      {"mosquitto_int_option", &lib.int_option},
      {"mosquitto_will_set", &lib.will_set},
      {"mosquitto_connect_async", &lib.connect_async},
      {"mosquitto_disconnect", &lib.disconnect},
      {"mosquitto_socket", &lib.socket},
      {"mosquitto_want_write", &lib.want_write},
      {"mosquitto_loop_read", &lib.loop_read},
      {"mosquitto_loop_write", &lib.loop_write},
      {"mosquitto_loop_misc", &lib.loop_misc},
      {"mosquitto_publish", &lib.publish},
      {"mosquitto_subscribe", &lib.subscribe},
      {"mosquitto_connect_callback_set", &lib.connect_callback_set},
      {"mosquitto_disconnect_callback_set", &lib.disconnect_callback_set},
      {"mosquitto_publish_callback_set", &lib.publish_callback_set},
      {"mosquitto_message_callback_set", &lib.message_callback_set},
      {"mosquitto_log_callback_set", &lib.log_callback_set},
      {"mosquitto_strerror", &lib.strerror},
  };
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(library, symbols[i].name);
    if (symbol == NULL) return;
    // Copied, as ISO C has no conversion from an object's address to a function's.
    memcpy(symbols[i].place, &symbol, sizeof symbol);
  }
  // The library stays loaded: unloading it would pull the code from under its users.
  lib.is_usable = lib.lib_init() == SUCCESS;
}

struct homenet_mqtt {
  char *texts[HOMENET_MQTT_TEXTS];
  int port;
  int uses_tls, verifies;
  int wakeup;
  atomic_int is_stopping;
  /// Whether messages can be queued: the broker has taken the client.
  atomic_int is_accepted;
  /// Set once, by the first run; other threads use it after they have seen `is_accepted`.
  struct mosquitto *client;

  // Of the run, and touched by its thread only.
  homenet_mqtt_receiver receive;
  void *context;
  int refusal;
  int is_ended;
  int is_untrusted;
  char *error;
};

homenet_mqtt *homenet_mqtt_create(void) {
  homenet_mqtt *mqtt = calloc(1, sizeof *mqtt);
  if (mqtt == NULL) return NULL;
  mqtt->wakeup = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (mqtt->wakeup < 0) {
    free(mqtt);
    return NULL;
  }
  mqtt->verifies = 1;
  mqtt->port = 1883;
  return mqtt;
}

// A freed password doesn't stay in memory; the compiler must not drop the write, hence volatile.
static void forget(char *text) {
  if (text == NULL) return;
  for (volatile char *byte = text; *byte != 0; byte++) *byte = 0;
  free(text);
}

void homenet_mqtt_free(homenet_mqtt *mqtt) {
  if (mqtt->client) lib.destroy(mqtt->client);
  for (int i = 0; i < HOMENET_MQTT_TEXTS; i++) forget(mqtt->texts[i]);
  close(mqtt->wakeup);
  free(mqtt);
}

int homenet_mqtt_set(homenet_mqtt *mqtt, homenet_mqtt_text which, const char *text) {
  if ((unsigned)which >= HOMENET_MQTT_TEXTS) return 0;
  char *copy = strdup(text);
  if (copy == NULL) return 0;
  forget(mqtt->texts[which]);
  mqtt->texts[which] = copy;
  return 1;
}

void homenet_mqtt_set_port(homenet_mqtt *mqtt, int port) { mqtt->port = port; }

void homenet_mqtt_set_tls(homenet_mqtt *mqtt, int is_used, int is_verified) {
  mqtt->uses_tls = is_used;
  mqtt->verifies = is_verified;
}

static void wake(homenet_mqtt *mqtt) {
  uint64_t one = 1;
  // Full means that a wakeup is waiting already.
  while (write(mqtt->wakeup, &one, sizeof one) < 0 && errno == EINTR) continue;
}

// MARK: What the library calls, on the thread that runs the connection

static void note(homenet_mqtt *mqtt, const char *words) {
  if (mqtt->error) snprintf(mqtt->error, HOMENET_MQTT_ERROR_SIZE, "%s", words);
}

static void on_connect(struct mosquitto *client, void *context, int code) {
  (void)client;
  homenet_mqtt *mqtt = context;
  mqtt->refusal = code;
  if (code != CONNACK_ACCEPTED) return;
  atomic_store(&mqtt->is_accepted, 1);
  homenet_mqtt_event event = {.kind = HOMENET_MQTT_ACCEPTED};
  mqtt->receive(mqtt->context, &event);
}

static void on_disconnect(struct mosquitto *client, void *context, int code) {
  (void)client;
  (void)code;
  homenet_mqtt *mqtt = context;
  mqtt->is_ended = 1;
}

static void on_publish(struct mosquitto *client, void *context, int number) {
  (void)client;
  homenet_mqtt *mqtt = context;
  homenet_mqtt_event event = {.kind = HOMENET_MQTT_DELIVERED, .number = number};
  mqtt->receive(mqtt->context, &event);
}

static void on_message(struct mosquitto *client, void *context,
                       const struct mosquitto_message *message) {
  (void)client;
  homenet_mqtt *mqtt = context;
  if (message->topic == NULL || message->payloadlen < 0 ||
      message->payloadlen > HOMENET_MQTT_MOST_BYTES)
    return;
  homenet_mqtt_event event = {.kind = HOMENET_MQTT_RECEIVED,
                              .topic = message->topic,
                              .bytes = message->payload,
                              .count = message->payload ? (size_t)message->payloadlen : 0,
                              .is_retained = message->retain};
  mqtt->receive(mqtt->context, &event);
}

static void on_log(struct mosquitto *client, void *context, int level, const char *words) {
  (void)client;
  homenet_mqtt *mqtt = context;
  if (level != LOG_ERR || words == NULL) return;
  // The library has one code for every fault of TLS; its words tell them apart.
  if (strstr(words, "certificate verify failed") || strstr(words, "host name verification failed"))
    mqtt->is_untrusted = 1;
  note(mqtt, words);
}

// MARK: Running

/// A key that is encrypted can't be used: nobody is there to type its password.
static int no_password(char *buffer, int size, int is_writing, void *context) {
  (void)buffer;
  (void)size;
  (void)is_writing;
  (void)context;
  return 0;
}

/// Makes the library's client. Every setting must be taken: nothing may be said without its TLS.
static homenet_mqtt_outcome prepare(homenet_mqtt *mqtt) {
  const char *user = mqtt->texts[HOMENET_MQTT_USER];
  const char *will_topic = mqtt->texts[HOMENET_MQTT_WILL_TOPIC];
  const char *will = mqtt->texts[HOMENET_MQTT_WILL];
  // The session is kept, so that messages of quality of service 1 are known over connections.
  struct mosquitto *client = lib.new(mqtt->texts[HOMENET_MQTT_CLIENT], false, mqtt);
  if (client == NULL) return HOMENET_MQTT_FAILED;
  // Other threads queue messages; this one alone reads and writes.
  int code = lib.threaded_set(client, true);
  if (!code && user) code = lib.username_pw_set(client, user, mqtt->texts[HOMENET_MQTT_PASSWORD]);
  if (!code && will_topic && will)
    code = lib.will_set(client, will_topic, (int)strlen(will), will, QOS, true);
  if (!code && mqtt->uses_tls) {
    const char *authorities = mqtt->texts[HOMENET_MQTT_AUTHORITIES];
    if (!authorities) code = lib.int_option(client, OPT_TLS_USE_OS_CERTS, 1);
    const char *certificate = mqtt->texts[HOMENET_MQTT_CERTIFICATE];
    const char *directory = authorities ? NULL : "/etc/ssl/certs";
    if (!code) {
      code = lib.tls_set(client, authorities, directory, certificate,
                         certificate ? mqtt->texts[HOMENET_MQTT_KEY] : NULL, no_password);
      if (code) {
        lib.destroy(client);
        return HOMENET_MQTT_NO_FILES;
      }
    }
    if (!code)
      code = lib.tls_opts_set(client, mqtt->verifies ? VERIFY_PEER : VERIFY_NONE, NULL, NULL);
    if (!code) code = lib.tls_insecure_set(client, !mqtt->verifies);
  }
  if (code) {
    note(mqtt, lib.strerror(code));
    lib.destroy(client);
    return HOMENET_MQTT_FAILED;
  }
  lib.connect_callback_set(client, on_connect);
  lib.disconnect_callback_set(client, on_disconnect);
  lib.publish_callback_set(client, on_publish);
  lib.message_callback_set(client, on_message);
  lib.log_callback_set(client, on_log);
  mqtt->client = client;
  return HOMENET_MQTT_STOPPED;
}

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Why there is no connection, by the library's code.
static homenet_mqtt_outcome failure(homenet_mqtt *mqtt, int code, int number) {
  if (mqtt->is_untrusted) return HOMENET_MQTT_UNTRUSTED;
  switch (code) {
    case EAI:
    case LOOKUP: return HOMENET_MQTT_NO_HOST;
    case TLS:
      // The files are read when the connection is made.
      return strstr(mqtt->error, "Unable to load") ? HOMENET_MQTT_NO_FILES : HOMENET_MQTT_NO_TLS;
    case TLS_HANDSHAKE: return HOMENET_MQTT_NO_TLS;
    // Such as the broker's word that it wants a certificate, which ends the connection.
    default: if (strncmp(mqtt->error, "OpenSSL", 7) == 0) return HOMENET_MQTT_NO_TLS;
  }
  switch (code) {
    case ERRNO:
      if (number == ETIMEDOUT) return HOMENET_MQTT_TIMED_OUT;
      if (number == EPROTO) return HOMENET_MQTT_NO_TLS;
      note(mqtt, strerror(number));
      return HOMENET_MQTT_NO_CONNECTION;
    default:
      if (mqtt->error[0] == 0) note(mqtt, lib.strerror(code));
      return HOMENET_MQTT_NO_CONNECTION;
  }
}

/// Says farewell; the connection is closed by the library once it is written.
static void part(homenet_mqtt *mqtt) {
  if (!atomic_exchange(&mqtt->is_accepted, 0)) return;
  if (lib.disconnect(mqtt->client) != SUCCESS) return;
  int64_t deadline = now_ms() + 1000;
  while (!mqtt->is_ended && lib.socket(mqtt->client) >= 0 && lib.want_write(mqtt->client)) {
    int64_t left = deadline - now_ms();
    struct pollfd socket = {.fd = lib.socket(mqtt->client), .events = POLLOUT};
    if (left <= 0 || (poll(&socket, 1, (int)left) < 0 && errno != EINTR)) return;
    if (lib.loop_write(mqtt->client, 1) != SUCCESS) return;
  }
}

/// The error of a socket whose connection was not made, if it has one.
static int socket_error(int socket) {
  int number = 0;
  socklen_t size = sizeof number;
  return getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size) == 0 ? number : 0;
}

static homenet_mqtt_outcome serve(homenet_mqtt *mqtt, int64_t deadline) {
  struct mosquitto *client = mqtt->client;
  // Whether the socket has a connection of TCP.
  int is_connected = 0;
  while (1) {
    if (atomic_load(&mqtt->is_stopping)) {
      part(mqtt);
      return HOMENET_MQTT_STOPPED;
    }
    int is_accepted = atomic_load(&mqtt->is_accepted);
    if (mqtt->refusal > CONNACK_ACCEPTED)
      return mqtt->refusal == CONNACK_BAD_LOGIN || mqtt->refusal == CONNACK_NOT_AUTHORISED
                 ? HOMENET_MQTT_LOGIN_DENIED
                 : HOMENET_MQTT_REFUSED;
    int socket = lib.socket(client);
    if (socket < 0 || mqtt->is_ended) {
      if (is_accepted) return HOMENET_MQTT_LOST;
      return failure(mqtt, mqtt->uses_tls ? TLS_HANDSHAKE : ERRNO, ECONNRESET);
    }
    // Keepalive and pings are looked after at least so often.
    int64_t wait = 5000;
    if (!is_accepted) {
      int64_t left = deadline - now_ms();
      if (left <= 0) return HOMENET_MQTT_TIMED_OUT;
      if (left < wait) wait = left;
    }
    // The library doesn't say which way its handshake waits, and with a packet queued behind it the socket
    // would be polled as writable without end. Once there is a connection it is tried now and then.
    int is_shaking_hands = !is_accepted && mqtt->uses_tls && is_connected;
    if (is_shaking_hands && wait > HANDSHAKE_TRY_MS) wait = HANDSHAKE_TRY_MS;
    int wants_write = !is_connected || (!is_shaking_hands && lib.want_write(client));
    struct pollfd polled[] = {
        {.fd = socket, .events = POLLIN | (wants_write ? POLLOUT : 0)},
        {.fd = mqtt->wakeup, .events = POLLIN},
    };
    if (poll(polled, 2, (int)wait) < 0) {
      if (errno == EINTR) continue;
      return HOMENET_MQTT_FAILED;
    }
    if (polled[1].revents & POLLIN) {
      uint64_t count;
      (void)!read(mqtt->wakeup, &count, sizeof count);
    }
    if (!is_accepted && polled[0].revents & POLLERR) {
      int number = socket_error(socket);
      if (number) return failure(mqtt, ERRNO, number);
    }
    if (polled[0].revents & POLLOUT) is_connected = 1;
    int code = SUCCESS;
    if (polled[0].revents & (POLLIN | POLLHUP | POLLERR) || is_shaking_hands)
      code = lib.loop_read(client, 1);
    // What was queued meanwhile doesn't wait for the next turn.
    if (!code && (polled[0].revents & POLLOUT || lib.want_write(client)))
      code = lib.loop_write(client, 1);
    if (!code) code = lib.loop_misc(client);
    if (code && mqtt->refusal <= CONNACK_ACCEPTED) {
      int number = errno;
      return is_accepted ? HOMENET_MQTT_LOST : failure(mqtt, code, number);
    }
  }
}

homenet_mqtt_outcome homenet_mqtt_run(homenet_mqtt *mqtt, long connect_ms,
                                      homenet_mqtt_receiver receive, void *context,
                                      char error[HOMENET_MQTT_ERROR_SIZE]) {
  memset(error, 0, HOMENET_MQTT_ERROR_SIZE);
  pthread_once(&loaded, load);
  if (!lib.is_usable) return HOMENET_MQTT_NO_LIBRARY;
  const char *host = mqtt->texts[HOMENET_MQTT_HOST];
  if (host == NULL || mqtt->texts[HOMENET_MQTT_CLIENT] == NULL) return HOMENET_MQTT_FAILED;
  mqtt->receive = receive;
  mqtt->context = context;
  mqtt->error = error;
  mqtt->refusal = -1;
  mqtt->is_ended = mqtt->is_untrusted = 0;
  homenet_mqtt_outcome outcome = HOMENET_MQTT_STOPPED;
  if (mqtt->client == NULL) outcome = prepare(mqtt);
  if (outcome == HOMENET_MQTT_STOPPED && !atomic_load(&mqtt->is_stopping)) {
    int64_t deadline = now_ms() + connect_ms;
    errno = 0;
    int code = lib.connect_async(mqtt->client, host, mqtt->port, KEEPALIVE_S);
    int number = errno;
    outcome = code == SUCCESS || code == CONN_PENDING ? serve(mqtt, deadline)
                                                      : failure(mqtt, code, number);
  }
  atomic_store(&mqtt->is_accepted, 0);
  mqtt->receive = NULL;
  mqtt->context = NULL;
  mqtt->error = NULL;
  return outcome;
}

void homenet_mqtt_stop(homenet_mqtt *mqtt) {
  atomic_store(&mqtt->is_stopping, 1);
  wake(mqtt);
}

int homenet_mqtt_publish(homenet_mqtt *mqtt, const char *topic, const uint8_t *bytes, size_t count,
                         int is_retained) {
  if (!atomic_load(&mqtt->is_accepted) || count > HOMENET_MQTT_MOST_BYTES * 16) return 0;
  int number = 0;
  int code =
      lib.publish(mqtt->client, &number, topic, (int)count, bytes, QOS, is_retained != 0);
  if (code != SUCCESS) return 0;
  wake(mqtt);
  return number;
}

int homenet_mqtt_subscribe(homenet_mqtt *mqtt, const char *filter) {
  if (!atomic_load(&mqtt->is_accepted)) return 0;
  // At quality of service 0: the broker would keep others for a client that is away, and commands of
  // yesterday would be obeyed today.
  if (lib.subscribe(mqtt->client, NULL, filter, 0) != SUCCESS) return 0;
  wake(mqtt);
  return 1;
}

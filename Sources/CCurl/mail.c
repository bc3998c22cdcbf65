#include "ccurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

// What is used of curl/curl.h. libcurl never changes these numbers (its ABI policy); they were compared with
// what curl_easy_option_by_name says of libcurl 7.88.
enum {
  CURL_URL = 10002,
  CURL_PROXY = 10004,
  CURL_READDATA = 10009,
  CURL_ERRORBUFFER = 10010,
  CURL_WRITEFUNCTION = 20011,
  CURL_READFUNCTION = 20012,
  CURL_UPLOAD = 46,
  CURL_SSL_VERIFYPEER = 64,
  CURL_CAINFO = 10065,
  CURL_SSL_VERIFYHOST = 81,
  CURL_NOSIGNAL = 99,
  CURL_USE_SSL = 119,
  CURL_TIMEOUT_MS = 155,
  CURL_CONNECTTIMEOUT_MS = 156,
  CURL_USERNAME = 10173,
  CURL_PASSWORD = 10174,
  CURL_MAIL_FROM = 10186,
  CURL_MAIL_RCPT = 10187,
};

enum { USE_SSL_NONE = 0, USE_SSL_ALL = 3 };
enum { GLOBAL_ALL = 3 };
enum { INFO_RESPONSE_CODE = 0x200002 };

enum {
  CURLE_OK = 0,
  CURLE_UNSUPPORTED_PROTOCOL = 1,
  CURLE_FAILED_INIT = 2,
  CURLE_NOT_BUILT_IN = 4,
  CURLE_COULDNT_RESOLVE_HOST = 6,
  CURLE_COULDNT_CONNECT = 7,
  CURLE_OPERATION_TIMEDOUT = 28,
  CURLE_SSL_CONNECT_ERROR = 35,
  CURLE_UNKNOWN_OPTION = 48,
  CURLE_PEER_FAILED_VERIFICATION = 60,
  CURLE_USE_SSL_FAILED = 64,
  CURLE_LOGIN_DENIED = 67,
  CURLE_SSL_CACERT_BADFILE = 77,
};

struct curl_slist;

static struct {
  int is_usable;
  void *(*easy_init)(void);
  int (*easy_setopt)(void *, int, ...);
  int (*easy_perform)(void *);
  int (*easy_getinfo)(void *, int, ...);
  void (*easy_cleanup)(void *);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static pthread_once_t loaded = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && library == NULL; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  int (*global_init)(long) = (int (*)(long))dlsym(library, "curl_global_init");
  curl.easy_init = (void *(*)(void))dlsym(library, "curl_easy_init");
  curl.easy_setopt = (int (*)(void *, int, ...))dlsym(library, "curl_easy_setopt");
  curl.easy_perform = (int (*)(void *))dlsym(library, "curl_easy_perform");
  curl.easy_getinfo = (int (*)(void *, int, ...))dlsym(library, "curl_easy_getinfo");
  curl.easy_cleanup = (void (*)(void *))dlsym(library, "curl_easy_cleanup");
  curl.slist_append =
      (struct curl_slist * (*)(struct curl_slist *, const char *)) dlsym(library, "curl_slist_append");
  curl.slist_free_all = (void (*)(struct curl_slist *))dlsym(library, "curl_slist_free_all");
  // The library stays loaded: unloading it would pull the code from under its own threads.
  curl.is_usable = global_init && curl.easy_init && curl.easy_setopt && curl.easy_perform &&
                   curl.easy_getinfo && curl.easy_cleanup && curl.slist_append &&
                   curl.slist_free_all && global_init(GLOBAL_ALL) == CURLE_OK;
}

#define MOST_RECIPIENTS 50

struct homenet_mail {
  char *texts[HOMENET_MAIL_TEXTS];
  char *recipients[MOST_RECIPIENTS];
  size_t recipient_count;
  uint8_t *message;
  size_t message_size, message_read;
  int requires_tls, verifies;
  long connect_ms, total_ms;
};

homenet_mail *homenet_mail_create(void) {
  homenet_mail *mail = calloc(1, sizeof *mail);
  if (mail == NULL) return NULL;
  mail->requires_tls = mail->verifies = 1;
  mail->connect_ms = 10000;
  mail->total_ms = 20000;
  return mail;
}

// A freed password doesn't stay in memory; the compiler must not drop the write, hence volatile.
static void forget(char *text) {
  if (text == NULL) return;
  for (volatile char *byte = text; *byte != 0; byte++) *byte = 0;
  free(text);
}

void homenet_mail_free(homenet_mail *mail) {
  for (int i = 0; i < HOMENET_MAIL_TEXTS; i++) forget(mail->texts[i]);
  for (size_t i = 0; i < mail->recipient_count; i++) free(mail->recipients[i]);
  free(mail->message);
  free(mail);
}

int homenet_mail_set(homenet_mail *mail, homenet_mail_text which, const char *text) {
  if ((unsigned)which >= HOMENET_MAIL_TEXTS) return 0;
  char *copy = strdup(text);
  if (copy == NULL) return 0;
  forget(mail->texts[which]);
  mail->texts[which] = copy;
  return 1;
}

int homenet_mail_add_recipient(homenet_mail *mail, const char *address) {
  if (mail->recipient_count == MOST_RECIPIENTS) return 0;
  char *copy = strdup(address);
  if (copy == NULL) return 0;
  mail->recipients[mail->recipient_count++] = copy;
  return 1;
}

int homenet_mail_set_message(homenet_mail *mail, const uint8_t *bytes, size_t count) {
  uint8_t *copy = malloc(count > 0 ? count : 1);
  if (copy == NULL) return 0;
  memcpy(copy, bytes, count);
  free(mail->message);
  mail->message = copy;
  mail->message_size = count;
  return 1;
}

void homenet_mail_set_tls(homenet_mail *mail, int is_required, int is_verified) {
  mail->requires_tls = is_required;
  mail->verifies = is_verified;
}

void homenet_mail_set_times(homenet_mail *mail, long connect_ms, long total_ms) {
  mail->connect_ms = connect_ms;
  mail->total_ms = total_ms;
}

static size_t read_message(char *buffer, size_t size, size_t count, void *context) {
  homenet_mail *mail = context;
  size_t left = mail->message_size - mail->message_read;
  size_t room = size * count;
  size_t taken = left < room ? left : room;
  memcpy(buffer, mail->message + mail->message_read, taken);
  mail->message_read += taken;
  return taken;
}

// Without it libcurl writes what servers answer to standard output.
static size_t drop(char *bytes, size_t size, size_t count, void *context) {
  (void)bytes;
  (void)context;
  return size * count;
}

static homenet_mail_outcome outcome(int code) {
  switch (code) {
    case CURLE_OK: return HOMENET_MAIL_SENT;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_FAILED_INIT:
    case CURLE_NOT_BUILT_IN:
    case CURLE_UNKNOWN_OPTION: return HOMENET_MAIL_NO_LIBRARY;
    case CURLE_COULDNT_RESOLVE_HOST: return HOMENET_MAIL_NO_HOST;
    case CURLE_COULDNT_CONNECT: return HOMENET_MAIL_NO_CONNECTION;
    case CURLE_OPERATION_TIMEDOUT: return HOMENET_MAIL_TIMED_OUT;
    case CURLE_PEER_FAILED_VERIFICATION: return HOMENET_MAIL_UNTRUSTED;
    case CURLE_SSL_CACERT_BADFILE: return HOMENET_MAIL_NO_AUTHORITIES;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_USE_SSL_FAILED: return HOMENET_MAIL_NO_TLS;
    case CURLE_LOGIN_DENIED: return HOMENET_MAIL_LOGIN_DENIED;
    default: return HOMENET_MAIL_FAILED;
  }
}

// Every option must be taken: a mail without its TLS or its verification must not leave.
static int prepare(void *handle, homenet_mail *mail, struct curl_slist *recipients, char *error) {
  const char *user = mail->texts[HOMENET_MAIL_USER];
  const char *password = mail->texts[HOMENET_MAIL_PASSWORD];
  const char *authorities = mail->texts[HOMENET_MAIL_AUTHORITIES];
  int code = curl.easy_setopt(handle, CURL_ERRORBUFFER, error);
  if (!code) code = curl.easy_setopt(handle, CURL_NOSIGNAL, 1L);
  if (!code) code = curl.easy_setopt(handle, CURL_URL, mail->texts[HOMENET_MAIL_URL]);
  // Proxies of the environment are for the web.
  if (!code) code = curl.easy_setopt(handle, CURL_PROXY, "");
  if (!code)
    code = curl.easy_setopt(handle, CURL_USE_SSL, (long)(mail->requires_tls ? USE_SSL_ALL : USE_SSL_NONE));
  if (!code) code = curl.easy_setopt(handle, CURL_SSL_VERIFYPEER, mail->verifies ? 1L : 0L);
  if (!code) code = curl.easy_setopt(handle, CURL_SSL_VERIFYHOST, mail->verifies ? 2L : 0L);
  if (!code && authorities) code = curl.easy_setopt(handle, CURL_CAINFO, authorities);
  if (!code && user) code = curl.easy_setopt(handle, CURL_USERNAME, user);
  if (!code && user) code = curl.easy_setopt(handle, CURL_PASSWORD, password ? password : "");
  if (!code) code = curl.easy_setopt(handle, CURL_MAIL_FROM, mail->texts[HOMENET_MAIL_FROM]);
  if (!code) code = curl.easy_setopt(handle, CURL_MAIL_RCPT, recipients);
  if (!code) code = curl.easy_setopt(handle, CURL_READFUNCTION, read_message);
  if (!code) code = curl.easy_setopt(handle, CURL_READDATA, mail);
  if (!code) code = curl.easy_setopt(handle, CURL_WRITEFUNCTION, drop);
  if (!code) code = curl.easy_setopt(handle, CURL_UPLOAD, 1L);
  if (!code) code = curl.easy_setopt(handle, CURL_CONNECTTIMEOUT_MS, mail->connect_ms);
  if (!code) code = curl.easy_setopt(handle, CURL_TIMEOUT_MS, mail->total_ms);
  return code;
}

homenet_mail_outcome homenet_mail_send(homenet_mail *mail, long *reply,
                                       char error[HOMENET_MAIL_ERROR_SIZE]) {
  *reply = 0;
  memset(error, 0, HOMENET_MAIL_ERROR_SIZE);
  pthread_once(&loaded, load);
  if (!curl.is_usable) return HOMENET_MAIL_NO_LIBRARY;
  if (mail->texts[HOMENET_MAIL_URL] == NULL || mail->texts[HOMENET_MAIL_FROM] == NULL ||
      mail->message == NULL || mail->recipient_count == 0)
    return HOMENET_MAIL_FAILED;
  struct curl_slist *recipients = NULL;
  for (size_t i = 0; i < mail->recipient_count; i++) {
    struct curl_slist *longer = curl.slist_append(recipients, mail->recipients[i]);
    if (longer == NULL) {
      if (recipients) curl.slist_free_all(recipients);
      return HOMENET_MAIL_FAILED;
    }
    recipients = longer;
  }
  void *handle = curl.easy_init();
  if (handle == NULL) {
    curl.slist_free_all(recipients);
    return HOMENET_MAIL_FAILED;
  }
  mail->message_read = 0;
  int code = prepare(handle, mail, recipients, error);
  if (!code) {
    code = curl.easy_perform(handle);
    curl.easy_getinfo(handle, INFO_RESPONSE_CODE, reply);
  }
  curl.easy_cleanup(handle);
  curl.slist_free_all(recipients);
  return outcome(code);
}

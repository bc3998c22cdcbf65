#ifndef HOMENET_CCURL_H
#define HOMENET_CCURL_H

// Sends a mail by the system's libcurl, which is loaded at the first use: no command pays for linking it,
// and no -dev package is needed to build.

#include <stddef.h>
#include <stdint.h>

/// A mail and the server that takes it.
typedef struct homenet_mail homenet_mail;

/// The texts of a mail.
typedef enum homenet_mail_text {
  /// smtp:// or smtps://, host, port, and after the slash the name for EHLO.
  HOMENET_MAIL_URL,
  HOMENET_MAIL_USER,
  HOMENET_MAIL_PASSWORD,
  /// The envelope's sender.
  HOMENET_MAIL_FROM,
  /// A PEM file of authorities, instead of the system's.
  HOMENET_MAIL_AUTHORITIES,
  HOMENET_MAIL_TEXTS
} homenet_mail_text;

/// What came of it.
typedef enum homenet_mail_outcome {
  HOMENET_MAIL_SENT,
  /// There is no libcurl here, or one without SMTP.
  HOMENET_MAIL_NO_LIBRARY,
  HOMENET_MAIL_NO_HOST,
  HOMENET_MAIL_NO_CONNECTION,
  HOMENET_MAIL_TIMED_OUT,
  /// The certificate isn't trusted.
  HOMENET_MAIL_UNTRUSTED,
  /// The file of authorities can't be used.
  HOMENET_MAIL_NO_AUTHORITIES,
  /// The server offers no TLS, or the handshake failed.
  HOMENET_MAIL_NO_TLS,
  HOMENET_MAIL_LOGIN_DENIED,
  /// Anything else, also a refusal: see the reply.
  HOMENET_MAIL_FAILED
} homenet_mail_outcome;

/// Room for libcurl's own words, CURL_ERROR_SIZE.
#define HOMENET_MAIL_ERROR_SIZE 256

/// An empty mail; NULL without memory. The caller frees it.
homenet_mail *_Nullable homenet_mail_create(void);
void homenet_mail_free(homenet_mail *_Nonnull mail);
/// Copies a text; 0 without memory.
int homenet_mail_set(homenet_mail *_Nonnull mail, homenet_mail_text which,
                     const char *_Nonnull text);
/// Adds a recipient of the envelope; 0 without memory, or where there are too many.
int homenet_mail_add_recipient(homenet_mail *_Nonnull mail, const char *_Nonnull address);
/// Copies the message, whose lines end with CR LF; 0 without memory.
int homenet_mail_set_message(homenet_mail *_Nonnull mail, const uint8_t *_Nonnull bytes,
                             size_t count);
/// Whether TLS is required before anything is said, and whether its certificate is verified.
void homenet_mail_set_tls(homenet_mail *_Nonnull mail, int is_required, int is_verified);
/// How long the connection and the whole may take, in milliseconds.
void homenet_mail_set_times(homenet_mail *_Nonnull mail, long connect_ms, long total_ms);

/// Sends it; blocks. `reply` becomes the server's last reply code, or 0, and `error` libcurl's words.
homenet_mail_outcome homenet_mail_send(homenet_mail *_Nonnull mail, long *_Nonnull reply,
                                       char error[_Nonnull HOMENET_MAIL_ERROR_SIZE]);

#endif

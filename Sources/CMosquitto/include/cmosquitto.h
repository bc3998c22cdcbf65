#ifndef HOMENET_CMOSQUITTO_H
#define HOMENET_CMOSQUITTO_H

// A client of MQTT 3.1.1 by the system's libmosquitto, which is loaded at the first use: no command pays for
// linking it, and no -dev package is needed to build.

#include <stddef.h>
#include <stdint.h>

/// A client; it outlives its connections, and what was not acknowledged is sent again on the next one.
typedef struct homenet_mqtt homenet_mqtt;

/// The texts of a client.
typedef enum homenet_mqtt_text {
  HOMENET_MQTT_HOST,
  /// The broker knows the session by it.
  HOMENET_MQTT_CLIENT,
  HOMENET_MQTT_USER,
  HOMENET_MQTT_PASSWORD,
  /// PEM files: of authorities, instead of the system's, and of the client's own certificate and key.
  HOMENET_MQTT_AUTHORITIES,
  HOMENET_MQTT_CERTIFICATE,
  HOMENET_MQTT_KEY,
  /// What the broker publishes, retained, when the connection ends without a farewell.
  HOMENET_MQTT_WILL_TOPIC,
  HOMENET_MQTT_WILL,
  HOMENET_MQTT_TEXTS
} homenet_mqtt_text;

/// Why a connection ended, or was none.
typedef enum homenet_mqtt_outcome {
  /// homenet_mqtt_stop was called.
  HOMENET_MQTT_STOPPED,
  /// There is no libmosquitto here, or one that is too old.
  HOMENET_MQTT_NO_LIBRARY,
  HOMENET_MQTT_NO_HOST,
  HOMENET_MQTT_NO_CONNECTION,
  HOMENET_MQTT_TIMED_OUT,
  /// The broker's certificate isn't trusted.
  HOMENET_MQTT_UNTRUSTED,
  /// The files of authorities, certificate or key can't be used.
  HOMENET_MQTT_NO_FILES,
  /// The handshake failed.
  HOMENET_MQTT_NO_TLS,
  HOMENET_MQTT_LOGIN_DENIED,
  /// The broker takes no clients now, or not this one.
  HOMENET_MQTT_REFUSED,
  /// The connection had been accepted, and broke.
  HOMENET_MQTT_LOST,
  /// Anything else: see the library's words.
  HOMENET_MQTT_FAILED
} homenet_mqtt_outcome;

/// What happens on a connection.
typedef enum homenet_mqtt_event_kind {
  /// The broker took the client.
  HOMENET_MQTT_ACCEPTED,
  /// The broker has acknowledged the message with that number.
  HOMENET_MQTT_DELIVERED,
  /// A message came.
  HOMENET_MQTT_RECEIVED
} homenet_mqtt_event_kind;

typedef struct homenet_mqtt_event {
  homenet_mqtt_event_kind kind;
  /// The number of the message that was delivered.
  int number;
  /// The message that came; valid during the call only.
  const char *_Nullable topic;
  const uint8_t *_Nullable bytes;
  size_t count;
  /// Whether the broker had kept it.
  int is_retained;
} homenet_mqtt_event;

/// Is called on the thread that runs the connection.
typedef void (*homenet_mqtt_receiver)(void *_Nullable context,
                                      const homenet_mqtt_event *_Nonnull event);

/// Room for the library's words.
#define HOMENET_MQTT_ERROR_SIZE 256
/// Larger messages that come are dropped.
#define HOMENET_MQTT_MOST_BYTES 65536

/// An empty client; NULL without memory or descriptors. The caller frees it when no thread runs it.
homenet_mqtt *_Nullable homenet_mqtt_create(void);
void homenet_mqtt_free(homenet_mqtt *_Nonnull mqtt);

/// Copies a text, before the client runs for the first time; 0 without memory.
int homenet_mqtt_set(homenet_mqtt *_Nonnull mqtt, homenet_mqtt_text which,
                     const char *_Nonnull text);
void homenet_mqtt_set_port(homenet_mqtt *_Nonnull mqtt, int port);
/// Whether TLS is used, and whether the broker's certificate is verified.
void homenet_mqtt_set_tls(homenet_mqtt *_Nonnull mqtt, int is_used, int is_verified);

/// Connects, and serves the connection until it ends; blocks. Each call is one connection.
homenet_mqtt_outcome homenet_mqtt_run(homenet_mqtt *_Nonnull mqtt, long connect_ms,
                                      homenet_mqtt_receiver _Nonnull receive,
                                      void *_Nullable context,
                                      char error[_Nonnull HOMENET_MQTT_ERROR_SIZE]);

// The following may be called from any thread, and don't block.

/// Ends the connection with a farewell, so that the will isn't published; every later run ends at once.
void homenet_mqtt_stop(homenet_mqtt *_Nonnull mqtt);
/// Queues a message at quality of service 1; its number, or 0 where it can't be sent now.
int homenet_mqtt_publish(homenet_mqtt *_Nonnull mqtt, const char *_Nonnull topic,
                         const uint8_t *_Nullable bytes, size_t count, int is_retained);
/// Asks for the messages of a filter that come while there is a connection; 0 where that can't be asked now.
int homenet_mqtt_subscribe(homenet_mqtt *_Nonnull mqtt, const char *_Nonnull filter);

#endif

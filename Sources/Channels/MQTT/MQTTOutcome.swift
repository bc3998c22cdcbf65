internal import CMosquitto
import Model

/// Why a connection to a broker ended, or was none.
enum MQTTOutcome: Hashable, Sendable {
  /// It was ended here.
  case stopped
  case noLibrary
  case noHost
  case noConnection
  case timedOut
  case untrusted
  case noFiles
  case noTLS
  case loginDenied
  case refused
  case lost
  /// The library's words.
  case failed(String)

  init(_ outcome: homenet_mqtt_outcome, words: [CChar]) {
    switch outcome {
    case HOMENET_MQTT_STOPPED: self = .stopped
    case HOMENET_MQTT_NO_LIBRARY: self = .noLibrary
    case HOMENET_MQTT_NO_HOST: self = .noHost
    case HOMENET_MQTT_NO_CONNECTION: self = .noConnection
    case HOMENET_MQTT_TIMED_OUT: self = .timedOut
    case HOMENET_MQTT_UNTRUSTED: self = .untrusted
    case HOMENET_MQTT_NO_FILES: self = .noFiles
    case HOMENET_MQTT_NO_TLS: self = .noTLS
    case HOMENET_MQTT_LOGIN_DENIED: self = .loginDenied
    case HOMENET_MQTT_REFUSED: self = .refused
    case HOMENET_MQTT_LOST: self = .lost
    default:
      let text = words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      self = .failed(String(decoding: text, as: UTF8.self))
    }
  }

  /// What it says of a broker; `nil` where the connection was ended here.
  func message(host: String) -> Message? {
    switch self {
    case .stopped: nil
    case .noLibrary: Message(.mqttNoLibrary)
    case .noHost: Message(.mqttNoHost, ["host": host])
    case .noConnection: Message(.mqttNoConnection, ["host": host])
    case .timedOut: Message(.mqttTimedOut, ["host": host])
    case .untrusted: Message(.mqttUntrusted, ["host": host])
    case .noFiles: Message(.mqttNoFiles)
    case .noTLS: Message(.mqttNoTLS, ["host": host])
    case .loginDenied: Message(.mqttLogin, ["host": host])
    case .refused: Message(.mqttRefused, ["host": host])
    case .lost: Message(.mqttLost, ["host": host])
    case .failed(let words):
      Message(.mqttFailed, ["host": host, "error": CleanText.line(words, most: 200)])
    }
  }

  /// Whether only other settings help.
  var needsOtherSettings: Bool {
    switch self {
    case .noLibrary, .untrusted, .noFiles, .loginDenied: true
    case .stopped, .noHost, .noConnection, .timedOut, .noTLS, .refused, .lost, .failed: false
    }
  }
}

/// Why there is no connection to the broker.
extension MessageTemplate {
  static let mqttNoLibrary = MessageTemplate(
    "channel.mqtt_no_library",
    "MQTT needs libmosquitto, which isn’t installed here: install the package libmosquitto1"
  )
  static let mqttNoHost = MessageTemplate(
    "channel.mqtt_no_host",
    "the address of the broker {host} can’t be looked up: the name is wrong, or no resolver answers"
  )
  static let mqttNoConnection = MessageTemplate(
    "channel.mqtt_no_connection",
    "the broker {host} refuses the connection, or can’t be reached"
  )
  static let mqttTimedOut = MessageTemplate(
    "channel.mqtt_timed_out",
    "the broker {host} didn’t answer in time"
  )
  static let mqttUntrusted = MessageTemplate(
    "channel.mqtt_untrusted",
    "the certificate of the broker {host} isn’t trusted: it has expired, is for another name, or no trusted authority has signed it"
  )
  static let mqttNoFiles = MessageTemplate(
    "channel.mqtt_no_files",
    "the files in tls_ca, tls_certificate or tls_key can’t be read, hold no PEM, or don’t belong together"
  )
  static let mqttNoTLS = MessageTemplate(
    "channel.mqtt_no_tls",
    "the broker {host} offers no TLS that homenet can use, or wants a certificate of homenet’s that it trusts"
  )
  static let mqttLogin = MessageTemplate(
    "channel.mqtt_login",
    "the broker {host} doesn’t take the user and the password"
  )
  static let mqttRefused = MessageTemplate(
    "channel.mqtt_refused",
    "the broker {host} takes no connection from homenet now"
  )
  static let mqttLost = MessageTemplate(
    "channel.mqtt_lost",
    "the connection to the broker {host} broke"
  )
  static let mqttFailed = MessageTemplate(
    "channel.mqtt_failed",
    "the broker {host} could not be used: {error}"
  )
}

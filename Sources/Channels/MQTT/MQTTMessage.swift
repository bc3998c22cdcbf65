/// A message of MQTT, for a topic.
struct MQTTMessage: Hashable, Sendable {
  var topic: String
  /// Empty for a retained message means that the broker forgets what it kept.
  var bytes: [UInt8]
  /// Whether the broker keeps it for those who subscribe later.
  var isRetained: Bool

  init(_ topic: String, _ bytes: [UInt8], isRetained: Bool = true) {
    self.topic = topic
    self.bytes = bytes
    self.isRetained = isRetained
  }

  init(_ topic: String, _ text: String, isRetained: Bool = true) {
    self.init(topic, Array(text.utf8), isRetained: isRetained)
  }

  /// The bytes as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// How topics are written.
enum MQTTTopic {
  /// Whether messages can be published to it: no wildcards, no control characters, no empty level, and not
  /// the broker's own `$SYS` (MQTT 3.1.1, section 4.7).
  static func isValid(_ topic: String) -> Bool {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    return (1...256).contains(topic.utf8.count) && !topic.hasPrefix("$")
      && levels.allSatisfy { !$0.isEmpty }
      && topic.unicodeScalars.allSatisfy { scalar in
        scalar != "+" && scalar != "#" && scalar.properties.generalCategory != .control
          && scalar.value != 0xFFFE && scalar.value != 0xFFFF
      }
  }
}

/// What happens on a connection.
enum MQTTEvent: Hashable, Sendable {
  /// The broker took the client: nothing of before is known to be there.
  case connected
  /// The broker has acknowledged the message with that number.
  case delivered(Int)
  /// A message came.
  case received(MQTTMessage)
  /// The connection ended, or there was none.
  case disconnected(MQTTOutcome)
}

internal import CMosquitto

/// The broker, and how it is spoken to.
struct MQTTBroker: Hashable, Sendable {
  var host: String
  var port = 1883
  /// The broker knows the session by it: two clients with one id push each other out.
  var clientID: String
  var user = ""
  var password = ""
  var usesTLS = false
  /// PEM files of authorities, instead of the system's, and of our own certificate and key.
  var authorities = ""
  var certificate = ""
  var key = ""
  var isVerified = true
  /// What the broker publishes, retained, when our connection ends without a farewell.
  var will: MQTTMessage?
}

/// A client of a broker: one connection at a time.
// Sendable by hand: the C client guards what its header permits to call from any thread, and `run` is called by
// one thread at a time, as its owner waits for it.
final class MQTTClient: @unchecked Sendable {
  private let handle: OpaquePointer
  private let will: MQTTMessage?

  /// A client; `nil` without memory or descriptors.
  init?(_ broker: MQTTBroker) {
    guard let handle = homenet_mqtt_create() else { return nil }
    self.handle = handle
    will = broker.will
    homenet_mqtt_set_port(handle, Int32(clamping: broker.port))
    homenet_mqtt_set_tls(handle, broker.usesTLS ? 1 : 0, broker.isVerified ? 1 : 0)
    var isReady = homenet_mqtt_set(handle, HOMENET_MQTT_HOST, broker.host) != 0
    isReady = isReady && homenet_mqtt_set(handle, HOMENET_MQTT_CLIENT, broker.clientID) != 0
    if !broker.user.isEmpty {
      isReady = isReady && homenet_mqtt_set(handle, HOMENET_MQTT_USER, broker.user) != 0
      isReady = isReady && homenet_mqtt_set(handle, HOMENET_MQTT_PASSWORD, broker.password) != 0
    }
    if !broker.authorities.isEmpty {
      isReady =
        isReady && homenet_mqtt_set(handle, HOMENET_MQTT_AUTHORITIES, broker.authorities) != 0
    }
    if !broker.certificate.isEmpty {
      isReady =
        isReady && homenet_mqtt_set(handle, HOMENET_MQTT_CERTIFICATE, broker.certificate) != 0
      isReady = isReady && homenet_mqtt_set(handle, HOMENET_MQTT_KEY, broker.key) != 0
    }
    if let will = broker.will {
      isReady = isReady && homenet_mqtt_set(handle, HOMENET_MQTT_WILL_TOPIC, will.topic) != 0
      isReady = isReady && homenet_mqtt_set(handle, HOMENET_MQTT_WILL, will.text) != 0
    }
    guard isReady else { return nil }
  }

  deinit { homenet_mqtt_free(handle) }

  /// Connects, and serves the connection until it ends; blocks.
  ///
  /// `receive` is called on this thread.
  func run(limit: Duration, receive: @escaping @Sendable (MQTTEvent) -> Void) -> MQTTOutcome {
    let receiver = Receiver(receive)
    var words = [CChar](repeating: 0, count: Int(HOMENET_MQTT_ERROR_SIZE))
    let outcome = withExtendedLifetime(receiver) {
      homenet_mqtt_run(
        handle,
        Int(limit / .milliseconds(1)),
        { context, event in
          guard let context, let event = MQTTEvent(event.pointee) else { return }
          Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().receive(event)
        },
        Unmanaged.passUnretained(receiver).toOpaque(),
        &words
      )
    }
    return MQTTOutcome(outcome, words: words)
  }

  /// Queues a message; its number, or `nil` where it can't be sent now.
  ///
  /// Doesn't block.
  func publish(_ message: MQTTMessage) -> Int? {
    let number = homenet_mqtt_publish(
      handle,
      message.topic,
      message.bytes,
      message.bytes.count,
      message.isRetained ? 1 : 0
    )
    return number > 0 ? Int(number) : nil
  }

  /// Asks for the messages of a filter; whether that could be asked.
  ///
  /// Doesn't block.
  @discardableResult
  func subscribe(_ filter: String) -> Bool { homenet_mqtt_subscribe(handle, filter) != 0 }

  /// Ends the connection, and every later one at once.
  ///
  /// Doesn't block. The broker publishes no will for a client that says farewell, so it is published before.
  func stop() {
    if let will { _ = publish(will) }
    homenet_mqtt_stop(handle)
  }

  private final class Receiver: Sendable {
    let receive: @Sendable (MQTTEvent) -> Void

    init(_ receive: @escaping @Sendable (MQTTEvent) -> Void) { self.receive = receive }
  }
}

extension MQTTEvent {
  /// The event as the C client tells it.
  fileprivate init?(_ event: homenet_mqtt_event) {
    switch event.kind {
    case HOMENET_MQTT_ACCEPTED: self = .connected
    case HOMENET_MQTT_DELIVERED: self = .delivered(Int(event.number))
    case HOMENET_MQTT_RECEIVED:
      guard let topic = event.topic else { return nil }
      let bytes = Array(UnsafeBufferPointer(start: event.bytes, count: event.count))
      self = .received(
        MQTTMessage(String(cString: topic), bytes, isRetained: event.is_retained != 0)
      )
    default: return nil
    }
  }
}

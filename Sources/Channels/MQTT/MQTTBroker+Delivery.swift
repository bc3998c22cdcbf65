import Model
import Monitoring
internal import Networking

extension MQTTBroker {
  /// Publishes one message over a connection of its own, and waits until the broker has it; blocks.
  func deliver(_ message: MQTTMessage, limit: Duration) -> Delivery {
    guard let client = MQTTClient(self) else { return .failed(Message(.channelNoThread)) }
    let isDelivered = Lock(false)
    // An acknowledgement that never comes would keep this thread for ever.
    let watchdog = Task {
      try? await Task.sleep(for: limit)
      client.stop()
    }
    defer { watchdog.cancel() }
    let outcome = client.run(limit: limit) { event in
      switch event {
      case .connected: if client.publish(message) == nil { client.stop() }
      case .delivered:
        isDelivered.withLock { $0 = true }
        client.stop()
      case .received, .disconnected: break
      }
    }
    if isDelivered.withLock(\.self) { return .sent }
    let failure = outcome == .stopped ? MQTTOutcome.timedOut : outcome
    guard let words = failure.message(host: host) else { return .sent }
    return failure.needsOtherSettings ? .refused(words) : .failed(words)
  }
}

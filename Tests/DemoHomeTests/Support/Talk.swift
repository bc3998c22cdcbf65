import DemoHome
import Simulation

/// Talks to a service without a network: what it says to each message, and whether it closed.
struct Talk {
  private var served: any ServedConnection
  private(set) var said: [[UInt8]] = []
  private(set) var isClosed = false

  init(_ service: any ListenerService) {
    served = service.accept()
    note(served.begin())
  }

  /// Says something; what comes back.
  @discardableResult
  mutating func say(_ bytes: [UInt8]) -> [UInt8] {
    let step = served.take(bytes)
    note(step)
    return step.sending
  }

  @discardableResult
  mutating func say(_ text: String) -> String {
    String(decoding: say(Array(text.utf8)), as: UTF8.self)
  }

  private mutating func note(_ step: ServedStep) {
    said.append(step.sending)
    if step.next == .close || step.next == .reset { isClosed = true }
  }
}

public import Networking
public import Wire

/// What a simulated device's UDP service does with a datagram.
///
/// Pure, so that the same service answers in memory and in a namespace.
public protocol Responder: Sendable {
  /// The UDP port it listens on.
  var port: UInt16 { get }

  /// The multicast groups it joins.
  var groups: [IPAddress] { get }

  /// What it sends when it starts, unasked.
  func announcements() -> [Response]

  /// What it sends when it leaves, if it is polite.
  func goodbyes() -> [Response]

  /// Its answers to a datagram.
  func responses(to datagram: Datagram) -> [Response]
}

extension Responder {
  /// Nothing.
  public func goodbyes() -> [Response] { [] }
}

/// A datagram that a responder sends from its port.
public struct Response: Sendable {
  /// Whom it goes to: the asker, or a group.
  public var destination: Endpoint
  /// The bytes.
  public var payload: [UInt8]
  /// How long it waits first.
  public var delay: Duration

  /// The given datagram.
  public init(to destination: Endpoint, payload: [UInt8], delay: Duration = .zero) {
    self.destination = destination
    self.payload = payload
    self.delay = delay
  }
}

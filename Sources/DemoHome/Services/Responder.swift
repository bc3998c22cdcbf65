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
  /// The asker, or a multicast group.
  public var destination: Endpoint
  /// The bytes.
  public var payload: [UInt8]
  /// How long it waits first.
  public var delay: Duration

  /// A datagram to send after a delay.
  public init(to destination: Endpoint, payload: [UInt8], delay: Duration = .zero) {
    self.destination = destination
    self.payload = payload
    self.delay = delay
  }
}

/// A UDP port whose answers are a function of the datagram: makers' protocols, SNMP, SIP.
public struct DatagramService: Responder {
  /// Where it listens.
  public let port: UInt16
  /// The groups it joins.
  public let groups: [IPAddress]

  private let answer: @Sendable (Datagram) -> [[UInt8]]
  private var lateness: Duration = .zero
  /// Where answers go instead of to the asker's own port.
  private var answerPort: UInt16?
  private var answerGroup: IPAddress?
  private var broadcasts: [Response] = []

  /// A port that answers so, each answer to the asker.
  public init(
    port: UInt16,
    groups: [IPAddress] = [],
    _ answer: @escaping @Sendable (Datagram) -> [[UInt8]]
  ) {
    self.port = port
    self.groups = groups
    self.answer = answer
  }

  /// The same service, that much later.
  public func late(by lateness: Duration) -> DatagramService {
    var service = self
    service.lateness = lateness
    return service
  }

  /// The same service, which answers to a fixed port, of the asker or of a group.
  public func answering(to port: UInt16, of group: IPAddress? = nil) -> DatagramService {
    var service = self
    service.answerPort = port
    service.answerGroup = group
    return service
  }

  /// The same service, which also tells everybody, unasked.
  ///
  /// - Parameters:
  ///   - payloads: what it broadcasts on its own port.
  ///   - interval: how often; the first time after half of it.
  ///   - times: how many times in all.
  /// - Returns: the service with its broadcasts.
  public func broadcasting(
    _ payloads: [[UInt8]],
    every interval: Duration,
    times: Int
  ) -> DatagramService {
    var service = self
    let everybody = Endpoint(.v4(IPv4Address(255, 255, 255, 255)), port: port)
    service.broadcasts = (0..<times).flatMap { turn in
      payloads.map { Response(to: everybody, payload: $0, delay: interval * turn + interval / 2) }
    }
    return service
  }

  /// What it broadcasts; nothing where it only answers.
  public func announcements() -> [Response] { broadcasts }

  /// The function's payloads, each to the asker.
  public func responses(to datagram: Datagram) -> [Response] {
    let destination = Endpoint(
      answerGroup ?? datagram.source.address,
      port: answerPort ?? datagram.source.port
    )
    return answer(datagram).map { Response(to: destination, payload: $0, delay: lateness) }
  }
}

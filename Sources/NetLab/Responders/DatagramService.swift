public import Networking
public import Wire

/// A UDP port whose answers are a function of the datagram: makers' protocols, SNMP, SIP.
public struct DatagramService: Responder {
  /// Where it listens.
  public let port: UInt16
  /// The groups it joins.
  public let groups: [IPAddress]

  private let answer: @Sendable (Datagram) -> [[UInt8]]
  private var lateness: Duration = .zero

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

  /// Nothing: it speaks when spoken to.
  public func announcements() -> [Response] { [] }

  /// What the function says.
  public func responses(to datagram: Datagram) -> [Response] {
    answer(datagram).map { Response(to: datagram.source, payload: $0, delay: lateness) }
  }
}

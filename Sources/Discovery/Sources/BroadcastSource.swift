import Identification
public import Model
public import Networking
import Wire

/// Receives the UDP broadcasts of Tuya devices (every few seconds) and MikroTik devices (MNDP); sends
/// nothing.
public struct BroadcastSource: DiscoverySource {
  /// The discovery protocols of single makers.
  public let source = Source.udp
  /// Passive: no probes.
  public let isActive = false

  private var listeners: [Listener] = []
  private var senders: [IPAddress: Int] = [:]

  private struct Listener: Sendable {
    var interface: UInt32
    var port: UInt16
  }

  private static let ports = TuyaBroadcast.ports + [MikroTikNeighbour.port]
  private static let mostInterfaces = 4
  private static let mostSenders = 1024
  /// A device's announcement seldom changes; more versions than this are forged.
  private static let mostOfASender = 4

  /// A source that has yet to start.
  public init() {}

  /// Opens the sockets.
  public mutating func start(_ context: inout SourceContext) {
    let interfaces = context.plan.interfaces.filter { interface in
      interface.isBroadcast && !interface.isLoopback && !interface.ipv4.isEmpty
    }
    listeners = interfaces.prefix(Self.mostInterfaces).flatMap { interface in
      Self.ports.map { Listener(interface: interface.index, port: $0) }
    }
    for (number, listener) in listeners.enumerated() {
      let options = UDPSocketOptions(
        family: .v4,
        interface: listener.interface,
        port: listener.port
      )
      context.request(.open(context.ticket(UInt32(number)), .udp(options)))
    }
  }

  /// Handles received datagrams.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    guard case .datagram(let ticket, let datagram) = event,
      listeners.indices.contains(Int(ticket.number))
    else { return }
    let listener = listeners[Int(ticket.number)]
    let sender = datagram.source.address
    guard datagram.interface == listener.interface,
      context.plan.isOnLink(sender, interface: listener.interface), !context.plan.isOwn(sender),
      senders[sender, default: 0] < Self.mostOfASender
    else { return }
    let facts = Self.facts(in: datagram.payload, port: listener.port)
    guard !facts.isEmpty else { return }
    if senders[sender] == nil {
      guard senders.count < Self.mostSenders else { return }
      context.observe(.answered(rttMs: nil), about: sender)
    }
    senders[sender, default: 0] += 1
    for fact in facts { context.observe(fact, about: sender) }
  }

  /// The facts in a broadcast.
  package static func facts(in payload: [UInt8], port: UInt16) -> [Fact] {
    if port == MikroTikNeighbour.port {
      guard let announcement = try? MikroTikNeighbour(parsing: payload),
        announcement.board != nil || announcement.identity != nil
      else { return [] }
      return [.answer(port, bytes: payload)]
        + (Fact.called(announcement.identity).map { [$0] } ?? [])
    }
    // Older devices send bare JSON.
    let json = (try? TuyaBroadcast(parsing: payload))?.json ?? payload
    guard let (fact, text) = Fact.answer(port, json: json),
      let id = MemberScanner(text).found.first(where: { $0.key == "gwId" })?.value
    else { return [] }
    return [fact, .identity(.serial, "Tuya \(id)")]
  }
}

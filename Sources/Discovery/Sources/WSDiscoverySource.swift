public import Model
public import Networking
import Wire

/// Finds cameras, Windows computers and printers that answer a probe of WS-Discovery.
///
/// Everything is probed for, and cameras and devices by name: many answer only to their own type.
public struct WSDiscoverySource: DiscoverySource {
  /// WS-Discovery.
  public let source = Source.wsDiscovery

  private var generator: SplitMix64
  private var links: [WSDiscoveryLink] = []
  private var senders: [IPAddress: Sender] = [:]
  private var asked: Set<IPAddress> = []
  /// The names of our probes, `urn:uuid:` left out.
  private var probes: Set<String> = []

  /// What has been reported for a sender.
  private struct Sender: Sendable {
    var answer = WSDiscoveryAnswer()
    var count = 0
  }

  private static let mostSenders = 1024
  private static let mostAsked = 1024
  /// How often one sender's answer may grow: three probes, twice, and a device in a device.
  private static let mostOfASender = 8
  private static let mostScopes = 64
  /// A lost probe is repeated once.
  private static let gaps = [Duration.seconds(1)]
  private static let types = [nil, WSDiscovery.camera, WSDiscovery.device]

  /// A source whose message names come from the generator.
  public init(generator: SplitMix64) {
    self.generator = generator
  }

  /// Whether the first probes have yet to be sent.
  public var isActive: Bool {
    links.contains { !$0.isSettled }
  }

  /// Opens the sockets.
  public mutating func start(_ context: inout SourceContext) {
    links = WSDiscoveryLink.links(of: context.plan.interfaces)
    for link in links {
      context.request(.open(context.ticket(link.socket), .udp(link.options)))
    }
    for (host, interface) in context.hosts.answering.sorted(by: { $0.key < $1.key }) {
      learn(.answered(host, interface: interface), &context)
    }
  }

  /// Without multicast, queries each answering host by unicast.
  public mutating func learn(_ event: HostEvent, _ context: inout SourceContext) {
    guard case .answered(let host, let interface) = event, host.v4 != nil,
      let link = links.first(where: { $0.interface.index == interface }), !link.hasMulticast,
      context.plan.mayAsk(host), !context.plan.isOwn(host),
      asked.count < Self.mostAsked, asked.insert(host).inserted
    else { return }
    if link.isOpen { probe(link, nil, host: host, &context) }
  }

  /// Handles received datagrams.
  public mutating func handle(_ event: NetworkEvent, _ context: inout SourceContext) {
    let index = Int(event.ticket.number / 2)
    guard links.indices.contains(index) else { return }
    switch event {
    case .opened:
      links[index].isSettled = true
      links[index].isOpen = true
      begin(index, &context)
    case .failed:
      links[index].isSettled = true
      links[index].isOpen = false
    case .woke:
      search(index, &context)
    case .datagram(_, let datagram):
      receive(datagram, on: links[index], &context)
    default:
      break
    }
  }

  private mutating func begin(_ index: Int, _ context: inout SourceContext) {
    guard links[index].hasMulticast else {
      for host in asked.sorted() { probe(links[index], nil, host: host, &context) }
      return
    }
    search(index, &context)
  }

  private mutating func search(_ index: Int, _ context: inout SourceContext) {
    // Over IPv6 everything is probed for once: what answers there answers over IPv4, too, nearly always.
    let types = links[index].isIPv6 ? [nil] : Self.types
    for type in types { probe(links[index], type, host: nil, &context) }
    guard links[index].repeats < Self.gaps.count else { return }
    let moment = context.now + Self.gaps[links[index].repeats]
    links[index].repeats += 1
    context.request(.wake(context.ticket(links[index].timer), at: moment))
  }

  private mutating func probe(
    _ link: WSDiscoveryLink,
    _ type: String?,
    host: IPAddress?,
    _ context: inout SourceContext
  ) {
    let name = generator.uuid()
    probes.insert(name)
    context.request(
      .send(
        context.ticket(link.socket),
        to: Endpoint(host ?? link.group, port: WSDiscovery.port),
        payload: WSDiscoveryMessage.probe(type, id: "urn:uuid:" + name).serialised,
        purpose: .wsDiscovery
      )
    )
  }

  // MARK: Answers

  private mutating func receive(
    _ datagram: Datagram,
    on link: WSDiscoveryLink,
    _ context: inout SourceContext
  ) {
    let sender = datagram.source.address
    guard datagram.interface == link.interface.index || datagram.interface == 0,
      context.plan.isOnLink(sender, interface: link.interface.index),
      let message = try? WSDiscoveryMessage(parsing: datagram.payload),
      message.kind == .probeMatches, isOurs(message.relatesTo)
    else { return }
    if senders[sender] == nil {
      guard senders.count < Self.mostSenders else { return }
      senders[sender] = Sender()
      context.observe(.answered(rttMs: nil), about: sender)
    }
    guard var state = senders.removeValue(forKey: sender) else { return }
    if state.count < Self.mostOfASender, state.answer.grow(by: message.matches, Self.mostScopes) {
      state.count += 1
      context.observe(.wsDiscovery(state.answer), about: sender)
    }
    senders[sender] = state
  }

  /// Whether it answers one of our probes; some devices leave out which.
  private func isOurs(_ relation: String?) -> Bool {
    guard let relation else { return true }
    return probes.contains(relation.suffix(36).lowercased())
  }
}

extension WSDiscoveryAnswer {
  /// Adds the matches; true if anything was new.
  fileprivate mutating func grow(by matches: [WSDiscoveryMessage.Match], _ limit: Int) -> Bool {
    var types = (self.types ?? "").split(separator: " ").map(String.init)
    let before = self
    for match in matches {
      for type in match.types where types.count < limit && !types.contains(type) {
        types.append(type)
      }
      for scope in match.scopes where scopes.count < limit && !scopes.contains(scope) {
        scopes.append(scope)
      }
      for place in match.locations where locations.count < 8 && !locations.contains(place) {
        locations.append(place)
      }
    }
    self.types = types.isEmpty ? nil : types.joined(separator: " ")
    return self != before
  }
}

extension SplitMix64 {
  /// A random UUID (RFC 9562, version 4), in lower case.
  fileprivate mutating func uuid() -> String {
    let high = next() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let low = next() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { Hex.encode($0, digits: 16) }.joined()
    var text = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { text += "-" }
      text.append(digit)
    }
    return text
  }
}

/// WS-Discovery over one address family on one interface.
package struct WSDiscoveryLink: Sendable {
  /// The interface.
  let interface: Interface
  /// The group's address, with the interface as its zone in IPv6.
  let group: IPAddress
  /// Whether the group can be reached; else hosts are asked one by one.
  let hasMulticast: Bool
  /// The tickets' numbers: of the socket, of the timer.
  let socket: UInt32
  let timer: UInt32

  /// Whether the open request has been answered, and whether the socket is open.
  var isSettled = false
  var isOpen = false
  /// How many times the probes have been repeated, or soon will be.
  var repeats = 0

  /// How the socket is bound.
  var options: UDPSocketOptions {
    UDPSocketOptions(
      family: isIPv6 ? .v6 : .v4,
      interface: interface.index,
      multicastHops: 1
    )
  }

  var isIPv6: Bool { group.v4 == nil }

  /// The links of a plan's interfaces.
  static func links(of interfaces: [Interface]) -> [WSDiscoveryLink] {
    var links: [WSDiscoveryLink] = []
    for interface in interfaces {
      let hasMulticast = interface.isMulticast && !interface.isLoopback
      var groups: [IPAddress] = []
      if !interface.ipv4.isEmpty { groups.append(.v4(WSDiscovery.ipv4Group)) }
      if hasMulticast, interface.ipv6.contains(where: { $0.address.scope == .linkLocal }) {
        groups.append(.v6(WSDiscovery.ipv6Group, zone: interface.name))
      }
      for group in groups {
        let number = UInt32(links.count) * 2
        links.append(
          WSDiscoveryLink(
            interface: interface,
            group: group,
            hasMulticast: hasMulticast,
            socket: number,
            timer: number + 1
          )
        )
      }
    }
    return links
  }
}

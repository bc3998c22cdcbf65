package import Model
internal import Networking
public import Wire

/// Measures the path MTU to a host.
enum PathMTU {
  /// Probes by ICMP echo, by UDP where that is not permitted; `nil` if nothing can be sent.
  static func measure(_ target: IPAddress, by network: any Network) async -> PathMTUResult? {
    let configuration: NetworkConfiguration?
    do throws(LocalFailure) {
      configuration = try await network.configuration()
    } catch {
      configuration = nil
    }
    let link = configuration?.mtu(to: target) ?? 1500
    for method in [PathMethod.icmp, .udp] {
      let token = UInt64.random(in: .min ... .max)
      let machine = PathMTUMachine(target, method, link: link, token: token)
      for await output in network.run(machine) {
        switch output {
        case .found(let finding): return finding
        case .unavailable(.notPermitted): break
        case .unavailable: return nil
        }
      }
    }
    return nil
  }
}

extension NetworkConfiguration {
  /// The MTU of the interface that packets to an address leave by; `nil` if unknown.
  func mtu(to address: IPAddress) -> Int? {
    if interfaces.have(address) { return interfaces.first(where: \.isLoopback)?.mtu }
    if let near = interfaces.first(where: { [$0].reach(address) }) { return near.mtu }
    let own = routes.filter { $0.leads(to: address) }.max { $0.length < $1.length }
    let over = own?.gateway ?? gateways.first { $0.address.isOf(address.family) }?.address
    if let over, let near = interfaces.first(where: { [$0].reach(over) }) { return near.mtu }
    let leading =
      gateways.filter { $0.address.isOf(address.family) }.map(\.interface) + pointToPointInterfaces
    return interfaces.first { leading.contains($0.index) }?.mtu
  }
}

/// A path MTU (RFC 1191, RFC 8201), and its evidence.
public struct PathMTUResult: Hashable, Sendable {
  /// A router's "packet too big" or "fragmentation needed" error.
  public struct Limit: Hashable, Sendable {
    /// The router.
    public var address: IPAddress
    /// Its next-hop MTU in bytes, IP header included.
    public var mtu: Int
  }

  /// The own link's MTU: the biggest packet that was tried.
  public var link: Int
  /// The biggest packet that was answered; `nil` where none was.
  public var mtu: Int?
  /// The routers' errors, the nearest first.
  public var limits: [Limit] = []
  /// Whether bigger packets are lost without an ICMP error (a path MTU black hole).
  public var isBlackHole = false

  /// A result before any probe.
  public init(link: Int) {
    self.link = link
  }

  /// The result in one sentence; `hop` gives a router's hop number, where the trace has it.
  public func words(to target: String, hop: (IPAddress) -> Int? = { _ in nil }) -> String {
    message(to: target, hop: hop).text
  }

  /// The same as a message.
  func message(to target: String, hop: (IPAddress) -> Int? = { _ in nil }) -> Message {
    guard let mtu else { return Message(.mtuUnknown, ["target": target]) }
    let count = Message.Value.count(mtu)
    if isBlackHole {
      return Message(.mtuBlackHole, ["target": .text(target), "count": count])
    }
    if let limit = limits.last, limit.mtu == mtu {
      let router = Message.Value.text("\(limit.address)")
      guard let hop = hop(limit.address) else {
        return Message(.mtuLimited, ["count": count, "router": router])
      }
      return Message(.mtuLimitedAt, ["count": count, "router": router, "hop": .count(hop)])
    }
    return mtu == link
      ? Message(.mtuLink, ["count": count]) : Message(.mtuKnown, ["count": count])
  }
}

extension PathMTUResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case link, path, limits
    case isBlackHole = "black_hole"
  }

  private enum LimitKeys: String, CodingKey { case address, mtu }

  /// Writes an `mtu` object.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(link, forKey: .link)
    try json.encode(mtu, forKey: .path)
    try json.encode(isBlackHole, forKey: .isBlackHole)
    var list = json.nestedUnkeyedContainer(forKey: .limits)
    for limit in limits {
      var entry = list.nestedContainer(keyedBy: LimitKeys.self)
      try entry.encode(limit.address.description, forKey: .address)
      try entry.encode(limit.mtu, forKey: .mtu)
    }
  }
}

/// What is known of a path MTU.
extension MessageTemplate {
  static let mtuUnknown = MessageTemplate(
    "mtu.unknown",
    "The path MTU is not known: {target} answers none of the packets that would show it."
  )
  static let mtuBlackHole = MessageTemplate(
    "mtu.black_hole",
    "Packets to {target} of more than {count} bytes vanish and no router says why: a link on the way takes no more (a path MTU black hole)."
  )
  package static let mtuLimited = MessageTemplate(
    "mtu.limited",
    "The path MTU is {count} bytes: {router} says that its next link takes no more."
  )
  static let mtuLimitedAt = MessageTemplate(
    "mtu.limited_at",
    "The path MTU is {count} bytes: {router} at hop {hop} says that its next link takes no more."
  )
  static let mtuLink = MessageTemplate(
    "mtu.link",
    "The path MTU is {count} bytes, as much as this machine's own link takes."
  )
  static let mtuKnown = MessageTemplate("mtu.known", "The path MTU is {count} bytes.")
}

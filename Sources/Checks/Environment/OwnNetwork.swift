import Model
import Networking
import Wire

/// This machine's network as it was within the last second.
actor OwnNetwork {
  typealias Reading = Result<NetworkConfiguration, LocalFailure>

  private static let lifetime = Duration.seconds(1)

  private let network: any Network
  private let now: @Sendable () -> ContinuousClock.Instant
  private var known: (reading: Reading, until: ContinuousClock.Instant)?
  private var running: Task<Reading, Never>?

  /// The configuration of a network.
  init(_ network: any Network, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.network = network
    self.now = now
  }

  /// Interfaces, gateways and resolvers; read at most once a second.
  func configuration() async -> Reading {
    if let known, now() < known.until { return known.reading }
    if let running { return await running.value }
    let network = network
    let task = Task { await Self.read(network) }
    running = task
    let reading = await task.value
    running = nil
    known = (reading, now() + Self.lifetime)
    return reading
  }

  /// In a function of its own: a task's closure that catches a typed error is miscompiled by Swift 6.3's
  /// optimiser.
  private static func read(_ network: any Network) async -> Reading {
    do throws(LocalFailure) {
      return .success(try await network.configuration())
    } catch {
      return .failure(error)
    }
  }

  /// Why nothing can be asked now, or not that address; `nil` where it can.
  func failure(to address: IPAddress? = nil) async -> Message? {
    switch await configuration() {
    case .success(let configuration): configuration.ownFailure(to: address)
    case .failure(let failure): Message(.checkOwnUnreadable, ["reason": .message(failure.message)])
    }
  }
}

extension NetworkConfiguration {
  /// Why this machine can't reach an address, or anything at all; `nil` where it should.
  func ownFailure(to address: IPAddress?) -> Message? {
    if let address, isOwn(address) { return nil }
    let uplinks = uplinks
    guard !uplinks.isEmpty else { return Message(.checkOwnNoInterface) }
    if let address, let link = interfaces.first(where: { $0.reaches(address) }) {
      // A target on a link needs that link, and no route.
      return interfaces.contains { $0.isReady && $0.reaches(address) } ? nil : link.failure
    }
    if let address, case .v6(_, let zone?) = address {
      guard let link = interfaces.first(where: { $0.name == zone }) else {
        return Message(.checkOwnNoInterface)
      }
      return link.isReady ? nil : link.failure
    }
    let ready = uplinks.filter(\.isReady)
    guard !ready.isEmpty else { return uplinks.first?.failure }
    guard ready.contains(where: \.hasUsableAddress) else {
      return Message(.checkOwnNoAddress, ["interface": ready[0].name])
    }
    guard let address, !hasRoute(to: address) else { return nil }
    return Message(.checkOwnNoRoute, ["address": "\(address)"])
  }

  /// The interfaces of default routes, else physical ones, else all but loopback.
  private var uplinks: [Interface] {
    let ways = Set(gateways.map(\.interface) + pointToPointInterfaces)
    let others = interfaces.filter { !$0.isLoopback }
    let leading = others.filter { ways.contains($0.index) }
    if !leading.isEmpty { return leading }
    let hardware = others.filter { $0.kind == nil }
    return hardware.isEmpty ? others : hardware
  }

  /// Whether a route leads to an address beyond this machine's links.
  private func hasRoute(to address: IPAddress) -> Bool {
    if !pointToPointInterfaces.isEmpty { return true }
    if gateways.contains(where: { ($0.address.v4 == nil) == (address.v4 == nil) }) { return true }
    // RFC 5549: an IPv4 route may lead over an IPv6 router, never the other way round.
    if address.v4 != nil, !gateways.isEmpty { return true }
    return routes.contains { $0.gateway != nil && $0.leads(to: address) }
  }

  /// Whether an address is this machine's.
  func isOwn(_ address: IPAddress) -> Bool {
    if address.scope == .loopback { return true }
    return interfaces.contains { interface in
      switch address {
      case .v4(let address): interface.ipv4.contains { $0.address == address }
      case .v6(let address, _): interface.ipv6.contains { $0.address == address }
      }
    }
  }

  /// The interface on whose link an address is.
  func link(of address: IPAddress) -> Interface? {
    if case .v6(_, let zone?) = address { return interfaces.first { $0.name == zone } }
    return interfaces.first { $0.isReady && $0.reaches(address) }
  }
}

extension Interface {
  /// Up, with a link.
  fileprivate var isReady: Bool { isUp && hasCarrier }

  /// Why it carries nothing.
  fileprivate var failure: Message {
    Message(isUp ? .checkOwnNoLink : .checkOwnInterfaceOff, ["interface": name])
  }

  /// Whether it has an address that it didn't give itself.
  fileprivate var hasUsableAddress: Bool {
    ipv4.contains { $0.address.scope != .linkLocal }
      || ipv6.contains { $0.address.scope != .linkLocal }
  }

  /// Whether an address is on its link, by prefix.
  fileprivate func reaches(_ address: IPAddress) -> Bool {
    guard !isLoopback else { return false }
    return switch address {
    case .v4(let address):
      ipv4.contains { $0.prefix.length < 32 && $0.prefix.contains(address) }
    case .v6(let address, _):
      address.scope != .linkLocal
        && ipv6.contains {
          $0.prefixLength < 128 && IPv6Prefix($0.address, length: $0.prefixLength).contains(address)
        }
    }
  }
}

/// Why this machine can't ask anybody.
extension MessageTemplate {
  static let checkOwnUnreadable = MessageTemplate(
    "check.own_unreadable",
    "this machine's network can't be read: {reason}"
  )
  static let checkOwnNoInterface = MessageTemplate(
    "check.own_no_interface",
    "this machine has no network interface"
  )
  static let checkOwnInterfaceOff = MessageTemplate(
    "check.own_interface_off",
    "this machine's interface {interface} is switched off"
  )
  static let checkOwnNoLink = MessageTemplate(
    "check.own_no_link",
    "this machine's interface {interface} has no link: no cable, or no Wi-Fi"
  )
  static let checkOwnNoAddress = MessageTemplate(
    "check.own_no_address",
    "this machine has no address on {interface}"
  )
  static let checkOwnNoRoute = MessageTemplate(
    "check.own_no_route",
    "this machine has no route to {address}"
  )
}

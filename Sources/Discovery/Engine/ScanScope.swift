import Model
import Networking
import Wire

/// Which addresses a plan is about, and where they are.
struct ScanScope: Sendable {
  private var plan: ScanPlan
  /// How many addresses are to be asked.
  let addressCount: Int

  init(_ plan: ScanPlan) {
    self.plan = plan
    var queue = AddressQueue(plan: plan) { _ in true }
    var count = 0
    while queue.next() != nil { count += 1 }
    addressCount = count
  }

  /// Excludes what has become known of the excluded devices.
  mutating func exclude(_ excluded: Exclusion) {
    plan.excluded = excluded
  }

  /// Whether sources may ask an address further: an IPv4 address of a target that isn't excluded,
  /// or an IPv6 address that can only be on this network.
  func isTarget(_ address: IPAddress) -> Bool {
    switch address {
    case .v4(let v4):
      plan.mayAsk(address) && interface(of: .v4(v4)) != nil
    case .v6(let v6, _):
      plan.mayAsk(address) && v6.scope != .multicast && v6.scope != .unspecified
        && v6.scope != .loopback
    }
  }

  /// Whether nothing may be sent to the address.
  func excludes(_ address: IPAddress) -> Bool {
    !plan.mayAsk(address)
  }

  /// The interface that leads to the address.
  func interface(of address: IPAddress) -> UInt32? {
    switch address {
    case .v4(let v4):
      plan.targets.first { $0.prefix.contains(v4) }?.interface.index
        ?? plan.interfaces.first { plan.covers(v4, on: $0.index) }?.index
    case .v6(_, let zone?):
      plan.interfaces.first { $0.name == zone }?.index
    case .v6(_, nil):
      plan.interfaces.first { !$0.ipv6.isEmpty }?.index
    }
  }
}

extension Interface {
  /// Its addresses of both families, link-local ones with their zone.
  var ownAddresses: [IPAddress] {
    ipv4.map { .v4($0.address) }
      + ipv6.map { .v6($0.address, zone: $0.address.scope == .linkLocal ? name : nil) }
  }
}

extension NetworkEvent {
  /// The interface that something came in on, where the event says.
  var interface: UInt32? {
    switch self {
    case .datagram(_, let datagram): datagram.interface
    case .neighbourChanged(_, let neighbour, _): neighbour.interface
    default: nil
    }
  }
}

extension NetworkRequest {
  /// Whether anything leaves the machine for it.
  var sends: Bool {
    switch self {
    case .send, .transmit, .connect, .exchange, .solicit, .write, .launch: true
    case .open, .close, .cancel, .watchNeighbours, .readNeighbours, .watchConfiguration, .wake:
      false
    }
  }
}

extension NetworkRequest {
  /// The one host that something is sent to, where it is one.
  var target: IPAddress? {
    switch self {
    case .send(_, let target, _, _): target.address
    case .transmit(_, _, let target, _): target
    case .connect(_, let probe), .exchange(_, let probe, _): probe.target.address
    case .launch(_, let probe): probe.target.address
    case .open, .close, .cancel, .write, .solicit, .watchNeighbours, .readNeighbours,
      .watchConfiguration, .wake:
      nil
    }
  }

  /// How the network would say that it does not send there; `nil` where it says nothing.
  var rejection: NetworkEvent? {
    switch self {
    case .connect(let ticket, let probe), .exchange(let ticket, let probe, _):
      .probed(ticket, probe.target, .localFailure(.refusedByPolicy(Message(.failureExcluded))))
    case .launch(let ticket, let probe):
      .pathProbeFailed(ticket, number: probe.number, .refusedByPolicy(Message(.failureExcluded)))
    default: nil
    }
  }
}

extension SocketKind {
  /// The interface that the socket is bound to.
  var interface: UInt32 {
    switch self {
    case .udp(let options): options.interface
    case .echo(_, let interface), .link(_, let interface), .dhcp(let interface): interface
    case .path(let options): options.interface ?? 0
    }
  }
}

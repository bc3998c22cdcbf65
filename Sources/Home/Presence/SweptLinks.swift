import Discovery
import Model
import Networking
import Wire

/// Over which of this machine's interfaces a sweep looked for devices, and where it could not.
struct SweptLinks: Sendable {
  private let plan: ScanPlan?
  private let failures: [SourceFailure]

  /// Those of a plan, of whose sources some failed.
  init(_ plan: ScanPlan? = nil, failures: [SourceFailure] = []) {
    self.plan = plan
    self.failures = failures.filter(\.spoilsSweep)
  }

  /// The interface that leads to a device, to its main address before others, and the network where that
  /// is behind a router, which can fail by itself; empty where none does.
  func name(of device: Device) -> String {
    let leading = ([device.ip] + device.addresses).lazy.compactMap { plan?.linkName(to: $0) }
    return leading.first ?? ""
  }

  /// Whether this machine could not look for a device as it should: at any of its addresses it may be
  /// there.
  func hides(_ device: Device) -> Bool {
    let addresses = [device.ip] + device.addresses
    return failures.contains { failure in
      addresses.contains { address in
        if failure.isOfIPv4, address.v4 == nil { return false }
        // What is not of one interface is of all.
        return failure.interface.isEmpty || plan?.interfaceName(to: address) == failure.interface
      }
    }
  }
}

extension SourceFailure {
  /// Whether it hides IPv4 devices alone: ARP, and the kernel's table for it, know nothing else.
  fileprivate var isOfIPv4: Bool {
    source == .arp
      && failure != .interfaceDown || source == .neighbours && failure == .noBuffers
  }
}

extension ScanPlan {
  /// The link on which an address is; `nil` where no interface leads to it.
  fileprivate func linkName(to address: IPAddress) -> String? {
    guard let name = interfaceName(to: address) else { return nil }
    guard let v4 = address.v4, let target = targets.first(where: { $0.prefix.contains(v4) }),
      !target.isOnLink
    else { return name }
    return "\(name) \(target.prefix)"
  }

  /// The interface that leads to an address; `nil` where none does.
  fileprivate func interfaceName(to address: IPAddress) -> String? {
    switch address {
    case .v4(let v4):
      targets.first { $0.prefix.contains(v4) }?.interface.name
        ?? interfaces.first { own in own.ipv4.contains { $0.prefix.contains(v4) } }?.name
    case .v6(_, let zone?): interfaces.first { $0.name == zone }?.name
    case .v6(let v6, nil):
      interfaces.first { own in
        own.ipv6.contains { v6.shares($0.prefixLength, leadingBitsWith: $0.address) }
      }?.name
    }
  }
}

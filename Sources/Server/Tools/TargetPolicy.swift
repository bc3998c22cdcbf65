public import Model
public import Wire

/// Which addresses the server's tools may send to.
///
/// Allowed are the home and the Internet, but neither this machine's own services nor a cloud's metadata
/// service: tools must not bypass a firewall (SSRF).
public struct TargetPolicy: Sendable {
  /// The range of allowed targets.
  public enum Reach: Hashable, Sendable {
    /// Homes and the Internet.
    case everywhere
    /// One network, and nothing else.
    case within(IPv4Prefix)
  }

  /// The range of allowed targets.
  public var reach: Reach
  /// This machine's own addresses.
  public var own: Set<IPAddress>
  /// Whether this machine's own services may be asked, as by monitors, which it is asked for by its owner.
  public var allowsThisMachine = false

  /// A policy for a machine with those addresses of its own.
  public init(_ reach: Reach = .everywhere, own: Set<IPAddress> = []) {
    self.reach = reach
    self.own = own
  }

  /// Why an address is forbidden; `nil` where it is allowed.
  public func rejection(of address: IPAddress) -> Message? {
    if case .within(let prefix) = reach {
      guard let v4 = address.v4, prefix.contains(v4) else {
        return Message(.errorOutsideHome, ["address": "\(address)", "network": "\(prefix)"])
      }
      return nil
    }
    if allowsThisMachine, address.scope == .loopback { return nil }
    if let rejection = Self.group(address) { return rejection }
    if own.contains(address) || own.contains(address.withoutZone) {
      return Message(.errorThisMachine, ["address": "\(address)"])
    }
    if Self.isMetadata(address) { return Message(.errorMetadata, ["address": "\(address)"]) }
    // Translation mechanisms forward to the embedded IPv4 address.
    if let inner = Self.embedded(in: address), let rejection = rejection(of: .v4(inner)) {
      return Message(
        .errorLeadsElsewhere,
        ["address": .text("\(address)"), "reason": .message(rejection)]
      )
    }
    return nil
  }

  /// Why an address is no other host's unicast address.
  private static func group(_ address: IPAddress) -> Message? {
    switch address.scope {
    case .unspecified: return Message(.errorNoHostsAddress, ["address": "\(address)"])
    case .loopback: return Message(.errorThisMachine, ["address": "\(address)"])
    case .multicast: return Message(.errorGroup, ["address": "\(address)"])
    case .reserved: return Message(.errorReserved, ["address": "\(address)"])
    case .linkLocal, .privateUse, .global: break
    }
    // `0.0.0.0/8` is this machine to many kernels (RFC 1122, section 3.2.1.3).
    if let v4 = address.v4, v4.rawValue >> 24 == 0 {
      return Message(.errorNoHostsAddress, ["address": "\(address)"])
    }
    return nil
  }

  /// The metadata, credential, time and DNS services of clouds.
  private static func isMetadata(_ address: IPAddress) -> Bool {
    switch address {
    case .v4(let v4): metadata4.contains { $0.contains(v4) }
    case .v6(let v6, _): metadata6.contains { $0.contains(v6) }
    }
  }

  private static let metadata4 = [
    "169.254.169.0/24", "169.254.170.0/24", "169.254.0.23/32", "100.100.100.200/32",
    "168.63.129.16/32", "192.0.0.192/32",
  ]
  .compactMap { IPv4Prefix($0) }

  private static let metadata6 = ["fd00:ec2::/32", "fd20:ce::/32", "fe80::a9fe:a9fe/128"]
    .compactMap { IPv6Prefix($0) }

  /// The embedded IPv4 address: mapped and compatible (RFC 4291, section 2.5.5), translated (RFC 6052,
  /// RFC 8215), 6to4 (RFC 3056).
  private static func embedded(in address: IPAddress) -> IPv4Address? {
    guard case .v6(let v6, _) = address else { return nil }
    let low = UInt32(truncatingIfNeeded: v6.low)
    if v6.high == 0, v6.low >> 32 == 0xFFFF || (v6.low >> 32 == 0 && low > 1) {
      return IPv4Address(rawValue: low)
    }
    if v6.high == 0, v6.low >> 32 == 0xFFFF_0000 { return IPv4Address(rawValue: low) }
    if v6.high >> 32 == 0x0064_FF9B { return IPv4Address(rawValue: low) }
    if v6.high >> 48 == 0x2002 {
      return IPv4Address(rawValue: UInt32(truncatingIfNeeded: v6.high >> 16))
    }
    return nil
  }
}

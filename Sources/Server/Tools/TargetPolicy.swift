public import Wire

/// Which addresses the server's tools may send to.
///
/// A logged-in client may ask the home and the Internet, but not this machine's own services, nor a
/// cloud's metadata service: a tool must be no way around a firewall.
public struct TargetPolicy: Sendable {
  /// How far tools reach.
  public enum Reach: Hashable, Sendable {
    /// Homes and the Internet.
    case everywhere
    /// One network, and nothing else.
    case within(IPv4Prefix)
  }

  /// How far tools reach.
  public var reach: Reach
  /// This machine's own addresses.
  public var own: Set<IPAddress>

  /// A policy that knows this machine's addresses as they are now.
  public init(_ reach: Reach = .everywhere, own: Set<IPAddress> = []) {
    self.reach = reach
    self.own = own
  }

  /// Why nothing is sent to an address; `nil` where it may be asked.
  public func rejection(of address: IPAddress) -> String? {
    if case .within(let prefix) = reach {
      guard let v4 = address.v4, prefix.contains(v4) else {
        return "\(address) is not in this home, which is \(prefix) and nothing else"
      }
      return nil
    }
    if let rejection = Self.group(address) { return rejection }
    if own.contains(address) || own.contains(address.withoutZone) {
      return "\(address) is this machine itself, whose own services aren't asked"
    }
    if Self.isMetadata(address) { return "\(address) is a cloud's metadata service" }
    // What carries an IPv4 address inside is as good as that address.
    if let inner = Self.embedded(in: address), let rejection = rejection(of: .v4(inner)) {
      return "\(address) leads to an address that isn't asked: \(rejection)"
    }
    return nil
  }

  /// Why nobody can be at an address, or only this machine.
  private static func group(_ address: IPAddress) -> String? {
    switch address.scope {
    case .unspecified: return "\(address) is no host's address"
    case .loopback: return "\(address) is this machine itself, whose own services aren't asked"
    case .multicast: return "\(address) is a group, not a host"
    case .reserved: return "\(address) is reserved"
    case .linkLocal, .privateUse, .global: break
    }
    // `0.0.0.0/8` is this machine to many kernels (RFC 1122, section 3.2.1.3).
    if let v4 = address.v4, v4.rawValue >> 24 == 0 { return "\(address) is no host's address" }
    return nil
  }

  /// Where clouds tell a machine its secrets, and its containers theirs; and their time and names.
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

  /// The IPv4 address inside: mapped and compatible (RFC 4291, section 2.5.5), translated (RFC 6052,
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

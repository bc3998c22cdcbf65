package import CShims
internal import Glibc
package import Wire

/// A `sockaddr` of any family, as the kernel wants and gives it.
package struct SocketAddress {
  private var storage = sockaddr_storage()
  package private(set) var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// Room for any address, to be filled by the kernel.
  package init() {}

  /// An IP address and port; `interface` is the zone of link-local and multicast IPv6 addresses that
  /// name none.
  package init(_ endpoint: Endpoint, interface: UInt32? = nil) {
    switch endpoint.address {
    case .v4(let address):
      var v4 = sockaddr_in()
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = endpoint.port.bigEndian
      v4.sin_addr.s_addr = address.rawValue.bigEndian
      set(v4)
    case .v6(let address, let zone):
      var v6 = sockaddr_in6()
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = endpoint.port.bigEndian
      v6.sin6_addr = in6_addr(address)
      v6.sin6_scope_id = zone.map(Self.index(ofZone:)) ?? Self.scope(of: address, interface)
      set(v6)
    }
  }

  /// A packet socket's: an EtherType on an interface.
  package init(etherType: UInt16, interface: UInt32) {
    var link = sockaddr_ll()
    link.sll_family = UInt16(AF_PACKET)
    link.sll_protocol = etherType.bigEndian
    link.sll_ifindex = Int32(bitPattern: interface)
    set(link)
  }

  /// The interface that a packet socket's frame came in by; `nil` for frames that go out, and for
  /// other families.
  package var incomingInterface: UInt32? {
    guard Int32(storage.ss_family) == AF_PACKET else { return nil }
    return withUnsafeBytes(of: storage) { bytes in
      let link = bytes.load(as: sockaddr_ll.self)
      return Int32(link.sll_pkttype) == PACKET_OUTGOING
        ? nil : UInt32(bitPattern: link.sll_ifindex)
    }
  }

  /// A netlink address with multicast groups to join (`RTMGRP_…`).
  init(netlinkGroups groups: UInt32) {
    var address = sockaddr_nl()
    address.nl_family = UInt16(AF_NETLINK)
    address.nl_groups = groups
    set(address)
  }

  /// The index of a zone's interface, by name or number (RFC 4007 §11.2); an unused index where there
  /// is none, since 0 lets the kernel choose any.
  private static func index(ofZone zone: String) -> UInt32 {
    let index = if_nametoindex(zone)
    if index != 0 { return index }
    return UInt32(zone).flatMap { $0 == 0 ? nil : $0 } ?? UInt32(Int32.max)
  }

  private static func scope(of address: IPv6Address, _ interface: UInt32?) -> UInt32 {
    switch address.scope {
    case .linkLocal, .multicast: interface ?? 0
    default: 0
    }
  }

  private mutating func set<Address>(_ address: Address) {
    length = socklen_t(MemoryLayout<Address>.size)
    withUnsafeBytes(of: address) { bytes in
      withUnsafeMutableBytes(of: &storage) { $0.copyMemory(from: bytes) }
    }
  }

  /// The IP address and port; `nil` for other families.
  var endpoint: Endpoint? { endpoint(zone: interfaceName) }

  /// The IP address and port, the zone of a link-local address as named; `nil` for other families.
  package func endpoint(zone name: (UInt32) -> String?) -> Endpoint? {
    withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let v4 = bytes.load(as: sockaddr_in.self)
        let address = IPv4Address(rawValue: UInt32(bigEndian: v4.sin_addr.s_addr))
        return Endpoint(.v4(address), port: UInt16(bigEndian: v4.sin_port))
      case AF_INET6:
        let v6 = bytes.load(as: sockaddr_in6.self)
        let address = IPv6Address(v6.sin6_addr)
        let zone = address.scope == .linkLocal ? name(v6.sin6_scope_id) : nil
        return Endpoint(.v6(address, zone: zone), port: UInt16(bigEndian: v6.sin6_port))
      default:
        return nil
      }
    }
  }

  /// Lends the address to a call that reads it.
  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result
  {
    withUnsafeBytes(of: storage) { bytes in
      // The storage is aligned for every family and outlives the call.
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        body(address.baseAddress.unsafelyUnwrapped, length)
      }
    }
  }

  /// Lends the storage to a call that fills it.
  @discardableResult
  package mutating func fill<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Result
  ) -> Result {
    length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutableBytes(of: &storage) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { address in
        body(address.baseAddress.unsafelyUnwrapped, &length)
      }
    }
  }
}

/// The name of an interface in the thread's namespace; `nil` where there is none.
func interfaceName(_ index: UInt32) -> String? {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(IF_NAMESIZE)) { buffer in
    guard let start = buffer.baseAddress, if_indextoname(index, start) != nil else { return nil }
    return String(cString: start)
  }
}

extension in6_addr {
  /// The address in the kernel's form.
  init(_ address: IPv6Address) {
    self.init()
    withUnsafeMutableBytes(of: &self) { $0.copyBytes(from: address.bytes) }
  }
}

extension IPv6Address {
  /// The address from the kernel's form.
  init(_ address: in6_addr) {
    self = withUnsafeBytes(of: address) { bytes in
      IPv6Address(
        high: UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        low: UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
  }
}

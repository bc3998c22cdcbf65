internal import CShims
internal import Wire

/// An interface (`ifinfomsg`, rtnetlink(7)).
struct LinkMessage {
  var index: UInt32
  var flags: UInt32
  var name = ""
  var mac: MACAddress?
  var mtu: Int?
  var kind: String?

  /// Reads a message's payload.
  init(_ payload: ByteCursor, _ bytes: RawSpan) throws(WireError) {
    var payload = payload
    try payload.skip(4, in: bytes)
    index = try payload.native32(bytes)
    flags = try payload.native32(bytes)
    try payload.skip(4, in: bytes)
    var attributes = NetlinkAttributes(payload)
    while let (type, value) = try attributes.next(bytes) {
      var value = value
      switch Int(type) {
      case Int(IFLA_IFNAME): name = try value.text(bytes)
      case Int(IFLA_ADDRESS): mac = try value.mac(bytes)
      case Int(IFLA_MTU): mtu = Int(try value.native32(bytes))
      case Int(IFLA_LINKINFO):
        var inner = NetlinkAttributes(value)
        while let (type, value) = try inner.next(bytes) {
          var value = value
          if Int(type) == Int(IFLA_INFO_KIND) { kind = try value.text(bytes) }
        }
      default: break
      }
    }
  }
}

/// An interface's address (`ifaddrmsg`, rtnetlink(7)).
struct AddressMessage {
  var index: UInt32
  var prefixLength: Int
  /// The interface's own address.
  var local: RawAddress
  /// An address in the subnet: the same, or the other end's of a point-to-point link.
  var network: RawAddress

  /// Reads a message's payload; `nil` where it has no address.
  init?(_ payload: ByteCursor, _ bytes: RawSpan) throws(WireError) {
    var payload = payload
    try payload.skip(1, in: bytes)
    prefixLength = Int(try payload.uint8(bytes))
    try payload.skip(2, in: bytes)
    index = try payload.native32(bytes)
    var local: RawAddress?
    var network: RawAddress?
    var attributes = NetlinkAttributes(payload)
    while let (type, value) = try attributes.next(bytes) {
      switch Int(type) {
      case Int(IFA_LOCAL): local = try value.address(bytes)
      case Int(IFA_ADDRESS): network = try value.address(bytes)
      default: break
      }
    }
    guard let own = local ?? network, let network = network ?? local else { return nil }
    self.local = own
    self.network = network
  }
}

/// A default route's next hops (`rtmsg`, rtnetlink(7)).
struct DefaultRouteMessage {
  /// A next hop; without a gateway on a point-to-point link, whose other end needs no address.
  typealias Hop = (gateway: RawAddress?, interface: UInt32)

  /// Which routes count.
  enum Kind {
    /// The main table's default.
    case ofMainTable
    /// What the kernel itself chose for an address on the Internet, of whatever table.
    case chosen
  }

  var hops: [Hop] = []

  /// How long the prefix of a route may be that leads to the Internet: `0.0.0.0/1` and its other half
  /// stand in for a default that VPNs leave as it is, and `2000::/3` is all that is assigned.
  private static let longestPrefix: UInt8 = 3

  /// Reads a message's payload; `nil` for other routes than those.
  init?(_ payload: ByteCursor, _ bytes: RawSpan, _ kind: Kind = .ofMainTable) throws(WireError) {
    var payload = payload
    try payload.skip(1, in: bytes)
    let destinationLength = try payload.uint8(bytes)
    try payload.skip(2, in: bytes)
    var table = UInt32(try payload.uint8(bytes))
    try payload.skip(2, in: bytes)
    let type = try payload.uint8(bytes)
    try payload.skip(4, in: bytes)
    let longest = kind == .chosen ? Self.longestPrefix : 0
    guard destinationLength <= longest, type == UInt8(RTN_UNICAST) else { return nil }

    var gateway: RawAddress?
    var interface: UInt32 = 0
    var attributes = NetlinkAttributes(payload)
    while let (type, value) = try attributes.next(bytes) {
      var value = value
      switch UInt32(type) {
      case RTA_TABLE.rawValue: table = try value.native32(bytes)
      case RTA_OIF.rawValue: interface = try value.native32(bytes)
      case RTA_GATEWAY.rawValue: gateway = try value.address(bytes)
      case RTA_VIA.rawValue: gateway = try Self.via(value, bytes)
      case RTA_MULTIPATH.rawValue: try readHops(value, bytes)
      default: break
      }
    }
    guard kind == .chosen || table == UInt32(RT_TABLE_MAIN.rawValue) else { return nil }
    if gateway != nil || interface != 0 { hops.append((gateway, interface)) }
  }

  /// An IPv6 gateway of an IPv4 route: its family, then the address.
  private static func via(_ value: ByteCursor, _ bytes: RawSpan) throws(WireError) -> RawAddress? {
    var value = value
    try value.skip(2, in: bytes)
    return try value.address(bytes)
  }

  /// Several next hops (`rtnexthop`), each with attributes of its own.
  private mutating func readHops(_ value: ByteCursor, _ bytes: RawSpan) throws(WireError) {
    var value = value
    while value.remaining >= 8 {
      let length = Int(try value.native16(bytes))
      try value.skip(2, in: bytes)
      let interface = try value.native32(bytes)
      guard length >= 8 else { throw WireError(.invalid("next hop length"), at: value.offset) }
      var attributes = NetlinkAttributes(try value.slice(length - 8, in: bytes))
      var gateway: RawAddress?
      while let (type, value) = try attributes.next(bytes) {
        switch UInt32(type) {
        case RTA_GATEWAY.rawValue: gateway = try value.address(bytes)
        case RTA_VIA.rawValue: gateway = try Self.via(value, bytes)
        default: continue
        }
      }
      hops.append((gateway, interface))
      try value.skip(min((4 - length % 4) % 4, value.remaining), in: bytes)
    }
  }
}

/// A non-default route of the main table (`rtmsg`, rtnetlink(7)): over a gateway, blackhole,
/// unreachable or prohibit.
struct StaticRouteMessage {
  var destination: RawAddress
  var length: Int
  var gateway: RawAddress?
  var interface: UInt32 = 0

  /// Reads a message's payload; `nil` for other routes than those.
  init?(_ payload: ByteCursor, _ bytes: RawSpan) throws(WireError) {
    var payload = payload
    try payload.skip(1, in: bytes)
    length = Int(try payload.uint8(bytes))
    try payload.skip(2, in: bytes)
    var table = UInt32(try payload.uint8(bytes))
    // RTPROT_KERNEL: the kernel's own, as those of addresses are.
    let isKernels = try payload.uint8(bytes) == 2
    try payload.skip(1, in: bytes)
    let type = try payload.uint8(bytes)
    try payload.skip(4, in: bytes)
    // RTN_BLACKHOLE, RTN_UNREACHABLE, RTN_PROHIBIT.
    let isRefusal = (6...8).contains(type)
    guard length > 0, !isKernels, isRefusal || type == UInt8(RTN_UNICAST) else { return nil }

    var destination: RawAddress?
    var attributes = NetlinkAttributes(payload)
    while let (type, value) = try attributes.next(bytes) {
      var value = value
      switch UInt32(type) {
      case RTA_TABLE.rawValue: table = try value.native32(bytes)
      case RTA_DST.rawValue: destination = try value.address(bytes)
      case RTA_OIF.rawValue: interface = try value.native32(bytes)
      case RTA_GATEWAY.rawValue: gateway = try value.address(bytes)
      default: break
      }
    }
    guard table == UInt32(RT_TABLE_MAIN.rawValue), let destination,
      isRefusal || gateway != nil
    else { return nil }
    self.destination = destination
  }
}

internal import CShims
import Networking
internal import Wire

/// Walks the messages of a netlink datagram (netlink(7)): native byte order, padded to four bytes.
struct NetlinkMessages {
  /// A message: its header's fields and a cursor over its payload.
  struct Message {
    var type: UInt16
    var flags: UInt16
    var sequence: UInt32
    var payload: ByteCursor
  }

  private var cursor: ByteCursor

  init(_ bytes: RawSpan) {
    cursor = ByteCursor(bytes)
  }

  /// The next message; `nil` at the end.
  ///
  /// An impossible length throws, so that it always ends.
  mutating func next(_ bytes: RawSpan) throws(WireError) -> Message? {
    guard cursor.remaining >= Self.headerLength else { return nil }
    let length = try cursor.native32(bytes)
    let type = try cursor.native16(bytes)
    let flags = try cursor.native16(bytes)
    let sequence = try cursor.native32(bytes)
    try cursor.skip(4, in: bytes)
    guard length >= UInt32(Self.headerLength) else {
      throw WireError(.invalid("message length"), at: cursor.offset - Self.headerLength)
    }
    let payload = try cursor.slice(Int(length) - Self.headerLength, in: bytes)
    try cursor.skipPadding(after: Int(length), in: bytes)
    return Message(type: type, flags: flags, sequence: sequence, payload: payload)
  }

  static let headerLength = 16
}

/// Walks the attributes (`rtattr`) that follow a message's fixed part, or that one attribute holds.
struct NetlinkAttributes {
  private var cursor: ByteCursor

  init(_ cursor: ByteCursor) {
    self.cursor = cursor
  }

  /// The next attribute's type, without the flags for nesting and byte order, and its value.
  mutating func next(_ bytes: RawSpan) throws(WireError) -> (type: UInt16, value: ByteCursor)? {
    guard cursor.remaining >= 4 else { return nil }
    let length = try cursor.native16(bytes)
    let type = try cursor.native16(bytes) & 0x3FFF
    guard length >= 4 else {
      throw WireError(.invalid("attribute length"), at: cursor.offset - 4)
    }
    let value = try cursor.slice(Int(length) - 4, in: bytes)
    try cursor.skipPadding(after: Int(length), in: bytes)
    return (type, value)
  }
}

extension ByteCursor {
  /// Two bytes in this machine's order.
  mutating func native16(_ bytes: RawSpan) throws(WireError) -> UInt16 {
    // What was read as big-endian is swapped back; on a big-endian machine neither swaps.
    try UInt16(bigEndian: uint16(bytes))
  }

  /// Four bytes in this machine's order.
  mutating func native32(_ bytes: RawSpan) throws(WireError) -> UInt32 {
    try UInt32(bigEndian: uint32(bytes))
  }

  /// The text up to its NUL or the end.
  mutating func text(_ bytes: RawSpan) throws(WireError) -> String {
    let all = try self.bytes(bytes, count: remaining)
    return String(decoding: all.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// An address of that family (`AF_INET`, `AF_INET6`); `nil` for other families and lengths.
  func address(_ bytes: RawSpan) throws(WireError) -> RawAddress? {
    var cursor = self
    switch remaining {
    case 4: return .v4(IPv4Address(rawValue: try cursor.uint32(bytes)))
    case 16:
      return .v6(IPv6Address(high: try cursor.uint64(bytes), low: try cursor.uint64(bytes)))
    default: return nil
    }
  }

  /// Moves over what pads a part of that length to four bytes; the last one may lack it.
  fileprivate mutating func skipPadding(after length: Int, in bytes: RawSpan) throws(WireError) {
    try skip(min((4 - length % 4) % 4, remaining), in: bytes)
  }
}

/// An address as netlink carries it: without a zone.
enum RawAddress: Hashable {
  case v4(IPv4Address)
  case v6(IPv6Address)
}

/// A neighbour table entry (`ndmsg`, rtnetlink(7)).
struct NeighbourMessage {
  var address: RawAddress
  var interface: UInt32
  var mac: MACAddress?
  var state: Neighbour.State
  var confirmedAgo: Duration?
  var isRouter: Bool

  /// Reads a message's payload; `nil` for what is no IP neighbour, such as a bridge's table.
  init?(_ payload: ByteCursor, _ bytes: RawSpan) throws(WireError) {
    var payload = payload
    let family = try payload.uint8(bytes)
    try payload.skip(3, in: bytes)
    interface = try payload.native32(bytes)
    let number = try payload.native16(bytes)
    let flags = try payload.uint8(bytes)
    try payload.skip(1, in: bytes)
    guard family == 2 || family == 10, let state = Neighbour.State(kernel: number) else {
      return nil
    }
    self.state = state
    isRouter = flags & UInt8(NTF_ROUTER) != 0

    var found: RawAddress?
    var attributes = NetlinkAttributes(payload)
    while let (type, value) = try attributes.next(bytes) {
      var value = value
      switch Int(type) {
      case Int(NDA_DST):
        found = try value.address(bytes)
      case Int(NDA_LLADDR):
        mac = try value.mac(bytes)
      case Int(NDA_CACHEINFO):
        // The first of its four numbers: USER_HZ ticks, which are 10 ms on every Linux.
        confirmedAgo = .milliseconds(10 * Int64(try value.native32(bytes)))
      default:
        break
      }
    }
    guard let found else { return nil }
    address = found
  }

  /// The entry, with the zone that link-local addresses need.
  func neighbour(named name: (UInt32) -> String?) -> Neighbour {
    Neighbour(
      address: address.withZone { name(interface) },
      interface: interface,
      mac: mac,
      state: state,
      confirmedAgo: confirmedAgo,
      isRouter: isRouter
    )
  }
}

extension Neighbour.State {
  /// The state with that `NUD_…` number; `nil` where there is none.
  init?(kernel number: UInt16) {
    switch Int32(number) {
    // An entry is made without a state and asked about at once.
    case NUD_NONE, NUD_INCOMPLETE: self = .incomplete
    case NUD_REACHABLE: self = .reachable
    case NUD_STALE: self = .stale
    case NUD_DELAY: self = .delay
    case NUD_PROBE: self = .probe
    case NUD_FAILED: self = .failed
    case NUD_PERMANENT: self = .permanent
    case NUD_NOARP: self = .noARP
    default: return nil
    }
  }
}

extension RawAddress {
  /// The address; `zone` is asked only where the scope is the link.
  func withZone(_ zone: () -> String?) -> IPAddress {
    switch self {
    case .v4(let address): .v4(address)
    case .v6(let address): .v6(address, zone: address.scope == .linkLocal ? zone() : nil)
    }
  }
}

extension ByteCursor {
  /// A MAC address; `nil` for link addresses of another length.
  mutating func mac(_ bytes: RawSpan) throws(WireError) -> MACAddress? {
    guard remaining == 6 else { return nil }
    let high = UInt64(try uint16(bytes))
    return MACAddress(rawValue: high << 32 | UInt64(try uint32(bytes)))
  }
}

internal import CShims
import Networking
internal import Wire

/// A neighbour's entry as rtnetlink(7) tells it (`ndmsg`).
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

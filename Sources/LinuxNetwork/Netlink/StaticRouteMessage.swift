internal import CShims
internal import Wire

/// A route of the main table that is no default route, as rtnetlink(7) tells it (`rtmsg`): one over a
/// router, or one that drops or rejects what takes it.
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

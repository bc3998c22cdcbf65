internal import CShims
internal import Glibc
internal import LinuxNetwork
internal import Networking
internal import Wire

extension NetlinkRequest {
  /// Makes a veth whose near end is a port of a bridge and up, in one message.
  ///
  /// `far` says where the other end appears; it is down there.
  static func addPort(_ near: String, of bridge: UInt32, far: LinkEnd) -> NetlinkRequest {
    var request = NetlinkRequest(
      type: UInt16(RTM_NEWLINK),
      flags: UInt16(NLM_F_CREATE | NLM_F_EXCL),
      header: upHeader
    )
    request.add(UInt16(IFLA_IFNAME), text: near)
    request.add(UInt16(IFLA_MASTER), number: bridge)
    request.nest(UInt16(IFLA_LINKINFO)) { info in
      info.add(UInt16(IFLA_INFO_KIND), text: "veth")
      info.nest(UInt16(IFLA_INFO_DATA)) { data in
        data.nest(vethInfoPeer) { peer in
          // The kernel can't open a peer that is not connected yet (ENOTCONN).
          peer.append(raw: [UInt8](repeating: 0, count: 16))
          peer.add(UInt16(IFLA_IFNAME), text: far.name)
          if let mac = far.mac { peer.add(UInt16(IFLA_ADDRESS), mac.bytes) }
          if let namespace = far.namespace {
            peer.add(UInt16(IFLA_NET_NS_FD), number: namespace)
          }
        }
      }
    }
    return request
  }

  /// Makes a bridge that floods multicast to every port, as a home's plain switch does.
  static func addBridge(_ name: String) -> NetlinkRequest {
    var request = NetlinkRequest(
      type: UInt16(RTM_NEWLINK),
      flags: UInt16(NLM_F_CREATE | NLM_F_EXCL),
      header: upHeader
    )
    request.add(UInt16(IFLA_IFNAME), text: name)
    request.nest(UInt16(IFLA_LINKINFO)) { info in
      info.add(UInt16(IFLA_INFO_KIND), text: "bridge")
      info.nest(UInt16(IFLA_INFO_DATA)) { $0.add(bridgeMulticastSnooping, number: UInt8(0)) }
    }
    return request
  }

  /// Lets so many frames wait in an interface before it drops more.
  static func setQueue(frames: UInt32, interface: UInt32) -> NetlinkRequest {
    var request = setLink(index: interface)
    request.add(UInt16(IFLA_TXQLEN), number: frames)
    return request
  }

  /// A rule of policy routing: packets with the mark (or all) are looked up in the main table, or
  /// vanish without a word.
  static func addRule(
    family: AddressFamily,
    priority: UInt32,
    mark: UInt32? = nil,
    isBlackhole: Bool
  ) -> NetlinkRequest {
    let table = isBlackhole ? UInt8(0) : UInt8(RT_TABLE_MAIN.rawValue)
    var header: [UInt8] = [
      UInt8(family == .v4 ? AF_INET : AF_INET6), 0, 0, 0, table, 0, 0,
      isBlackhole ? ruleBlackhole : ruleToTable,
    ]
    header += [0, 0, 0, 0]
    var request = NetlinkRequest(
      type: UInt16(RTM_NEWRULE),
      flags: UInt16(NLM_F_CREATE | NLM_F_EXCL),
      header: header
    )
    request.add(rulePriority, number: priority)
    if let mark { request.add(ruleMark, number: mark) }
    return request
  }

  /// An `ifinfomsg` that says up.
  private static var upHeader: [UInt8] {
    var header: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0]
    withUnsafeBytes(of: UInt32(IFF_UP)) { header += $0 }
    withUnsafeBytes(of: UInt32(IFF_UP)) { header += $0 }
    return header
  }

  // linux/veth.h, linux/if_link.h and linux/fib_rules.h, which the shim leaves out.
  private static var vethInfoPeer: UInt16 { 1 }
  private static var bridgeMulticastSnooping: UInt16 { 23 }
  private static var rulePriority: UInt16 { 6 }
  private static var ruleMark: UInt16 { 10 }
  private static var ruleToTable: UInt8 { 1 }
  private static var ruleBlackhole: UInt8 { 6 }
}

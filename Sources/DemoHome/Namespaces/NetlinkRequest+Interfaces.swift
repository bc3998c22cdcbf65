internal import CShims
internal import Glibc
public import LinuxNetwork
internal import Networking
public import Wire

/// Making and changing interfaces.
extension NetlinkRequest {
  private static let create = UInt16(NLM_F_CREATE | NLM_F_EXCL)

  /// The `ifinfomsg` for an interface; `change` says which of the flags are meant.
  private static func linkHeader(
    index: UInt32 = 0,
    flags: UInt32 = 0,
    change: UInt32 = 0
  ) -> [UInt8] {
    var header: [UInt8] = [0, 0, 0, 0]
    header.append(native: index)
    header.append(native: flags)
    header.append(native: change)
    return header
  }

  /// One end of a veth pair to be made.
  public struct LinkEnd: Hashable, Sendable {
    /// The interface's name, at most 15 bytes.
    public var name: String
    /// Its MAC; the kernel makes one up otherwise.
    public var mac: MACAddress?
    /// The open network namespace (`setns` descriptor) where it appears; the socket's own otherwise.
    public var namespace: Int32?

    /// An end; without `namespace` in the socket's own namespace.
    public init(_ name: String, mac: MACAddress? = nil, namespace: Int32? = nil) {
      self.name = name
      self.mac = mac
      self.namespace = namespace
    }
  }

  /// Makes two interfaces joined by a cable, each in its namespace, both down.
  public static func addVeth(_ end: LinkEnd, _ peer: LinkEnd) -> NetlinkRequest {
    var request = NetlinkRequest(type: UInt16(RTM_NEWLINK), flags: create, header: linkHeader())
    request.addEnd(end)
    request.addPeer(peer)
    return request
  }

  /// Says that the interface is a veth, and what its other end is.
  private mutating func addPeer(_ peer: LinkEnd) {
    nest(UInt16(IFLA_LINKINFO)) { info in
      info.add(UInt16(IFLA_INFO_KIND), text: "veth")
      info.nest(UInt16(IFLA_INFO_DATA)) { data in
        data.nest(Self.VETH_INFO_PEER) { inner in
          inner.append(raw: Self.linkHeader())
          inner.addEnd(peer)
        }
      }
    }
  }

  private static var VETH_INFO_PEER: UInt16 { 1 }

  private mutating func addEnd(_ end: LinkEnd) {
    add(UInt16(IFLA_IFNAME), text: end.name)
    if let mac = end.mac { add(UInt16(IFLA_ADDRESS), mac.bytes) }
    if let namespace = end.namespace { add(UInt16(IFLA_NET_NS_FD), number: namespace) }
  }

  /// Makes an interface of a kind without parameters: `bridge`, `dummy`.
  public static func addLink(
    _ name: String,
    kind: String,
    mac: MACAddress? = nil
  ) -> NetlinkRequest {
    var request = NetlinkRequest(type: UInt16(RTM_NEWLINK), flags: create, header: linkHeader())
    request.addEnd(LinkEnd(name, mac: mac))
    request.nest(UInt16(IFLA_LINKINFO)) { $0.add(UInt16(IFLA_INFO_KIND), text: kind) }
    return request
  }

  /// Changes an interface: up or down, the bridge it belongs to, its MAC.
  public static func setLink(
    index: UInt32,
    isUp: Bool? = nil,
    master: UInt32? = nil,
    mac: MACAddress? = nil
  ) -> NetlinkRequest {
    let up = UInt32(IFF_UP)
    let header = linkHeader(
      index: index,
      flags: isUp == true ? up : 0,
      change: isUp == nil ? 0 : up
    )
    var request = NetlinkRequest(type: UInt16(RTM_NEWLINK), header: header)
    if let master { request.add(UInt16(IFLA_MASTER), number: master) }
    if let mac { request.add(UInt16(IFLA_ADDRESS), mac.bytes) }
    return request
  }

  /// Removes an interface, and its peer with it.
  public static func deleteLink(index: UInt32) -> NetlinkRequest {
    NetlinkRequest(type: UInt16(RTM_DELLINK), header: linkHeader(index: index))
  }
}

extension NetlinkRequest {
  /// Makes a veth whose near end is a port of a bridge and up, in one message.
  ///
  /// The far end is down: the kernel can't open a peer that is not connected yet (ENOTCONN).
  static func addPort(_ near: String, of bridge: UInt32, far: LinkEnd) -> NetlinkRequest {
    var request = NetlinkRequest(type: UInt16(RTM_NEWLINK), flags: create, header: upHeader)
    request.add(UInt16(IFLA_IFNAME), text: near)
    request.add(UInt16(IFLA_MASTER), number: bridge)
    request.addPeer(far)
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
  package static func setQueue(frames: UInt32, interface: UInt32) -> NetlinkRequest {
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

  /// An `ifinfomsg` that sets the interface up.
  private static var upHeader: [UInt8] {
    linkHeader(flags: UInt32(IFF_UP), change: UInt32(IFF_UP))
  }

  // linux/if_link.h and linux/fib_rules.h, which the shim leaves out.
  private static var bridgeMulticastSnooping: UInt16 { 23 }
  private static var rulePriority: UInt16 { 6 }
  private static var ruleMark: UInt16 { 10 }
  private static var ruleToTable: UInt8 { 1 }
  private static var ruleBlackhole: UInt8 { 6 }
}

/// Giving interfaces addresses, routes and neighbours.
extension NetlinkRequest {
  /// Gives an interface an address; IPv6 ones are usable at once, without duplicate detection.
  public static func addAddress(
    _ address: IPAddress,
    prefixLength: Int,
    interface: UInt32
  ) -> NetlinkRequest {
    let flags = UInt8(truncatingIfNeeded: IFA_F_NODAD | IFA_F_PERMANENT)
    var header: [UInt8] = [address.familyNumber, UInt8(clamping: prefixLength), flags, 0]
    header.append(native: interface)
    var request = NetlinkRequest(type: UInt16(RTM_NEWADDR), flags: create, header: header)
    request.add(UInt16(IFA_LOCAL), address.networkBytes)
    request.add(UInt16(IFA_ADDRESS), address.networkBytes)
    if let v4 = address.v4, prefixLength < 31 {
      let last = IPv4Prefix(v4, length: prefixLength).last
      request.add(UInt16(IFA_BROADCAST), last.bytes)
    }
    return request
  }

  /// Adds a route: through a gateway, or straight onto an interface.
  ///
  /// With a `prefixLength` of 0, the default route, the destination only names the family.
  public static func addRoute(
    to destination: IPAddress,
    prefixLength: Int,
    gateway: IPAddress? = nil,
    interface: UInt32? = nil
  ) -> NetlinkRequest {
    let scope = gateway == nil ? UInt8(RT_SCOPE_LINK.rawValue) : UInt8(RT_SCOPE_UNIVERSE.rawValue)
    var header: [UInt8] = [
      destination.familyNumber, UInt8(clamping: prefixLength), 0, 0,
      UInt8(RT_TABLE_MAIN.rawValue), UInt8(RTPROT_STATIC), scope, UInt8(RTN_UNICAST),
    ]
    header.append(native: UInt32(0))
    var request = NetlinkRequest(type: UInt16(RTM_NEWROUTE), flags: create, header: header)
    if prefixLength > 0 { request.add(UInt16(RTA_DST.rawValue), destination.networkBytes) }
    if let gateway { request.add(UInt16(RTA_GATEWAY.rawValue), gateway.networkBytes) }
    if let interface { request.add(UInt16(RTA_OIF.rawValue), number: interface) }
    return request
  }

  /// Sets a neighbour's entry by hand.
  public static func addNeighbour(
    _ address: IPAddress,
    mac: MACAddress,
    interface: UInt32,
    isPermanent: Bool
  ) -> NetlinkRequest {
    var header: [UInt8] = [address.familyNumber, 0, 0, 0]
    header.append(native: interface)
    header.append(native: UInt16(isPermanent ? NUD_PERMANENT : NUD_STALE))
    header.append(contentsOf: [0, 0])
    var request = NetlinkRequest(
      type: UInt16(RTM_NEWNEIGH),
      flags: UInt16(NLM_F_CREATE | NLM_F_REPLACE),
      header: header
    )
    request.add(UInt16(NDA_DST), address.networkBytes)
    request.add(UInt16(NDA_LLADDR), mac.bytes)
    return request
  }

  /// Removes a neighbour's entry.
  public static func deleteNeighbour(_ address: IPAddress, interface: UInt32) -> NetlinkRequest {
    var header: [UInt8] = [address.familyNumber, 0, 0, 0]
    header.append(native: interface)
    header.append(contentsOf: [0, 0, 0, 0])
    var request = NetlinkRequest(type: UInt16(RTM_DELNEIGH), header: header)
    request.add(UInt16(NDA_DST), address.networkBytes)
    return request
  }
}

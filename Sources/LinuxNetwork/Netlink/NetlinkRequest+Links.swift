internal import CShims
internal import Glibc
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

    /// An end with the given properties.
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
    request.nest(UInt16(IFLA_LINKINFO)) { info in
      info.add(UInt16(IFLA_INFO_KIND), text: "veth")
      info.nest(UInt16(IFLA_INFO_DATA)) { data in
        data.nest(VETH_INFO_PEER) { inner in
          inner.append(raw: linkHeader())
          inner.addEnd(peer)
        }
      }
    }
    return request
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

  /// Moves an interface into an open network namespace; it is down there and has no addresses.
  public static func moveLink(index: UInt32, to namespace: Int32) -> NetlinkRequest {
    var request = NetlinkRequest(type: UInt16(RTM_NEWLINK), header: linkHeader(index: index))
    request.add(UInt16(IFLA_NET_NS_FD), number: namespace)
    return request
  }

  /// Removes an interface, and its peer with it.
  public static func deleteLink(index: UInt32) -> NetlinkRequest {
    NetlinkRequest(type: UInt16(RTM_DELLINK), header: linkHeader(index: index))
  }
}

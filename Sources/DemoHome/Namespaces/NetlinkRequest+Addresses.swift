internal import CShims
internal import Glibc
public import LinuxNetwork
public import Wire

/// Giving interfaces addresses, routes and neighbours.
extension NetlinkRequest {
  private static let create = UInt16(NLM_F_CREATE | NLM_F_EXCL)

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

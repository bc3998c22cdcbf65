import Model
public import Networking
public import Wire

/// A simulated device's NetBIOS name service: it answers node status requests.
public struct NetBIOSResponder: Responder {
  /// Where the name service listens.
  public let port = NetBIOSStatusRequest.port
  /// None: it is asked directly.
  public let groups: [IPAddress] = []

  private let identity: NetBIOSIdentity
  private let lateness: Duration

  /// The responder of a device; `nil` if it has no NetBIOS names.
  public init?(_ device: SimulatedDevice) {
    guard let identity = device.netbios else { return nil }
    self.identity = identity
    lateness = device.lateness
  }

  /// Nothing: it speaks when spoken to.
  public func announcements() -> [Response] { [] }

  /// The answer to a request for all names: workstation, file server, and the group.
  public func responses(to datagram: Datagram) -> [Response] {
    guard let request = try? NetBIOSStatusRequest(parsing: datagram.payload),
      request.name == .wildcard
    else { return [] }
    var entries = identity.names.flatMap { name in
      [UInt8(0x00), 0x20].map { NetBIOSStatusResponse.Entry(NetBIOSName(name, suffix: $0)) }
    }
    if let group = identity.group {
      entries.append(.init(NetBIOSName(group, suffix: 0), isGroup: true))
      entries.append(.init(NetBIOSName(group, suffix: 0x1E), isGroup: true))
    }
    let response = NetBIOSStatusResponse(id: request.id, entries: entries, mac: identity.mac)
    return [Response(to: datagram.source, payload: response.serialised, delay: lateness)]
  }
}

/// An address and a port: where a datagram goes to or comes from.
public struct Endpoint: Hashable, Comparable, Sendable {
  /// The host.
  public var address: IPAddress
  /// The TCP or UDP port; 0 where the protocol has none.
  public var port: UInt16

  /// The given address and port.
  public init(_ address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }

  /// By address, then by port.
  public static func < (left: Self, right: Self) -> Bool {
    (left.address, left.port) < (right.address, right.port)
  }
}

extension Endpoint: CustomStringConvertible {
  /// `192.168.1.2:80` or `[fe80::1%eth0]:80`.
  public var description: String {
    switch address {
    case .v4: "\(address):\(port)"
    case .v6: "[\(address)]:\(port)"
    }
  }
}

public import Wire

/// Which addresses have answered in this scan, and which are known to be nobody's.
public struct HostBoard: Sendable {
  /// Addresses that answered somebody, each with the interface it answered on.
  public private(set) var answering: [IPAddress: UInt32] = [:]
  /// IPv4 addresses that ARP could not resolve.
  public private(set) var unresolved: Set<IPv4Address> = []

  /// Nothing known yet.
  public init() {}

  /// Notes an answer; true where it is the first.
  mutating func noteAnswer(_ address: IPAddress, interface: UInt32) -> Bool {
    if let v4 = address.v4 { unresolved.remove(v4) }
    return answering.updateValue(interface, forKey: address) == nil
  }

  /// Notes that nobody is there; true where that is new and nobody has answered.
  mutating func noteSilence(_ address: IPv4Address) -> Bool {
    answering[.v4(address)] == nil && unresolved.insert(address).inserted
  }
}

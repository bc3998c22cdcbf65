public import Wire

/// Says who answers for an address on the Internet.
public protocol ASNLookup: Sendable {
  /// The number of the autonomous system that announces the address; `nil` where nobody says, or for
  /// an address that is on no Internet.
  func originAS(of address: IPAddress) async -> UInt32?
}

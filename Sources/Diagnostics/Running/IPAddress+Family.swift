internal import Network
internal import Wire

extension IPAddress {
  /// IPv4 or IPv6.
  var family: AddressFamily { v4 == nil ? .v6 : .v4 }

  /// Whether it is of that family, or any will do.
  func isOf(_ family: AddressFamily?) -> Bool { family == nil || family == self.family }
}

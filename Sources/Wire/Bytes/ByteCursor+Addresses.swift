extension ByteCursor {
  /// Four bytes as an address.
  public mutating func ipv4Address(_ bytes: RawSpan) throws(WireError) -> IPv4Address {
    try IPv4Address(rawValue: uint32(bytes))
  }

  /// Sixteen bytes as an address.
  public mutating func ipv6Address(_ bytes: RawSpan) throws(WireError) -> IPv6Address {
    let high = try uint64(bytes)
    return try IPv6Address(high: high, low: uint64(bytes))
  }

  /// Six bytes as an address.
  public mutating func macAddress(_ bytes: RawSpan) throws(WireError) -> MACAddress {
    let high = try uint16(bytes)
    return try MACAddress(rawValue: UInt64(high) << 32 | UInt64(uint32(bytes)))
  }
}

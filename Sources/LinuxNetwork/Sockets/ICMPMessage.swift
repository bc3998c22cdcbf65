internal import Wire

/// What has to be known of ICMP to make datagram and raw sockets look the same.
enum ICMPMessage {
  /// Sets an ICMPv4 message's checksum (RFC 1071).
  static func setChecksum(_ message: inout [UInt8]) {
    guard message.count >= 4 else { return }
    message[2] = 0
    message[3] = 0
    var sum: UInt32 = 0
    for index in stride(from: 0, to: message.count, by: 2) {
      let low = index + 1 < message.count ? message[index + 1] : 0
      sum += UInt32(message[index]) << 8 | UInt32(low)
    }
    while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
    message[2] = UInt8(truncatingIfNeeded: ~sum >> 8)
    message[3] = UInt8(truncatingIfNeeded: ~sum)
  }

  /// The ICMP error as it was on the wire, as far as a socket's error queue tells: with the quoted
  /// packet's protocol and destination, but not its source.
  static func error(
    type: UInt8,
    code: UInt8,
    target: IPAddress,
    quoting payload: [UInt8]
  ) -> [UInt8] {
    // RFC 792 and RFC 4443 want eight bytes of the quoted message at least; more than that is only
    // there for matching.
    let quoted = payload.prefix(548)
    var message: [UInt8] = [type, code, 0, 0, 0, 0, 0, 0]
    switch target {
    case .v4(let address):
      let length = 20 + quoted.count
      message += [0x45, 0, UInt8(length >> 8), UInt8(length & 255), 0, 0, 0, 0, 64, 1, 0, 0]
      message += [0, 0, 0, 0] + address.bytes
    case .v6(let address, _):
      message += [0x60, 0, 0, 0, UInt8(quoted.count >> 8), UInt8(quoted.count & 255), 58, 64]
      message += IPv6Address.any.bytes + address.bytes
    }
    message += quoted
    if target.v4 != nil { setChecksum(&message) }
    return message
  }
}

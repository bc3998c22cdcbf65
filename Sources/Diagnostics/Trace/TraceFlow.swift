internal import Networking

/// What makes a packet one of a stream to routers that spread streams over several ways: addresses
/// and ports, or of an echo its identifier and checksum.
struct TraceFlow: Sendable {
  /// Which stream.
  let number: Int
  /// The target's port.
  let port: UInt16
  private let packet: UInt32
  private let mode: PathMethod

  /// The stream of a packet; those of several take turns by rounds.
  init(_ options: TraceOptions, number packet: UInt32, round: Int) {
    self.packet = packet
    mode = options.mode
    switch (options.mode, options.flows) {
    case (.icmp, _):
      // Every echo has the socket's identifier, and a checksum that is kept the same.
      number = 0
      port = 0
    case (.tcp, _):
      number = Int(packet)
      port = options.port ?? 80
    case (.udp, .each):
      number = Int(packet)
      let first = options.port ?? Self.firstPort
      port = first + UInt16(truncatingIfNeeded: packet % (UInt32(UInt16.max - first) + 1))
    case (.udp, .paris):
      number = 0
      port = options.port ?? Self.firstPort
    case (.udp, .dublin(let count)):
      number = round % count
      let first = options.port ?? Self.firstPort
      port = first + UInt16(min(number, Int(UInt16.max - first)))
    }
  }

  /// A port that nothing listens on, as traceroute uses.
  private static let firstPort: UInt16 = 33_434

  /// What the packet carries.
  func payload(token: UInt64) -> [UInt8] {
    var bytes = ProbePayload.bytes(token: token, number: packet, size: 32)
    if mode == .icmp {
      // The number stands in the sequence (its low half) and at the beginning: taking away what they
      // add keeps the checksum, and so the way. Sums are of ones' complement.
      let low = UInt32(packet & 0xFFFF)
      var sum = low + low + UInt32(packet >> 16)
      while sum > 0xFFFF { sum = sum >> 16 + sum & 0xFFFF }
      let rest = ~UInt16(sum)
      bytes[30] = UInt8(rest >> 8)
      bytes[31] = UInt8(rest & 255)
    }
    return bytes
  }
}

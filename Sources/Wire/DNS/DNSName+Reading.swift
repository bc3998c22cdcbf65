extension DNSName {
  /// How many compression pointers a name may follow: one a label of the longest name, which is
  /// what a writer that shares every suffix can need.
  private static let mostJumps = 127

  /// Reads a name, compressed or not (RFC 1035, section 4.1.4).
  ///
  /// Each pointer must lead to before the place where the run of labels began that it ends, so a
  /// loop is impossible.
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    var wire: [UInt8] = []
    var position = cursor
    var runStart = position.offset
    var jumps = 0
    while true {
      let start = position.offset
      let length = try position.uint8(bytes)
      switch length >> 6 {
      case 0b00 where length == 0:
        wire.append(copying: bytes, runStart..<start)
        if jumps == 0 { cursor = position }
        self.init(wire: wire)
        return
      case 0b00:
        try position.skip(Int(length), in: bytes)
        guard wire.count + position.offset - runStart < Self.longestName else {
          throw WireError(.tooMany("bytes in a name"), at: start)
        }
      case 0b11:
        let target = try Int(length & 0x3F) << 8 | Int(position.uint8(bytes))
        if jumps == 0 {
          cursor = position
          // Room for most names, so that the runs to come need no other.
          wire.reserveCapacity(64)
        }
        wire.append(copying: bytes, runStart..<start)
        jumps += 1
        guard jumps <= Self.mostJumps else {
          throw WireError(.tooMany("compression pointers"), at: start)
        }
        guard target < runStart else {
          throw WireError(.invalid("compression pointer"), at: start)
        }
        position = try position.jumping(to: target, in: bytes)
        runStart = target
      default:
        throw WireError(.invalid("label type"), at: start)
      }
    }
  }
}

/// The checksum of IP, ICMP, UDP and TCP (RFC 1071).
struct InternetChecksum {
  private var sum: UInt64 = 0

  /// A sum over nothing yet.
  init() {}

  /// A sum over the pseudo-header of IPv4 (RFC 768) or IPv6 (RFC 8200, section 8.1); addresses of
  /// different families leave both out.
  init(from source: IPAddress, to destination: IPAddress, _ next: IPProtocol, length: Int) {
    switch (source, destination) {
    case (.v4(let source), .v4(let destination)):
      add(UInt64(source.rawValue))
      add(UInt64(destination.rawValue))
    case (.v6(let source, _), .v6(let destination, _)):
      for half in [source.high, source.low, destination.high, destination.low] {
        add(half >> 32)
        add(half & 0xFFFF_FFFF)
      }
    default: break
    }
    add(UInt64(length))
    add(UInt64(next.rawValue))
  }

  private mutating func add(_ word: UInt64) {
    sum &+= word
  }

  /// Adds bytes; only the last to be added may be of odd number.
  mutating func add(_ bytes: RawSpan, _ range: Range<Int>) {
    let range = range.clamped(to: 0..<bytes.byteCount)
    var offset = range.lowerBound
    // Four bytes a time: the carries of 2^32 additions fit above, and are folded in at the end.
    while offset + 4 <= range.upperBound {
      let word = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt32.self)
      sum &+= UInt64(UInt32(bigEndian: word))
      offset += 4
    }
    var shift: UInt64 = 24
    while offset < range.upperBound {
      let byte = bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt8.self)
      sum &+= UInt64(byte) << shift
      shift -= 8
      offset += 1
    }
  }

  /// The checksum: the complement of the ones' complement sum; 0 over bytes that contain their own.
  var value: UInt16 {
    var folded = sum
    while folded >> 16 != 0 { folded = folded & 0xFFFF + folded >> 16 }
    return ~UInt16(folded)
  }

  /// The checksum of a range on its own.
  static func of(_ bytes: RawSpan, _ range: Range<Int>) -> UInt16 {
    var checksum = InternetChecksum()
    checksum.add(bytes, range)
    return checksum.value
  }
}

/// An IPv6 address (RFC 4291), ordered numerically, without a zone.
public struct IPv6Address: Hashable, Comparable, Sendable {
  /// The upper 64 bits in host order.
  public let high: UInt64
  /// The lower 64 bits (the interface identifier) in host order.
  public let low: UInt64

  /// The address with the given halves in host order.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The eight 16-bit groups, first to last.
  public var groups: [UInt16] {
    [high, low].flatMap { half in
      [48, 32, 16, 0].map { shift in UInt16(truncatingIfNeeded: half >> UInt64(shift)) }
    }
  }

  /// The sixteen bytes in network order.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    bytes.append(self)
    return bytes
  }

  /// Numeric order.
  public static func < (left: Self, right: Self) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  /// `::`.
  public static let any = IPv6Address(high: 0, low: 0)
  /// `::1`.
  public static let loopback = IPv6Address(high: 0, low: 1)
  /// `ff02::1`, every node on the link (RFC 4291, section 2.7.1).
  public static let allNodes = IPv6Address(high: 0xFF02_0000_0000_0000, low: 1)
}

extension IPv6Address: LosslessStringConvertible {
  /// Parses the text forms of RFC 4291, section 2.2, a trailing dotted IPv4 part included.
  public init?(_ description: String) {
    guard description.utf8.count <= 45 else { return nil }
    var halves: [Substring] = []
    if let gap = Self.doubleColon(in: description) {
      let rest = description.index(gap, offsetBy: 2)
      halves = [description[..<gap], description[rest...]]
    } else {
      halves = [description[...]]
    }
    var parsed: [[UInt16]] = []
    for (index, half) in halves.enumerated() {
      let isLast = index == halves.count - 1
      guard let groups = Self.groups(of: half, allowsIPv4Tail: isLast) else { return nil }
      parsed.append(groups)
    }
    let given = parsed.reduce(0) { $0 + $1.count }
    let all: [UInt16]
    if parsed.count == 2 {
      guard given <= 7 else { return nil }
      all = parsed[0] + Array(repeating: 0, count: 8 - given) + parsed[1]
    } else {
      guard given == 8 else { return nil }
      all = parsed[0]
    }
    self.init(
      high: all[..<4].reduce(0) { $0 << 16 | UInt64($1) },
      low: all[4...].reduce(0) { $0 << 16 | UInt64($1) }
    )
  }

  private static func doubleColon(in text: String) -> String.Index? {
    var previous: String.Index?
    for index in text.indices {
      if text[index] == ":", let previous, text[previous] == ":" { return previous }
      previous = index
    }
    return nil
  }

  private static func groups(of text: Substring, allowsIPv4Tail: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 8 else { return nil }
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, allowsIPv4Tail, let tail = IPv4Address(part) {
        groups.append(UInt16(truncatingIfNeeded: tail.rawValue >> 16))
        groups.append(UInt16(truncatingIfNeeded: tail.rawValue))
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isHexDigit),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  /// The IPv4 address that is mapped into the address, if one is (RFC 4291, section 2.5.5.2).
  public var mappedV4: IPv4Address? {
    high == 0 && low >> 32 == 0xFFFF ? IPv4Address(rawValue: UInt32(truncatingIfNeeded: low)) : nil
  }

  /// The canonical text form of RFC 5952, an IPv4-mapped address in mixed notation (section 5).
  public var description: String {
    if let mappedV4 { return "::ffff:\(mappedV4)" }
    let groups = self.groups
    var best = 0..<0
    var start = 0
    while start < 8 {
      var end = start
      while end < 8, groups[end] == 0 { end += 1 }
      if end - start > max(best.count, 1) { best = start..<end }
      start = max(end, start + 1)
    }
    let text = { (range: Range<Int>) in
      range.map { String(groups[$0], radix: 16) }.joined(separator: ":")
    }
    if best.isEmpty { return text(0..<8) }
    return text(0..<best.lowerBound) + "::" + text(best.upperBound..<8)
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII hexadecimal digit.
  var isHexDigit: Bool { Hex.value(of: self) != nil }
}

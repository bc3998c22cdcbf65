/// A domain name (RFC 1035, section 3.1): labels of any bytes, compared without regard to ASCII case.
///
/// Kept as on the wire without compression and without the root's final zero, in one array.
/// Lengths are at most 63 and so below every letter: folding the case of all bytes alike is safe.
public struct DNSName: Sendable {
  /// The labels, each after its length, without the root's final zero.
  let wire: [UInt8]

  /// A name whose labels are known to be well formed.
  init(wire: [UInt8]) {
    self.wire = wire
  }

  /// The name with the given labels; `nil` if one is empty or longer than 63 bytes, or all are
  /// longer than 255 together.
  public init?(labels: some Sequence<[UInt8]>) {
    var wire: [UInt8] = []
    for label in labels {
      guard (1...Self.longestLabel).contains(label.count) else { return nil }
      wire.append(UInt8(label.count))
      wire.append(contentsOf: label)
    }
    guard wire.count < Self.longestName else { return nil }
    self.wire = wire
  }

  /// The bytes of the longest label (RFC 1035, section 2.3.4).
  public static let longestLabel = 63
  /// The bytes of the longest name, lengths and the root's zero included.
  public static let longestName = 255
  /// The root: no labels.
  public static let root = DNSName(wire: [])
  /// `local`, the domain of multicast DNS.
  public static let local = DNSName(wire: [5] + Array("local".utf8))

  /// The labels' bytes, first to last, without the root.
  public var labels: [[UInt8]] {
    starts.map { start in Array(wire[start + 1..<start + 1 + Int(wire[start])]) }
  }

  /// How many labels there are, without the root.
  public var labelCount: Int {
    var count = 0
    var position = 0
    while position < wire.count {
      position += 1 + Int(wire[position])
      count += 1
    }
    return count
  }

  /// Where each label's length stands.
  var starts: [Int] {
    var starts: [Int] = []
    var position = 0
    while position < wire.count {
      starts.append(position)
      position += 1 + Int(wire[position])
    }
    return starts
  }

  /// The first label as text, bytes that are no UTF-8 replaced; `nil` for the root.
  public var firstLabel: String? {
    guard let length = wire.first else { return nil }
    return String(decoding: wire[1..<1 + Int(length)], as: UTF8.self)
  }

  /// The name without its first label; the root's is the root.
  public var parent: DNSName {
    guard let length = wire.first else { return self }
    return DNSName(wire: Array(wire[(1 + Int(length))...]))
  }

  /// Whether the name is the domain or lies below it.
  public func isInside(_ domain: DNSName) -> Bool {
    let tail = wire.count - domain.wire.count
    guard tail >= 0, tail == wire.count || starts.contains(tail) else { return false }
    return Self.areEqual(wire[tail...], domain.wire[...])
  }

  /// The labels followed by those of the domain; `nil` if that is too long.
  public func inside(_ domain: DNSName) -> DNSName? {
    guard wire.count + domain.wire.count < Self.longestName else { return nil }
    return DNSName(wire: wire + domain.wire)
  }

  fileprivate static func areEqual(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).allSatisfy { $0 == $1 || $0.lowercased == $1.lowercased }
  }
}

extension DNSName: Hashable {
  /// Equal labels, ASCII letters of either case (RFC 4343).
  public static func == (left: Self, right: Self) -> Bool {
    left.wire == right.wire || areEqual(left.wire[...], right.wire[...])
  }

  /// Hashes the labels in lower case.
  public func hash(into hasher: inout Hasher) {
    // Eight bytes a time: the hasher takes as long for one byte as for eight.
    var chunk: UInt64 = UInt64(wire.count)
    var filled = 0
    for byte in wire {
      chunk = chunk << 8 | UInt64(byte.lowercased)
      filled += 1
      if filled == 8 {
        hasher.combine(chunk)
        (chunk, filled) = (0, 0)
      }
    }
    hasher.combine(chunk)
  }
}

extension UInt8 {
  /// The lower-case letter for an ASCII upper-case one, else the byte itself.
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}

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

extension DNSName {
  /// The name as on the wire, uncompressed, with the root's zero.
  public var uncompressed: [UInt8] { wire + [0] }

  /// The same in lower case: the canonical form (RFC 4034, section 6.2).
  public var canonical: [UInt8] { wire.map(\.lowercased) + [0] }

  /// Whether the first label is `*`.
  public var isWildcard: Bool { wire.starts(with: [1, UInt8(ascii: "*")]) }

  /// The last so many labels; all where there are no more.
  public func suffix(labels count: Int) -> DNSName {
    let starts = starts
    guard count < starts.count else { return self }
    guard count > 0 else { return .root }
    return DNSName(wire: Array(wire[starts[starts.count - count]...]))
  }

  /// `*` below the name; `nil` where that is too long.
  public var wildcard: DNSName? { DNSName(wire: [1, UInt8(ascii: "*")]).inside(self) }

  /// The longest name that both are, or lie below.
  public func commonAncestor(with other: DNSName) -> DNSName {
    let pairs = zip(labels.reversed(), other.labels.reversed())
    let shared = pairs.prefix { $0.map(\.lowercased) == $1.map(\.lowercased) }
    return suffix(labels: shared.count)
  }

  /// Whether it comes before the other in canonical order: by labels from the last to the first,
  /// each as bytes in lower case (RFC 4034, section 6.1).
  public func isBefore(_ other: DNSName) -> Bool {
    let (left, right) = (labels.reversed(), other.labels.reversed())
    return left.lexicographicallyPrecedes(right) { left, right in
      left.map(\.lowercased).lexicographicallyPrecedes(right.map(\.lowercased))
    }
  }
}

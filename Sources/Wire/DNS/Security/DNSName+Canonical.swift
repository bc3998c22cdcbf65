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

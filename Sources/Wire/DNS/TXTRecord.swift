/// The strings of a TXT record, read as DNS-SD's attributes (RFC 6763, section 6).
///
/// Kept as on the wire; an empty record is one empty string.
public struct TXTRecord: Hashable, Sendable {
  /// The strings, each after its length.
  public let rawValue: [UInt8]

  /// An attribute: a key with or without a value.
  public struct Entry: Hashable, Sendable {
    /// The key as it was written; keys are compared without regard to case.
    public var key: String
    /// The value; `nil` for a key alone, empty after `key=`.
    public var value: [UInt8]?

    /// A key must have characters and no `=` (RFC 6763, section 6.4), which is not checked here.
    public init(_ key: String, _ value: [UInt8]?) {
      self.key = key
      self.value = value
    }

    /// An attribute whose value is text.
    public init(_ key: String, text: String) {
      self.init(key, Array(text.utf8))
    }
  }

  /// The record with the given strings, each cut to 255 bytes.
  public init(strings: some Sequence<[UInt8]>) {
    var raw: [UInt8] = []
    for string in strings {
      raw.append(vector8: string)
    }
    rawValue = raw.isEmpty ? [0] : raw
  }

  /// The record with the given attributes, in order.
  public init(_ entries: some Sequence<Entry>) {
    self.init(
      strings: entries.map { entry in
        Array(entry.key.utf8) + (entry.value.map { [UInt8(ascii: "=")] + $0 } ?? [])
      }
    )
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    let start = cursor.offset
    while !cursor.isAtEnd {
      let length = try cursor.uint8(bytes)
      try cursor.skip(Int(length), in: bytes)
    }
    // No bytes at all mean the same as one empty string (RFC 6763, section 6.1).
    rawValue = cursor.offset == start ? [0] : [UInt8](copying: bytes, start..<cursor.offset)
  }

  /// The strings' bytes, empty ones included.
  public var strings: [[UInt8]] {
    var strings: [[UInt8]] = []
    var position = 0
    while position < rawValue.count {
      let end = min(position + 1 + Int(rawValue[position]), rawValue.count)
      strings.append(Array(rawValue[position + 1..<end]))
      position = end
    }
    return strings
  }

  /// The attributes in order; of a key that occurs again only the first counts, strings without a
  /// key are left out (RFC 6763, section 6.4).
  public var entries: [Entry] {
    var seen: Set<String> = []
    var entries: [Entry] = []
    for string in strings {
      let split = string.firstIndex(of: UInt8(ascii: "=")) ?? string.endIndex
      let key = String(decoding: string[..<split], as: UTF8.self)
      guard !key.isEmpty, seen.insert(key.lowercased()).inserted else { continue }
      entries.append(Entry(key, split == string.endIndex ? nil : Array(string[(split + 1)...])))
    }
    return entries
  }

  /// The first attribute of that key, in any case.
  public subscript(key: String) -> Entry? {
    entries.first { $0.key.lowercased() == key.lowercased() }
  }
}

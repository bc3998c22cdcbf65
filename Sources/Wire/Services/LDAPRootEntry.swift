/// The root entry of a directory, in which an LDAP server says what it is (RFC 4512, section 5.1):
/// the answer to a search that needs no log-in (RFC 4511, section 4.5).
public struct LDAPRootEntry: Hashable, Sendable {
  /// An attribute and its values.
  public struct Attribute: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its values.
    public var values: [[UInt8]]
  }

  /// The attributes, in the server's order.
  public var attributes: [Attribute]

  /// An attribute's values as text; names are compared without regard to case.
  public subscript(_ name: String) -> [String] {
    attributes.first { $0.name.lowercased() == name.lowercased() }?.values
      .map { String(decoding: $0, as: UTF8.self) } ?? []
  }

  /// Asks for the root entry.
  public static let request: [UInt8] = {
    var search: [UInt8] = []
    search.appendBER(0x04, [])
    // The entry itself; aliases are left alone; one entry, within five seconds, with its values.
    for (tag, value) in [(0x0A, 0), (0x0A, 0), (0x02, 1), (0x02, 5), (0x01, 0)] as [(UInt8, UInt8)]
    {
      search.appendBER(tag, [value])
    }
    search.appendBER(0x87, Array("objectClass".utf8))
    var wanted: [UInt8] = []
    let names = [
      "objectClass", "vendorName", "vendorVersion", "supportedLDAPVersion", "dsServiceName",
      "isGlobalCatalogReady",
    ]
    for name in names { wanted.appendBER(0x04, Array(name.utf8)) }
    search.appendBER(sequence, wanted)
    var message: [UInt8] = []
    message.appendBER(1)
    message.appendBER(0x63, search)
    var bytes: [UInt8] = []
    bytes.appendBER(sequence, message)
    return bytes
  }()

  /// Whether a message ends a search, as a server's does that shows strangers no entry (RFC 4511,
  /// section 4.5.2).
  public static func isSearchEnd(_ bytes: [UInt8]) -> Bool {
    let bytes = bytes.span.bytes
    do throws(WireError) {
      var cursor = ByteCursor(bytes)
      var message = try BERElement(sequence, &cursor, in: bytes).contents
      _ = try BERElement(0x02, &message, in: bytes)
      _ = try BERElement(0x65, &message, in: bytes)
      return true
    } catch {
      return false
    }
  }

  private static let sequence: UInt8 = 0x30
  private static let set: UInt8 = 0x31
  private static let result: UInt8 = 0x64
  private static let mostAttributes = 64
  private static let mostValues = 256
}

extension LDAPRootEntry: WireFrame {
  /// The length that stands after the first tag.
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 1 else { return nil }
    var cursor = ByteCursor(start)
    guard try cursor.uint8(start) == sequence else { throw WireError(.invalid("tag"), at: 0) }
    guard start.byteCount >= 6 else { return nil }
    let first = try cursor.uint8(start)
    if first < 0x80 { return 2 + Int(first) }
    let count = Int(first & 0x7F)
    guard (1...4).contains(count) else { throw WireError(.invalid("length"), at: 1) }
    var length = 0
    for _ in 0..<count { length = try length << 8 | Int(cursor.uint8(start)) }
    return 2 + count + length
  }

  /// Reads the message that carries the entry; other messages are errors.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    var message = try BERElement(Self.sequence, &cursor, in: bytes).contents
    _ = try BERElement(0x02, &message, in: bytes)
    var entry = try BERElement(Self.result, &message, in: bytes).contents
    _ = try BERElement(0x04, &entry, in: bytes)
    var list = try BERElement(Self.sequence, &entry, in: bytes).contents
    attributes = []
    while !list.isAtEnd {
      guard attributes.count < Self.mostAttributes else {
        throw WireError(.tooMany("attributes"), at: list.offset)
      }
      var pair = try BERElement(Self.sequence, &list, in: bytes).contents
      let name = try BERElement(0x04, &pair, in: bytes).octets(bytes)
      var values = try BERElement(Self.set, &pair, in: bytes).contents
      var attribute = Attribute(name: String(decoding: name, as: UTF8.self), values: [])
      while !values.isAtEnd {
        guard attribute.values.count < Self.mostValues else {
          throw WireError(.tooMany("values"), at: values.offset)
        }
        try attribute.values.append(BERElement(0x04, &values, in: bytes).octets(bytes))
      }
      attributes.append(attribute)
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    var list: [UInt8] = []
    for attribute in attributes {
      var values: [UInt8] = []
      for value in attribute.values { values.appendBER(0x04, value) }
      var pair: [UInt8] = []
      pair.appendBER(0x04, Array(attribute.name.utf8))
      pair.appendBER(Self.set, values)
      list.appendBER(Self.sequence, pair)
    }
    var entry: [UInt8] = []
    entry.appendBER(0x04, [])
    entry.appendBER(Self.sequence, list)
    var message: [UInt8] = []
    message.appendBER(1)
    message.appendBER(Self.result, entry)
    bytes.appendBER(Self.sequence, message)
  }
}

/// What a variable of SNMP holds (RFC 3416, section 3).
public enum SNMPValue: Hashable, Sendable {
  /// A signed integer.
  case integer(Int64)
  /// Octets, mostly text.
  case octets([UInt8])
  /// Nothing, as in a request.
  case null
  /// The name of another object.
  case object(ObjectPath)
  /// Why there is nothing: no such object or instance, or the end of the view.
  case missing(Missing)
  /// Counters, times, addresses and the like, as on the wire.
  case other(tag: UInt8, [UInt8])

  /// Why there is no value.
  public enum Missing: UInt8, Hashable, Sendable {
    /// `noSuchObject`.
    case object = 0x80
    /// `noSuchInstance`.
    case instance = 0x81
    /// `endOfMibView`.
    case end = 0x82
  }

  /// The octets as text without what pads them; bytes that are no UTF-8 are taken for Latin-1.
  public var text: String? {
    guard case .octets(let octets) = self else { return nil }
    var bytes = octets[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    return String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { UnicodeScalar($0) }))
  }
}

extension SNMPValue {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    let element = try BERElement(&cursor, in: bytes)
    switch element.tag {
    case 0x02: self = try .integer(element.integer(bytes))
    case 0x04: self = try .octets(element.octets(bytes))
    case 0x05 where element.contents.isAtEnd: self = .null
    case 0x06: self = try .object(ObjectPath(element, in: bytes))
    case 0x80...0x82 where element.contents.isAtEnd:
      self = Missing(rawValue: element.tag).map { .missing($0) } ?? .null
    default: self = try .other(tag: element.tag, element.octets(bytes))
    }
  }

  func write(to bytes: inout [UInt8]) {
    switch self {
    case .integer(let value): bytes.appendBER(value)
    case .octets(let octets): bytes.appendBER(0x04, octets)
    case .null: bytes.appendBER(0x05, [])
    case .object(let path): bytes.appendBER(0x06, path.encoded)
    case .missing(let reason): bytes.appendBER(reason.rawValue, [])
    case .other(let tag, let octets): bytes.appendBER(tag, octets)
    }
  }
}

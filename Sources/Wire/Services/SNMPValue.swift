/// What a variable of SNMP holds (RFC 3416, section 3).
public enum SNMPValue: Hashable, Sendable {
  /// A signed integer.
  case integer(Int64)
  /// Octets, mostly text.
  case octets([UInt8])
  /// Nothing, as in a request.
  case null
  /// The name of another object.
  case object(SNMPObjectIdentifier)
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
    case 0x06: self = try .object(SNMPObjectIdentifier(element, in: bytes))
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

/// The name of something in the tree that ITU-T and ISO tend (X.660): `1.3.6.1.2.1.1.1.0`.
public struct SNMPObjectIdentifier: Hashable, Sendable {
  /// The numbers from the root; at least two.
  public let arcs: [UInt32]

  /// The most numbers that SNMP allows (RFC 2578, section 3.5).
  public static let mostArcs = 128

  /// A path; `nil` where the first two numbers can't be, or there are too many.
  public init?(_ arcs: [UInt32]) {
    guard (2...Self.mostArcs).contains(arcs.count), arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40,
      arcs[1] <= .max - 80
    else { return nil }
    self.arcs = arcs
  }

  /// Reads a path's contents (X.690, section 8.19).
  init(_ element: BERElement, in bytes: RawSpan) throws(WireError) {
    var contents = element.contents
    var arcs: [UInt32] = []
    while !contents.isAtEnd {
      guard arcs.count < Self.mostArcs else {
        throw WireError(.tooMany("numbers of an object"), at: contents.offset)
      }
      let number = try Self.number(&contents, in: bytes)
      if arcs.isEmpty {
        let root = min(2, number / 40)
        arcs = [root, number - 40 * root]
      } else {
        arcs.append(number)
      }
    }
    guard let path = SNMPObjectIdentifier(arcs) else {
      throw WireError(.invalid("object"), at: element.contents.offset)
    }
    self = path
  }

  private static func number(
    _ cursor: inout ByteCursor,
    in bytes: RawSpan
  ) throws(WireError) -> UInt32 {
    var number: UInt32 = 0
    while true {
      let byte = try cursor.uint8(bytes)
      guard number <= UInt32.max >> 7 else {
        throw WireError(.invalid("object"), at: cursor.offset - 1)
      }
      number = number << 7 | UInt32(byte & 0x7F)
      if byte < 0x80 { return number }
    }
  }

  /// The path's contents.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    for number in [arcs[0] * 40 + arcs[1]] + arcs[2...] {
      var groups = [UInt8(number & 0x7F)]
      var rest = number >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      bytes.append(contentsOf: groups.reversed())
    }
    return bytes
  }
}

extension SNMPObjectIdentifier: LosslessStringConvertible {
  /// Reads numbers between dots; a leading dot is allowed.
  public init?(_ description: String) {
    let text = description.hasPrefix(".") ? description.dropFirst() : description[...]
    var arcs: [UInt32] = []
    for part in text.split(separator: ".", omittingEmptySubsequences: false) {
      guard part.first != "+", let number = UInt32(part), arcs.count < Self.mostArcs else {
        return nil
      }
      arcs.append(number)
    }
    self.init(arcs)
  }

  /// The numbers between dots.
  public var description: String { arcs.map(String.init).joined(separator: ".") }
}

/// A request or response of the Internet Printing Protocol (RFC 8010, section 3).
public struct IPPMessage: Hashable, Sendable {
  /// The version: 0x0101 for 1.1.
  public var version: UInt16 = 0x0101
  /// The operation of a request, the status of a response.
  public var code: UInt16
  /// The number of the request.
  public var id: UInt32
  /// The attributes, in groups.
  public var groups: [Group]

  /// Attributes of one thing.
  public struct Group: Hashable, Sendable {
    /// What they are of: ``operation`` or ``printer`` among others.
    public var tag: UInt8
    /// The attributes in order.
    public var attributes: [Attribute]

    /// Of the operation.
    public static let operation: UInt8 = 1
    /// Of a printer.
    public static let printer: UInt8 = 4
  }

  /// A name and its values.
  public struct Attribute: Hashable, Sendable {
    /// Its name: `printer-make-and-model`.
    public var name: String
    /// Its values, one at least; of collections the parts, one after another.
    public var values: [Value]
  }

  /// A value with its syntax.
  public struct Value: Hashable, Sendable {
    /// The syntax (RFC 8010, section 3.5.2).
    public var tag: UInt8
    /// The value as on the wire.
    public var bytes: [UInt8]
  }
}

extension IPPMessage: WireFormat {
  /// How many values a message may have; CUPS's longest answers have a few thousand.
  private static let mostValues = 8 << 10
  private static let endOfAttributes: UInt8 = 3
  /// Tags up to here begin a group.
  private static let lastDelimiter: UInt8 = 0x0F

  /// Reads a message; the document after its attributes is left.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    version = try cursor.uint16(bytes)
    guard (1...2).contains(version >> 8) else { throw WireError(.invalid("IPP version"), at: 0) }
    code = try cursor.uint16(bytes)
    id = try cursor.uint32(bytes)
    groups = []
    var count = 0
    while true {
      let start = cursor.offset
      let tag = try cursor.uint8(bytes)
      if tag == Self.endOfAttributes { return }
      count += 1
      guard count <= Self.mostValues else { throw WireError(.tooMany("values"), at: start) }
      if tag <= Self.lastDelimiter {
        groups.append(Group(tag: tag, attributes: []))
        continue
      }
      let name = try cursor.vector16(bytes)
      let value = try Value(tag: tag, bytes: cursor.vector16(bytes))
      guard let group = groups.indices.last else { throw WireError(.invalid("group"), at: start) }
      if !name.isEmpty {
        let name = String(decoding: name, as: UTF8.self)
        groups[group].attributes.append(Attribute(name: name, values: [value]))
      } else if let attribute = groups[group].attributes.indices.last {
        groups[group].attributes[attribute].values.append(value)
      } else {
        throw WireError(.invalid("attribute name"), at: start)
      }
    }
  }

  /// Appends the message; names and values are cut where their lengths have no room.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: version)
    bytes.append(bigEndian: code)
    bytes.append(bigEndian: id)
    for group in groups {
      bytes.append(group.tag)
      for attribute in group.attributes {
        var name = Array(attribute.name.utf8)
        for value in attribute.values {
          bytes.append(value.tag)
          bytes.append(vector16: name)
          bytes.append(vector16: value.bytes)
          name = []
        }
      }
    }
    bytes.append(Self.endOfAttributes)
  }
}

extension IPPMessage {
  /// Asks the printer at that URI, `ipp://192.168.1.9/ipp/print`, for some of its attributes
  /// (RFC 8011, section 4.2.5).
  public static func getPrinterAttributes(_ uri: String, _ attributes: [String]) -> IPPMessage {
    IPPMessage(
      code: 0x000B,
      id: 1,
      groups: [
        Group(
          tag: Group.operation,
          attributes: [
            Attribute(name: "attributes-charset", values: [Value(Value.charset, "utf-8")]),
            Attribute(name: "attributes-natural-language", values: [Value(Value.language, "en")]),
            Attribute(name: "printer-uri", values: [Value(Value.uri, uri)]),
            Attribute(
              name: "requested-attributes",
              values: attributes.map { Value(Value.keyword, $0) }
            ),
          ]
        )
      ]
    )
  }

  /// The text of a printer's attribute, its first value; `nil` where it has none.
  public func text(_ name: String) -> String? {
    for group in groups where group.tag == Group.printer {
      for attribute in group.attributes where attribute.name == name {
        return attribute.values.first?.text
      }
    }
    return nil
  }
}

extension IPPMessage.Value {
  /// A value of text.
  init(_ tag: UInt8, _ text: String) {
    self.init(tag: tag, bytes: Array(text.utf8))
  }

  /// `keyword`.
  public static let keyword: UInt8 = 0x44
  /// `uri`.
  public static let uri: UInt8 = 0x45
  /// `charset`.
  public static let charset: UInt8 = 0x47
  /// `naturalLanguage`.
  public static let language: UInt8 = 0x48

  /// Its text; `nil` where it is none.
  public var text: String? {
    switch tag {
    case 0x40...0x49: return String(decoding: bytes, as: UTF8.self)
    case 0x35, 0x36:
      // The language, then the text, each after its length.
      let span = bytes.span.bytes
      var cursor = ByteCursor(span)
      guard (try? cursor.vector16(span)) != nil, let text = try? cursor.vector16(span) else {
        return nil
      }
      return String(decoding: text, as: UTF8.self)
    default: return nil
    }
  }
}

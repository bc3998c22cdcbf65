/// A request or response of the Internet Printing Protocol (RFC 8010, section 3).
public struct IPPMessage: Hashable, Sendable {
  /// The version: 0x0101 for 1.1.
  public var version: UInt16
  /// The operation of a request, the status of a response.
  public var code: UInt16
  /// The number of the request.
  public var id: UInt32
  /// The attributes, in groups.
  public var groups: [Group]

  /// The given message.
  public init(version: UInt16 = 0x0101, code: UInt16, id: UInt32, groups: [Group]) {
    self.version = version
    self.code = code
    self.id = id
    self.groups = groups
  }

  /// Attributes of one thing.
  public struct Group: Hashable, Sendable {
    /// What they are of: ``operation`` or ``printer`` among others.
    public var tag: UInt8
    /// The attributes in order.
    public var attributes: [Attribute]

    /// The given attributes.
    public init(_ tag: UInt8, _ attributes: [Attribute]) {
      self.tag = tag
      self.attributes = attributes
    }

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

    /// The given attribute.
    public init(_ name: String, _ values: [Value]) {
      self.name = name
      self.values = values
    }
  }

  /// A value with its syntax.
  public struct Value: Hashable, Sendable {
    /// The syntax (RFC 8010, section 3.5.2).
    public var tag: UInt8
    /// The value as on the wire.
    public var bytes: [UInt8]

    /// The given value.
    public init(tag: UInt8, bytes: [UInt8]) {
      self.tag = tag
      self.bytes = bytes
    }

    /// A value of text.
    public init(_ tag: UInt8, _ text: String) {
      self.init(tag: tag, bytes: Array(text.utf8))
    }
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
        groups.append(Group(tag, []))
        continue
      }
      let nameLength = try Int(cursor.uint16(bytes))
      let name = try cursor.bytes(bytes, count: nameLength)
      let length = try Int(cursor.uint16(bytes))
      let value = try Value(tag: tag, bytes: cursor.bytes(bytes, count: length))
      guard let group = groups.indices.last else { throw WireError(.invalid("group"), at: start) }
      if !name.isEmpty {
        let name = String(decoding: name, as: UTF8.self)
        groups[group].attributes.append(Attribute(name, [value]))
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
        var name = Array(attribute.name.utf8.prefix(0xFFFF))
        for value in attribute.values {
          bytes.append(value.tag)
          bytes.append(bigEndian: UInt16(name.count))
          bytes.append(contentsOf: name)
          bytes.append(bigEndian: UInt16(min(0xFFFF, value.bytes.count)))
          bytes.append(contentsOf: value.bytes.prefix(0xFFFF))
          name = []
        }
      }
    }
    bytes.append(Self.endOfAttributes)
  }
}

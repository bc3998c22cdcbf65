/// How Squeezebox players find Lyrion's music servers: a letter, then tags of four letters, lengths
/// and values.
public struct SqueezeboxDiscovery: Hashable, Sendable {
  /// Whether it is the server's answer.
  public var isAnswer: Bool
  /// What is asked for (without values) or said.
  public var fields: [Field]

  /// One thing that is asked for or said.
  public struct Field: Hashable, Sendable {
    /// Four letters: `NAME`.
    public var tag: [UInt8]
    /// Its value.
    public var value: [UInt8]

    /// The tag must have four ASCII letters, which is not checked; values are written up to 255
    /// bytes.
    public init(_ tag: String, _ value: [UInt8] = []) {
      self.tag = Array(tag.utf8)
      self.value = value
    }

    init(tag: [UInt8], value: [UInt8]) {
      self.tag = tag
      self.value = value
    }
  }

  /// The port of servers.
  public static let port: UInt16 = 3483
  /// Asks a server for its name and version.
  public static let request = SqueezeboxDiscovery(
    isAnswer: false,
    fields: ["IPAD", "NAME", "JSON", "VERS", "UUID"].map { Field($0) }
  )
  private static let mostFields = 16

  /// The text of a field.
  public subscript(_ tag: String) -> String? {
    guard let field = fields.first(where: { $0.tag == Array(tag.utf8) }), !field.value.isEmpty
    else { return nil }
    return String(validating: field.value, as: UTF8.self)
  }
}

extension SqueezeboxDiscovery: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    switch try cursor.uint8(bytes) {
    case UInt8(ascii: "e"): isAnswer = false
    case UInt8(ascii: "E"): isAnswer = true
    default: throw WireError(.invalid("letter"), at: 0)
    }
    fields = []
    while !cursor.isAtEnd {
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("fields"), at: cursor.offset)
      }
      let tag = try cursor.bytes(bytes, count: 4)
      guard tag.allSatisfy({ (0x41...0x5A).contains($0) }) else {
        throw WireError(.invalid("tag"), at: cursor.offset - 4)
      }
      fields.append(Field(tag: tag, value: try cursor.vector8(bytes)))
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: isAnswer ? "E" : "e"))
    for field in fields.prefix(Self.mostFields) {
      bytes.append(contentsOf: field.tag)
      bytes.append(vector8: field.value)
    }
  }
}

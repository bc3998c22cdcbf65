/// MikroTik's Neighbour Discovery Protocol (MNDP): types, lengths and values after four bytes.
public struct MikroTikNeighbour: Hashable, Sendable {
  /// One thing that a device says of itself.
  public struct Field: Hashable, Sendable {
    /// What it is, as MikroTik numbers it.
    public var type: UInt16
    /// Its bytes.
    public var value: [UInt8]

    /// The type is MikroTik's number: 5 for the identity, 12 for the board.
    public init(_ type: UInt16, _ value: [UInt8]) {
      self.type = type
      self.value = value
    }
  }

  /// Counts the announcements.
  public var sequence: UInt16
  /// What the device says of itself.
  public var fields: [Field]

  /// An announcement; only the first 32 fields are written.
  public init(sequence: UInt16 = 0, fields: [Field]) {
    self.sequence = sequence
    self.fields = fields
  }

  /// Where it is announced.
  public static let port: UInt16 = 5678
  private static let mostFields = 32

  /// The device's own name.
  public var identity: String? { text(5) }
  /// The model.
  public var board: String? { text(12) }

  private func text(_ type: UInt16) -> String? {
    guard let field = fields.first(where: { $0.type == type }), !field.value.isEmpty else {
      return nil
    }
    return String(validating: field.value, as: UTF8.self)
  }
}

extension MikroTikNeighbour: WireFormat {
  /// Reads an announcement.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    try cursor.skip(2, in: bytes)
    sequence = try cursor.uint16(bytes)
    fields = []
    while !cursor.isAtEnd {
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("fields"), at: cursor.offset)
      }
      let type = try cursor.uint16(bytes)
      fields.append(Field(type, try cursor.vector16(bytes)))
    }
  }

  /// Appends the announcement.
  public func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: UInt16(0))
    bytes.append(bigEndian: sequence)
    for field in fields.prefix(Self.mostFields) {
      bytes.append(bigEndian: field.type)
      bytes.append(vector16: field.value)
    }
  }
}

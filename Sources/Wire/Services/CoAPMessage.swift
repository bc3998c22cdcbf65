/// A message of the Constrained Application Protocol (RFC 7252, section 3).
public struct CoAPMessage: Hashable, Sendable {
  /// How it is to be delivered.
  public enum Kind: UInt8, Hashable, Sendable {
    /// Requests an acknowledgement.
    case confirmable
    /// Requests no acknowledgement.
    case nonConfirmable
    /// Acknowledges a confirmable message.
    case acknowledgement
    /// Rejects a message.
    case reset
  }

  /// An option (section 3.1).
  public struct Option: Hashable, Sendable {
    /// Its number.
    public var number: UInt16
    /// Its value.
    public var value: [UInt8]

    /// Values over 65,535 bytes are cut when they are written.
    public init(_ number: UInt16, _ value: [UInt8]) {
      self.number = number
      self.value = value
    }

    /// A segment of the path.
    public static let uriPath: UInt16 = 11
    /// What the payload is.
    public static let contentFormat: UInt16 = 12
  }

  /// How it is to be delivered.
  public var kind: Kind
  /// The method or the response code (section 12.1).
  public var code: UInt8
  /// The number of the message.
  public var id: UInt16
  /// Repeated by the response, at most eight bytes.
  public var token: [UInt8]
  /// Options, in order of their numbers.
  public var options: [Option]
  /// What it carries.
  public var payload: [UInt8]

  /// Tokens are cut to eight bytes and options are put in order when the message is written.
  public init(
    kind: Kind,
    code: UInt8,
    id: UInt16,
    token: [UInt8] = [],
    options: [Option] = [],
    payload: [UInt8] = []
  ) {
    self.kind = kind
    self.code = code
    self.id = id
    self.token = token
    self.options = options
    self.payload = payload
  }

  /// The port that answers.
  public static let port: UInt16 = 5683
  /// `GET`.
  public static let get: UInt8 = 0x01
  /// `2.05 Content`.
  public static let content: UInt8 = 0x45
  /// The media type of lists of resources (RFC 6690, section 7.4).
  public static let linkFormat: UInt8 = 40

  /// The value of the first option of that number.
  public subscript(_ number: UInt16) -> [UInt8]? {
    options.first { $0.number == number }?.value
  }

  private static let version: UInt8 = 1
  private static let marker: UInt8 = 0xFF
  private static let mostOptions = 32
}

extension CoAPMessage: WireFormat {
  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let first = try cursor.uint8(bytes)
    guard first >> 6 == Self.version, let kind = Kind(rawValue: first >> 4 & 3) else {
      throw WireError(.invalid("version"), at: 0)
    }
    self.kind = kind
    code = try cursor.uint8(bytes)
    id = try cursor.uint16(bytes)
    let length = Int(first & 15)
    guard length <= 8 else { throw WireError(.invalid("token"), at: 0) }
    token = try cursor.bytes(bytes, count: length)
    options = []
    payload = []
    var number = 0
    while cursor.remaining > 0 {
      let start = try cursor.uint8(bytes)
      if start == Self.marker {
        // A marker with nothing behind it is an error.
        guard cursor.remaining > 0 else { throw WireError(.invalid("marker"), at: cursor.offset) }
        payload = try cursor.rest(bytes)
        return
      }
      guard options.count < Self.mostOptions else {
        throw WireError(.tooMany("CoAP options"), at: cursor.offset)
      }
      number += try Self.extended(start >> 4, &cursor, bytes)
      let length = try Self.extended(start & 15, &cursor, bytes)
      guard number <= 0xFFFF else { throw WireError(.invalid("option"), at: cursor.offset) }
      try options.append(Option(UInt16(number), cursor.bytes(bytes, count: length)))
    }
  }

  private static func extended(
    _ nibble: UInt8,
    _ cursor: inout ByteCursor,
    _ bytes: RawSpan
  ) throws(WireError) -> Int {
    switch nibble {
    case 13: try 13 + Int(cursor.uint8(bytes))
    case 14: try 269 + Int(cursor.uint16(bytes))
    case 15: throw WireError(.invalid("option"), at: cursor.offset)
    default: Int(nibble)
    }
  }

  /// Appends the message; its options are put in order.
  public func write(to bytes: inout [UInt8]) {
    let token = token.prefix(8)
    bytes.append(Self.version << 6 | kind.rawValue << 4 | UInt8(token.count))
    bytes.append(code)
    bytes.append(bigEndian: id)
    bytes.append(contentsOf: token)
    var last = 0
    for option in options.sorted(by: { $0.number < $1.number }) {
      let value = option.value.prefix(0xFFFF)
      let delta = Self.parts(Int(option.number) - last)
      let length = Self.parts(value.count)
      bytes.append(delta.nibble << 4 | length.nibble)
      bytes.append(contentsOf: delta.rest + length.rest)
      bytes.append(contentsOf: value)
      last = Int(option.number)
    }
    guard !payload.isEmpty else { return }
    bytes.append(Self.marker)
    bytes.append(contentsOf: payload)
  }

  private static func parts(_ number: Int) -> (nibble: UInt8, rest: [UInt8]) {
    switch number {
    case ..<13: return (UInt8(number), [])
    case ..<269: return (13, [UInt8(number - 13)])
    default:
      let rest = number - 269
      return (14, [UInt8(truncatingIfNeeded: rest >> 8), UInt8(truncatingIfNeeded: rest)])
    }
  }
}

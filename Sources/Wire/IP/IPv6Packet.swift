/// An IPv6 packet (RFC 8200).
public struct IPv6Packet: Hashable, Sendable {
  /// An extension header between the fixed one and the payload.
  public struct Extension: Hashable, Sendable {
    /// Which header.
    public var kind: IPProtocol
    /// What follows its first two bytes (next header and length).
    public var contents: [UInt8]

    /// The given header; its contents are padded with zeros to a whole length when written.
    public init(_ kind: IPProtocol, contents: [UInt8]) {
      self.kind = kind
      self.contents = contents
    }
  }

  /// Differentiated services and congestion bits.
  public var trafficClass: UInt8
  /// The flow, 20 bits.
  public var flowLabel: UInt32
  /// How many more hops it may take.
  public var hopLimit: UInt8
  /// The sender.
  public var source: IPv6Address
  /// The receiver.
  public var destination: IPv6Address
  /// The extension headers in order.
  public var extensions: [Extension]
  /// What it carries after all extension headers that could be read.
  public var next: IPProtocol
  /// What follows all headers; at most 65,535 bytes with the extension headers.
  public var payload: [UInt8]

  /// A packet without extension headers.
  public init(
    from source: IPv6Address,
    to destination: IPv6Address,
    _ next: IPProtocol,
    hopLimit: UInt8 = 64,
    extensions: [Extension] = [],
    payload: [UInt8]
  ) {
    trafficClass = 0
    flowLabel = 0
    self.hopLimit = hopLimit
    self.source = source
    self.destination = destination
    self.extensions = extensions
    self.next = next
    self.payload = payload
  }

  /// The most extension headers that are walked; RFC 8200 foresees seven.
  public static let mostExtensions = 8

  /// Whether it is a part of a larger packet, so that its payload is not a whole one.
  public var isFragment: Bool {
    // The flag for more; in an atomic fragment (RFC 6946) that and the offset are zero.
    extensions.contains { header in
      header.isBehindFirstFragment
        || header.kind == .fragment && header.contents.count >= 2 && header.contents[1] & 1 != 0
    }
  }
}

extension IPv6Packet.Extension {
  /// Whether what follows is from the middle of a packet, where no header can be read.
  var isBehindFirstFragment: Bool {
    kind == .fragment && contents.count >= 2 && (contents[0] != 0 || contents[1] & 0xF8 != 0)
  }

  /// Whether the header is one of those that can be walked over.
  static func isWalked(_ kind: IPProtocol) -> Bool {
    switch kind {
    case .hopByHop, .routing, .fragment, .authentication, .destinationOptions: true
    default: false
    }
  }

  /// How many bytes a header with that length byte has.
  static func byteCount(_ kind: IPProtocol, lengthByte: UInt8) -> Int {
    switch kind {
    case .fragment: 8
    case .authentication: (Int(lengthByte) + 2) * 4
    default: (Int(lengthByte) + 1) * 8
    }
  }

  /// Reads a header and which comes next.
  init(
    _ kind: IPProtocol,
    _ cursor: inout ByteCursor,
    in bytes: RawSpan,
    next: inout IPProtocol
  ) throws(WireError) {
    next = try IPProtocol(rawValue: cursor.uint8(bytes))
    let count = try Self.byteCount(kind, lengthByte: cursor.uint8(bytes))
    self.kind = kind
    contents = try cursor.bytes(bytes, count: count - 2)
  }

  func write(to bytes: inout [UInt8], next: IPProtocol) {
    let unit = kind == .authentication ? 4 : 8
    var contents = Array(contents.prefix(kind == .fragment ? 6 : 255 * unit))
    while contents.count < 6 || !(contents.count + 2).isMultiple(of: unit) { contents.append(0) }
    let count = contents.count + 2
    bytes.append(next.rawValue)
    switch kind {
    case .fragment: bytes.append(0)
    case .authentication: bytes.append(UInt8(count / 4 - 2))
    default: bytes.append(UInt8(count / 8 - 1))
    }
    bytes.append(contentsOf: contents)
  }
}

extension IPv6Packet: WireFormat {
  /// Reads a packet; bytes after its length are ignored.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    let first = try cursor.uint32(bytes)
    guard first >> 28 == 6 else { throw WireError(.invalid("IP version"), at: 0) }
    trafficClass = UInt8(truncatingIfNeeded: first >> 20)
    flowLabel = first & 0xF_FFFF
    let length = try Int(cursor.uint16(bytes))
    next = try IPProtocol(rawValue: cursor.uint8(bytes))
    hopLimit = try cursor.uint8(bytes)
    source = try cursor.ipv6Address(bytes)
    destination = try cursor.ipv6Address(bytes)
    cursor = try cursor.slice(length, in: bytes)
    extensions = []
    while Extension.isWalked(next), extensions.last?.isBehindFirstFragment != true {
      guard extensions.count < Self.mostExtensions else {
        throw WireError(.tooMany("extension headers"), at: cursor.offset)
      }
      let kind = next
      try extensions.append(Extension(kind, &cursor, in: bytes, next: &next))
    }
    payload = try cursor.rest(bytes)
  }

  /// Appends the packet; what exceeds a length is cut off.
  public func write(to bytes: inout [UInt8]) {
    var headers: [UInt8] = []
    let extensions = extensions.prefix(Self.mostExtensions)
    let kinds = extensions.map(\.kind) + [next]
    for (header, following) in zip(extensions, kinds.dropFirst()) {
      header.write(to: &headers, next: following)
    }
    let payload = payload.prefix(0xFFFF - headers.count)
    let word = UInt32(trafficClass) << 20 | flowLabel & 0xF_FFFF
    bytes.append(bigEndian: 6 << 28 | word)
    bytes.append(bigEndian: UInt16(headers.count + payload.count))
    bytes.append(kinds[0].rawValue)
    bytes.append(hopLimit)
    bytes.append(source)
    bytes.append(destination)
    bytes.append(contentsOf: headers)
    bytes.append(contentsOf: payload)
  }
}

/// A NetBIOS node status request: which names have you? (RFC 1002, section 4.2.17).
public struct NetBIOSStatusRequest: Hashable, Sendable {
  /// The number that the response carries.
  public var id: UInt16
  /// Who is asked.
  public var name: NetBIOSName

  /// A request to whoever receives it.
  public init(id: UInt16, name: NetBIOSName = .wildcard) {
    self.id = id
    self.name = name
  }

  /// The port of the NetBIOS name service.
  public static let port: UInt16 = 137
}

extension NetBIOSStatusRequest: WireFormat {
  /// Reads a request; other messages of the name service are errors.
  public init(parsing bytes: RawSpan) throws(WireError) {
    var cursor = ByteCursor(bytes)
    id = try cursor.uint16(bytes)
    let flags = try DNSFlags(rawValue: cursor.uint16(bytes))
    guard !flags.isResponse, flags.opcode == 0 else {
      throw WireError(.invalid("NetBIOS operation"), at: 2)
    }
    guard try cursor.uint16(bytes) == 1 else { throw WireError(.invalid("question count"), at: 4) }
    try cursor.skip(6, in: bytes)
    let question = try DNSQuestion(&cursor, in: bytes)
    guard question.type == .nodeStatus, let name = NetBIOSName(encoded: question.name) else {
      throw WireError(.invalid("NetBIOS question"), at: 12)
    }
    self.name = name
  }

  /// Appends the request.
  public func write(to bytes: inout [UInt8]) {
    var writer = DNSWriter(id: id, flags: .query, style: .unicast)
    writer.write(DNSQuestion(name.encoded, .nodeStatus))
    bytes.append(contentsOf: writer.bytes)
  }
}

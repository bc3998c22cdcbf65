/// The first message of the Remote Desktop Protocol, either way: a connection request or its
/// confirmation (MS-RDPBCGR, sections 2.2.1.1 and 2.2.1.2), in TPKT and X.224.
public struct RDPConnection: Hashable, Sendable {
  /// What is said of security.
  public enum Negotiation: Hashable, Sendable {
    /// The client offers these, or the server chose one of them.
    case protocols(UInt32)
    /// The server wants another one.
    case failure(UInt32)
  }

  /// Whether it is the server's.
  public var isConfirmation: Bool
  /// What is said of security; old servers say nothing.
  public var negotiation: Negotiation?

  /// A client's `negotiation` lists protocols, a server's has the chosen one or a failure.
  public init(isConfirmation: Bool, negotiation: Negotiation?) {
    self.isConfirmation = isConfirmation
    self.negotiation = negotiation
  }

  /// TLS.
  public static let tls: UInt32 = 1
  /// TLS and, inside it, CredSSP.
  public static let hybrid: UInt32 = 2

  private static let version: UInt8 = 3
  private static let request: UInt8 = 0xE0
  private static let confirmation: UInt8 = 0xD0
  static let headerLength = 11
  /// A cookie may precede the negotiation in requests.
  private static let longest = 512
}

extension RDPConnection: WireFrame {
  /// Four bytes; the last two are the length (RFC 1006, section 6).
  public static func length(of start: RawSpan) throws(WireError) -> Int? {
    guard start.byteCount >= 4 else { return nil }
    var cursor = ByteCursor(start)
    guard try cursor.uint8(start) == version else { throw WireError(.invalid("TPKT"), at: 0) }
    try cursor.skip(1, in: start)
    let length = try Int(cursor.uint16(start))
    guard length >= headerLength, length <= longest else {
      throw WireError(.invalid("TPKT length"), at: 2)
    }
    return length
  }

  /// Reads a message.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard let length = try Self.length(of: bytes) else {
      throw WireError(.truncated(missing: 4 - bytes.byteCount), at: 0)
    }
    var cursor = ByteCursor(bytes)
    try cursor.skip(5, in: bytes)
    switch try cursor.uint8(bytes) & 0xF0 {
    case Self.request: isConfirmation = false
    case Self.confirmation: isConfirmation = true
    default: throw WireError(.invalid("X.224"), at: 5)
    }
    // Two references and a class.
    try cursor.skip(5, in: bytes)
    let rest = try cursor.bytes(bytes, count: length - Self.headerLength)
    negotiation = nil
    guard rest.count >= 8 else { return }
    let said = rest.suffix(8)
    let value = said.suffix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch (said.first, isConfirmation) {
    case (1, false), (2, true): negotiation = .protocols(value)
    case (3, true): negotiation = .failure(value)
    default: break
    }
  }

  /// Appends the message.
  public func write(to bytes: inout [UInt8]) {
    let length = Self.headerLength + (negotiation == nil ? 0 : 8)
    bytes.append(contentsOf: [Self.version, 0])
    bytes.append(bigEndian: UInt16(length))
    bytes.append(UInt8(length - 5))
    bytes.append(isConfirmation ? Self.confirmation : Self.request)
    bytes.append(contentsOf: [0, 0, 0, 0, 0])
    guard let negotiation else { return }
    let (kind, value): (UInt8, UInt32) =
      switch negotiation {
      case .protocols(let value): (isConfirmation ? 2 : 1, value)
      case .failure(let value): (3, value)
      }
    bytes.append(contentsOf: [kind, 0])
    bytes.append(littleEndian: UInt16(8))
    bytes.append(littleEndian: value)
  }
}

extension RDPConnection {
  /// What a server's confirmation says that it can do besides (MS-RDPBCGR, section 2.2.1.2.1), as on
  /// the wire; `nil` where the bytes are no confirmation that chooses a protocol.
  public static func serverFlags(_ bytes: [UInt8]) -> UInt8? {
    guard let message = try? RDPConnection(parsing: bytes), message.isConfirmation,
      case .protocols? = message.negotiation, bytes.count >= headerLength + 8
    else { return nil }
    return bytes[headerLength + 1]
  }
}

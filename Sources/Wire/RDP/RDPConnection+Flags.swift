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

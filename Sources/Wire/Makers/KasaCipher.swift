/// What TP-Link's older smart devices hide their JSON by.
///
/// Each byte is joined to the one before by an exclusive or, which hides nothing from anybody.
public enum KasaCipher {
  /// The port that answers.
  public static let port: UInt16 = 9999
  private static let first: UInt8 = 171

  /// The bytes, hidden.
  public static func encrypt(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var key = first
    return bytes.map { byte in
      key ^= byte
      return key
    }
  }

  /// The bytes, laid open.
  public static func decrypt(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var key = first
    return bytes.map { byte in
      defer { key = byte }
      return byte ^ key
    }
  }
}

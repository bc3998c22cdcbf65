/// A version of TLS as it stands on the wire (RFC 8446, appendix D).
public struct TLSVersion: RawRepresentable, Hashable, Comparable, Sendable {
  /// The two bytes.
  public var rawValue: UInt16

  /// The version with those two bytes, known or not.
  public init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// SSL 3.0 (RFC 6101).
  public static let ssl3 = TLSVersion(rawValue: 0x0300)
  /// TLS 1.0 (RFC 2246).
  public static let tls10 = TLSVersion(rawValue: 0x0301)
  /// TLS 1.1 (RFC 4346).
  public static let tls11 = TLSVersion(rawValue: 0x0302)
  /// TLS 1.2 (RFC 5246).
  public static let tls12 = TLSVersion(rawValue: 0x0303)
  /// TLS 1.3 (RFC 8446).
  public static let tls13 = TLSVersion(rawValue: 0x0304)

  /// Older before newer.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension TLSVersion: CustomStringConvertible {
  /// `TLS 1.2`; the number in hexadecimal where it is none of TLS.
  public var description: String {
    switch self {
    case .ssl3: "SSL 3.0"
    case .tls10: "TLS 1.0"
    case .tls11: "TLS 1.1"
    case .tls12: "TLS 1.2"
    case .tls13: "TLS 1.3"
    default: "0x" + String(rawValue, radix: 16)
    }
  }
}

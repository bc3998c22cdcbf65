/// Why an answer is as it is, in the server's words (RFC 8914).
public struct ExtendedDNSError: Hashable, Sendable {
  /// Which reason.
  public var code: UInt16
  /// What the server adds.
  public var text: String

  /// The EDNS option.
  public static let option: UInt16 = 15

  /// The given reason.
  public init(code: UInt16, text: String = "") {
    self.code = code
    self.text = text
  }

  /// Reads one from its option; `nil` for every other option, and for what is too short.
  ///
  /// Bytes that are no UTF-8 are replaced; a final zero, which some send, is left out.
  public init?(_ option: DNSOption) {
    guard option.code == Self.option, option.value.count >= 2 else { return nil }
    code = UInt16(option.value[0]) << 8 | UInt16(option.value[1])
    var bytes = option.value.dropFirst(2)
    if bytes.last == 0 { bytes.removeLast() }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// What the code means; `nil` for one that IANA doesn't list.
  public var name: String? {
    Self.names.indices.contains(Int(code)) ? Self.names[Int(code)] : nil
  }

  private static let names = [
    "Other Error", "Unsupported DNSKEY Algorithm", "Unsupported DS Digest Type", "Stale Answer",
    "Forged Answer", "DNSSEC Indeterminate", "DNSSEC Bogus", "Signature Expired",
    "Signature Not Yet Valid", "DNSKEY Missing", "RRSIGs Missing", "No Zone Key Bit Set",
    "NSEC Missing", "Cached Error", "Not Ready", "Blocked", "Censored", "Filtered", "Prohibited",
    "Stale NXDOMAIN Answer", "Not Authoritative", "Not Supported", "No Reachable Authority",
    "Network Error", "Invalid Data", "Signature Expired before Valid", "Too Early",
    "Unsupported NSEC3 Iterations Value", "Unable to conform to policy", "Synthesized",
    "Invalid Query Type",
  ]
}

extension DNSMessage {
  /// The reasons that the server gives, at most eight.
  public var extendedErrors: [ExtendedDNSError] {
    Array((extensions?.options ?? []).lazy.compactMap { ExtendedDNSError($0) }.prefix(8))
  }
}

/// A mail address in ASCII: a name, an at sign and a domain.
///
/// Narrower than RFC 5322: no comments, quotes or spaces, so that it can't end the line or the address list
/// that it is written into.
struct MailAddress: Hashable, Sendable {
  let text: String

  /// The most recipients of a channel.
  static let most = 20

  init?(_ text: String) {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count),
      parts[0].utf8.allSatisfy(Self.isInName), Self.isDomain(parts[1])
    else { return nil }
    self.text = text
  }

  /// Addresses with commas between them; `nil` where one is malformed, or there is none, or too many.
  static func list(_ text: String) -> [MailAddress]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard (1...most).contains(parts.count) else { return nil }
    var addresses: [MailAddress] = []
    for part in parts {
      guard let address = MailAddress(part.split(separator: " ").joined(separator: " ")) else {
        return nil
      }
      addresses.append(address)
    }
    return addresses
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "!#$%&'*+-/=?^_`{|}~.".utf8.contains(byte)
  }

  private static func isDomain(_ domain: Substring) -> Bool {
    domain.utf8.count <= 253
      && domain.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count)
          && label.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
      }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}

internal import Foundation
import Model
public import Wire

/// Host names in ASCII, as in DNS, certificates and registries.
enum HostNameASCII {
  /// The name in Punycode (RFC 5891) unless it is ASCII; mDNS names stay UTF-8 (RFC 6762, section 16).
  static func inASCII(_ text: String) throws(DiagnosticError) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    let name = try InternationalName.name(text).description
    return text.hasSuffix(".") ? name + "." : name
  }

  /// The name in lower case without a final dot; `nil` if it is invalid.
  static func of(_ text: String) -> String? {
    var name = text.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    guard name.utf8.allSatisfy({ $0 < 0x80 }), mistake(in: name) == nil else { return nil }
    return name
  }

  /// Why a name without a final dot is no host name (RFC 952; RFC 1123, section 2.1); underscores are
  /// allowed, since devices use them.
  static func mistake(in name: some StringProtocol) -> Message? {
    if name.isEmpty { return Message(.errorNameEmpty) }
    if name.utf8.count > 253 { return Message(.errorNameTooLong) }
    for label in name.split(separator: ".", omittingEmptySubsequences: false) {
      if label.isEmpty { return Message(.errorLabelEmpty) }
      if label.utf8.count > 63 { return Message(.errorLabelTooLong) }
      let isPlain = label.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
          true
        // Only mDNS names are still UTF-8 here (RFC 6762, section 16).
        default: byte >= 0x80
        }
      }
      if !isPlain { return Message(.errorNameCharacters) }
    }
    return nil
  }
}

/// Internationalised domain names (RFC 5890).
public enum InternationalName {
  /// The name on the wire: non-ASCII labels mapped and in Punycode; mDNS names stay UTF-8 (RFC 6762,
  /// section 16).
  public static func name(_ text: String) throws(DiagnosticError) -> DNSName {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let name = DNSName(text) else { throw wrong(text, nil) }
      return name
    }
    // NFKC also maps most East Asian full stops.
    let mapped = text.precomposedStringWithCompatibilityMapping.lowercased()
      .precomposedStringWithCompatibilityMapping.replacing("\u{3002}", with: ".")
    let composed = text.precomposedStringWithCanonicalMapping
    if let name = DNSName(composed), name.isInside(.local) { return name }
    var labels: [[UInt8]] = []
    var texts = mapped.split(separator: ".", omittingEmptySubsequences: false)
    if texts.last?.isEmpty == true { texts.removeLast() }
    for label in texts { labels.append(try ascii(String(label), of: text)) }
    guard !labels.isEmpty, let name = DNSName(labels: labels) else { throw wrong(text, nil) }
    return name
  }

  private static func ascii(_ label: String, of text: String) throws(DiagnosticError) -> [UInt8] {
    for scalar in label.unicodeScalars {
      let isNamed =
        scalar.isASCII
        ? scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
          || scalar == "-" || scalar == "_"
        : canBeNamed(scalar)
      guard isNamed else {
        throw wrong(text, Message(.errorNameCharacter, ["character": "\(scalar)"]))
      }
    }
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return Array(label.utf8) }
    guard let coded = Punycode.encode(label) else {
      throw wrong(text, Message(.errorLabelTooLongInASCII))
    }
    return Array("xn--\(coded)".utf8)
  }

  /// The name in its own script; `nil` if no label is displayable Punycode.
  public static func text(_ name: DNSName) -> String? {
    var isInternational = false
    let labels = name.labels.map { bytes in
      let label = String(decoding: bytes, as: UTF8.self).lowercased()
      guard label.hasPrefix("xn--"), let text = Punycode.decode(String(label.dropFirst(4))),
        !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.isASCII || canBeNamed($0) }),
        text.precomposedStringWithCanonicalMapping.lowercased() == text,
        Punycode.encode(text) == String(label.dropFirst(4))
      else { return label }
      isInternational = true
      return text
    }
    return isInternational ? labels.joined(separator: ".") : nil
  }

  /// Letters, marks, digits and some symbols; never invisible or bidirectional control characters.
  private static func canBeNamed(_ scalar: Unicode.Scalar) -> Bool {
    let isJoiner = scalar == "\u{200C}" || scalar == "\u{200D}"
    guard isJoiner || !scalar.properties.isDefaultIgnorableCodePoint else { return false }
    return switch scalar.properties.generalCategory {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber, .otherSymbol, .mathSymbol,
      .modifierSymbol:
      true
    // Between letters of some scripts (RFC 5892, appendix A).
    case .format: isJoiner
    case .otherPunctuation: scalar == "\u{B7}" || scalar == "\u{30FB}"
    default: false
    }
  }

  private static func wrong(_ text: String, _ reason: Message?) -> DiagnosticError {
    .usage(
      reason.map { Message(.errorNoNameSince, ["text": .text(text), "reason": .message($0)]) }
        ?? Message(.errorNoName, ["text": text])
    )
  }
}

/// The name for SNI and for the certificate's name check.
struct ServerName: Hashable {
  /// The name for the check: in ASCII, or an address.
  var compared: String
  /// The name for SNI: never an address, no final dot (RFC 6066, section 3).
  var indicated: String?

  /// Parses a host name or an address.
  init(_ host: String) throws(DiagnosticError) {
    if IPAddress(host) != nil {
      compared = host
      return
    }
    let name = try HostNameASCII.inASCII(host)
    compared = (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
    // mDNS names may be UTF-8, which SNI can't carry.
    indicated = compared.utf8.allSatisfy { $0 < 0x80 } ? compared : nil
  }
}

extension ServerName {
  /// Parses and validates a user's argument, in any script.
  init(given text: String) throws(DiagnosticError) {
    if IPAddress(text) != nil {
      try self.init(text)
      return
    }
    let plain = text.utf8.allSatisfy { $0 < 0x80 } ? text : try HostNameASCII.inASCII(text)
    let bare = plain.hasSuffix(".") ? plain.dropLast() : plain[...]
    if let mistake = HostNameASCII.mistake(in: bare) {
      throw .usage(
        Message(.errorNoHostName, ["text": .text(text), "reason": .message(mistake)])
      )
    }
    try self.init(plain)
  }
}

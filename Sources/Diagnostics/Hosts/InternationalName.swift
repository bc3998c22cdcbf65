internal import Foundation
public import Wire

/// Names in any script, and the ASCII that stands for them (RFC 5890).
public enum InternationalName {
  /// The name on the wire: what is not ASCII in lower case, composed, and in Punycode.
  ///
  /// Names of this link are UTF-8 as they are (RFC 6762, section 16).
  ///
  /// - Throws: That it is no name.
  public static func name(_ text: String) throws(DiagnosticError) -> DNSName {
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      guard let name = DNSName(text) else { throw wrong(text, nil) }
      return name
    }
    // Compatibility composition makes full stops of East Asian ones, too.
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
      guard isNamed else { throw wrong(text, "'\(scalar)' can't be in a name") }
    }
    if label.utf8.allSatisfy({ $0 < 0x80 }) { return Array(label.utf8) }
    guard let coded = Punycode.encode(label) else { throw wrong(text, "a label is too long") }
    return Array("xn--\(coded)".utf8)
  }

  /// The name in its own script, where a label of it is Punycode of something that can be shown;
  /// `nil` where it is plain.
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

  /// Letters, marks, digits and the like; never what is invisible or turns the writing direction.
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

  private static func wrong(_ text: String, _ because: String?) -> DiagnosticError {
    .usage("'\(text)' is not a valid name" + (because.map { ": \($0)" } ?? ""))
  }
}

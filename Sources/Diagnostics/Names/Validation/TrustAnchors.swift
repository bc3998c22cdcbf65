public import Model
public import Wire

/// Keys that are trusted without anybody vouching for them: where chains of trust begin.
public struct TrustAnchors: Hashable, Sendable {
  /// What is trusted, by zone.
  public private(set) var zones: [DNSName: [DelegationSigner]] = [:]

  /// No anchors.
  public init() {}

  /// The root zone's key-signing keys of 2017 and 2024, as IANA publishes them in
  /// <https://data.iana.org/root-anchors/root-anchors.xml>.
  public static let iana: TrustAnchors = {
    var anchors = TrustAnchors()
    let digests: [(UInt16, [UInt64])] = [
      (
        20326,
        [
          0xE06D_44B8_0B8F_1D39, 0xA95C_0B0D_7C65_D084, 0x58E8_8040_9BBC_6834,
          0x5710_4237_C7F8_EC8D,
        ]
      ),
      (
        38696,
        [
          0x683D_2D0A_CB8C_9B71, 0x2A19_48B2_7F74_1219, 0x298D_0A45_0D61_2C48,
          0x3AF4_44A4_C0FB_2B16,
        ]
      ),
    ]
    for (tag, words) in digests {
      let digest = words.flatMap { word in
        (0..<8).map { UInt8(truncatingIfNeeded: word >> (56 - 8 * UInt64($0))) }
      }
      anchors.add(
        DelegationSigner(keyTag: tag, algorithm: .rsaSHA256, digestType: .sha256, digest: digest),
        for: .root
      )
    }
    return anchors
  }()

  /// Adds a key.
  public mutating func add(_ signer: DelegationSigner, for zone: DNSName) {
    zones[zone, default: []].append(signer)
  }

  /// The zone with anchors that is closest above the name, or the name itself.
  public func closest(to name: DNSName) -> DNSName? {
    zones.keys.filter(name.isInside).max { $0.labelCount < $1.labelCount }
  }
}

extension TrustAnchors {
  /// Why a text names no trust anchors.
  public struct ParsingError: Error, Hashable, Sendable {
    /// The line, counted from 1.
    public var line: Int
    /// What is wrong with it.
    public var reason: Message
  }

  /// How long a file of anchors may be.
  public static let longestText = 1 << 20
  private static let mostAnchors = 256

  /// Reads DS and DNSKEY records in the form of zone files, as `dnssec-keygen` and `dnssec-signzone`
  /// write them (`K*.key`, `dsset-*`); other records are left out.
  public init(parsing text: String) throws(ParsingError) {
    guard text.utf8.count <= Self.longestText else {
      throw ParsingError(line: 1, reason: Message(.errorAnchorsTooLong))
    }
    self.init()
    var words: [Substring] = []
    var depth = 0
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let bare = line.prefix { $0 != ";" }
      for word in bare.split(whereSeparator: \.isWhitespace) {
        // Parentheses stand alone in what the tools write.
        switch word {
        case "(": depth += 1
        case ")": depth -= 1
        default: words.append(word)
        }
      }
      guard depth <= 0, !words.isEmpty else { continue }
      try add(words, line: index + 1)
      words = []
      guard zones.count <= Self.mostAnchors else {
        throw ParsingError(line: index + 1, reason: Message(.errorAnchorsTooMany))
      }
    }
    if zones.isEmpty { throw ParsingError(line: 1, reason: Message(.errorAnchorsNone)) }
  }

  private mutating func add(_ words: [Substring], line: Int) throws(ParsingError) {
    guard let zone = DNSName(String(words[0])) else {
      throw ParsingError(
        line: line,
        reason: Message(.errorNoName, ["text": String(words[0].prefix(60))])
      )
    }
    // A time to live and a class may stand before the type.
    let rest = words.dropFirst().drop { $0.allSatisfy(\.isNumber) || $0.uppercased() == "IN" }
    guard let type = rest.first?.uppercased(), type == "DS" || type == "DNSKEY" else { return }
    let fields = Array(rest.dropFirst())
    let text = fields.dropFirst(3).joined()
    let signer: DelegationSigner?
    if type == "DS" {
      signer = Self.ds(fields, digits: text)
    } else {
      signer = Self.key(fields, base64: text).flatMap { DelegationSigner(of: $0, in: zone) }
    }
    guard let signer else {
      throw ParsingError(line: line, reason: Message(.errorAnchorContents, ["type": type]))
    }
    add(signer, for: zone)
  }

  private static func ds(_ fields: [Substring], digits: String) -> DelegationSigner? {
    guard fields.count > 3, let tag = UInt16(fields[0]), let algorithm = UInt8(fields[1]),
      let type = UInt8(fields[2]), digits.utf8.count <= 128, let digest = Hex.decode(digits.utf8)
    else { return nil }
    return DelegationSigner(
      keyTag: tag,
      algorithm: DNSSECAlgorithm(rawValue: algorithm),
      digestType: DNSSECDigestType(rawValue: type),
      digest: digest
    )
  }

  private static func key(_ fields: [Substring], base64: String) -> DNSKey? {
    guard fields.count > 3, let flags = UInt16(fields[0]), let number = UInt8(fields[1]),
      let algorithm = UInt8(fields[2]), let bytes = Base64.decode(base64.utf8), !bytes.isEmpty
    else { return nil }
    return DNSKey(
      flags: flags,
      protocolNumber: number,
      algorithm: DNSSECAlgorithm(rawValue: algorithm),
      publicKey: bytes
    )
  }
}

/// What is wrong with a file of trust anchors.
extension MessageTemplate {
  static let errorAnchorsTooLong = MessageTemplate(
    "error.anchors_too_long",
    "the file is too long"
  )
  static let errorAnchorsTooMany = MessageTemplate(
    "error.anchors_too_many",
    "too many trust anchors"
  )
  static let errorAnchorsNone = MessageTemplate("error.anchors_none", "no DS or DNSKEY record")
  static let errorAnchorContents = MessageTemplate(
    "error.anchor_contents",
    "not the contents of a {type} record"
  )
  static let errorAnchors = MessageTemplate(
    "error.anchors",
    "trust anchors, line {line}: {reason}"
  )
}

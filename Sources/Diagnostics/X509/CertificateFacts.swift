public import Model

/// What a certificate says of itself (RFC 5280).
public struct CertificateFacts: Hashable, Sendable {
  /// The subject, as RFC 4514 writes names; may be empty.
  public var subject: String
  /// The issuer.
  public var issuer: String
  /// The serial number, hexadecimal.
  public var serial: String
  /// The subject alternative names.
  public var names: [Name]
  /// Since when and until when it is valid; `nil` where RFC 3339 can't say the time.
  public var validFrom, validUntil: Timestamp?
  /// Its key.
  public var key: Key
  /// How it is signed, as OpenSSL calls it, or the number of the method.
  public var signature: String
  /// Its digests, hexadecimal in lower case: of the whole, and of the key (RFC 7469's pin).
  public var sha256, sha1, keySHA256: String
  /// Whether it may vouch for others.
  public var isAuthority: Bool
  /// Whether it names itself as who vouches for it.
  public var isSelfIssued: Bool
  /// Whether it may stand for a server; `true` where nothing is said of its purpose.
  public var isForServers: Bool
  /// Whether it demands a stapled status (RFC 7633).
  public var mustStaple: Bool
  /// Where its status can be asked.
  public var ocsp: [String]
  /// The certificate in DER.
  public var der: [UInt8]
  /// How many of its extensions can't be read, or are too many to be: what they say is missing from the above.
  public var unreadable = 0

  /// A name in a certificate.
  public struct Name: Encodable, Hashable, Sendable {
    /// What kind of a name.
    public enum Kind: String, Encodable, Sendable {
      case dns, ip, email, uri
    }

    /// What kind of a name.
    public var kind: Kind
    /// The name.
    public var value: String

    private enum CodingKeys: String, CodingKey {
      case kind = "type"
      case value
    }

    /// A subject alternative name.
    public init(_ kind: Kind, _ value: String) {
      self.kind = kind
      self.value = value
    }
  }

  /// A public key.
  public struct Key: Hashable, Sendable {
    /// `RSA`, `EC`, `Ed25519`, or the number of the method.
    public var type: String
    /// The curve of an `EC` key.
    public var curve: String?
    /// How long it is.
    public var bits: Int?

    /// Why it is too weak, in words; `nil` where it isn't.
    public var weakness: String? {
      switch (type, bits) {
      case ("RSA", let bits?) where bits < 2048: "an RSA key of \(bits) bits is too short"
      case ("EC", let bits?) where bits < 224: "a curve of \(bits) bits is too small"
      case ("DSA", _): "DSA keys are not accepted any more"
      default: nil
      }
    }

    /// Whether it is of a kind that everybody can check signatures with.
    var isCommon: Bool {
      switch type {
      case "RSA": weakness == nil
      case "EC": ["P-256", "P-384", "P-521"].contains(curve)
      default: type == "Ed25519"
      }
    }

    /// The key in words.
    public var words: String {
      switch (curve, bits) {
      case (let curve?, _): "\(type) \(curve)"
      case (nil, let bits?) where !type.hasPrefix("Ed"): "\(type) \(bits) bits"
      default: type
      }
    }
  }

  /// Why its signature is too weak, in words; `nil` where it isn't.
  ///
  /// A root's is never looked at by anybody.
  public var signatureWeakness: String? {
    let name = signature.lowercased()
    guard !(isSelfIssued && isAuthority) else { return nil }
    return name.contains("md5") || name.contains("md2") || name.contains("sha1")
      ? "signed by \(signature), which can be forged" : nil
  }

  /// The subject's common name, or the whole name.
  public var title: String {
    Self.commonName(subject) ?? (subject.isEmpty ? names.first?.value ?? "?" : subject)
  }

  /// The common name in a name; `nil` where there is none.
  static func commonName(_ name: String) -> String? {
    // RFC 4514 escapes commas, so that this can only cut a name short, never make one up.
    for part in name.split(separator: ",") where part.hasPrefix("CN=") {
      return String(part.dropFirst(3))
    }
    return nil
  }
}

extension CertificateFacts {
  /// The days until it expires, negative where it has; `nil` where that is not known.
  public func daysLeft(at now: Timestamp) -> Double? {
    validUntil.map { until in
      let days = Self.days(until.milliseconds - now.milliseconds)
      // What ended minutes ago has ended.
      return until < now ? min(days, -0.01) : days
    }
  }

  /// The days that it is valid in all.
  public var lifetimeDays: Double? {
    guard let validFrom, let validUntil, validFrom <= validUntil else { return nil }
    return Self.days(validUntil.milliseconds - validFrom.milliseconds)
  }

  /// Which part of its life is left, from 0 to 1.
  public func lifeLeft(at now: Timestamp) -> Double? {
    guard let validFrom, let validUntil, validFrom < validUntil else { return nil }
    let whole = Double(validUntil.milliseconds - validFrom.milliseconds)
    let left = Double(validUntil.milliseconds - now.milliseconds) / whole
    return (min(max(left, 0), 1) * 1000).rounded() / 1000
  }

  private static func days(_ milliseconds: Int64) -> Double {
    (Double(milliseconds) / 864_000).rounded() / 100
  }
}

internal import SwiftASN1
internal import Wire
internal import X509

/// A certificate's members as ASN.1 has them (RFC 5280, section 4.1).
struct ParsedCertificate {
  var serial: [UInt8] = []
  var signature: ASN1Node?
  var issuer = DistinguishedName()
  var subject = DistinguishedName()
  /// In seconds since 1970.
  var validFrom, validUntil: Int64?
  /// SubjectPublicKeyInfo.
  var key: ASN1Node?
  var keyBytes: [UInt8] = []
  var extensions: [Certificate.Extension] = []
  /// How many more there are that can't be read, or are too many to be.
  var unreadable = 0

  /// No authority writes as many.
  private static let extensionLimit = 64

  init(_ node: ASN1Node) throws {
    self = try DER.sequence(node, identifier: .sequence) { parts in
      guard let body = parts.next(), let method = parts.next(), parts.next() != nil else {
        throw Self.broken
      }
      return try Self(body: body, method: method)
    }
  }

  private static let broken = ASN1Error.invalidASN1Object(reason: "no certificate")

  private init(body: ASN1Node, method: ASN1Node) throws {
    var parsed = Self()
    parsed.signature = method
    try DER.sequence(body, identifier: .sequence) { parts in
      _ = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) {
        try Int(derEncoded: $0)
      }
      parsed.serial = Array(try ArraySlice<UInt8>(derEncoded: &parts))
      guard parts.next() != nil, let issuer = parts.next(), let validity = parts.next(),
        let subject = parts.next(), let key = parts.next()
      else { throw Self.broken }
      parsed.issuer = try DistinguishedName(derEncoded: issuer)
      parsed.subject = try DistinguishedName(derEncoded: subject)
      (parsed.validFrom, parsed.validUntil) = try Self.times(validity)
      parsed.key = key
      parsed.keyBytes = Array(key.encodedBytes)
      // Two unique identifiers, which are obsolete, then extensions under the tag 3.
      while let rest = parts.next() {
        if rest.identifier == ASN1Identifier(tagWithNumber: 3, tagClass: .contextSpecific) {
          parsed.take(extensions: rest)
        }
      }
    }
    self = parsed
  }

  private init() {}

  private static func times(_ node: ASN1Node) throws -> (Int64?, Int64?) {
    try DER.sequence(node, identifier: .sequence) { parts in
      guard let from = parts.next(), let until = parts.next() else { throw Self.broken }
      return (ASN1Moment.seconds(from), ASN1Moment.seconds(until))
    }
  }

  /// Takes what can be read: one that can't spoils none of the others.
  private mutating func take(extensions node: ASN1Node) {
    var lists = (try? Self.members(of: node))?.makeIterator()
    guard let list = lists?.next(), let entries = try? Self.members(of: list) else {
      unreadable += 1
      return
    }
    for (index, entry) in entries.enumerated() {
      if index < Self.extensionLimit, let found = try? Self.extension(entry) {
        extensions.append(found)
      } else {
        unreadable += 1
      }
    }
  }

  private static func members(of node: ASN1Node) throws -> ASN1NodeCollection {
    guard case .constructed(let members) = node.content else { throw broken }
    return members
  }

  private static func `extension`(_ entry: ASN1Node) throws -> Certificate.Extension {
    try DER.sequence(entry, identifier: .sequence) { parts in
      let number = try ASN1ObjectIdentifier(derEncoded: &parts)
      guard var value = parts.next() else { throw Self.broken }
      var isCritical = false
      // Some say that they aren't, which DER forbids: it is what saying nothing means.
      if value.identifier == .boolean, let next = parts.next() {
        isCritical = (try? Bool(derEncoded: value)) ?? true
        value = next
      }
      let bytes = try ASN1OctetString(derEncoded: value).bytes
      return Certificate.Extension(oid: number, critical: isCritical, value: bytes)
    }
  }
}

/// A time in ASN.1.
enum ASN1Moment {
  /// Seconds since 1970; `nil` where it is no time.
  static func seconds(_ node: ASN1Node) -> Int64? {
    if let time = try? UTCTime(derEncoded: node) {
      // Two digits: 50 and more are of the last century (RFC 5280, section 4.1.2.5.1).
      return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
    }
    guard let time = try? GeneralizedTime(derEncoded: node) else { return nil }
    return seconds(time.year, time.month, time.day, time.hours, time.minutes, time.seconds)
  }

  private static func seconds(
    _ year: Int,
    _ month: Int,
    _ day: Int,
    _ hours: Int,
    _ minutes: Int,
    _ seconds: Int
  ) -> Int64? {
    guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    let date = CivilDate(year: Int64(year), month: Int64(month), day: Int64(day))
    return date.daysSince1970 * 86_400 + Int64(hours * 3600 + minutes * 60 + seconds)
  }
}

public import Model
internal import SwiftASN1
internal import Wire

/// A stapled OCSP response (RFC 6960, section 4.2); its signature is not checked.
public struct StapledStatus: Hashable, Sendable {
  /// The certificate's status.
  public enum State: String, Encodable, Sendable {
    case good, revoked, unknown
    /// The response is an error, malformed, or about another certificate.
    case unusable
  }

  /// The certificate's status.
  public var state: State
  /// `producedAt`.
  public var produced: Timestamp?
  /// The validity interval.
  public var thisUpdate, nextUpdate: Timestamp?

  /// Parses a response in DER.
  init(_ der: [UInt8], for certificate: CertificateFacts) {
    self.init(state: .unusable)
    guard let node = try? DER.parse(der), let found = try? Self(node, for: certificate) else {
      return
    }
    self = found
  }

  private init(state: State) {
    self.state = state
  }

  private static let broken = ASN1Error.invalidASN1Object(reason: "no OCSP response")
  private static let limit = 64

  private init(_ node: ASN1Node, for certificate: CertificateFacts) throws {
    // OCSPResponse: a status, and the response under the tag 0.
    let basic = try DER.sequence(node, identifier: .sequence) { parts -> [UInt8] in
      guard let status = parts.next(), case .primitive(let code) = status.content,
        code.elementsEqual([0])
      else { throw Self.broken }
      return try DER.explicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) { inner in
        try DER.sequence(inner, identifier: .sequence) { parts in
          _ = try ASN1ObjectIdentifier(derEncoded: &parts)
          return try Array(ASN1OctetString(derEncoded: &parts).bytes)
        }
      }
    }
    guard case .constructed(let members) = try DER.parse(basic).content,
      let body = members.map(\.self).first
    else { throw Self.broken }
    self = try Self(body: body, for: certificate)
  }

  /// ResponseData.
  private init(body: ASN1Node, for certificate: CertificateFacts) throws {
    guard case .constructed(let members) = body.content else { throw Self.broken }
    var produced: Timestamp?
    for member in members {
      if let seconds = ASN1Time.seconds(member) {
        produced = Timestamp(milliseconds: seconds * 1000)
      } else if member.identifier == .sequence, case .constructed(let list) = member.content {
        for entry in list.prefix(Self.limit) {
          guard var found = try Self(entry: entry, for: certificate) else { continue }
          found.produced = produced
          self = found
          return
        }
      }
    }
    throw Self.broken
  }

  /// SingleResponse; `nil` if it is about another certificate.
  private init?(entry: ASN1Node, for certificate: CertificateFacts) throws {
    guard case .constructed(let members) = entry.content else { throw Self.broken }
    var parts = members.makeIterator()
    guard let identity = parts.next(), case .constructed(let identifiers) = identity.content,
      let last = identifiers.map(\.self).last,
      let serial = try? ArraySlice<UInt8>(derEncoded: last)
    else { throw Self.broken }
    guard Hex.encode(serial) == certificate.serial else { return nil }
    guard let status = parts.next() else { throw Self.broken }
    switch status.identifier.tagNumber {
    case 0: self.init(state: .good)
    case 1: self.init(state: .revoked)
    default: self.init(state: .unknown)
    }
    thisUpdate = parts.next().flatMap(Self.timestamp)
    if let next = parts.next(), next.identifier.tagNumber == 0,
      case .constructed(let inner) = next.content
    {
      var iterator = inner.makeIterator()
      nextUpdate = iterator.next().flatMap(Self.timestamp)
    }
  }

  private static func timestamp(_ node: ASN1Node) -> Timestamp? {
    ASN1Time.seconds(node).map { Timestamp(milliseconds: $0 * 1000) }
  }
}

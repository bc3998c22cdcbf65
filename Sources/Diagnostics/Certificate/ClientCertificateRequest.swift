internal import SwiftASN1
internal import Wire
internal import X509

/// Whether a server wants a certificate of the client's, and whose.
///
/// Whether it insists is not known: that is said after the handshake's end, which is never reached,
/// and by many servers not before a page is asked for.
public struct ClientCertificateRequest: Encodable, Hashable, Sendable {
  /// Whether it wants one; `nil` where that was not learnt.
  public var isWanted: Bool?
  /// Whose certificates it accepts, as RFC 4514 writes names: the first of them; empty where anybody's
  /// will do, or where that is not said.
  public var issuers: [String] = []
  /// How many it names in all.
  public var issuerCount = 0

  private enum CodingKeys: String, CodingKey {
    case isWanted = "wanted"
    case issuers
    case issuerCount = "issuer_count"
  }

  /// How many names are kept: some servers name every authority of the web, about 150.
  private static let mostNames = 64
  private static let textLimit = 512

  /// Nothing is known.
  public init() {}

  /// What a conversation came to.
  init(_ findings: TLSInquiry.Findings) {
    guard let request = findings.certificateRequest else {
      isWanted = findings.hasPassedRequest ? false : nil
      return
    }
    isWanted = true
    issuerCount = request.authorities.count
    issuers = request.authorities.prefix(Self.mostNames).map { name in
      guard let node = try? DER.parse(name), let name = try? DistinguishedName(derEncoded: node)
      else { return "(can't be read)" }
      return String(name.description.prefix(Self.textLimit))
    }
  }

  /// Writes `client_certificate`.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(isWanted, forKey: .isWanted)
    try json.encode(issuers, forKey: .issuers)
    try json.encode(issuerCount, forKey: .issuerCount)
  }
}

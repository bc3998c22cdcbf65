/// A signature of all records of a name and type: an RRSIG record's contents (RFC 4034, section 3).
public struct DNSSignature: Hashable, Sendable {
  /// The type of the records that are signed.
  public var typeCovered: DNSType
  /// How they are signed.
  public var algorithm: DNSSECAlgorithm
  /// How many labels the owner has without the root and a leading `*`; fewer than the name that was
  /// answered where a wildcard stood for it.
  public var labels: UInt8
  /// The records' time to live as the zone has it, in seconds.
  public var originalTTL: UInt32
  /// When it ends and begins, in seconds since 1970 modulo 2³² (RFC 1982 arithmetic).
  public var expiration, inception: UInt32
  /// The signing key's tag.
  public var keyTag: UInt16
  /// The zone whose key it is.
  public var signer: DNSName
  /// The signature in its algorithm's own form.
  public var signature: [UInt8]

  /// The record's contents.
  public var rdata: [UInt8] { header(signer.uncompressed) + signature }

  /// What is signed before the records themselves (RFC 4034, section 3.1.8.1).
  var signedHeader: [UInt8] { header(signer.canonical) }

  private func header(_ signer: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(bigEndian: typeCovered.rawValue)
    bytes.append(algorithm.rawValue)
    bytes.append(labels)
    bytes.append(bigEndian: originalTTL)
    bytes.append(bigEndian: expiration)
    bytes.append(bigEndian: inception)
    bytes.append(bigEndian: keyTag)
    return bytes + signer
  }
}

extension DNSSignature {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    typeCovered = try DNSType(rawValue: cursor.uint16(bytes))
    algorithm = try DNSSECAlgorithm(rawValue: cursor.uint8(bytes))
    labels = try cursor.uint8(bytes)
    originalTTL = try cursor.uint32(bytes)
    expiration = try cursor.uint32(bytes)
    inception = try cursor.uint32(bytes)
    keyTag = try cursor.uint16(bytes)
    signer = try DNSName(&cursor, in: bytes)
    signature = try cursor.rest(bytes)
  }
}

extension DNSSignature {
  /// The bytes that the signature signs (RFC 4034, section 3.1.8.1): its own header, and the records
  /// in canonical form and order, equal ones once.
  ///
  /// - Parameter records: All of one name, type and class.
  /// - Returns: `nil` where the signature claims more labels than the name has.
  public func signedBytes(of records: [DNSRecord]) -> [UInt8]? {
    guard let first = records.first, let owner = signedOwner(of: first.name) else { return nil }
    var prefix = owner.canonical
    prefix.append(bigEndian: first.type.rawValue)
    prefix.append(bigEndian: first.recordClass.rawValue)
    prefix.append(bigEndian: originalTTL)
    var bytes = signedHeader
    var previous: [UInt8]?
    let contents = records.map(\.data.canonical)
    for data in contents.sorted(by: { $0.lexicographicallyPrecedes($1) }) where data != previous {
      previous = data
      bytes.append(contentsOf: prefix)
      bytes.append(bigEndian: UInt16(truncatingIfNeeded: data.count))
      bytes.append(contentsOf: data)
    }
    return bytes
  }

  /// The name that was signed: the wildcard where one stood for the owner (RFC 4035, section 5.3.2).
  public func signedOwner(of owner: DNSName) -> DNSName? {
    let count = owner.labelCount - (owner.isWildcard ? 1 : 0)
    if Int(labels) == count { return owner }
    guard Int(labels) < count else { return nil }
    return owner.suffix(labels: Int(labels)).wildcard
  }

  /// Whether a wildcard stood for the owner.
  public func isExpanded(for owner: DNSName) -> Bool {
    Int(labels) < owner.labelCount - (owner.isWildcard ? 1 : 0)
  }
}

extension DNSData {
  /// The contents in canonical form (RFC 4034, section 6.2, as RFC 6840, section 5.1, corrects it):
  /// no compression, and in the older types names in lower case.
  ///
  /// The contents of types that aren't understood are taken as they came.
  public var canonical: [UInt8] {
    switch self {
    case .cname, .ptr, .ns, .dname, .mx, .soa, .naptr, .srv: return written(.canonical)
    case .named(let type, _) where NamedContents.layout(of: type)?.isFolded ?? false:
      return written(.canonical)
    case .rrsig(let signature): return signature.signedHeader + signature.signature
    default: return uncompressed
    }
  }

  /// The contents as on the wire, without compression.
  public var uncompressed: [UInt8] { written(.plain) }

  private func written(_ style: DNSWriter.Style) -> [UInt8] {
    var writer = DNSWriter(id: 0, flags: .query, style: style)
    let start = writer.bytes.count
    writer.write(self)
    return Array(writer.bytes[start...])
  }
}

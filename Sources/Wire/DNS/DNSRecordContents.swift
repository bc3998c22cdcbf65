/// A host that takes mail for a domain (RFC 1035, section 3.3.9).
public struct MXRecord: Hashable, Sendable {
  /// Lower is tried first.
  public var preference: UInt16
  /// The host; the root where the domain takes no mail (RFC 7505).
  public var host: DNSName
}

extension MXRecord {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    preference = try cursor.uint16(bytes)
    host = try DNSName(&cursor, in: bytes)
  }
}

/// Where a zone begins, and how long what is said of it holds (RFC 1035, section 3.3.13).
public struct SOARecord: Hashable, Sendable {
  /// The server that has the zone first.
  public var primary: DNSName
  /// Whose the zone is: a mail address, its `@` written as a dot.
  public var responsible: DNSName
  /// The zone's version, which wraps (RFC 1982).
  public var serial: UInt32
  /// After how many seconds the others look for a newer version.
  public var refresh: UInt32
  /// After how many seconds they try again where that failed.
  public var retry: UInt32
  /// After how many seconds without news they stop answering.
  public var expire: UInt32
  /// For how many seconds it holds that there is no such name or record (RFC 2308).
  public var minimum: UInt32
}

extension SOARecord {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    primary = try DNSName(&cursor, in: bytes)
    responsible = try DNSName(&cursor, in: bytes)
    serial = try cursor.uint32(bytes)
    refresh = try cursor.uint32(bytes)
    retry = try cursor.uint32(bytes)
    expire = try cursor.uint32(bytes)
    minimum = try cursor.uint32(bytes)
  }

  /// The five numbers in the order of the wire.
  var numbers: [UInt32] { [serial, refresh, retry, expire, minimum] }
}

/// How a name is rewritten (NAPTR; RFC 3403, section 4.1).
public struct NAPTRRecord: Hashable, Sendable {
  /// Lower is applied first.
  public var order: UInt16
  /// Among equals, lower is preferred.
  public var preference: UInt16
  /// What comes next; at most 255 bytes, as the next two.
  public var flags: [UInt8]
  /// For which services.
  public var services: [UInt8]
  /// The rewriting.
  public var expression: [UInt8]
  /// The next name, in place of an expression.
  public var replacement: DNSName
}

extension NAPTRRecord {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    order = try cursor.uint16(bytes)
    preference = try cursor.uint16(bytes)
    flags = try cursor.vector8(bytes)
    services = try cursor.vector8(bytes)
    expression = try cursor.vector8(bytes)
    replacement = try DNSName(&cursor, in: bytes)
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: order)
    bytes.append(bigEndian: preference)
    for string in [flags, services, expression] {
      bytes.append(vector8: string)
    }
  }
}

/// Which certificate a TLS server shows (TLSA; RFC 6698, section 2.1).
public struct TLSARecord: Hashable, Sendable {
  /// What the certificate is to the server's: 0–3.
  public var usage: UInt8
  /// Whether the whole certificate (0) or its key (1) is meant.
  public var selector: UInt8
  /// How it is compared: as it is (0), by SHA-256 (1), by SHA-512 (2).
  public var matching: UInt8
  /// What it is compared with.
  public var association: [UInt8]
}

extension TLSARecord {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    usage = try cursor.uint8(bytes)
    selector = try cursor.uint8(bytes)
    matching = try cursor.uint8(bytes)
    association = try cursor.rest(bytes)
  }
}

/// Which authorities may issue certificates for a name (CAA; RFC 8659, section 4.1).
public struct CAARecord: Hashable, Sendable {
  /// 128 where an issuer that doesn't know the property must not issue.
  public var flags: UInt8 = 0
  /// The property: `issue`, `issuewild`, `iodef`; at most 255 bytes.
  public var tag: [UInt8]
  /// What it says.
  public var value: [UInt8]
}

extension CAARecord {
  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    flags = try cursor.uint8(bytes)
    let start = cursor.offset
    let length = try Int(cursor.uint8(bytes))
    guard length > 0 else { throw WireError(.invalid("tag"), at: start) }
    tag = try cursor.bytes(bytes, count: length)
    value = try cursor.rest(bytes)
  }
}

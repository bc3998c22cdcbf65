/// Where a zone begins, and how long what is said of it holds (RFC 1035, section 3.3.13).
public struct StartOfAuthority: Hashable, Sendable {
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

  /// The given zone.
  public init(
    primary: DNSName,
    responsible: DNSName,
    serial: UInt32,
    refresh: UInt32,
    retry: UInt32,
    expire: UInt32,
    minimum: UInt32
  ) {
    self.primary = primary
    self.responsible = responsible
    self.serial = serial
    self.refresh = refresh
    self.retry = retry
    self.expire = expire
    self.minimum = minimum
  }

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

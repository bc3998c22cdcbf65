/// A resource record of a DNS message (RFC 1035, section 4.1.3).
public struct DNSRecord: Hashable, Sendable {
  /// Whose record it is.
  public var name: DNSName
  /// Its class without the top bit; in OPT records all sixteen bits of the payload size.
  public var recordClass: DNSClass
  /// Whether it replaces what is known of its name, type and class (RFC 6762, section 10.2); never
  /// so in OPT records.
  public var cacheFlush: Bool
  /// How many seconds it is good for; 0 says goodbye (RFC 6762, section 10.1).
  ///
  /// In OPT records it holds the extended response code and flags.
  public var ttl: UInt32
  /// Its type and contents.
  public var data: DNSData

  /// The given record.
  public init(
    _ name: DNSName,
    _ data: DNSData,
    ttl: UInt32 = 120,
    recordClass: DNSClass = .internet,
    cacheFlush: Bool = false
  ) {
    self.name = name
    self.recordClass = recordClass
    self.cacheFlush = cacheFlush && data.type != .opt
    self.ttl = ttl
    self.data = data
  }

  /// Its type.
  public var type: DNSType { data.type }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    name = try DNSName(&cursor, in: bytes)
    let type = try DNSType(rawValue: cursor.uint16(bytes))
    let word = try cursor.uint16(bytes)
    // An OPT record's class is a payload size.
    let isFlush = type != .opt && word & DNSClass.topBit != 0
    recordClass = DNSClass(rawValue: isFlush ? word & ~DNSClass.topBit : word)
    cacheFlush = isFlush
    ttl = try cursor.uint32(bytes)
    let length = try Int(cursor.uint16(bytes))
    data = DNSData(type, recordClass, try cursor.slice(length, in: bytes), in: bytes)
  }
}

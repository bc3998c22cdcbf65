/// How a service is reached (SVCB and HTTPS; RFC 9460, section 2.2).
public struct ServiceBinding: Hashable, Sendable {
  /// 0 for an alias; else lower is preferred.
  public var priority: UInt16
  /// The host; the root stands for the record's own name.
  public var target: DNSName
  /// What there is to know, by ascending keys.
  public var parameters: [Parameter]

  /// A key and what it says.
  public struct Parameter: Hashable, Sendable {
    /// Which.
    public var key: UInt16
    /// What it says, at most 65,535 bytes.
    public var value: [UInt8]

    /// The given parameter.
    public init(_ key: UInt16, _ value: [UInt8]) {
      self.key = key
      self.value = value
    }
  }

  /// The given binding.
  public init(priority: UInt16, target: DNSName, parameters: [Parameter] = []) {
    self.priority = priority
    self.target = target
    self.parameters = parameters
  }

  init(_ cursor: inout ByteCursor, in bytes: RawSpan) throws(WireError) {
    priority = try cursor.uint16(bytes)
    target = try DNSName(&cursor, in: bytes)
    parameters = []
    while !cursor.isAtEnd {
      let start = cursor.offset
      let key = try cursor.uint16(bytes)
      if let last = parameters.last, last.key >= key {
        throw WireError(.invalid("order of parameters"), at: start)
      }
      let value = try cursor.bytes(bytes, count: Int(cursor.uint16(bytes)))
      parameters.append(Parameter(key, value))
    }
  }

  func writeParameters(to bytes: inout [UInt8]) {
    for parameter in parameters {
      bytes.append(bigEndian: parameter.key)
      bytes.append(bigEndian: UInt16(min(parameter.value.count, 0xFFFF)))
      bytes.append(contentsOf: parameter.value.prefix(0xFFFF))
    }
  }
}

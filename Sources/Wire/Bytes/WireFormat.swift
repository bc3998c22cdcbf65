/// A message that can be read from untrusted bytes and written back.
///
/// Parsing is total: whatever the bytes, it returns a value or throws a `WireError`, in time linear
/// in their number. Parsing what was written gives the value back.
public protocol WireFormat: Sendable {
  /// Reads a message from the whole span.
  init(parsing bytes: RawSpan) throws(WireError)

  /// Appends the message's bytes.
  func write(to bytes: inout [UInt8])
}

extension WireFormat {
  /// Reads a message from an array's bytes.
  public init(parsing bytes: [UInt8]) throws(WireError) {
    try self.init(parsing: bytes.span.bytes)
  }

  /// The message's bytes.
  public var serialised: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }
}

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

/// A message of a stream whose beginning says how long it is.
///
/// The reader of the stream must check the length against a limit before it collects that many
/// bytes.
public protocol WireFrame: WireFormat {
  /// The length of the message that begins here, in bytes; `nil` if more bytes are needed.
  static func length(of start: RawSpan) throws(WireError) -> Int?
}

extension WireFrame {
  /// The first message of a stream's bytes and how many it takes; `nil` until all of it is there.
  ///
  /// One that claims to be longer than `limit` is an error rather than waited for.
  public static func first(
    in bytes: ArraySlice<UInt8>,
    limit: Int
  ) throws(WireError) -> (message: Self, length: Int)? {
    let span = bytes.span.bytes
    guard let length = try length(of: span) else { return nil }
    guard length > 0 else { throw WireError(.invalid("length"), at: 0) }
    guard length <= limit else { throw WireError(.tooMany("bytes"), at: 0) }
    guard length <= span.byteCount else { return nil }
    return try (Self(parsing: span.extracting(0..<length)), length)
  }
}

/// Why bytes are not what a parser was asked for, and where.
public struct WireError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The bytes end `missing` bytes too early.
    case truncated(missing: Int)
    /// A field has a value that the format forbids; the text names the field.
    case invalid(String)
    /// More of something than a parser of ours accepts; the text names it.
    case tooMany(String)
  }

  /// What is wrong.
  public let reason: Reason
  /// How many bytes into the message.
  public let offset: Int

  /// An error at the offset.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension WireError: CustomStringConvertible {
  /// One line for a log.
  public var description: String {
    switch reason {
    case .truncated(let missing): "truncated at byte \(offset): \(missing) more needed"
    case .invalid(let field): "invalid \(field) at byte \(offset)"
    case .tooMany(let what): "too many \(what) at byte \(offset)"
    }
  }
}

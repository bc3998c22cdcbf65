/// A message of a stream whose beginning says how long it is.
///
/// Whoever reads the stream bounds the length before it collects that many bytes: a length is a
/// claim.
public protocol WireFrame: WireFormat {
  /// How many bytes the message that begins here takes; `nil` where more are needed to tell.
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

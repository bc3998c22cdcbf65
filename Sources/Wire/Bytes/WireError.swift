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

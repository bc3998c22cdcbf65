public import Wire

/// Where the validator gets records: a resolver or a zone's own server, or a test's memory.
public protocol RecordSource: Sendable {
  /// The answer for a name and type, asked with DO and CD set (RFC 4035, section 3.2), so that
  /// signatures come along and bad ones are not withheld.
  ///
  /// - Throws: That there is no answer.
  func answer(_ name: DNSName, _ type: DNSType) async throws(RecordSourceFailure) -> DNSMessage
}

/// Why a question for records had no answer.
public struct RecordSourceFailure: Error, Hashable, Sendable {
  /// The reason in one line.
  public var words: String

  /// A failure with its reason in words.
  public init(_ words: String) {
    self.words = words
  }
}

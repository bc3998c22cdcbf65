/// A place in a home's sequence of changes: what a reader knows, it knows up to there.
///
/// Written `EPOCH-SEQ`; clients take it as it is.
public struct ChangeCursor: Hashable, Sendable, LosslessStringConvertible {
  /// Tells sequences apart whose numbers mean different changes.
  public var epoch: UInt64
  /// The number of the last change that the reader knows.
  public var seq: UInt64

  /// The given place.
  public init(epoch: UInt64, seq: UInt64) {
    self.epoch = epoch
    self.seq = seq
  }

  /// Parses `EPOCH-SEQ`.
  public init?(_ description: String) {
    guard description.utf8.count <= 64 else { return nil }
    let parts = description.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = UInt64(parts[0], radix: 36), let seq = UInt64(parts[1])
    else { return nil }
    self.init(epoch: epoch, seq: seq)
  }

  /// The text that is parsed again.
  public var description: String { "\(String(epoch, radix: 36))-\(seq)" }
}

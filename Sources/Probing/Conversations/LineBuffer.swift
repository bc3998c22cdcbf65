/// Collects a stream's bytes and gives them out as lines.
struct LineBuffer: Sendable {
  /// How many bytes are kept: what comes without a line break beyond it is dropped.
  let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int = 1 << 10) {
    self.limit = limit
  }

  /// Takes what came in.
  mutating func append(_ more: some Sequence<UInt8>) {
    for byte in more {
      guard bytes.count < limit else {
        isFull = true
        return
      }
      bytes.append(byte)
    }
  }

  /// Whether more came than is kept.
  private(set) var isFull = false

  /// The next line without its line break; `nil` until it has ended.
  mutating func next() -> [UInt8]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = bytes[..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { bytes.removeSubrange(...end) }
    return Array(line)
  }

  /// What has not ended in a line break.
  var rest: [UInt8] { bytes }
}

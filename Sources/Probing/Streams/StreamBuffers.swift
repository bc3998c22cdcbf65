import Wire

/// Splits a stream into lines.
struct LineBuffer: Sendable {
  /// In bytes; what exceeds it without a line break is dropped.
  let limit: Int
  private var bytes: [UInt8] = []

  init(limit: Int = 1 << 10) {
    self.limit = limit
  }

  /// Takes received bytes.
  mutating func append(_ more: some Sequence<UInt8>) {
    for byte in more {
      guard bytes.count < limit else {
        isFull = true
        return
      }
      bytes.append(byte)
    }
  }

  /// Whether bytes were dropped.
  private(set) var isFull = false

  /// Removes the next line, without its line break; `nil` if it is incomplete.
  mutating func next() -> [UInt8]? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    var line = bytes[..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    defer { bytes.removeSubrange(...end) }
    return Array(line)
  }
}

/// Splits a stream into messages.
struct MessageBuffer<Message: WireFrame>: Sendable {
  /// The longest accepted message, in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0

  init(limit: Int = 64 << 10) {
    self.limit = limit
  }

  /// Takes received bytes.
  mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Removes the next message; `nil` if it is incomplete.
  mutating func next() throws(WireError) -> Message? {
    guard let found = try Message.first(in: bytes[start...], limit: limit) else { return nil }
    start += found.length
    return found.message
  }
}

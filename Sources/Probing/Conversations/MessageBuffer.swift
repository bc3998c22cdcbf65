import Wire

/// Collects a stream's bytes and gives them out as messages.
struct MessageBuffer<Message: WireFrame>: Sendable {
  /// The longest message that is waited for, in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0

  init(limit: Int = 64 << 10) {
    self.limit = limit
  }

  /// Takes what came in.
  mutating func append(_ more: some Collection<UInt8>) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// The next message; `nil` until all of it is there.
  mutating func next() throws(WireError) -> Message? {
    guard let found = try Message.first(in: bytes[start...], limit: limit) else { return nil }
    start += found.length
    return found.message
  }

  /// What has not been given out.
  var rest: ArraySlice<UInt8> { bytes[start...] }
}

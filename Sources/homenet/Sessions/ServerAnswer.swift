/// An answer of HTTP/1.1, as its bytes arrive (RFC 9112).
///
/// Only what our own server sends is understood: a length, chunks, or all until the connection ends.
struct ServerAnswer {
  private(set) var status = 0
  private(set) var body: [UInt8] = []
  private(set) var isComplete = false

  private var bytes: [UInt8] = []
  private var framing: Framing?

  private enum Framing: Equatable {
    case length(Int)
    case chunks
    case toEnd
  }

  /// Why an answer can't be used.
  struct Malformed: Error, Hashable {}

  /// The longest head.
  private static let mostHead = 64 << 10
  /// The longest body: ten thousand monitors are some fifteen megabytes.
  static let mostBody = 64 << 20

  /// Takes what arrived.
  mutating func receive(_ new: some Sequence<UInt8>) throws(Malformed) {
    guard !isComplete else { return }
    bytes += new
    if framing == nil { try readHead() }
    switch framing {
    case nil: return
    case .length(let length):
      body += bytes
      bytes = []
      guard body.count <= length else { throw Malformed() }
      isComplete = body.count == length
    case .chunks: try readChunks()
    case .toEnd:
      body += bytes
      bytes = []
    }
    guard body.count <= Self.mostBody else { throw Malformed() }
  }

  /// Notes that nothing more comes.
  mutating func end() throws(Malformed) {
    guard isComplete || framing == .toEnd else { throw Malformed() }
    isComplete = true
  }

  private mutating func readHead() throws(Malformed) {
    guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else {
      guard bytes.count <= Self.mostHead else { throw Malformed() }
      return
    }
    let head = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
    bytes.removeSubrange(..<end.upperBound)
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]),
      (100...599).contains(status)
    else { throw Malformed() }
    // What follows a 100 is the answer.
    guard status >= 200 else { return try readHead() }
    self.status = status
    var framing = Framing.toEnd
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw Malformed() }
      let value = line[line.index(after: colon)...].filter { $0 != " " && $0 != "\t" }.lowercased()
      switch line[..<colon].lowercased() {
      case "transfer-encoding":
        guard value == "chunked" else { throw Malformed() }
        framing = .chunks
      case "content-length" where framing != .chunks:
        guard let length = Int(value), (0...Self.mostBody).contains(length) else {
          throw Malformed()
        }
        framing = .length(length)
      default: break
      }
    }
    self.framing = status == 204 || status == 304 ? .length(0) : framing
  }

  private mutating func readChunks() throws(Malformed) {
    let lineEnd = Array("\r\n".utf8)
    while true {
      guard let end = bytes.firstRange(of: lineEnd) else {
        guard bytes.count <= Self.mostHead else { throw Malformed() }
        return
      }
      let line = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16),
        (0...Self.mostBody).contains(size)
      else { throw Malformed() }
      // Our server sends no trailers.
      let next = end.upperBound + size + lineEnd.count
      guard bytes.count >= next else { return }
      body += bytes[end.upperBound..<end.upperBound + size]
      guard Array(bytes[next - lineEnd.count..<next]) == lineEnd, body.count <= Self.mostBody
      else { throw Malformed() }
      bytes.removeSubrange(..<next)
      guard size > 0 else {
        isComplete = true
        return
      }
    }
  }
}

/// Reads one HTTP/1.1 response from a connection that ends after it (RFC 9112), bounded in every part.
///
/// By hand, so that it needs no channel, and can be tested with any bytes.
struct HTTPResponseParser: Hashable, Sendable {
  /// The status; 0 before there is one.
  private(set) var status = 0
  /// The fields by their names in lower case; equal ones are joined by commas.
  private(set) var headers: [String: String] = [:]
  /// The body, as far as it is kept.
  private(set) var body: [UInt8] = []

  private let bodyLimit: Int
  private let isHead: Bool
  private var phase = Phase.statusLine
  private var pending: [UInt8] = []
  /// How many of those are read: they go once for each call, and not with each of many small chunks.
  private var consumed = 0
  private var headBytes = 0

  private enum Phase: Hashable {
    case statusLine, fields, untilEnd
    case body(left: Int)
    case chunkSize
    case chunk(left: Int)
    case chunkEnd, trailers, complete, malformed
  }

  private static let headLimit = 64 << 10
  private static let lineLimit = 16 << 10
  private static let mostFields = 200

  /// A parser of the answer to one request; `isHead` where that was HEAD, whose answer has no body.
  init(isHead: Bool, bodyLimit: Int) {
    self.isHead = isHead
    self.bodyLimit = bodyLimit
  }

  /// Whether nothing more is wanted: all of it was read, as much as is kept, or it isn't HTTP.
  var isOver: Bool { phase == .complete || phase == .malformed }

  /// Whether it isn't HTTP.
  var isMalformed: Bool { phase == .malformed }

  /// Whether the response is whole if the connection has ended.
  var isWholeAtEnd: Bool { phase == .complete || phase == .untilEnd }

  /// Takes what came in.
  mutating func receive(_ bytes: [UInt8]) {
    pending += bytes
    while !isOver, step() {}
    pending.removeFirst(consumed)
    consumed = 0
  }

  private var unread: Int { pending.count - consumed }

  /// Reads the next part; `false` where more bytes are needed.
  private mutating func step() -> Bool {
    switch phase {
    case .statusLine:
      guard let line = line() else { return false }
      readStatus(line)
    case .fields:
      guard let line = line() else { return false }
      if line.isEmpty { endHead() } else { readField(line) }
    case .untilEnd:
      keep(unread)
      return false
    case .body(let left):
      let count = min(left, unread)
      guard keep(count) else { return true }
      phase = left == count ? .complete : .body(left: left - count)
      return phase == .complete
    case .chunkSize:
      guard let line = line() else { return false }
      let digits = line.prefix { $0 != ";" && $0 != " " }
      guard let size = Int(digits, radix: 16), size >= 0, digits.count <= 8 else {
        phase = .malformed
        return true
      }
      phase = size == 0 ? .trailers : .chunk(left: size)
    case .chunk(let left):
      let count = min(left, unread)
      guard keep(count) else { return true }
      phase = left == count ? .chunkEnd : .chunk(left: left - count)
      return phase == .chunkEnd
    case .chunkEnd:
      guard let line = line() else { return false }
      phase = line.isEmpty ? .chunkSize : .malformed
    case .trailers:
      guard let line = line() else { return false }
      if line.isEmpty { phase = .complete }
    case .complete, .malformed: return false
    }
    return true
  }

  /// The next line, without its end.
  private mutating func line() -> String? {
    guard let end = pending[consumed...].firstIndex(of: 0x0A) else {
      if unread > Self.lineLimit { phase = .malformed }
      return nil
    }
    let length = end - consumed
    headBytes += length + 1
    guard length <= Self.lineLimit, headBytes <= Self.headLimit else {
      phase = .malformed
      return nil
    }
    var text = pending[consumed..<end]
    if text.last == 0x0D { text.removeLast() }
    let line = String(decoding: text, as: UTF8.self)
    consumed = end + 1
    return line
  }

  private mutating func readStatus(_ line: String) {
    let words = line.split(separator: " ", maxSplits: 2)
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].count == 3,
      let status = Int(words[1]), (100...599).contains(status)
    else {
      phase = .malformed
      return
    }
    self.status = status
    phase = .fields
  }

  private mutating func readField(_ line: String) {
    // A folded line goes on with the field before it (RFC 9112, section 5.2): nobody needs it.
    guard line.first != " ", line.first != "\t" else { return }
    guard let colon = line.firstIndex(of: ":"), headers.count < Self.mostFields else {
      phase = .malformed
      return
    }
    let name = line[..<colon].lowercased()
    let value = Self.trimmed(line[line.index(after: colon)...])
    headers[name] = headers[name].map { "\($0), \(value)" } ?? value
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return String(text)
  }

  private mutating func endHead() {
    if status < 200, status != 101 {
      // An interim response: the final one follows.
      headers = [:]
      phase = .statusLine
    } else if isHead || status == 101 || status == 204 || status == 304 {
      phase = .complete
    } else if let coding = headers["transfer-encoding"] {
      phase = coding.lowercased().hasSuffix("chunked") ? .chunkSize : .untilEnd
      // What follows is no part of the head.
      headBytes = 0
    } else if let text = headers["content-length"] {
      // Repeated ones that agree are one (RFC 9110, section 8.6).
      let lengths = Set(text.split(separator: ",").map { Self.trimmed($0) })
      guard lengths.count == 1, let length = lengths.first.flatMap({ Int($0) }), length >= 0 else {
        phase = .malformed
        return
      }
      phase = length == 0 ? .complete : .body(left: length)
    } else {
      phase = .untilEnd
    }
  }

  /// Moves bytes to the body; `false` once as many are kept as are wanted, which completes it.
  @discardableResult
  private mutating func keep(_ count: Int) -> Bool {
    // Chunks' own lines are bounded one by one.
    headBytes = 0
    let room = bodyLimit - body.count
    body += pending[consumed...].prefix(min(count, room))
    consumed += count
    guard count <= room else {
      phase = .complete
      return false
    }
    return true
  }
}

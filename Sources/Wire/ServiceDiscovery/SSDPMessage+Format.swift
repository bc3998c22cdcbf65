extension SSDPMessage: WireFormat {
  /// The longest message that is read, in bytes; real ones have fewer than 1,500.
  public static let longestMessage = 16_384
  /// The most header fields that are read; real messages have fewer than 20.
  public static let mostFields = 64

  /// Reads a message as devices really write them.
  ///
  /// Lines may end in LF alone, names and the first line may be in any case, white space around a
  /// field's name and value may be missing or too much, values may be folded over several lines, the
  /// empty line may be missing. Lines without a colon and the body are ignored, control characters
  /// become spaces and bytes that are no UTF-8 are replaced.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard bytes.byteCount <= Self.longestMessage else {
      throw WireError(.tooMany("bytes in an SSDP message"), at: Self.longestMessage)
    }
    var text = [UInt8](copying: bytes, 0..<bytes.byteCount)
    var position = 0
    var line = text.line(from: &position)
    while line.isEmpty, position < text.count { line = text.line(from: &position) }
    kind = try Self.kind(text, line)
    fields = []
    while position < text.count {
      line = text.line(from: &position)
      if line.isEmpty { break }
      text.blankControls(line)
      let value: Range<Int>
      if text[line.lowerBound].isBlank {
        // A folded value goes on (RFC 7230, section 3.2.4).
        value = text.trimmed(line)
        guard !fields.isEmpty, !value.isEmpty else { continue }
        let end = fields.count - 1
        fields[end].value += (fields[end].value.isEmpty ? "" : " ") + text.text(value)
        continue
      }
      guard let colon = text[line].firstIndex(of: UInt8(ascii: ":")) else { continue }
      let name = text.trimmed(line.lowerBound..<colon)
      guard !name.isEmpty else { continue }
      guard fields.count < Self.mostFields else {
        throw WireError(.tooMany("header fields"), at: line.lowerBound)
      }
      value = text.trimmed(colon + 1..<line.upperBound)
      fields.append(Field(text.text(name), text.text(value)))
    }
  }

  private static func kind(_ text: [UInt8], _ line: Range<Int>) throws(WireError) -> Kind {
    let first = text[text.trimmed(line)]
    if first.hasPrefix("M-SEARCH") { return .search }
    if first.hasPrefix("NOTIFY") { return .notify }
    guard first.hasPrefix("HTTP/") else {
      throw WireError(.invalid("SSDP start line"), at: line.lowerBound)
    }
    let rest = first.drop { !$0.isBlank }.drop { $0.isBlank }
    let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard let status = Int(String(decoding: digits, as: UTF8.self)), (100...999).contains(status)
    else {
      throw WireError(.invalid("status"), at: rest.startIndex)
    }
    return .response(status: status)
  }

  /// Appends the message; control characters in fields become spaces, so that none can break out of
  /// its line.
  public func write(to bytes: inout [UInt8]) {
    let first =
      switch kind {
      case .search: "M-SEARCH * HTTP/1.1"
      case .notify: "NOTIFY * HTTP/1.1"
      case .response(let status): "HTTP/1.1 \(status)" + (status == 200 ? " OK" : "")
      }
    bytes.append(contentsOf: first.utf8)
    bytes.append(contentsOf: "\r\n".utf8)
    for field in fields {
      let start = bytes.count
      bytes.append(contentsOf: field.name.utf8)
      bytes.append(contentsOf: ": ".utf8)
      bytes.append(contentsOf: field.value.utf8)
      bytes.blankControls(start..<bytes.count)
      bytes.append(contentsOf: "\r\n".utf8)
    }
    bytes.append(contentsOf: "\r\n".utf8)
  }
}

extension UInt8 {
  fileprivate var isControl: Bool { self < 0x20 || self == 0x7F }

  /// Whether it separates words: a space, or a control character, which counts as one.
  fileprivate var isBlank: Bool { self == 0x20 || isControl }
}

extension [UInt8] {
  /// The next line without its end; moves on behind it.
  fileprivate func line(from position: inout Int) -> Range<Int> {
    let start = position
    var end = start
    while end < count, self[end] != UInt8(ascii: "\n") { end += 1 }
    position = Swift.min(end + 1, count)
    if end > start, self[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// The range without blanks at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// Turns control characters into spaces.
  fileprivate mutating func blankControls(_ range: Range<Int>) {
    for index in range where self[index].isControl { self[index] = 0x20 }
  }

  /// The bytes as text.
  fileprivate func text(_ range: Range<Int>) -> String {
    String(decoding: self[range], as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasPrefix(_ text: StaticString) -> Bool {
    let prefix = text.description.utf8
    return count >= prefix.count && zip(self, prefix).allSatisfy { $0.lowercased == $1.lowercased }
  }
}

extension WSDiscoveryMessage {
  /// Reads a message of UTF-8.
  public init(parsing bytes: RawSpan) throws(WireError) {
    guard bytes.byteCount <= Self.longestMessage else {
      throw WireError(.tooMany("bytes"), at: Self.longestMessage)
    }
    var reader = EnvelopeReader([UInt8](copying: bytes, 0..<bytes.byteCount))
    try reader.read()
    guard let action = reader.action, action.hasPrefix(WSDiscovery.actions),
      let kind = Kind(rawValue: String(action.dropFirst(WSDiscovery.actions.count)))
    else { throw WireError(.invalid("action"), at: 0) }
    guard let id = reader.id else { throw WireError(.invalid("message ID"), at: 0) }
    self.init(kind, id: id, relatesTo: reader.relatesTo, matches: reader.finished)
  }
}

/// Walks once over an envelope's elements and keeps what discovery needs.
///
/// Every index is checked against the end, and every step moves on, so that it ends whatever the
/// bytes.
private struct EnvelopeReader {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var action: String?
  private(set) var id: String?
  private(set) var relatesTo: String?
  private var matches: [WSDiscoveryMessage.Match] = []
  /// The element that the match is, while inside it.
  private var matchName: String?
  private var prefixes: [String: String] = [:]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func read() throws(WireError) {
    while let start = next(UInt8(ascii: "<")) {
      index = start + 1
      guard index < bytes.count else { break }
      if bytes[index] == UInt8(ascii: "/") {
        index += 1
        if name() == matchName { matchName = nil }
        continue
      }
      let name = name()
      guard !name.isEmpty else { continue }
      let isEmpty = readAttributes()
      try take(name, isEmpty: isEmpty)
    }
  }

  /// The matches, their prefixes resolved.
  var finished: [WSDiscoveryMessage.Match] {
    matches.map { match in
      var match = match
      match.types = match.types.map(canonical)
      return match
    }
  }

  /// `tdn:NetworkVideoTransmitter` as `dn:NetworkVideoTransmitter`.
  private func canonical(_ type: String) -> String {
    guard let colon = type.firstIndex(of: ":"),
      let known = prefixes[String(type[..<colon])]
    else { return type }
    return known + type[colon...]
  }

  private mutating func take(_ name: String, isEmpty: Bool) throws(WireError) {
    switch name {
    case "ProbeMatch", "Probe", "Hello", "Bye":
      guard matches.count < WSDiscoveryMessage.mostMatches else {
        throw WireError(.tooMany("matches"), at: index)
      }
      matches.append(WSDiscoveryMessage.Match())
      matchName = isEmpty ? nil : name
    case "Action" where action == nil: action = words().first
    case "MessageID" where id == nil: id = words().first
    case "RelatesTo" where relatesTo == nil: relatesTo = words().first
    case "Address" where matchName != nil: matches[matches.count - 1].endpoint = words().first
    case "Types" where matchName != nil: matches[matches.count - 1].types = words()
    case "Scopes" where matchName != nil: matches[matches.count - 1].scopes = words()
    case "XAddrs" where matchName != nil: matches[matches.count - 1].locations = words()
    default: break
    }
  }

  // MARK: Markup

  private func next(_ byte: UInt8) -> Int? {
    bytes[index...].firstIndex(of: byte)
  }

  /// A name without its namespace.
  private mutating func name() -> String {
    var start = index
    while index < bytes.count, Self.isName(bytes[index]) {
      if bytes[index] == UInt8(ascii: ":") { start = index + 1 }
      index += 1
    }
    return String(decoding: bytes[start..<index].prefix(64), as: UTF8.self)
  }

  /// Goes to the end of the tag, notes which prefixes it declares, and says whether it is `<empty/>`.
  private mutating func readAttributes() -> Bool {
    var isEmpty = false
    while index < bytes.count, bytes[index] != UInt8(ascii: ">") {
      isEmpty = bytes[index] == UInt8(ascii: "/")
      let start = index
      while index < bytes.count, Self.isName(bytes[index]) { index += 1 }
      guard index > start else {
        index += 1
        continue
      }
      let attribute = bytes[start..<index]
      guard index + 1 < bytes.count, bytes[index] == UInt8(ascii: "=") else { continue }
      let quote = bytes[index + 1]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      index += 2
      let value = bytes[index..<(next(quote) ?? bytes.count)]
      index = min(value.endIndex + 1, bytes.count)
      note(attribute, value)
    }
    index = min(index + 1, bytes.count)
    return isEmpty
  }

  private mutating func note(_ attribute: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    guard attribute.starts(with: "xmlns:".utf8), prefixes.count < 32, value.count <= 128 else {
      return
    }
    let uri = String(decoding: value, as: UTF8.self)
    guard let known = WSDiscovery.namespaces.first(where: { $0.uri == uri }) else { return }
    prefixes[String(decoding: attribute.dropFirst(6).prefix(64), as: UTF8.self)] = known.prefix
  }

  /// The words up to the next tag.
  private mutating func words() -> [String] {
    let end = next(UInt8(ascii: "<")) ?? bytes.count
    defer { index = end }
    var words: [String] = []
    for word in bytes[index..<end].split(whereSeparator: { $0 <= 0x20 }) {
      guard words.count < WSDiscoveryMessage.mostWords else { break }
      guard word.count <= WSDiscoveryMessage.longestWord,
        let text = String(validating: word, as: UTF8.self)
      else { continue }
      words.append(Self.unescaped(text))
    }
    return words
  }

  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"),
        let (entity, character) = entities.first(where: { rest.starts(with: $0.0.utf8) })
      {
        result.append(character)
        rest = rest.dropFirst(entity.utf8.count)
      } else {
        result.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static let entities: [(String, UInt8)] = [
    ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")), ("&amp;", UInt8(ascii: "&")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
  ]

  private static func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: ":"):
      true
    default: false
    }
  }
}

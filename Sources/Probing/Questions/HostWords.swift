import Model

/// The words in a host's self-descriptions, searchable by prefix.
///
/// Words are runs of ASCII letters and digits, in lower case. Gathered once for all probes.
struct HostWords: Hashable, Sendable {
  /// Bytes read of one text, and words kept.
  private static let textLimit = 1024
  private static let wordLimit = 2000

  /// By their first byte.
  private var words: [UInt8: Set<String>] = [:]
  private var count = 0

  mutating func add(_ text: some StringProtocol) {
    var word: [UInt8] = []
    for byte in text.utf8.prefix(Self.textLimit) {
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): word.append(byte | 0x20)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        word.append(byte)
      default: note(&word)
      }
    }
    note(&word)
  }

  private mutating func note(_ word: inout [UInt8]) {
    defer { word.removeAll(keepingCapacity: true) }
    guard let first = word.first, word.count > 1, word.count <= 48, count < Self.wordLimit else {
      return
    }
    if words[first, default: []].insert(String(decoding: word, as: UTF8.self)).inserted {
      count += 1
    }
  }

  /// Whether a word begins with a prefix in lower case.
  func contain(beginning: String) -> Bool {
    guard let first = beginning.utf8.first, let candidates = words[first] else { return false }
    return candidates.contains { $0.utf8.starts(with: beginning.utf8) }
  }
}

extension ProbedHost {
  /// The words in its names, banners, titles, descriptions and certificates.
  var words: HostWords { gathered ?? gather() }

  /// Caches ``words``.
  mutating func gatherWords() {
    gathered = gather()
  }

  private func gather() -> HostWords {
    var words = HostWords()
    for line in lines { words.add(line) }
    for announcement in evidence.ssdp.prefix(64) {
      if let description = announcement.description { words.addIdentity(in: description) }
    }
    for answer in evidence.http.prefix(16) {
      if let title = answer.body.flatMap(Self.title) { words.add(title) }
      for name in answer.headers.keys where name.hasPrefix("x-") { words.add(name) }
    }
    for identity in evidence.tls.prefix(8) {
      if let subject = identity.subject { words.add(subject) }
      for name in identity.alternativeNames { words.add(name) }
    }
    for answer in evidence.udp.prefix(16) {
      if let text = answer.text { words.add(text) }
    }
    return words
  }

  /// An HTML page's title, if it begins within 4 KiB.
  static func title(of page: String) -> Substring? {
    let start = page.utf8.prefix(4096)
    guard let open = start.firstRange(of: Array("<title".utf8), or: Array("<TITLE".utf8)),
      let begin = start[open...].firstIndex(of: UInt8(ascii: ">"))
    else { return nil }
    let text = start[start.index(after: begin)...].prefix(200).prefix { $0 != UInt8(ascii: "<") }
    return Substring(text)
  }
}

extension HostWords {
  /// Adds manufacturer, model and name of a UPnP description.
  fileprivate mutating func addIdentity(in description: String) {
    for name in ["<manufacturer>", "<modelName>", "<friendlyName>"] {
      let bytes = description.utf8.prefix(8192)
      guard let open = bytes.firstRange(of: Array(name.utf8), or: []) else { continue }
      let text = bytes[open...].dropFirst(name.utf8.count).prefix(120)
      add(Substring(text.prefix { $0 != UInt8(ascii: "<") }))
    }
  }
}

extension Substring.UTF8View {
  /// The first occurrence of either byte string, which begin with `<`.
  fileprivate func firstRange(of wanted: [UInt8], or other: [UInt8]) -> Index? {
    var rest = self[...]
    while let place = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[place...]
      if rest.starts(with: wanted) || (!other.isEmpty && rest.starts(with: other)) { return place }
      rest = rest.dropFirst()
    }
    return nil
  }
}

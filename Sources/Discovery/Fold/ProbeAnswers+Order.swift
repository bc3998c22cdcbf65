import Model

/// A value with a text that orders any two of its kind, so that which of two simultaneous answers
/// counts does not depend on which came first.
protocol Sortable: Hashable, Sendable {
  /// Different for different values.
  var sortable: String { get }
}

extension String: Sortable {
  var sortable: String { self }
}

extension Array: Sortable where Element == Double {
  var sortable: String { map(\.description).joined(separator: " ") }
}

extension HTTPAnswer: Sortable {
  var sortable: String {
    let fields = headers.map { "\($0.key)=\($0.value)" }.sorted()
    return
      ([
        isTLS ? "1" : "0", port.words, path.words, status.words, faviconMD5.words, body.words,
      ] + fields).joined(separator: "\u{0}")
  }
}

extension CertificateIdentity: Sortable {
  var sortable: String {
    ([
      port.words, (validFrom?.milliseconds).words, (validUntil?.milliseconds).words, subject.words,
      issuer.words,
    ] + alternativeNames).joined(separator: "\u{0}")
  }
}

extension ServiceBanner: Sortable {
  var sortable: String { [port.words, transport, text].joined(separator: "\u{0}") }
}

extension SNMPIdentity: Sortable {
  var sortable: String {
    [description.words, objectID.words, name.words].joined(separator: "\u{0}")
  }
}

extension SMBIdentity: Sortable {
  var sortable: String { [nativeOS.words, nativeLM.words].joined(separator: "\u{0}") }
}

extension DatagramAnswer: Sortable {
  var sortable: String {
    [text.words, bytes.map { String($0, radix: 16) }.joined(separator: " ")]
      .joined(separator: "\u{0}")
  }
}

extension WSDiscoveryAnswer: Sortable {
  var sortable: String { ([types.words] + scopes).joined(separator: "\u{0}") }
}

extension Optional where Wrapped: CustomStringConvertible {
  /// Nothing is told from an empty text.
  fileprivate var words: String { map { "=\($0)" } ?? "" }
}

extension Dictionary where Key: Comparable {
  /// Takes the latest answer for the key, and drops the greatest keys beyond the limit; true where
  /// that changed anything.
  mutating func offer<Answer: Sortable>(
    _ answer: Answer,
    for key: Key,
    at time: Timestamp,
    limit: Int
  ) -> Bool where Value == Latest<Answer> {
    let changed = self[key].offer(answer, at: time, rank: \.sortable)
    keepSmallest(limit)
    return changed
  }

  /// Takes the later of each answer.
  mutating func merge<Answer: Sortable>(_ other: Self) where Value == Latest<Answer> {
    for (key, said) in other { _ = self[key].offer(said.value, at: said.time, rank: \.sortable) }
  }

  /// What was answered, in order of the keys.
  func answers<Answer>() -> [Answer] where Value == Latest<Answer> {
    sorted { $0.key < $1.key }.map(\.value.value)
  }
}

extension MachineDescription: Sortable {
  var sortable: String { known.map { "\($0.part)=\($0.text)" }.joined(separator: "\u{0}") }
}

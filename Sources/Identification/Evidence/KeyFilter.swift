/// Tells at once, of nearly all keys that are not in a set, that they are not.
///
/// Descriptions have hundreds of keys, few of which mean anything; looking each up costs its hash.
struct KeyFilter: Sendable {
  /// For each length, the letters that keys of that length begin with.
  private var firsts = [UInt64](repeating: 0, count: 65)

  /// A filter for those keys.
  init(_ keys: some Sequence<String>) {
    for key in keys { insert(key) }
  }

  /// Adds a key.
  mutating func insert(_ key: String) { firsts[min(key.utf8.count, 64)] |= Self.bit(of: key) }

  /// Whether the key may be in the set.
  func mayContain(_ key: String) -> Bool {
    firsts[min(key.utf8.count, 64)] & Self.bit(of: key) != 0
  }

  private static func bit(of key: String) -> UInt64 { 1 << UInt64((key.utf8.first ?? 0) & 63) }
}

/// The browsers that are logged in: digests of their secrets, and until when.
///
/// A pure value of bounded size.
struct Sessions: Hashable {
  /// How long a browser stays logged in.
  static let lifetime = Duration.seconds(30 * 86_400)

  private var ends: [[UInt8]: Int64] = [:]
  private let most: Int

  init(most: Int = 256) {
    self.most = most
  }

  /// Those that have not ended, as they were kept.
  init(_ kept: [Kept], now: Int64) {
    self.init()
    for session in kept.prefix(most) where session.ends > now {
      guard session.ends <= now + Self.lifetime.components.seconds else { continue }
      ends[session.digest] = session.ends
    }
  }

  /// A session as it is kept.
  struct Kept: Hashable, Codable {
    var digest: [UInt8]
    /// In seconds since 1970.
    var ends: Int64
  }

  /// All, as they are kept.
  var kept: [Kept] {
    ends.map { Kept(digest: $0.key, ends: $0.value) }.sorted { $0.ends < $1.ends }
  }

  /// How many sessions are kept, those included that ended since the last change.
  var count: Int { ends.count }

  /// Lets the owner of that secret in; where there are too many, the one that ends first goes.
  mutating func begin(_ digest: [UInt8], now: Int64) {
    ends = ends.filter { $0.value > now }
    if ends.count >= most, let first = ends.min(by: { $0.value < $1.value })?.key {
      ends[first] = nil
    }
    ends[digest] = now + Self.lifetime.components.seconds
  }

  /// Whether the owner of that secret is logged in; `now` in seconds since 1970.
  func holds(_ digest: [UInt8], now: Int64) -> Bool {
    ends[digest].map { $0 > now } ?? false
  }

  /// Ends a session.
  mutating func end(_ digest: [UInt8]) {
    ends[digest] = nil
  }
}

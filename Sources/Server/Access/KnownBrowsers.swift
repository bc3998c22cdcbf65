/// The browsers that were logged in once: digests of their secrets, and when they last were.
///
/// Each has a budget of attempts of its own, so that nobody else can use up the household's (OWASP calls
/// its secret a device cookie). It opens nothing. A pure value of bounded size.
struct KnownBrowsers: Hashable {
  /// How long one is known after it last logged in; browsers keep no cookie for longer.
  static let lifetime = Duration.seconds(400 * 86_400)

  private var last: [[UInt8]: Int64] = [:]
  private let most: Int

  init(most: Int = 64) {
    self.most = most
  }

  /// The end of the year 9999, in seconds since 1970: no later time is a real one.
  private static let endOfTime: Int64 = 253_402_300_799

  /// Those that are still known, as they were kept.
  ///
  /// One that logged in after `now` is known, too: a board without a clock of its own starts in the
  /// past, and has the right time only when it has asked for it.
  init(_ kept: [Kept], now: Int64) {
    self.init()
    for browser in kept.prefix(most) where (0...Self.endOfTime).contains(browser.last) {
      last[browser.digest] = browser.last
    }
    forgetOld(now)
  }

  /// A browser as it is kept.
  struct Kept: Hashable, Codable {
    var digest: [UInt8]
    /// In seconds since 1970.
    var last: Int64
  }

  /// All, as they are kept.
  var kept: [Kept] {
    last.map { Kept(digest: $0.key, last: $0.value) }.sorted { $0.last < $1.last }
  }

  /// How many are known.
  var count: Int { last.count }

  /// Whether that one logged in before; `now` in seconds since 1970.
  func knows(_ digest: [UInt8], now: Int64) -> Bool {
    last[digest].map { now - $0 < Self.lifetime.components.seconds } ?? false
  }

  /// One logged in; where there are too many, the one that did so longest ago is forgotten.
  mutating func note(_ digest: [UInt8], now: Int64) {
    forgetOld(now)
    if last[digest] == nil, last.count >= most,
      let oldest = last.min(by: { $0.value < $1.value })?.key
    {
      last[oldest] = nil
    }
    last[digest] = now
  }

  private mutating func forgetOld(_ now: Int64) {
    last = last.filter { now - $0.value < Self.lifetime.components.seconds }
  }
}

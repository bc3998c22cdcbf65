import Wire

/// What `serve` and `demo` print when they listen: where to look, and what to type there.
struct ServeGreeting: Encodable {
  /// `homenet.serve/1`.
  let schema = "homenet.serve/1"
  /// Whether the home is made up.
  var demo: Bool
  /// Every address that a browser can be pointed at, this machine's own first.
  var urls: [String]
  /// A password that was just made; it is shown this once.
  var password: String?
  /// Where the inventory is kept; `nil` in memory.
  var data: String?

  private enum CodingKeys: String, CodingKey { case schema, demo, urls, password, data }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(schema, forKey: .schema)
    try json.encode(demo, forKey: .demo)
    try json.encode(urls, forKey: .urls)
    try json.encode(password, forKey: .password)
    try json.encode(data, forKey: .data)
  }

  init(
    _ endpoints: [Endpoint],
    isEncrypted: Bool,
    isDemo: Bool,
    password: String?,
    data: String?
  ) {
    demo = isDemo
    self.password = password
    self.data = data
    let scheme = isEncrypted ? "https" : "http"
    urls = endpoints.map { "\(scheme)://\($0)/" }
    isLocal = endpoints.map { $0.address.scope == .loopback }
  }

  private let isLocal: [Bool]

  /// What a phone is pointed at; `nil` where only this machine gets in.
  var phoneURL: String? { zip(urls, isLocal).first { !$1 }?.0 }

  /// For people.
  func lines(style: Style) -> [String] {
    var lines = zip(urls, isLocal).map { url, isLocal in
      "  \(isLocal ? "on this machine" : "on your phone") \(isLocal ? " " : "   ")\(style.bold(url))"
    }
    if urls.count == 1 { lines = ["  open \(style.bold(urls[0])) in a browser"] }
    if let password {
      lines.append(
        "  password         \(style.bold(password))  (shown this once; --set-password changes it)"
      )
    }
    return [demo ? "HomeNet shows a demo home:" : "HomeNet watches your home:"] + lines
      + ["Ctrl-C ends it."]
  }
}

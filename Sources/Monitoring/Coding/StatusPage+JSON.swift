import Model

/// The status page in the API and in the store.
extension StatusPage: Codable {
  /// Reads a page; what isn't given is as usual.
  ///
  /// - Throws: ``MonitoringError/unacceptable(key:_:)`` for what is unknown or of another form.
  public init(from decoder: any Decoder) throws {
    let json = try FieldReader(decoder)
    try json.allow(["on", "token", "title", "monitors"])
    self.init()
    if let isOn = try json.flag("on") { self.isOn = isOn }
    if let token = try json.text("token") { self.token = token }
    if let title = try json.trimmed("title") { self.title = title }
    if let monitors = try json.texts("monitors") { self.monitors = monitors }
  }

  /// Writes all keys; `token` is `null` until there is one.
  public func encode(to encoder: any Encoder) throws {
    let fields: [String: FieldValue] = [
      "on": .flag(isOn),
      "token": token.isEmpty ? .null : .text(token),
      "title": .text(title),
      "monitors": .texts(monitors),
    ]
    try FieldValue.object(fields).encode(to: encoder)
  }

  /// What is wrong with it, in a home with monitors of those ids; `nil` where nothing is.
  public func problem(monitors known: Set<String>) -> MonitoringError? {
    var check = FieldCheck()
    check.name(title, of: "title")
    check.count(monitors.count, of: "monitors", most: Self.mostMonitors)
    check.require(Set(monitors).count == monitors.count, "monitors", .problemTwice)
    if let unknown = monitors.first(where: { !known.contains($0) }) {
      let id = String(unknown.unicodeScalars.prefix(64))
      check.note("monitors", .problemNoMonitor, ["id": .text(id)])
    }
    return check.problem
  }
}

extension MessageTemplate {
  static let problemNoMonitor = MessageTemplate(
    "monitor.problem_no_monitor",
    "There is no monitor with the id {id}."
  )
}

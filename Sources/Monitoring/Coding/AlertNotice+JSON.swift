import Model

/// A notice as it is stored, and as the API shows it.
extension AlertNotice: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, title, items, more, severity, thread, time, url
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try json.decode(String.self, forKey: .id),
      title: try json.decode(String.self, forKey: .title),
      items: try json.decode([Item].self, forKey: .items),
      more: try json.decode(Int.self, forKey: .more),
      severity: try json.decode(Severity.self, forKey: .severity),
      thread: try json.decodeIfPresent(String.self, forKey: .thread),
      time: try json.decode(Timestamp.self, forKey: .time),
      url: try json.decodeIfPresent(String.self, forKey: .url)
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(title, forKey: .title)
    try json.encode(items, forKey: .items)
    try json.encode(more, forKey: .more)
    try json.encode(severity, forKey: .severity)
    try json.encode(thread, forKey: .thread)
    try json.encode(time, forKey: .time)
    try json.encode(url, forKey: .url)
  }
}

extension AlertNotice.Item: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, text, reason, severity, time, monitor, device, subject, incident, began
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      kind: try json.decode(AlertKind.self, forKey: .kind),
      text: try json.decode(String.self, forKey: .text),
      reason: try json.decodeIfPresent(String.self, forKey: .reason),
      severity: try json.decode(AlertNotice.Severity.self, forKey: .severity),
      time: try json.decode(Timestamp.self, forKey: .time),
      monitor: try json.decodeIfPresent(String.self, forKey: .monitor),
      device: try json.decodeIfPresent(String.self, forKey: .device),
      subject: try json.decodeIfPresent(String.self, forKey: .subject),
      incident: try json.decodeIfPresent(Int64.self, forKey: .incident),
      began: try json.decodeIfPresent(AlertNotice.Item.Beginning.self, forKey: .began)
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(kind, forKey: .kind)
    try json.encode(text, forKey: .text)
    try json.encode(reason, forKey: .reason)
    try json.encode(severity, forKey: .severity)
    try json.encode(time, forKey: .time)
    try json.encode(monitor, forKey: .monitor)
    try json.encode(device, forKey: .device)
    try json.encode(subject, forKey: .subject)
    try json.encode(incident, forKey: .incident)
    try json.encode(began, forKey: .began)
  }
}

/// An alert as it is stored, and as the API shows it: `message` and `incident` are taken from its notice.
extension Alert: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, time, rule, channel, message, incident, state, tries, error, notice
    case nextTry = "next_try"
  }

  /// Reads what ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try json.decode(Int64.self, forKey: .id),
      time: try json.decode(Timestamp.self, forKey: .time),
      rule: try json.decode(String.self, forKey: .rule),
      channel: try json.decode(String.self, forKey: .channel),
      notice: try json.decode(AlertNotice.self, forKey: .notice),
      state: try json.decode(State.self, forKey: .state),
      tries: try json.decode(Int.self, forKey: .tries),
      nextTry: try json.decodeIfPresent(Timestamp.self, forKey: .nextTry),
      error: try json.decodeIfPresent(Message.self, forKey: .error)
    )
  }

  /// Writes all keys.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(id, forKey: .id)
    try json.encode(time, forKey: .time)
    try json.encode(rule, forKey: .rule)
    try json.encode(channel, forKey: .channel)
    try json.encode(notice.title, forKey: .message)
    try json.encode(notice.items.lazy.compactMap(\.incident).first, forKey: .incident)
    try json.encode(state, forKey: .state)
    try json.encode(tries, forKey: .tries)
    try json.encode(nextTry, forKey: .nextTry)
    try json.encode(error, forKey: .error)
    try json.encode(notice, forKey: .notice)
  }
}

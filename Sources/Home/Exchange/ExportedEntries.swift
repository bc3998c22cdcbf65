import Model

/// A device in an export.
struct ExportedDevice: Codable {
  let device: StoredDevice

  init(_ device: StoredDevice) { self.device = device }

  private enum CodingKeys: String, CodingKey {
    case slot, identities, note, hidden, new, observations, ties
    case userName = "user_name"
    case userCategory = "user_category"
    case firstSeen = "first_seen"
    case lastSeen = "last_seen"
    case probedAt = "probed_at"
  }

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    device = StoredDevice(
      key: try json.decode(StoredDevice.Key.self, forKey: .slot),
      identities: try json.decode([String].self, forKey: .identities),
      marks: Annotations(
        name: try json.decodeIfPresent(String.self, forKey: .userName),
        category: try json.decodeIfPresent(Category.self, forKey: .userCategory),
        note: try json.decodeIfPresent(String.self, forKey: .note),
        isHidden: try json.decodeIfPresent(Bool.self, forKey: .hidden) ?? false
      ),
      firstSeen: try json.decode(Timestamp.self, forKey: .firstSeen),
      lastSeen: try json.decodeIfPresent(Timestamp.self, forKey: .lastSeen) ?? .never,
      isNew: try json.decodeIfPresent(Bool.self, forKey: .new) ?? false,
      probedAt: try json.decodeIfPresent(Timestamp.self, forKey: .probedAt),
      observations: try json.decodeIfPresent([Observation].self, forKey: .observations) ?? [],
      ties: try json.decodeIfPresent(DeviceTies.self, forKey: .ties) ?? DeviceTies()
    )
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(device.key, forKey: .slot)
    try json.encode(device.identities, forKey: .identities)
    try json.encode(device.marks.name, forKey: .userName)
    try json.encode(device.marks.category, forKey: .userCategory)
    try json.encode(device.marks.note, forKey: .note)
    try json.encode(device.marks.isHidden, forKey: .hidden)
    try json.encode(device.firstSeen, forKey: .firstSeen)
    try json.encode(device.wasSeen ? device.lastSeen : nil, forKey: .lastSeen)
    try json.encode(device.isNew, forKey: .new)
    try json.encode(device.probedAt, forKey: .probedAt)
    try json.encode(device.observations, forKey: .observations)
    if !device.ties.isEmpty { try json.encode(device.ties, forKey: .ties) }
  }
}

/// A change in an export.
struct ExportedChange: Codable {
  let change: HomeChange

  init(_ change: HomeChange) { self.change = change }

  private enum CodingKeys: String, CodingKey {
    case seq, time, slot, name, kind, was, reason, sources
    case now = "is"
  }

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    change = HomeChange(
      seq: try json.decode(UInt64.self, forKey: .seq),
      time: try json.decode(Timestamp.self, forKey: .time),
      slot: try json.decodeIfPresent(Int.self, forKey: .slot),
      name: try json.decodeIfPresent(String.self, forKey: .name),
      kind: try json.decode(HomeChange.Kind.self, forKey: .kind),
      was: try json.decodeIfPresent(String.self, forKey: .was),
      now: try json.decodeIfPresent(String.self, forKey: .now),
      reason: try json.decodeIfPresent(HomeChange.Reason.self, forKey: .reason),
      sources: try json.decodeIfPresent([Source].self, forKey: .sources) ?? []
    )
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(change.seq, forKey: .seq)
    try json.encode(change.time, forKey: .time)
    try json.encode(change.slot, forKey: .slot)
    try json.encode(change.name, forKey: .name)
    try json.encode(change.kind, forKey: .kind)
    try json.encode(change.was, forKey: .was)
    try json.encode(change.now, forKey: .now)
    try json.encode(change.reason, forKey: .reason)
    try json.encode(change.sources, forKey: .sources)
  }
}

/// A transition of presence in an export.
struct ExportedTransition: Codable {
  let transition: PresenceTransition

  init(_ transition: PresenceTransition) { self.transition = transition }

  private enum CodingKeys: String, CodingKey { case slot, state, since }

  init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    transition = PresenceTransition(
      slot: try json.decode(Int.self, forKey: .slot),
      state: try json.decode(PresenceState.self, forKey: .state),
      since: try json.decode(Timestamp.self, forKey: .since)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(transition.slot, forKey: .slot)
    try json.encode(transition.state, forKey: .state)
    try json.encode(transition.since, forKey: .since)
  }
}

/// A device that the home has or had: what is known of it now, and what is remembered.
public struct InventoryDevice: Hashable, Sendable, Identifiable {
  /// What the observations make of it; its first and last times are those of all time.
  public var device: Device
  /// Whether it is there.
  public var presence: Presence
  /// What the user says of it.
  public var marks: Annotations
  /// Its place on the map, which never changes; the router has one too.
  public var slot: Int
  /// Whether it came after the first scan was complete and the user has not looked at it yet.
  public var isNew: Bool
  /// Whether it is being asked what it is.
  public var isProbing: Bool
  /// The known device that it presumably is; `nil` where there is none, or the user denied it.
  public var proposal: IdentityProposal?
  /// Whether all that is known of it is one private link address, seen within 36 hours.
  public var isTransient: Bool

  /// Whether a device is there.
  public enum Presence: String, Hashable, Sendable, Codable {
    /// It was seen in the last sweeps.
    case present
    /// It is silent as it usually is at that hour, and presumably there.
    case asleep
    /// Not known: not seen since the watch began, since the machine slept, or since its network failed.
    case unconfirmed
    /// It was not seen in the last sweeps, nor did it answer when it was asked alone; or it was
    /// imported and never seen.
    case away

    /// The presence that its history calls so.
    public init(_ state: PresenceState) {
      self =
        switch state {
        case .present: .present
        case .asleep: .asleep
        case .unknown: .unconfirmed
        case .away: .away
        }
    }

    /// What its history calls it.
    public var state: PresenceState {
      switch self {
      case .present: .present
      case .asleep: .asleep
      case .unconfirmed: .unknown
      case .away: .away
      }
    }
  }

  /// The device with what is remembered of it.
  public init(
    _ device: Device,
    presence: Presence = .present,
    marks: Annotations = Annotations(),
    slot: Int,
    isNew: Bool = false,
    isProbing: Bool = false,
    proposal: IdentityProposal? = nil,
    isTransient: Bool = false
  ) {
    self.device = device
    self.presence = presence
    self.marks = marks
    self.slot = slot
    self.isNew = isNew
    self.isProbing = isProbing
    self.proposal = proposal
    self.isTransient = isTransient
  }

  /// The same over scans and restarts.
  public var id: String { device.id }
  /// What to call it: the user's own name first.
  public var name: String? { marks.name ?? device.verdict.name }
  /// Its kind: the user's word first.
  public var category: Category { marks.category ?? device.verdict.category }
}

extension InventoryDevice: Encodable {
  private enum CodingKeys: String, CodingKey {
    case name, category, state, note, hidden, slot, new, probing, proposal, transient
    case userName = "user_name"
    case userCategory = "user_category"
  }

  /// Writes an entry of the API's `devices`: all of `homenet.scan/1`, and what is remembered.
  public func encode(to encoder: any Encoder) throws {
    try device.encode(to: encoder)
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(name, forKey: .name)
    try json.encode(category, forKey: .category)
    try json.encode(presence, forKey: .state)
    try json.encode(marks.name, forKey: .userName)
    try json.encode(marks.category, forKey: .userCategory)
    try json.encode(marks.note, forKey: .note)
    try json.encode(marks.isHidden, forKey: .hidden)
    try json.encode(slot, forKey: .slot)
    try json.encode(isNew, forKey: .new)
    try json.encode(isProbing, forKey: .probing)
    try json.encode(proposal, forKey: .proposal)
    try json.encode(isTransient, forKey: .transient)
  }
}

/// The user's own data on a device: stored, and preferred to every verdict.
public struct Annotations: Hashable, Sendable, Codable {
  /// What to call it.
  public var name: String?
  /// Its kind.
  public var category: Category?
  /// Anything else, at most ``longestNote`` characters.
  public var note: String?
  /// Whether it is left out of map and list.
  public var isHidden: Bool

  /// The longest name, in characters.
  public static let longestName = 120
  /// The longest note, in characters.
  public static let longestNote = 4000

  /// Empty by default.
  public init(
    name: String? = nil,
    category: Category? = nil,
    note: String? = nil,
    isHidden: Bool = false
  ) {
    self.name = name
    self.category = category
    self.note = note
    self.isHidden = isHidden
  }
}

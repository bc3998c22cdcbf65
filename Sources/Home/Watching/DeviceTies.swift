public import Model

/// What was decided of a device's identity: with which entries it was merged, and with which it is
/// never to be.
public struct DeviceTies: Hashable, Sendable, Codable {
  /// Identities that the user says are this device's, even where several of them are seen at once: a
  /// computer's cable and its Wi-Fi.
  public private(set) var joined: [String] = []
  /// The entries that became part of this one: their history is a part of its own.
  public private(set) var former: [FormerSlot] = []
  /// The slots of devices that are others, however alike they are.
  public private(set) var distinct: [StoredDevice.Key] = []
  /// The slots of the entries that became part of this one before those of ``former``: their history is
  /// read no more, and is forgotten with this device.
  public private(set) var earlier: [StoredDevice.Key] = []

  /// An entry that became part of another.
  public struct FormerSlot: Hashable, Sendable, Codable {
    /// Its slot, which nobody else ever gets.
    public var slot: StoredDevice.Key
    /// When it was merged: what its history says of later times is not meant.
    public var until: Timestamp
    /// The id that it had, by which the device is found still; `nil` where an earlier version merged it.
    public var id: String?

    /// Memberwise initialiser.
    public init(slot: StoredDevice.Key, until: Timestamp, id: String? = nil) {
      self.slot = slot
      self.until = until
      self.id = id
    }
  }

  /// As many of each as are kept: of a phone that makes up an address each day, a month.
  public static let most = 32
  /// As many slots are kept beside: of such a phone, three years.
  private static let mostEarlier = 1024

  /// None by default; of each at most ``most``, the last ones.
  public init(
    joined: [String] = [],
    former: [FormerSlot] = [],
    distinct: [StoredDevice.Key] = [],
    earlier: [StoredDevice.Key] = []
  ) {
    let all = earlier + former.dropLast(Self.most).map(\.slot)
    self.earlier = Array(all.suffix(Self.mostEarlier))
    self.joined = Array(joined.suffix(Self.most))
    self.former = Array(former.suffix(Self.most))
    self.distinct = Array(distinct.suffix(Self.most))
  }

  private enum CodingKeys: String, CodingKey { case joined, former, distinct, earlier }

  /// Reads what is there.
  public init(from decoder: any Decoder) throws {
    let json = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      joined: try json.decodeIfPresent([String].self, forKey: .joined) ?? [],
      former: try json.decodeIfPresent([FormerSlot].self, forKey: .former) ?? [],
      distinct: try json.decodeIfPresent([StoredDevice.Key].self, forKey: .distinct) ?? [],
      earlier: try json.decodeIfPresent([StoredDevice.Key].self, forKey: .earlier) ?? []
    )
  }

  /// Writes what is there; most devices have nothing earlier.
  public func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(joined, forKey: .joined)
    try json.encode(former, forKey: .former)
    try json.encode(distinct, forKey: .distinct)
    if !earlier.isEmpty { try json.encode(earlier, forKey: .earlier) }
  }

  /// The slots of all entries that became part of this one.
  public var parts: [StoredDevice.Key] { earlier + former.map(\.slot) }

  /// Whether there are none.
  public var isEmpty: Bool {
    joined.isEmpty && former.isEmpty && distinct.isEmpty && earlier.isEmpty
  }

  /// The device in that slot is another.
  mutating func part(from slot: Int) {
    let key = StoredDevice.Key(slot)
    let others = distinct.filter { $0 != key }
    distinct = Array((others + [key]).suffix(Self.most))
  }

  /// Those identities are no longer this device's, nor do they lead to it.
  mutating func disjoin(_ identities: Set<String>) {
    joined.removeAll(where: identities.contains)
    for index in former.indices where former[index].id.map(identities.contains) == true {
      former[index].id = nil
    }
  }

  /// Whether the device in that slot is known to be another.
  func areDistinct(from slot: Int) -> Bool { distinct.contains(StoredDevice.Key(slot)) }

  /// The ties of both, once the other's entry in that slot, with that id, becomes part of this one;
  /// without a time nothing of its history is meant.
  func merged(
    with other: DeviceTies,
    of slot: Int,
    called id: String? = nil,
    joining identities: [String],
    at now: Timestamp?
  ) -> DeviceTies {
    let key = StoredDevice.Key(slot)
    let both = joined + other.joined + identities
    var seen: Set<String> = []
    let last = both.reversed().filter { seen.insert($0).inserted }.reversed()
    let slots = now.map { [FormerSlot(slot: key, until: $0, id: id)] } ?? []
    return DeviceTies(
      joined: Array(last),
      former: former + other.former + slots,
      distinct: (distinct + other.distinct).filter { $0 != key },
      earlier: earlier + other.earlier
    )
  }
}

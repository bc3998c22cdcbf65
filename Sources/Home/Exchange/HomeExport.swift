internal import Discovery
public import Model

/// What a home remembers as one JSON document, `homenet.export/1`: for another machine, another program,
/// or the years to come.
///
/// It holds the devices with the user's marks and what was last known of them, what changed, who was
/// there, what the devices were, and what came of the checks of hours and days: all that the home at a
/// moment needs. Single round trips are not in it; a backup has those.
public struct HomeExport: Hashable, Sendable {
  /// When it was made.
  public var time: Timestamp
  /// The devices, in order of slot.
  public var devices: [StoredDevice]
  /// What changed, ascending by number.
  public var changes: [HomeChange]
  /// Since when the devices are present, asleep, away or unknown.
  public var presence: [PresenceTransition]
  /// What the devices were since when, by slot and time.
  public var profiles: [ProfileVersion]
  /// What came of the checks of hours and days, the hours first.
  public var roundTrips: [SummedRoundTrips]
  /// Until when the history is known to have been going on; `nil` without one, and in exports of earlier
  /// versions.
  public var recordedUntil: Timestamp?

  /// The name of the format.
  public static let schema = "homenet.export/1"
  /// The most bytes that are read.
  public static let mostBytes = 256 << 20

  /// Memberwise initialiser.
  public init(
    time: Timestamp,
    devices: [StoredDevice] = [],
    changes: [HomeChange] = [],
    presence: [PresenceTransition] = [],
    profiles: [ProfileVersion] = [],
    roundTrips: [SummedRoundTrips] = [],
    recordedUntil: Timestamp? = nil
  ) {
    self.time = time
    self.devices = devices
    self.changes = changes
    self.presence = presence
    self.profiles = profiles
    self.roundTrips = roundTrips
    self.recordedUntil = recordedUntil
  }

  /// All that a history holds, with those devices.
  public init(
    _ devices: [StoredDevice],
    of history: some ExportableHistory,
    time: Timestamp
  ) throws(StoreError) {
    var changes: [HomeChange] = []
    var page: [HomeChange]
    repeat {
      page = try history.changes(
        ChangeQuery(after: changes.last?.seq ?? 0, limit: ChangeQuery.mostChanges)
      )
      changes += page
    } while !page.isEmpty
    self.init(
      time: time,
      devices: devices,
      changes: changes,
      presence: try history.presence(
        of: nil,
        from: Timestamp(milliseconds: .min),
        to: Timestamp(milliseconds: .max)
      ),
      profiles: try history.versions(),
      roundTrips: try history.summedRoundTrips(),
      recordedUntil: try history.lastHeartbeat()
    )
  }

  /// Its history, the round trips aside, for adding to one.
  public var batch: HistoryBatch {
    var batch = HistoryBatch(time: recordedUntil ?? time)
    batch.changes = changes
    batch.transitions = presence
    batch.versions = profiles
    return batch
  }

  /// Whether there is a history in it.
  public var hasHistory: Bool {
    recordedUntil != nil || !changes.isEmpty || !presence.isEmpty || !profiles.isEmpty
      || !roundTrips.isEmpty
  }

  /// Why a document can't be read.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is too long.
    case tooLong
    /// It is no JSON object of this schema, or not as it should be there.
    case malformed(at: String)
    /// It is of another schema.
    case otherSchema(String)

    /// One sentence that says what to do.
    public var description: String {
      switch self {
      case .tooLong:
        "it is longer than \(HomeExport.mostBytes >> 20) MB: is it an export of homenet?"
      case .malformed(let place):
        "it is no export of homenet" + (place.isEmpty ? "" : ", or was damaged at \(place)")
      case .otherSchema(let schema):
        "its schema is \(schema.prefix(60)), and this homenet reads \(HomeExport.schema)"
      }
    }
  }

  /// Reads a document.
  public init(json text: String) throws(Failure) {
    guard text.utf8.count <= Self.mostBytes else { throw .tooLong }
    let schema: Schema
    do {
      schema = try JSONText.decode(Schema.self, from: text)
    } catch {
      throw .malformed(at: "")
    }
    guard schema.schema == Self.schema else { throw .otherSchema(schema.schema) }
    do {
      self = try JSONText.decode(Document.self, from: text).export
    } catch let error as DecodingError {
      throw .malformed(at: error.place)
    } catch {
      throw .malformed(at: "")
    }
  }

  /// The document, on one line.
  public func json() throws -> String {
    // Encoded at once, a history of years would take a gigabyte.
    let name = try JSONText.encode(Self.schema)
    let moment = try JSONText.encode(time)
    let end = try JSONText.encode(recordedUntil)
    var text = #"{"changes":["#
    try Self.append(changes.lazy.map { ExportedChange($0) }, to: &text)
    text += #"],"devices":["#
    try Self.append(devices.lazy.map { ExportedDevice($0) }, to: &text)
    text += #"],"presence":["#
    try Self.append(presence.lazy.map { ExportedTransition($0) }, to: &text)
    text += #"],"profiles":["#
    try Self.append(profiles.lazy.map { ExportedVersion($0) }, to: &text)
    text += "],\"recorded_until\":\(end),\"round_trips\":["
    try Self.append(roundTrips.lazy.map { ExportedRoundTrips($0) }, to: &text)
    text += "],\"schema\":\(name),\"time\":\(moment)}"
    return text
  }

  /// Adds the entries of an array, a few at a time.
  private static func append<Entries: Collection>(
    _ entries: Entries,
    to text: inout String
  ) throws where Entries.Element: Encodable {
    var rest = entries[...]
    while !rest.isEmpty {
      let array = try JSONText.encode(Array(rest.prefix(500)))
      rest = rest.dropFirst(500)
      text += array.dropFirst().dropLast()
      if !rest.isEmpty { text += "," }
    }
  }

  private struct Schema: Decodable { var schema: String }
}

extension DecodingError {
  /// The keys that lead to what could not be read.
  fileprivate var place: String {
    var context: Context?
    if case .typeMismatch(_, let found) = self { context = found }
    if case .valueNotFound(_, let found) = self { context = found }
    if case .keyNotFound(_, let found) = self { context = found }
    if case .dataCorrupted(let found) = self { context = found }
    return (context?.codingPath ?? []).prefix(8).map {
      $0.intValue.map { "\($0)" } ?? String($0.stringValue.prefix(40))
    }
    .joined(separator: ".")
  }
}

/// The document as it stands in JSON.
private struct Document: Decodable {
  var time: Timestamp
  var devices: [ExportedDevice]
  var changes: [ExportedChange]
  var presence: [ExportedTransition]
  // Exports of earlier versions have none of these.
  var profiles: [ExportedVersion]?
  var roundTrips: [ExportedRoundTrips]?
  var recordedUntil: Timestamp?

  private enum CodingKeys: String, CodingKey {
    case time, devices, changes, presence, profiles
    case roundTrips = "round_trips"
    case recordedUntil = "recorded_until"
  }

  var export: HomeExport {
    HomeExport(
      time: time,
      devices: devices.map(\.device),
      changes: changes.map(\.change),
      presence: presence.map(\.transition),
      profiles: (profiles ?? []).map(\.version),
      roundTrips: (roundTrips ?? []).map(\.summed),
      recordedUntil: recordedUntil
    )
  }
}

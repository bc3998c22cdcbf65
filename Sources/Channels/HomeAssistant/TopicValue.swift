import Home
import Model
import Monitoring
import Wire

/// What a topic should hold, and how often it is told.
struct TopicValue: Hashable, Sendable {
  var bytes: [UInt8]
  /// Whether the broker keeps it.
  ///
  /// What expires isn't kept: an old value would come back as a new one.
  var isRetained = true
  /// New values come at most so often, in milliseconds: the last one then.
  var pace: Int64 = 0
  /// It is said again after so many milliseconds, as it expires at Home Assistant; `nil` for never.
  var repeats: Int64?

  init(_ text: String) { bytes = Array(text.utf8) }

  init(json tree: JSONValue) { self.init(tree.json) }

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A round trip.
  static func roundTrip(_ milliseconds: Double) -> TopicValue {
    // Smaller differences are noise, and would be a message each.
    let scale: Double = milliseconds < 10 ? 10 : 1
    var value = TopicValue(json: .number((milliseconds * scale).rounded() / scale))
    value.isRetained = false
    value.pace = 60_000
    value.repeats = 120_000
    return value
  }
}

/// What the topics of devices, monitors and the home hold.
enum TopicValues {
  private static let online = TopicValue("online")
  private static let offline = TopicValue("offline")

  /// A device's topics by name; one that isn't named keeps what it has.
  ///
  /// Where presence is unknown the entities are unavailable, and nothing else is said: not knowing is never
  /// "away". A device that is asleep is at home, and doesn't answer.
  static func device(_ device: InventoryDevice) -> [String: TopicValue] {
    var values: [String: TopicValue] = [:]
    switch device.presence {
    case .unconfirmed: values["known"] = offline
    case .present, .asleep, .away:
      values["known"] = online
      let zones: [JSONValue] = device.presence == .away ? [] : ["home"]
      values["where"] = TopicValue(json: .object([.init("in_zones", .list(zones))]))
      values["up"] = TopicValue(device.presence == .present ? "ON" : "OFF")
    }
    if device.device.wasSeen {
      var seen = TopicValue(device.device.lastSeen.description)
      seen.pace = 300_000
      values["seen"] = seen
    }
    if device.presence == .present, let milliseconds = device.device.latencyMs,
      milliseconds.isFinite, milliseconds >= 0
    {
      values["rtt"] = .roundTrip(milliseconds)
    }
    return values
  }

  /// A monitor's topics by name.
  static func monitor(_ snapshot: MonitorSnapshot) -> [String: TopicValue] {
    var values: [String: TopicValue] = [:]
    switch snapshot.state {
    case .unknown, .paused: values["known"] = offline
    case .up, .degraded, .down:
      values["known"] = online
      values["problem"] = TopicValue(snapshot.state == .up ? "OFF" : "ON")
    }
    let reason = snapshot.reason.map { CleanText.line($0.text, most: 255) }
    values["reason"] = TopicValue(
      json: .object([
        .init("state", .text(snapshot.state.rawValue)),
        .init("since", snapshot.since.map { .text($0.description) } ?? .null),
        .init("reason", reason.map { .text($0) } ?? .null),
        .init("flapping", .flag(snapshot.isFlapping)),
        .init("maintenance", .flag(snapshot.isInMaintenance)),
      ])
    )
    if let milliseconds = snapshot.roundTripMs, milliseconds.isFinite, milliseconds >= 0,
      snapshot.state == .up || snapshot.state == .degraded
    {
      values["rtt"] = .roundTrip(milliseconds)
    }
    return values
  }

  /// The home's topics by name.
  static func home(_ status: WatchStatus, present: Int, version: String, newest: NewestRelease?)
    -> [String: TopicValue]
  {
    let problems = status.problems.map(\.text) + [status.storage.problem].compactMap(\.self)
    var update: [JSONValue.Member] = [.init("installed_version", .text(version))]
    // Without one Home Assistant says that it isn't known, which is true.
    if let newest {
      update += [
        .init("latest_version", .text(newest.version)), .init("title", "HomeNet"),
        .init("release_url", .text(newest.url)),
        .init("release_summary", .text(CleanText.line(newest.summary, most: 254))),
      ]
    }
    return [
      "status": online,
      "problem": TopicValue(problems.isEmpty ? "OFF" : "ON"),
      "problems": TopicValue(
        json: .object([
          .init(
            "problems",
            .list(problems.prefix(20).map { .text(CleanText.line($0, most: 255)) })
          )
        ])
      ),
      "present": TopicValue(json: .number(Double(present))),
      "update": TopicValue(json: .object(update)),
    ]
  }
}

/// The newest release that is known.
public struct NewestRelease: Hashable, Sendable {
  /// Its version, `1.2.0`.
  public var version: String
  /// Where it is described.
  public var url: String
  /// What is new, in a sentence or two.
  public var summary: String

  /// Memberwise initialiser.
  public init(version: String, url: String, summary: String) {
    self.version = version
    self.url = url
    self.summary = summary
  }
}

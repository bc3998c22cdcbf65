import Home
import Model
import Monitoring
import Wire

/// Something that happened in the home, as its `event` entity tells it.
///
/// Never retained: a broker would tell an old one to everybody who comes later.
struct HomeAssistantEvent: Hashable, Sendable {
  /// One of ``types``.
  var type: String
  /// When.
  var time: Timestamp
  /// In words.
  var text: String
  /// The device's or the monitor's name.
  var name: String?
  /// The device's id.
  var device: String?
  /// The monitor's id.
  var monitor: String?

  /// Every type: the kinds of changes, and the states that monitors come to.
  static let types: [String] =
    HomeChange.Kind.allCases.map(\.rawValue)
    + MonitorState.allCases.map(Self.type(for:))

  /// A change of the home.
  init(_ named: NamedChange) {
    type = named.change.kind.rawValue
    time = named.change.time
    text = named.change.message.text
    name = named.change.name
    device = named.device
  }

  /// A monitor came to another state.
  init(_ snapshot: MonitorSnapshot, now: Timestamp) {
    type = Self.type(for: snapshot.state)
    time = snapshot.since ?? now
    text = snapshot.reason?.text ?? "\(snapshot.monitor.name): \(snapshot.state.rawValue)"
    name = snapshot.monitor.name
    monitor = snapshot.id
  }

  private static func type(for state: MonitorState) -> String { "monitor_\(state.rawValue)" }

  /// The payload.
  var bytes: [UInt8] {
    var members: [JSONValue.Member] = [
      .init("event_type", .text(type)), .init("time", .text(time.description)),
      .init("text", .text(CleanText.line(text, most: 255))),
    ]
    if let name { members.append(.init("name", .text(CleanText.line(name, most: 120)))) }
    if let device { members.append(.init("device", .text(device))) }
    if let monitor { members.append(.init("monitor", .text(monitor))) }
    return Array(JSONValue.object(members).json.utf8)
  }
}

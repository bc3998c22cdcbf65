import Model
import Monitoring
import Wire

/// The messages by which Home Assistant learns of devices: one for each, with all its entities.
///
/// The form is that of <https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload>, and stays
/// valid with 2027.1: trackers name zones, and have no state topic.
struct HomeAssistantDiscovery: Hashable, Sendable {
  var topics: HomeAssistantTopics
  /// What the home is called.
  var homeName: String
  /// This program's version.
  var version: String
  /// Where the page is; empty where nobody said.
  var pageURL: String
  /// Whether there are buttons.
  var allowsCommands: Bool

  /// After so many seconds without a word a round trip is unknown.
  static let roundTripExpires = 900

  typealias Subject = HomeAssistantTopics.Subject

  /// The home: what happens in it, its problems and its version.
  func home() -> [UInt8] {
    message(
      .home,
      device: [
        .init("name", text(homeName)), .init("mf", "HomeNet"), .init("mdl", "Home network"),
        .init("sw", .text(version)),
      ],
      page: pageURL,
      components: [
        .init("event", component("event", .home, "event", name: "Event", [types])),
        .init(
          "problem",
          component(
            "binary_sensor",
            .home,
            "problem",
            name: "Problem",
            [.init("device_class", "problem"), attributes(.home, "problems"), diagnostic]
          )
        ),
        .init(
          "present",
          component(
            "sensor",
            .home,
            "present",
            name: "Devices present",
            [.init("state_class", "measurement")]
          )
        ),
        .init("update", component("update", .home, "update", name: "Update", [diagnostic])),
        .init("scan", button(.home, "scan", name: "Scan", topic: topics.scanCommand)),
      ]
    )
  }

  /// A device of the home; `id` is its id for topics.
  func device(_ device: InventoryDevice, id: String) -> [UInt8] {
    let subject = Subject.device(id)
    let verdict = device.device.verdict
    var about: [JSONValue.Member] = []
    if let mac = device.device.evidence.mac {
      about.append(.init("connections", .list([.list(["mac", .text(mac.description)])])))
    }
    about.append(.init("name", text(Self.name(of: device))))
    for (key, value) in [("mf", verdict.vendor), ("mdl", verdict.model), ("sw", verdict.os)] {
      if let value { about.append(.init(key, text(value))) }
    }
    about.append(.init("via_device", .text(topics.node(.home))))
    return message(
      subject,
      device: about,
      page: pageURL.isEmpty ? "" : "\(pageURL)#/devices/\(PercentEncoding.segment(device.id))",
      components: [
        .init("here", tracker(subject)),
        .init(
          "up",
          component("binary_sensor", subject, "up", [.init("device_class", "connectivity")])
        ),
        .init("rtt", roundTrip(subject, expires: Self.roundTripExpires)),
        .init(
          "seen",
          component(
            "sensor",
            subject,
            "seen",
            name: "Last seen",
            [.init("device_class", "timestamp"), diagnostic]
          )
        ),
        .init(
          "rescan",
          button(subject, "rescan", name: "Rescan", topic: topics.rescanCommand(id))
        ),
      ]
    )
  }

  /// A monitor, which is a device of its own.
  ///
  /// As entities of the home they would all be in one message: a thousand of them half a megabyte that is
  /// sent again for each one's new name. A message each is small, goes when the monitor goes, and people can
  /// put what is watched where it stands.
  func monitor(_ monitor: Monitor, id: String) -> [UInt8] {
    let subject = Subject.monitor(id)
    let expires = max(Self.roundTripExpires, Int(3 * monitor.interval.components.seconds))
    return message(
      subject,
      device: [
        .init("name", text(monitor.name)), .init("mf", "HomeNet"),
        .init("mdl", .text("Monitor (\(monitor.check.kind.rawValue))")),
        .init("via_device", .text(topics.node(.home))),
      ],
      page: pageURL,
      components: [
        .init(
          "problem",
          component(
            "binary_sensor",
            subject,
            "problem",
            [.init("device_class", "problem"), attributes(subject, "reason")]
          )
        ),
        .init("rtt", roundTrip(subject, expires: expires)),
      ]
    )
  }

  /// What a device is called; one without a name by its address.
  static func name(of device: InventoryDevice) -> String {
    device.name ?? device.device.hostname ?? device.device.knownIP.map(\.description) ?? device.id
  }

  // MARK: Parts

  private func message(
    _ subject: Subject,
    device: [JSONValue.Member],
    page: String,
    components: [JSONValue.Member]
  ) -> [UInt8] {
    var device = device
    device.insert(.init("ids", .list([.text(topics.node(subject))])), at: 0)
    if !page.isEmpty { device.append(.init("configuration_url", .text(page))) }
    var availability: [JSONValue] = [.object([.init("topic", .text(topics.status))])]
    // The home's own state is always known while homenet runs.
    if subject != .home {
      availability.append(.object([.init("topic", .text(topics.topic(subject, "known")))]))
    }
    var origin: [JSONValue.Member] = [.init("name", "HomeNet"), .init("sw", .text(version))]
    if !pageURL.isEmpty { origin.append(.init("url", .text(pageURL))) }
    let tree = JSONValue.object([
      .init("dev", .object(device)), .init("o", .object(origin)),
      .init("availability_mode", "all"), .init("availability", .list(availability)),
      .init("cmps", .object(components)),
    ])
    return Array(tree.json.utf8)
  }

  /// An entity whose state is in the topic of its name.
  private func component(
    _ platform: String,
    _ subject: Subject,
    _ key: String,
    name: String? = nil,
    _ more: [JSONValue.Member]
  ) -> JSONValue {
    var members = head(platform, subject, key, name)
    members.append(.init("state_topic", .text(topics.topic(subject, key))))
    members += more
    return .object(members)
  }

  private func head(_ platform: String, _ subject: Subject, _ key: String, _ name: String?)
    -> [JSONValue.Member]
  {
    var head: [JSONValue.Member] = [
      .init("p", .text(platform)), .init("unique_id", .text("\(topics.node(subject))_\(key)")),
    ]
    // Without a name it has that of its class.
    if let name { head.append(.init("name", .text(name))) }
    return head
  }

  /// The tracker is called as the device is.
  private func tracker(_ subject: Subject) -> JSONValue {
    var members = head("device_tracker", subject, "here", nil)
    members.append(.init("name", .null))
    members.append(.init("json_attributes_topic", .text(topics.topic(subject, "where"))))
    members.append(.init("source_type", "router"))
    return .object(members)
  }

  private func roundTrip(_ subject: Subject, expires: Int) -> JSONValue {
    component(
      "sensor",
      subject,
      "rtt",
      name: "Round trip",
      [
        .init("device_class", "duration"), .init("unit_of_measurement", "ms"),
        .init("state_class", "measurement"), diagnostic,
        .init("expire_after", .number(Double(expires))),
      ]
    )
  }

  /// A button; where commands aren't allowed, what takes one away that was there before.
  private func button(_ subject: Subject, _ key: String, name: String, topic: String) -> JSONValue {
    guard allowsCommands else { return .object([.init("p", "button")]) }
    var members = head("button", subject, key, name)
    members.append(.init("command_topic", .text(topic)))
    members.append(.init("entity_category", "config"))
    return .object(members)
  }

  private var diagnostic: JSONValue.Member { .init("entity_category", "diagnostic") }

  private func attributes(_ subject: Subject, _ name: String) -> JSONValue.Member {
    .init("json_attributes_topic", .text(topics.topic(subject, name)))
  }

  private var types: JSONValue.Member {
    .init("event_types", .list(HomeAssistantEvent.types.map { .text($0) }))
  }

  private func text(_ text: String) -> JSONValue { .text(CleanText.line(text, most: 120)) }
}

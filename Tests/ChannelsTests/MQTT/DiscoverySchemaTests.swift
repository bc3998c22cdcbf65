import Home
import Model
import Monitoring
import Testing
import Wire

@testable import Channels

/// Discovery against what Home Assistant accepts.
///
/// The tables were written by hand from `homeassistant/components/mqtt` in home-assistant/core (schemas.py,
/// abbreviations.py, device_tracker.py of 2026 with `in_zones`, binary_sensor.py, sensor.py, event.py, update.py,
/// button.py, entity.py). Home Assistant itself refuses Python before 3.13; what PyPI has for older ones (2024.3)
/// knows no discovery by device.
@Suite struct DiscoverySchemaTests {
  /// What each platform takes; `true` where it must be there.
  private static let platforms: [String: [String: Bool]] = [
    "device_tracker": ["json_attributes_topic": true, "source_type": false],
    "binary_sensor": [
      "state_topic": true, "device_class": false, "json_attributes_topic": false,
      "payload_on": false, "payload_off": false, "expire_after": false,
    ],
    "sensor": [
      "state_topic": true, "device_class": false, "unit_of_measurement": false,
      "state_class": false, "expire_after": false, "json_attributes_topic": false,
    ],
    "event": ["state_topic": true, "event_types": true, "device_class": false],
    "update": ["state_topic": false, "device_class": false, "title": false],
    "button": ["command_topic": true, "payload_press": false, "device_class": false],
  ]
  private static let every: [String: Bool] = [
    "p": true, "unique_id": true, "name": false, "entity_category": false, "icon": false,
  ]
  private static let device: Set = [
    "ids", "connections", "name", "mf", "mdl", "sw", "via_device", "configuration_url",
  ]
  private static let classes: [String: Set<String>] = [
    "binary_sensor": ["connectivity", "problem"], "sensor": ["duration", "timestamp"],
  ]
  private static let topLevel: Set = ["dev", "o", "cmps", "availability", "availability_mode"]

  private static func members(_ tree: JSONValue) -> [String: JSONValue] {
    guard case .object(let members) = tree else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value) }) { first, _ in first }
  }

  private static func discovery(commands: Bool) -> HomeAssistantDiscovery {
    HomeAssistantDiscovery(
      topics: HomeAssistantTopics(prefix: "homeassistant", base: "homenet", home: "home"),
      homeName: "HomeNet",
      version: "1.0.0",
      pageURL: "http://home.lan:8480",
      allowsCommands: commands
    )
  }

  @Test(arguments: [false, true]) func `Everything has the documented form`(_ commands: Bool) throws
  {
    let discovery = Self.discovery(commands: commands)
    let messages = [
      discovery.home(),
      discovery.device(Samples.device(mac: MACAddress("00:11:32:00:00:01")), id: "a"),
      discovery.monitor(Samples.monitor().monitor, id: "b"),
    ]
    var ids: Set<String> = []
    for message in messages {
      let tree = try #require(JSONValue(message))
      let top = Self.members(tree)
      #expect(Set(top.keys) == Self.topLevel)
      let device = Self.members(tree[["dev"]])
      #expect(Set(device.keys).isSubset(of: Self.device))
      #expect(device["ids"]?[0].text != nil)
      #expect(tree[["o", "name"]].text == "HomeNet")
      #expect(Set(Self.members(tree[["o"]]).keys).isSubset(of: ["name", "sw", "url"]))
      #expect(["all", "any", "latest"].contains(tree[["availability_mode"]].text ?? ""))
      for (_, component) in Self.members(tree[["cmps"]]) {
        try check(Self.members(component), commands: commands, &ids)
      }
    }
    #expect(ids.count == (commands ? 12 : 10))
  }

  private func check(_ component: [String: JSONValue], commands: Bool, _ ids: inout Set<String>)
    throws
  {
    let platform = try #require(component["p"]?.text)
    // What takes a component away names its platform, and nothing else.
    if platform == "button", !commands {
      #expect(component.count == 1)
      return
    }
    let table = try #require(Self.platforms[platform]).merging(Self.every) { first, _ in first }
    #expect(Set(component.keys).isSubset(of: table.keys))
    for (key, isRequired) in table where isRequired { #expect(component[key] != nil) }
    let id = try #require(component["unique_id"]?.text)
    #expect(ids.insert(id).inserted)
    #expect(id.utf8.allSatisfy { $0 < 0x80 })
    if let name = component["device_class"]?.text {
      #expect(Self.classes[platform]?.contains(name) == true)
    }
    // Deprecated, and gone with 2027.1.
    if platform == "device_tracker" {
      #expect(component["state_topic"] == nil)
      #expect(component["source_type"]?.text == "router")
    }
    for key in ["state_topic", "json_attributes_topic", "command_topic"] {
      if let topic = component[key]?.text { #expect(MQTTTopic.isValid(topic)) }
    }
  }
}

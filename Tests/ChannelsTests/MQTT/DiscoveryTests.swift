import Home
import Model
import Monitoring
import Testing
import Wire

@testable import Channels

/// What Home Assistant is told, to the byte.
@Suite struct DiscoveryTests {
  private static let discovery = HomeAssistantDiscovery(
    topics: HomeAssistantTopics(prefix: "homeassistant", base: "homenet", home: "home"),
    homeName: "HomeNet",
    version: "1.0.0",
    pageURL: "http://home.lan:8480",
    allowsCommands: false
  )

  private static let ends =
    #""availability_mode":"all","availability":["#
    + #"{"topic":"homenet/home/status"},{"topic":"homenet/home/d/mac-001132000001/known"}]"#

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  @Test func `A device is one message`() {
    let device = Samples.device(mac: MACAddress("00:11:32:00:00:01"))
    let id = HomeAssistantTopics.id(device.id)
    #expect(
      Self.discovery.topics.config(.device(id))
        == "homeassistant/device/hn_mac-001132000001/config"
    )
    let base = "homenet/home/d/mac-001132000001"
    let expected = [
      #"{"dev":{"ids":["hn_mac-001132000001"],"connections":[["mac","00:11:32:00:00:01"]],"#,
      #""name":"NAS","mf":"Synology","mdl":"DS220+","via_device":"hn_home","#,
      #""configuration_url":"http://home.lan:8480#/devices/mac-001132000001"},"#,
      #""o":{"name":"HomeNet","sw":"1.0.0","url":"http://home.lan:8480"},"#,
      Self.ends,
      #","cmps":{"here":{"p":"device_tracker","unique_id":"hn_mac-001132000001_here","#,
      #""name":null,"json_attributes_topic":"\#(base)/where","source_type":"router"},"#,
      #""up":{"p":"binary_sensor","unique_id":"hn_mac-001132000001_up","#,
      #""state_topic":"\#(base)/up","device_class":"connectivity"},"#,
      #""rtt":{"p":"sensor","unique_id":"hn_mac-001132000001_rtt","name":"Round trip","#,
      #""state_topic":"\#(base)/rtt","device_class":"duration","unit_of_measurement":"ms","#,
      #""state_class":"measurement","entity_category":"diagnostic","expire_after":900},"#,
      #""seen":{"p":"sensor","unique_id":"hn_mac-001132000001_seen","name":"Last seen","#,
      #""state_topic":"\#(base)/seen","device_class":"timestamp","#,
      #""entity_category":"diagnostic"},"rescan":{"p":"button"}}}"#,
    ].joined()
    #expect(Self.text(Self.discovery.device(device, id: id)) == expected)
  }

  @Test func `With commands there are buttons`() {
    var discovery = Self.discovery
    discovery.allowsCommands = true
    let device = Self.text(discovery.device(Samples.device(), id: "mac-001132000001"))
    #expect(
      device.hasSuffix(
        #""rescan":{"p":"button","unique_id":"hn_mac-001132000001_rescan","name":"Rescan","#
          + #""command_topic":"homenet/home/cmd/rescan/mac-001132000001","#
          + #""entity_category":"config"}}}"#
      )
    )
    #expect(
      Self.text(discovery.home()).contains(#""command_topic":"homenet/home/cmd/scan""#)
    )
  }

  @Test func `The home tells events and problems`() throws {
    let home = try #require(JSONValue(Self.discovery.home()))
    #expect(home[["dev", "ids"]][0].text == "hn_home")
    #expect(home[["dev", "via_device"]] == .null)
    #expect(home[["cmps", "event", "p"]].text == "event")
    #expect(home[["cmps", "event", "state_topic"]].text == "homenet/home/event")
    guard case .list(let types) = home[["cmps", "event", "event_types"]] else {
      Issue.record("no event types")
      return
    }
    #expect(types.contains(.text("new_station")))
    #expect(types.contains(.text("monitor_down")))
    #expect(home[["cmps", "problem", "device_class"]].text == "problem")
    #expect(home[["cmps", "update", "state_topic"]].text == "homenet/home/update")
    #expect(home[["availability"]] == .list([.object([.init("topic", "homenet/home/status")])]))
  }

  @Test func `A monitor's round trip expires after three checks`() throws {
    var monitor = Samples.monitor().monitor
    let usual = try #require(JSONValue(Self.discovery.monitor(monitor, id: "web")))
    #expect(usual[["cmps", "rtt", "expire_after"]].number == 900)
    #expect(usual[["cmps", "problem", "state_topic"]].text == "homenet/home/m/web/problem")
    #expect(usual[["dev", "ids"]][0].text == "hn_monitor_web")
    monitor.interval = .seconds(3600)
    let slow = try #require(JSONValue(Self.discovery.monitor(monitor, id: "web")))
    #expect(slow[["cmps", "rtt", "expire_after"]].number == 10_800)
  }

  @Test(arguments: [
    ("mac-001132000001", "mac-001132000001"), ("id-a:b", "id-a_3ab"), ("a_b", "a_5fb"),
    ("é", "_c3_a9"), ("a/+#", "a_2f_2b_23"),
  ])
  func `Ids have permitted characters only`(_ id: String, _ expected: String) {
    #expect(HomeAssistantTopics.id(id) == expected)
  }

  @Test func `Long ids are short and differ`() {
    let long = String(repeating: "x", count: 300)
    let (first, second) = (HomeAssistantTopics.id(long + "1"), HomeAssistantTopics.id(long + "2"))
    #expect(first != second)
    #expect(HomeAssistantTopics.isID(first) && first.utf8.count <= 80)
    #expect(HomeAssistantTopics.isID(HomeAssistantTopics.id("")))
  }

  @Test func `Homes at one broker don't share ids`() {
    let first = HomeAssistantTopics(prefix: "p", base: "b", home: "home")
    let second = HomeAssistantTopics(prefix: "p", base: "b", home: "cabin")
    #expect(first.config(.device("d")) == "p/device/hn_d/config")
    #expect(second.config(.device("d")) == "p/device/hn_cabin_d/config")
    #expect(second.node(.home) == "hn_cabin")
  }

  @Test func `Topics of our own are found again, others aren't`() {
    let topics = HomeAssistantTopics(prefix: "p", base: "b", home: "h")
    #expect(topics.subject(ofKnown: "b/h/d/x/known") == .device("x"))
    #expect(topics.subject(ofKnown: "b/h/m/x/known") == .monitor("x"))
    for other in [
      "b/h/d/x/up", "b/h/d//known", "b/x/d/x/known", "b/h/d/a b/known", "b/h/z/x/known",
    ] {
      #expect(topics.subject(ofKnown: other) == nil)
    }
  }

  @Test func `Hostile names stay text`() throws {
    let device = Samples.device(name: Notices.hostile)
    let usual = try #require(JSONValue(Self.discovery.device(Samples.device(), id: "x")))
    let hostile = try #require(JSONValue(Self.discovery.device(device, id: "x")))
    #expect(hostile[["cmps"]] == usual[["cmps"]])
    #expect(hostile[["dev", "name"]].text?.contains("\n") == false)
  }

  @Test func `Unknown presence is unavailable, never away`() {
    let unknown = TopicValues.device(Samples.device(presence: .unconfirmed))
    #expect(unknown["known"] == TopicValue("offline"))
    #expect(unknown["where"] == nil && unknown["up"] == nil && unknown["rtt"] == nil)
    let away = TopicValues.device(Samples.device(presence: .away))
    #expect(away["known"] == TopicValue("online"))
    #expect(away["where"] == TopicValue(#"{"in_zones":[]}"#))
    #expect(away["up"] == TopicValue("OFF"))
    let asleep = TopicValues.device(Samples.device(presence: .asleep))
    #expect(asleep["where"] == TopicValue(#"{"in_zones":["home"]}"#))
    #expect(asleep["up"] == TopicValue("OFF"))
    let present = TopicValues.device(Samples.device())
    #expect(present["up"] == TopicValue("ON"))
    #expect(present["rtt"]?.bytes == Array("0.4".utf8))
    #expect(present["rtt"]?.isRetained == false)
    #expect(present["seen"]?.bytes == Array(Samples.time.description.utf8))
  }

  @Test func `A monitor that isn't known is unavailable`() {
    #expect(TopicValues.monitor(Samples.monitor(.unknown))["known"] == TopicValue("offline"))
    #expect(TopicValues.monitor(Samples.monitor(.paused))["problem"] == nil)
    #expect(TopicValues.monitor(Samples.monitor(.degraded))["problem"] == TopicValue("ON"))
    #expect(TopicValues.monitor(Samples.monitor(.up))["problem"] == TopicValue("OFF"))
    let down = TopicValues.monitor(Samples.monitor(.down))
    #expect(down["rtt"] == nil)
    #expect(down["reason"].map { Self.text($0.bytes) }?.contains("It doesn’t answer") == true)
  }

  @Test func `A release is told where one is known`() throws {
    func update(_ newest: NewestRelease?) throws -> JSONValue {
      let values = TopicValues.home(WatchStatus(), present: 2, version: "1.0.0", newest: newest)
      #expect(values["present"] == TopicValue("2"))
      #expect(values["problem"] == TopicValue("OFF"))
      return try #require(JSONValue(values["update"]?.bytes ?? []))
    }
    let unknown = try update(nil)
    #expect(unknown[["latest_version"]] == .null)
    let long = String(repeating: "a", count: 400)
    let newest = try update(NewestRelease(version: "1.1.0", url: "https://x.org", summary: long))
    #expect(newest[["installed_version"]].text == "1.0.0")
    #expect(newest[["latest_version"]].text == "1.1.0")
    #expect((newest[["release_summary"]].text?.count ?? 0) <= 255)
  }
}

import Home
import Model
import Monitoring
import Testing
import Wire

@testable import Channels

/// From a home to messages.
@Suite struct PublishedHomeTests {
  private static let known = "homenet/home/d/mac-001132000001/known"
  private static let config = "homeassistant/device/hn_mac-001132000001/config"

  private static func home(_ more: [String: String] = [:]) throws -> PublishedHome {
    var home = PublishedHome(try Samples.options(more), version: "1.0.0")
    home.connect()
    return home
  }

  /// What would be published, by topic.
  private static func publish(_ home: inout PublishedHome) -> [String: String] {
    let messages = home.next(atMost: 1000, at: 0)
    for message in messages { home.acknowledge(message.topic) }
    return Dictionary(messages.map { ($0.topic, $0.text) }) { $1 }
  }

  @Test func `A device comes and goes`() throws {
    var home = try Self.home()
    home.take(Samples.update([Samples.device()]))
    let published = Self.publish(&home)
    #expect(published[Self.config]?.isEmpty == false)
    #expect(published[Self.known] == "online")
    #expect(published["homenet/home/status"] == "online")
    #expect(published["homenet/home/present"] == "1")
    home.take(Samples.update([], removed: ["mac-001132000001"]))
    let gone = Self.publish(&home)
    let empty = Set(gone.filter { $0.value.isEmpty }.keys)
    #expect(
      empty == [
        Self.config, Self.known, "homenet/home/d/mac-001132000001/where",
        "homenet/home/d/mac-001132000001/up", "homenet/home/d/mac-001132000001/seen",
      ]
    )
    #expect(gone["homenet/home/present"] == "0")
  }

  @Test func `Hidden and passing devices aren't published`() throws {
    let passing = Samples.device("mac-0a0000000001", isTransient: true)
    var home = try Self.home()
    home.take(Samples.update([Samples.device(isHidden: true), passing]))
    let published = Self.publish(&home)
    #expect(published.keys.filter { $0.contains("/d/") }.isEmpty)
    #expect(!home.tells(device: "mac-001132000001"))
    #expect(home.tells(device: "mac-0a0000000001"))
    var asked = try Self.home(["transient": "true"])
    asked.take(Samples.update([passing]))
    let all = Self.publish(&asked)
    #expect(all["homenet/home/d/mac-0a0000000001/known"] == "online")
  }

  @Test func `A device that is hidden later vanishes`() throws {
    var home = try Self.home()
    home.take(Samples.update([Samples.device()]))
    _ = Self.publish(&home)
    home.take(Samples.update([Samples.device(isHidden: true)]))
    let published = Self.publish(&home)
    #expect(published[Self.config] == "")
  }

  @Test func `Unknown presence leaves the last place as it is`() throws {
    var home = try Self.home()
    home.take(Samples.update([Samples.device()]))
    _ = Self.publish(&home)
    home.take(Samples.update([Samples.device(presence: .unconfirmed)]))
    let published = Self.publish(&home)
    #expect(published[Self.known] == "offline")
    #expect(published["homenet/home/d/mac-001132000001/where"] == nil)
  }

  @Test func `What a broker kept of a device that is gone is removed`() throws {
    var home = try Self.home()
    home.find(.device("old"))
    home.find(.monitor("older"))
    let early = Self.publish(&home)
    // Nothing is known of the home yet: it may be there.
    #expect(early.isEmpty)
    home.take(Samples.update([Samples.device()]))
    home.find(.device("mac-001132000001"))
    let devices = Self.publish(&home)
    #expect(devices["homeassistant/device/hn_old/config"] == "")
    #expect(devices["homenet/home/d/old/known"] == "")
    #expect(devices[Self.known] == "online")
    #expect(devices["homenet/home/m/older/known"] == nil)
    _ = home.take([], now: Samples.time)
    let monitors = Self.publish(&home)
    #expect(monitors["homeassistant/device/hn_monitor_older/config"] == "")
  }

  @Test func `What goes while the broker is away is not remembered`() throws {
    var home = try Self.home()
    home.take(Samples.update([Samples.device()]))
    _ = Self.publish(&home)
    home.disconnect()
    let before = home.topics.count
    home.take(Samples.update([], removed: ["mac-001132000001"]))
    #expect(home.topics.count < before)
    home.connect()
    home.find(.device("mac-001132000001"))
    let published = Self.publish(&home)
    #expect(published[Self.config] == "")
  }

  @Test func `A change of a monitor is an event, its first state isn't`() throws {
    var home = try Self.home()
    let first = home.take([Samples.monitor(.up)], now: Samples.time)
    #expect(first.isEmpty)
    let second = home.take([Samples.monitor(.down)], now: Samples.time)
    #expect(second.map(\.type) == ["monitor_down"])
    var worked = Samples.monitor(.up)
    worked.isInMaintenance = true
    let third = home.take([worked], now: Samples.time)
    #expect(third.isEmpty)
    let published = Self.publish(&home)
    #expect(published["homenet/home/m/web/problem"] == "OFF")
    let event = try #require(JSONValue(second[0].bytes))
    #expect(event[["event_type"]].text == "monitor_down")
    #expect(event[["monitor"]].text == "web")
  }

  @Test func `Too many monitors are cut off at the same place, whatever their states`() throws {
    var home = try Self.home()
    let all = (0..<600).map { number in
      var snapshot = Samples.monitor(.up)
      snapshot.monitor.id = "m\(1000 + number)"
      return snapshot
    }
    _ = home.take(all, now: Samples.time)
    _ = home.next(atMost: 10_000, at: 0)
    // The worst first, as monitors are listed.
    var changed = all
    changed[599].state = .down
    changed.swapAt(0, 599)
    let events = home.take(changed, now: Samples.time)
    let messages = home.next(atMost: 10_000, at: 0)
    #expect(events.isEmpty)
    #expect(messages.isEmpty)
    #expect(home.topics.count > 0)
  }

  @Test func `Commands are taken from live messages only, and not too many`() throws {
    let topics = HomeAssistantTopics(try Samples.options())
    func command(_ topic: String, _ text: String = "PRESS", isRetained: Bool = false)
      -> HomeAssistantCommand?
    { HomeAssistantCommand(MQTTMessage(topic, text, isRetained: isRetained), topics) }
    #expect(command("homenet/home/cmd/scan") == .scan)
    #expect(command("homenet/home/cmd/scan", isRetained: true) == nil)
    #expect(command("homenet/home/cmd/scan", String(repeating: "x", count: 65)) == nil)
    #expect(command("homenet/home/cmd/rescan/mac-1") == .rescan("mac-1"))
    #expect(command("homenet/home/cmd/rescan/") == nil)
    #expect(command("homenet/home/cmd/rescan/a/b") == nil)
    #expect(command("homenet/home/cmd/reboot") == nil)
    var limit = CommandLimit()
    let taken = (0..<20).map { limit.take(at: $0) }
    #expect(taken.filter(\.self).count == 10)
    let later = limit.take(at: 60_001)
    #expect(later)
  }
}

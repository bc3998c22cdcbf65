import Foundation
import Model
import Monitoring
import Testing

@testable import Server

@Suite struct `Monitors as event clients know them` {
  private static let start = ContinuousClock.now

  private static func monitor(_ id: String, _ state: MonitorState = .up) -> MonitorSnapshot {
    let monitor = Monitor(id: id, name: id, check: .icmp(host: "\(id).example"))
    return MonitorSnapshot(monitor: monitor, state: state)
  }

  private static func object(_ json: JSONObject?) throws -> [String: Any] {
    let bytes = try JSONBytes.encode(try #require(json))
    return try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
    )
  }

  private static func monitors(_ object: [String: Any]) -> [[String: Any]] {
    object["monitors"] as? [[String: Any]] ?? []
  }

  @Test func `begin with how many are in which state, and no monitor`() throws {
    let live = LiveMonitors(
      [Self.monitor("a"), Self.monitor("b", .down)],
      LiveMonitors.AlertCounts(waiting: 2, givenUp: 1),
      now: Self.start
    )
    let object = try Self.object(live.overview)
    #expect(object["anew"] as? Bool == true && Self.monitors(object).isEmpty)
    let states = try #require(object["states"] as? [String: Int])
    #expect(states == ["up": 1, "degraded": 0, "down": 1, "unknown": 0, "paused": 0])
    #expect(object["alerts"] as? [String: Int] == ["waiting": 2, "given_up": 1])
  }

  @Test func `tell the state alone of one that changed, and all of one that is new`() throws {
    let counts = LiveMonitors.AlertCounts()
    var live = LiveMonitors([Self.monitor("a"), Self.monitor("b")], counts, now: Self.start)
    let isSame = live.publish([Self.monitor("a"), Self.monitor("b")], now: Self.start) == nil
    #expect(isSame)
    let next = [Self.monitor("a", .down), Self.monitor("c")]
    let object = try Self.object(live.publish(next, now: Self.start))
    #expect(object["anew"] as? Bool == false && object["removed"] as? [String] == ["b"])
    let told = Self.monitors(object)
    #expect(told.map { $0["id"] as? String } == ["a", "c"])
    #expect(told[0]["state"] as? String == "down" && !told[0].keys.contains("target"))
    #expect(told[1]["target"] as? String == "c.example")
    #expect((object["states"] as? [String: Int])?["down"] == 1)
  }

  @Test func `tell all keys of one whose settings changed`() throws {
    let counts = LiveMonitors.AlertCounts()
    var live = LiveMonitors([Self.monitor("a")], counts, now: Self.start)
    var renamed = Self.monitor("a")
    renamed.monitor.name = "A"
    let object = try Self.object(live.publish([renamed], now: Self.start))
    #expect(Self.monitors(object).first?["name"] as? String == "A")
  }

  @Test func `tell a round trip that is no other news at most every ten seconds`() throws {
    let counts = LiveMonitors.AlertCounts()
    var one = Self.monitor("a")
    var live = LiveMonitors([one], counts, now: Self.start)
    var times = 0
    for second in 1...30 {
      one.checked = Timestamp(milliseconds: Int64(second) * 1000)
      one.roundTripMs = Double(second)
      let json = live.publish([one], now: Self.start + .seconds(second))
      guard let json else { continue }
      times += 1
      let told = try #require(Self.monitors(try Self.object(json)).first)
      #expect(Set(told.keys) == ["id", "checked", "rtt_ms"])
    }
    #expect(times == 3)
  }

  @Test func `bring the round trips of thousands in turn, a bounded number at once`() throws {
    let counts = LiveMonitors.AlertCounts()
    var all = (0..<1000).map { Self.monitor("m\($0)") }
    var live = LiveMonitors(all, counts, now: Self.start)
    for index in all.indices { all[index].checked = Timestamp(milliseconds: 1) }
    var told: [String] = []
    for round in 0..<10 {
      let now = Self.start + .seconds(10) + .milliseconds(250 * round)
      let some = Self.monitors(try Self.object(live.publish(all, now: now)))
      #expect(some.count == LiveMonitors.mostChecks)
      told += some.compactMap { $0["id"] as? String }
      for index in all.indices { all[index].checked = Timestamp(milliseconds: Int64(round) + 2) }
    }
    #expect(Set(told).count == 1000)
  }

  @Test func `let clients fetch all where too many changed at once`() throws {
    let counts = LiveMonitors.AlertCounts()
    let up = (0...LiveMonitors.mostChanged).map { Self.monitor("m\($0)") }
    var live = LiveMonitors(up, counts, now: Self.start)
    let down = (0...LiveMonitors.mostChanged).map { Self.monitor("m\($0)", .down) }
    let object = try Self.object(live.publish(down, now: Self.start))
    #expect(object["anew"] as? Bool == true && Self.monitors(object).isEmpty)
    #expect((object["states"] as? [String: Int])?["down"] == LiveMonitors.mostChanged + 1)
    let isSilent = live.publish(down, now: Self.start) == nil
    #expect(isSilent)
  }

  @Test func `tell when the number of alerts changes`() throws {
    var live = LiveMonitors([], LiveMonitors.AlertCounts(), now: Self.start)
    let counts = LiveMonitors.AlertCounts(waiting: 1)
    let object = try Self.object(live.publish(counts))
    #expect((object["alerts"] as? [String: Int])?["waiting"] == 1)
    let isSame = live.publish(counts) == nil
    #expect(isSame)
  }
}

@Suite struct `Alerts as an open page is told of them` {
  private static func alert(
    _ id: Int64,
    _ title: String,
    _ state: Alert.State = .waiting
  ) -> Alert {
    let time = Timestamp(milliseconds: 1)
    let notice = AlertNotice(id: "n", title: title, items: [], severity: .info, time: time)
    return Alert(id: id, time: time, rule: "r", channel: "c", notice: notice, state: state)
  }

  @Test func `are the new ones, a notice to several channels once`() {
    var live = LiveAlerts([Self.alert(2, "old"), Self.alert(1, "older")])
    let first = live.take([Self.alert(2, "old", .sent), Self.alert(1, "older")])
    #expect(first.isEmpty)
    let newest = [Self.alert(5, "y"), Self.alert(4, "x"), Self.alert(3, "x"), Self.alert(2, "old")]
    let told = live.take(newest)
    #expect(told.map(\.id) == [3, 5])
    let again = live.take(newest)
    #expect(again.isEmpty)
  }

  @Test func `come after the quiet hours that held them`() {
    var live = LiveAlerts([Self.alert(1, "before", .held)])
    let held = live.take([Self.alert(2, "x", .held), Self.alert(1, "before", .held)])
    #expect(held.isEmpty)
    let told = live.take([Self.alert(2, "x", .sent), Self.alert(1, "before", .waiting)])
    #expect(told.map(\.id) == [1, 2])
    let again = live.take([Self.alert(2, "x", .sent)])
    #expect(again.isEmpty)
  }
}

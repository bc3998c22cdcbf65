import Testing

@testable import Channels

/// What is due, and when.
@Suite struct TopicStatesTests {
  private static func paced(_ text: String) -> TopicValue {
    var value = TopicValue(text)
    value.pace = 60_000
    value.repeats = 120_000
    value.isRetained = false
    return value
  }

  @Test func `Only what changed is due, and the last value of many`() {
    var states = TopicStates()
    states.set("a", TopicValue("1"))
    states.set("a", TopicValue("2"))
    let first = states.next(atMost: 10, at: 0)
    #expect(first == [MQTTMessage("a", "2")])
    states.set("a", TopicValue("2"))
    let second = states.next(atMost: 10, at: 1)
    #expect(second.isEmpty)
  }

  @Test func `No more than asked for, in order`() {
    var states = TopicStates()
    for topic in ["c", "a", "b"] { states.set(topic, TopicValue(topic)) }
    let first = states.next(atMost: 2, at: 0)
    let rest = states.next(atMost: 2, at: 0)
    #expect(first.map(\.topic) == ["c", "a"])
    #expect(rest.map(\.topic) == ["b"])
  }

  @Test func `A paced value waits, and the last one is sent then`() {
    var states = TopicStates()
    states.set("rtt", Self.paced("1"))
    _ = states.next(atMost: 10, at: 0)
    states.set("rtt", Self.paced("2"))
    states.set("rtt", Self.paced("3"))
    let early = states.next(atMost: 10, at: 59_999)
    let late = states.next(atMost: 10, at: 60_000)
    #expect(early.isEmpty)
    #expect(late == [MQTTMessage("rtt", "3", isRetained: false)])
  }

  @Test func `What expires is said again until it is withdrawn`() {
    var states = TopicStates()
    states.set("rtt", Self.paced("1"))
    _ = states.next(atMost: 10, at: 0)
    let early = states.next(atMost: 10, at: 119_999)
    let late = states.next(atMost: 10, at: 120_000)
    #expect(early.isEmpty)
    #expect(late.map(\.text) == ["1"])
    states.withdraw("rtt")
    let never = states.next(atMost: 10, at: 999_999)
    #expect(never.isEmpty)
    #expect(states.count == 0)
  }

  @Test func `What is cleared is known until the broker has forgotten it`() {
    var states = TopicStates()
    states.set("a", TopicValue("1"))
    _ = states.next(atMost: 10, at: 0)
    states.clear("a")
    let cleared = states.next(atMost: 10, at: 0)
    #expect(cleared == [MQTTMessage("a", "")])
    #expect(states.count == 1)
    states.acknowledge("a")
    #expect(states.count == 0)
  }

  @Test func `After a break everything is due, devices first`() {
    var states = TopicStates()
    for topic in ["x/1", "config/2", "x/3"] { states.set(topic, TopicValue(topic)) }
    _ = states.next(atMost: 10, at: 0)
    states.invalidate { $0.hasPrefix("config") ? 0 : 1 }
    let all = states.next(atMost: 10, at: 0)
    #expect(all.map(\.topic) == ["config/2", "x/1", "x/3"])
  }

  @Test func `What couldn't be sent is due again at once`() {
    var states = TopicStates()
    states.set("rtt", Self.paced("1"))
    _ = states.next(atMost: 10, at: 0)
    states.fail("rtt")
    let again = states.next(atMost: 10, at: 1)
    #expect(again.map(\.text) == ["1"])
  }

  @Test func `A broker that is away for long costs what the values take`() {
    var states = TopicStates()
    for round in 0..<10_000 {
      states.set("rtt", Self.paced("\(round)"))
      states.withdraw("rtt")
      states.set("here", TopicValue("\(round)"))
    }
    #expect(states.count == 1)
    #expect(states.waiting <= 2 * states.count + 64)
    let messages = states.next(atMost: 100, at: 0)
    #expect(messages.map(\.text) == ["9999"])
  }
}

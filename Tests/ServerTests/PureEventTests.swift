import Model
import NIOCore
import NetLab
import Testing
import Wire
@testable import Server
@testable import Home

@Suite struct `Changed members of an object` {
  private func changes(_ old: String, _ new: String, ignoring: Set<String> = []) -> String? {
    JSONMembers.changes(
      from: Array(old.utf8),
      to: Array(new.utf8),
      keeping: ["id"],
      ignoring: ignoring
    ).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `are those whose value is another, and the id`() {
    let old = #"{"a":[1,{"x":"},\""}],"b":"\\","id":"7","n":null}"#
    #expect(changes(old, old) == nil)
    #expect(
      changes(old, #"{"a":[1,{"x":"},\""}],"b":"\\\"","id":"7","n":null}"#)
        == #"{"b":"\\\"","id":"7"}"#
    )
    #expect(
      changes(old, #"{"a":[1,{"x":"},\"","y":2}],"b":"\\","id":"7","n":0}"#)
        == #"{"a":[1,{"x":"},\"","y":2}],"id":"7","n":0}"#
    )
  }

  @Test func `are none where only ignored ones differ, which come along with others`() {
    #expect(changes(#"{"now":1,"z":1}"#, #"{"now":2,"z":1}"#, ignoring: ["now"]) == nil)
    #expect(
      changes(#"{"now":1,"z":1}"#, #"{"now":2,"z":2}"#, ignoring: ["now"]) == #"{"now":2,"z":2}"#
    )
  }

  @Test func `are all of an object that was not told before`() {
    #expect(changes("", #"{"id":"1"}"#) == #"{"id":"1"}"#)
  }

  @Test(arguments: ["{", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"\\", "[1]", "{\"a\":[", ""])
  func `never trap on what is no object`(text: String) {
    var members = JSONMembers(of: Array(text.utf8))
    while members.next() != nil {}
  }
}

@Suite struct `The ring of events` {
  private func ring(_ count: Int, mostEvents: Int = 4, mostBytes: Int = 100) -> EventRing {
    var ring = EventRing(mostEvents: mostEvents, mostBytes: mostBytes)
    for number in 0..<count { ring.append(ByteBuffer(string: "event \(number + 1)")) }
    return ring
  }

  private func texts(_ events: ArraySlice<ByteBuffer>?) -> [String]? {
    events.map { $0.map { String(buffer: $0) } }
  }

  @Test func `gives what came after`() {
    #expect(texts(ring(3).events(after: 1)) == ["event 2", "event 3"])
    #expect(texts(ring(3).events(after: 3)) == [])
    #expect(texts(ring(0).events(after: 0)) == [])
  }

  @Test func `says when it no longer has all of it`() {
    let ring = ring(9)
    #expect(texts(ring.events(after: 5)) == ["event 6", "event 7", "event 8", "event 9"])
    #expect(ring.events(after: 4) == nil)
    #expect(ring.events(after: 0) == nil)
    #expect(ring.events(after: 10) == nil)
  }

  @Test func `keeps a bounded number and bounded bytes`() {
    let many = ring(5000)
    #expect(many.count == 4)
    #expect(many.bytes == 40)
    let small = ring(50, mostEvents: 1000, mostBytes: 20)
    #expect(small.count == 2)
    #expect(small.bytes <= 20)
    let none = ring(3, mostBytes: 1)
    #expect(none.count == 0)
    #expect(texts(none.events(after: 3)) == [])
    #expect(none.events(after: 2) == nil)
  }
}

@Suite struct `An event's id` {
  @Test func `is read as it was written, and nothing else is`() {
    let id = EventID(boot: "k3x", number: 18)
    #expect(EventID(id.description) == id)
    for text in ["", "-", "k3x", "k3x-", "k3x-1-2", "k3x--1", "k3x-99999999999999999999", "a-1\n"] {
      #expect(EventID(text) == nil, "\(text)")
    }
  }
}

@Suite struct `The live inventory` {
  @Test func `is not set back by a snapshot that an update has overtaken`() async throws {
    let home = GeneratedHome(devices: 3)
    var live = LiveInventory(
      about: .init(version: "1", isDemo: false, started: Timestamp(milliseconds: 0))
    )
    let old = await home.snapshot()
    live.absorb(old)
    let gone = old.devices[0].id
    await home.update([], removed: [gone])
    let now = await home.snapshot()
    #expect(now.revision > old.revision)
    live.absorb(now)
    live.absorb(old)
    #expect(live.counts.total == 2)
    #expect(live.revision == now.revision)
  }

  @Test func `dates a snapshot when it is made, however long nothing has changed`() async throws {
    var live = LiveInventory(
      about: .init(version: "1", isDemo: false, started: Timestamp(milliseconds: 0))
    )
    live.absorb(await GeneratedHome(devices: 1).snapshot())
    let began = Timestamp(milliseconds: 1_700_000_000_000)
    let later = Timestamp(milliseconds: 1_700_000_240_000)
    _ = try live.takeChange(now: began)
    let first = String(decoding: try live.snapshot(now: began), as: UTF8.self)
    let second = String(decoding: try live.snapshot(now: later), as: UTF8.self)
    #expect(first.contains(#""now":"\#(began)""#))
    #expect(second == first.replacing(#""now":"\#(began)""#, with: #""now":"\#(later)""#))
    #expect(second != first)
  }

  @Test func `tells of the others where one device can't be written`() async throws {
    var live = LiveInventory(
      about: .init(version: "1", isDemo: false, started: Timestamp(milliseconds: 0))
    )
    var snapshot = await GeneratedHome(devices: 3).snapshot()
    let broken = snapshot.devices[1].id
    let whole = snapshot.devices.map(\.device.latencyMs)
    snapshot.devices[1].device.latencyMs = .infinity
    live.absorb(snapshot)
    let now = Timestamp(milliseconds: 1_700_000_000_000)
    let first = String(decoding: try #require(try live.takeChange(now: now)), as: UTF8.self)
    #expect(first.contains(snapshot.devices[0].id) && first.contains(snapshot.devices[2].id))
    #expect(!first.contains(broken))
    #expect(live.takeFailures().map(\.id) == [broken])
    #expect(!String(decoding: live.list([broken]), as: UTF8.self).contains(broken))
    #expect(live.takeFailures().isEmpty)
    // It is told whole when it can be.
    snapshot.devices[1].device.latencyMs = whole[1]
    live.absorb(snapshot)
    let second = String(decoding: try #require(try live.takeChange(now: now)), as: UTF8.self)
    #expect(second.contains(broken) && second.contains("\"first_seen\""))
  }
}

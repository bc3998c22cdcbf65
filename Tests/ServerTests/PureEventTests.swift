import DemoHome
import Model
import NIOCore
import Testing
@testable import Server
@testable import Home
import Simulation

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
  private func id(_ number: Int) -> ChangeCursor {
    ChangeCursor(epoch: 7, seq: UInt64(number * 10))
  }

  private func ring(_ count: Int, mostEvents: Int = 4, mostBytes: Int = 100) -> EventRing {
    var ring = EventRing(mostEvents: mostEvents, mostBytes: mostBytes)
    ring.begin(at: id(0))
    for number in 0..<count {
      ring.append(ByteBuffer(string: "event \(number + 1)"), id: id(number + 1))
    }
    return ring
  }

  private func texts(_ events: [ByteBuffer]?) -> [String]? {
    events.map { $0.map { String(buffer: $0) } }
  }

  @Test func `gives the events after one, and none where some are missing`() {
    let ring = ring(9)
    #expect(ring.last == id(9))
    #expect(texts(ring.events(after: id(9))) == [])
    #expect(texts(ring.events(after: id(7))) == ["event 8", "event 9"])
    #expect(texts(ring.events(after: id(5))) == ["event 6", "event 7", "event 8", "event 9"])
    #expect(ring.events(after: id(4)) == nil)
    #expect(ring.events(after: id(0)) == nil)
    #expect(ring.events(after: id(10)) == nil)
  }

  @Test func `goes on from its snapshot, and from nothing that was never sent`() {
    var ring = ring(2)
    #expect(texts(ring.events(after: id(0))) == ["event 1", "event 2"])
    #expect(ring.events(after: ChangeCursor(epoch: 7, seq: 15)) == nil)
    #expect(ring.events(after: ChangeCursor(epoch: 8, seq: 20)) == nil)
    ring.clear()
    #expect(ring.last == nil && ring.events(after: id(2)) == nil)
    ring.begin(at: id(3))
    #expect(ring.last == id(3) && texts(ring.events(after: id(3))) == [])
    #expect(ring.events(after: id(2)) == nil)
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
    #expect(texts(none.events(after: id(3))) == [])
    #expect(none.events(after: id(2)) == nil)
  }
}

@Suite struct `The live inventory` {
  private let began = Timestamp(milliseconds: 1_700_000_000_000)
  private let empty = LiveInventory(
    about: .init(version: "1", isDemo: false, started: Timestamp(milliseconds: 0))
  )

  private func text(_ data: [UInt8]?) -> String { String(decoding: data ?? [], as: UTF8.self) }

  @Test func `sends what differs from what was sent, and nothing twice`() async throws {
    var live = empty
    let home = GeneratedHome(devices: 3)
    let snapshot = await home.snapshot()
    _ = try live.publish(InventoryUpdate(snapshot), now: began)
    let cursor = try #require(live.cursor)
    let first = snapshot.devices[0].id
    _ = try await home.mark(first, MarkChange(name: "Way Out"))
    await home.update([], removed: [snapshot.devices[1].id])
    let update = await home.changes(after: cursor)
    let data = text(try live.publish(update, now: began))
    #expect(data.contains(#"{"id":"\#(first)","name":"Way Out","user_name":"Way Out"}"#))
    #expect(data.contains(#""removed":["\#(snapshot.devices[1].id)"]"#))
    #expect(live.cursor == update.cursor && update.cursor.seq > cursor.seq)
    let again = try live.publish(await home.changes(after: cursor), now: began)
    #expect(again == nil)
  }

  @Test func `takes a snapshot for an update, and shows no ghosts after it`() async throws {
    var live = empty
    let home = GeneratedHome(devices: 3)
    let snapshot = await home.snapshot()
    _ = try live.publish(InventoryUpdate(snapshot), now: began)
    await home.update([], removed: [snapshot.devices[0].id])
    let update = await home.changes(after: ChangeCursor(epoch: 1, seq: 1))
    #expect(update.isSnapshot)
    let data = text(try live.publish(update, now: began))
    #expect(data.hasPrefix(#"{"devices":[],"removed":["\#(snapshot.devices[0].id)"],"#))
    #expect(!text(try live.snapshot(now: began)).contains(snapshot.devices[0].id))
  }

  @Test func `dates a snapshot when it is made, however long nothing has changed`()
    async throws
  {
    var live = empty
    let later = Timestamp(milliseconds: 1_700_000_240_000)
    let snapshot = await GeneratedHome(devices: 1).snapshot()
    _ = try live.publish(InventoryUpdate(snapshot), now: began)
    let first = text(try live.snapshot(now: began))
    let second = text(try live.snapshot(now: later))
    #expect(first.contains(#""now":"\#(began)""#))
    #expect(second == first.replacing(#""now":"\#(began)""#, with: #""now":"\#(later)""#))
    #expect(second != first)
  }

  @Test func `tells of the others where one device can't be written`() async throws {
    var live = empty
    var snapshot = await GeneratedHome(devices: 3).snapshot()
    let broken = snapshot.devices[1].id
    let whole = snapshot.devices.map(\.device.latencyMs)
    snapshot.devices[1].device.latencyMs = .infinity
    let first = text(try live.publish(InventoryUpdate(snapshot), now: began))
    #expect(first.contains(snapshot.devices[0].id) && first.contains(snapshot.devices[2].id))
    #expect(!first.contains(broken))
    #expect(live.takeFailures().map(\.id) == [broken])
    #expect(!text(live.list([snapshot.devices[1]])).contains(broken))
    #expect(live.takeFailures().isEmpty)
    // It is sent whole when it can be.
    snapshot.devices[1].device.latencyMs = whole[1]
    let second = text(try live.publish(InventoryUpdate(snapshot), now: began))
    #expect(second.contains(broken) && second.contains("\"first_seen\""))
  }
}

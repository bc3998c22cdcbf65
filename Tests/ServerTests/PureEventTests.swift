import NIOCore
import Testing

@testable import Server

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

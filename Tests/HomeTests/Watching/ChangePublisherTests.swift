import Testing
import Wire

@testable import Discovery
@testable import Home
@testable import Model

private let mac = "mac-001132000001"

extension Inventory {
  /// A whole round in which one device is heard.
  fileprivate mutating func hearOne(at time: Int64) {
    let (time, ip) = (Timestamp(milliseconds: time), IPAddress.v4(IPv4Address(192, 168, 1, 5)))
    let device = RecognisableDevice(
      device: Device(id: "", ip: ip, addresses: [ip], firstSeen: time, lastSeen: time),
      identities: [mac, "ip-192.168.1.5"],
      proven: [ip]
    )
    beginRound { _ in true }
    take(
      [device],
      in: RoundView(
        firstSeen: { _ in time },
        shown: { _ in time },
        hasLinkAddresses: { _ in true },
        sweptAt: time,
        isSweeping: false
      )
    )
    completeSweep { _ in true }
  }
}

@Suite struct `The change publisher` {
  @Test func `wakes subscribers for what faces show, not for what is only stored`() async throws {
    var inventory = Inventory()
    inventory.hearOne(at: 1000)
    let slot = try #require(inventory.slot(of: mac))
    var publisher = ChangePublisher()
    var woke = [publisher.publish(inventory, at: .zero)]
    woke.append(publisher.publish(inventory, at: .seconds(1)))
    inventory.keep(slot) { $0.probedAt = Timestamp(milliseconds: 1) }
    woke.append(publisher.publish(inventory, at: .seconds(2)))
    inventory.update(slot) { $0.marks.name = "Lamp" }
    woke.append(publisher.publish(inventory, at: .seconds(3)))
    #expect(woke == [true, false, false, true])
  }

  @Test func `wakes a slow subscriber once, and each other as well`() async {
    var inventory = Inventory()
    var publisher = ChangePublisher()
    let (slow, quick) = (publisher.subscribe { _ in }, publisher.subscribe { _ in })
    for number in 1...5 {
      inventory.noteStatus()
      publisher.publish(inventory, at: .seconds(number))
    }
    publisher.finish()
    for wakeups in [slow, quick] {
      var count = 0
      for await _ in wakeups { count += 1 }
      #expect(count == 1)
    }
  }
}

@Suite struct `The inventory's changes` {
  private func slots(_ inventory: Inventory, after cursor: ChangeCursor) -> [Int] {
    inventory.shownChanges(after: cursor)?.slots ?? []
  }

  @Test func `show once in a while that a device was only heard again`() throws {
    var inventory = Inventory()
    inventory.hearOne(at: 1000)
    let slot = try #require(inventory.slot(of: mac))
    var cursor = inventory.log.cursor
    inventory.hearOne(at: 2000)
    #expect(slots(inventory, after: cursor).isEmpty)
    #expect(inventory.unsavedChanges(after: cursor).devices.map(\.lastSeen.milliseconds) == [2000])
    inventory.publishLastSeen()
    #expect(slots(inventory, after: cursor) == [slot])
    cursor = inventory.log.cursor
    inventory.publishLastSeen()
    #expect(slots(inventory, after: cursor).isEmpty)
  }

  @Test func `show who is being asked, also of a device that takes a forgotten one's id`() throws {
    var inventory = Inventory()
    inventory.hearOne(at: 1000)
    let first = try #require(inventory.slot(of: mac))
    let cursor = inventory.log.cursor
    inventory.setProbing([first, 99])
    #expect(slots(inventory, after: cursor) == [first] && inventory.probing == [first])
    inventory.remove(first)
    #expect(inventory.probing.isEmpty)
    inventory.hearOne(at: 2000)
    let second = try #require(inventory.slot(of: mac))
    let changes = try #require(inventory.shownChanges(after: cursor))
    #expect(second != first && changes.slots == [second] && changes.removed.isEmpty)
    #expect(inventory.entries[second]?.inventoryDevice.isProbing == false)
    #expect(inventory.unsavedChanges(after: cursor).removed == [StoredDevice.Key(first)])
  }

  @Test func `are all unknown where the log begins another epoch, and all is saved`() {
    var inventory = Inventory()
    inventory.hearOne(at: 1000)
    let cursor = inventory.log.cursor
    inventory.extendLog(nil, orBegin: 7)
    #expect(inventory.shownChanges(after: cursor) == nil)
    let unsaved = inventory.unsavedChanges(after: cursor)
    #expect(unsaved.isWhole && unsaved.devices.count == 1)
    #expect(!inventory.unsavedChanges(after: unsaved.cursor).isWhole)
  }
}

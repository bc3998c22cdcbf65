import HomeSupport
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

/// What is kept where there is too much, and who goes first.
@Suite struct `The inventory's limits` {
  /// Rounds in which one host answers for many addresses, each time with other link addresses.
  private func flood(_ inventory: inout Inventory, rounds: Range<Int>, prefix: String) {
    for number in rounds {
      inventory.takeRound(
        [seen(5, mac1, at: Int64(number) * 300_000)]
          + (1...10).map { host in
            let forged = prefix + String(1_000_000 + number * 100 + host)
            return seen(UInt8(100 + host), forged, at: Int64(number) * 300_000)
          }
      )
    }
  }

  @Test(arguments: ["mac-da113", "mac-00113"])
  func `shows a new device after a flood of forged ones, and keeps the user's`(prefix: String)
    throws
  {
    var inventory = Inventory(limit: 80)
    inventory.takeRound([
      seen(5, mac1), seen(6, mac2), seen(7, privateMAC), seen(8, "mac-da1132000008"),
    ])
    inventory.update(try #require(inventory.slot(of: privateMAC))) { $0.marks.note = "mine" }
    flood(&inventory, rounds: 1..<20, prefix: prefix)
    #expect(inventory.entries.count == 80)
    let removed = inventory.removedSlots
    #expect(removed.count == 4 + 190 - 80)
    #expect(removed.allSatisfy { inventory.entries[$0] == nil })
    // Who is there and who has a name stays.
    #expect(inventory.entry(mac1)?.presence == .present)
    #expect(inventory.entry(privateMAC)?.marks.note == "mine")
    inventory.takeRound([seen(9, "mac-001132000077", at: 6_000_000)])
    #expect(inventory.entry("mac-001132000077")?.isNew == true)
  }

  @Test func `lets those go first who were there once and can't be recognised`() {
    var inventory = Inventory(limit: 5)
    let old = "mac-da1132000010"
    // A phone that comes each day, a guest, a printer.
    inventory.takeRound([seen(1, old, at: 0), seen(2, mac1, at: 0), seen(5, mac2, at: 0)])
    inventory.takeRound([seen(1, old, at: 4_000_000), seen(5, mac2, at: 4_000_000)])
    inventory.takeRound([seen(3, privateMAC, at: 5_000_000), seen(5, mac2, at: 5_000_000)])
    for time: Int64 in [6, 7] { inventory.takeRound([seen(5, mac2, at: time * 1_000_000)]) }
    inventory.takeRound([
      seen(5, mac2, at: 8_000_000), seen(11, "mac-001132000011"), seen(12, "mac-001132000012"),
    ])
    #expect(inventory.entry(privateMAC) == nil && inventory.entry(old) != nil)
    inventory.takeRound([
      seen(5, mac2, at: 9_000_000), seen(11, "mac-001132000011"), seen(12, "mac-001132000012"),
      seen(13, "mac-001132000013"),
    ])
    #expect(inventory.entry(old) == nil && inventory.entry(mac1) != nil)
    // Nobody who is there makes room, nor who is there again.
    inventory.takeRound([
      seen(2, mac1, at: 10_000_000), seen(5, mac2), seen(11, "mac-001132000011"),
      seen(12, "mac-001132000012"), seen(13, "mac-001132000013"), seen(14, "mac-001132000014"),
    ])
    #expect(inventory.entry(mac1)?.presence == .present)
    #expect(inventory.entry("mac-001132000014") == nil)
  }

  @Test func `lets passers-by go after a while`() throws {
    var inventory = Inventory()
    let marked = "mac-da1132000010"
    inventory.takeRound([
      seen(5, mac1), seen(6, privateMAC), seen(7, marked), seen(8, "mac-da1132000008"),
    ])
    inventory.update(try #require(inventory.slot(of: marked))) { $0.marks.isHidden = true }
    let slots = Set(
      [UInt8(6), 8].compactMap { last in
        inventory.ordered.first { $0.device.ip == .v4(IPv4Address(192, 168, 1, last)) }?.slot
      }
    )
    let before = inventory.log.cursor
    // Whoever has only just been missed is waited for. Somebody answers: the network is well.
    inventory.takeRound([seen(5, mac1)])
    inventory.dropExpired(seenBefore: Timestamp(milliseconds: 2000)) { _ in true }
    #expect(inventory.removedSlots(after: before).isEmpty)
    inventory.takeRound([seen(5, mac1)])
    inventory.dropExpired(seenBefore: Timestamp(milliseconds: 1000)) { _ in true }
    #expect(inventory.removedSlots(after: before).isEmpty)
    inventory.dropExpired(seenBefore: Timestamp(milliseconds: 2000)) { _ in true }
    #expect(Set(inventory.removedSlots(after: before)) == slots && slots.count == 2)
    #expect(inventory.entries.count == 2)
  }

  @Test func `knows a device by its last ids alone`() {
    var ids = Aliases()
    for number in 0..<100 { ids.add("id-\(number)", of: 1) }
    #expect(ids["id-83"] == nil && ids["id-84"] == 1 && ids["id-99"] == 1)
    // An id that comes again is the last.
    ids.add("id-84", of: 1)
    ids.add("id-100", of: 1)
    #expect(ids["id-84"] == 1 && ids["id-85"] == nil)
    ids.add("id-84", of: 2)
    ids.remove(1)
    #expect(ids["id-84"] == 2 && ids["id-100"] == nil)
    ids.add((0..<24).map { "name-\($0)" }, of: 3)
    #expect(ids["name-0"] == 3 && ids["name-15"] == 3 && ids["name-16"] == nil)
  }

  @Test func `knows a device that states many identifiers by its name and address, too`() throws {
    let stated = (0..<14).map { "id-\(1000 + $0)" }
    func heard(_ mac: String) -> RecognisableDevice {
      var device = seen(5, mac)
      device.identities = stated + [mac, "name-tv", "ip-192.168.1.5"]
      return device
    }
    var inventory = Inventory()
    for _ in 0..<3 { inventory.takeRound([heard(privateMAC)]) }
    let entry = try #require(inventory.entries.values.first)
    #expect(Set(entry.identities.all).isSuperset(of: heard(privateMAC).identities))
    // It makes up another link address.
    inventory.takeRound([heard("mac-da1132000099")])
    #expect(inventory.entries.count == 1)
  }

  @Test func `keeps the newest of too many identifiers, and places for name and address`() {
    let id = "mac-001132000001"
    var identities = IdentitySet([id, "name-tv", "ip-192.168.1.5"])
    for number in 0..<40 {
      let new = IdentitySet([id, "id-\(1000 + number)", "name-tv", "ip-192.168.1.5"])
      identities = identities.updated(by: new, keeping: id)
    }
    #expect(identities.all.first == id && identities.all.count == 24)
    #expect(identities.all.suffix(2) == ["name-tv", "ip-192.168.1.5"])
    #expect(identities.stated == Set((1019...1039).map { "id-\($0)" }))
    // Of many at once the first count, and repetitions take no places.
    let many = IdentitySet((0..<60).map { "id-\($0 / 2)" } + ["name-tv", "ip-192.168.1.5"])
    #expect(many.all.count == 24 && many.all.suffix(2) == ["name-tv", "ip-192.168.1.5"])
  }
}

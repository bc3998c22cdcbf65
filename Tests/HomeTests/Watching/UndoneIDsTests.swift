import HomeSupport
import Identification
import Testing
import Wire
@testable import Discovery
@testable import Home
@testable import Model

/// That an id means the device that has it, and after that nobody.
@Suite struct `The id of a device that was a part of another` {
  private static let later = Timestamp(milliseconds: 10_000_000)

  /// A home of three devices.
  private func home() -> Inventory {
    var inventory = Inventory()
    inventory.takeRound([seen(5, mac1), seen(6, privateMAC), seen(7, mac2)])
    return inventory
  }

  private func unite(
    _ id: String,
    into other: String,
    in inventory: inout Inventory
  ) throws -> IdentityEdit {
    let slot = try #require(inventory.slot(of: id))
    let into = try #require(inventory.slot(of: other))
    let made = inventory.unite(slot, into: into, at: Self.later)
    return try #require(made)
  }

  @Test(arguments: [false, true])
  func `means nobody once it was parted and is gone`(isRestarted: Bool) throws {
    var inventory = home()
    let edit = try unite(privateMAC, into: mac1, in: &inventory)
    if isRestarted { inventory = Inventory(inventory.entries.values.map(\.stored)) }
    #expect(inventory.slot(of: privateMAC) == edit.kept.slot)
    let isParted = inventory.part(edit, at: Self.later)
    #expect(isParted)
    #expect(inventory.slot(of: privateMAC) == edit.other.slot)
    inventory.remove(edit.other.slot)
    #expect(inventory.slot(of: privateMAC) == nil)
    #expect(inventory.slot(of: mac1) == edit.kept.slot)
  }

  @Test func `means nobody once it was split off and is gone`() throws {
    var inventory = home()
    let slot = try unite(privateMAC, into: mac1, in: &inventory).kept.slot
    inventory = Inventory(inventory.entries.values.map(\.stored))
    let made = inventory.split(slot, off: [privateMAC], Identifier(), at: Self.later)
    let edit = try #require(made)
    #expect(inventory.slot(of: privateMAC) == edit.other.slot)
    inventory.remove(edit.other.slot)
    #expect(inventory.slot(of: privateMAC) == nil)
    let again = Inventory(inventory.entries.values.map(\.stored))
    #expect(again.slot(of: privateMAC) == nil && again.slot(of: mac1) == slot)
    #expect(again.entries[slot]?.ties.former.count == 1, "its history stays")
  }

  @Test func `means the device that it became part of with another, until that is undone`() throws {
    var inventory = home()
    let first = try unite(privateMAC, into: mac2, in: &inventory)
    let second = try unite(mac2, into: mac1, in: &inventory)
    #expect(inventory.slot(of: privateMAC) == second.kept.slot)
    #expect(inventory.slot(of: mac2) == second.kept.slot)
    let isParted = inventory.part(second, at: Self.later)
    #expect(isParted)
    #expect(inventory.slot(of: privateMAC) == first.kept.slot)
    #expect(inventory.slot(of: mac2) == first.kept.slot)
    #expect(inventory.slot(of: mac1) == second.kept.slot)
  }

  @Test func `stays denied after a split is undone`() throws {
    var inventory = home()
    let slot = try unite(privateMAC, into: mac1, in: &inventory).kept.slot
    let other = try #require(inventory.slot(of: mac2))
    let made = inventory.split(slot, off: [privateMAC], Identifier(), at: Self.later)
    let edit = try #require(made)
    inventory.update(edit.other.slot) { $0.ties.part(from: other) }
    let isRejoined = inventory.rejoin(edit, at: Self.later)
    #expect(isRejoined)
    #expect(inventory.entries[slot]?.ties.distinct == [StoredDevice.Key(other)])
  }
}

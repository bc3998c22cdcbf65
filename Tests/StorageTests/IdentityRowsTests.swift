import GRDB
import Home
import Model
import Testing
@testable import Storage

@Suite struct `What is stored of merges` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private static let ties = DeviceTies(
    joined: ["mac-001132000001", "mac-da1132000003"],
    former: [
      DeviceTies.FormerSlot(slot: 7, until: Timestamp(milliseconds: 1_800_000_000_500)),
      DeviceTies.FormerSlot(
        slot: 8,
        until: Timestamp(milliseconds: 1_800_000_000_600),
        id: "mac-da1132000004"
      ),
    ],
    distinct: [9],
    earlier: [4, 5]
  )

  private static func edit(_ seq: UInt64) -> StoredEdit {
    var printer = StoredDevice.printer
    printer.ties = ties
    return StoredEdit(
      seq: seq,
      time: Timestamp(milliseconds: 1_800_000_000_000),
      kind: .merged,
      isAutomatic: true,
      kept: printer,
      other: .phone
    )
  }

  @Test func `are the ties of a device, for as long as it has some`() throws {
    var phone = StoredDevice.phone
    phone.ties = Self.ties
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([phone, .printer])
    }
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      #expect(try store.load() == [phone, .printer])
      try store.save([.phone])
      #expect(try store.load() == [.phone, .printer])
      try store.save([phone])
      try store.remove([phone.key])
      let rows = try store.queue.read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM tie") }
      #expect(rows == 0)
    }
  }

  @Test func `is what undoes them, with the devices in one transaction`() throws {
    do {
      let store = try SQLiteInventoryStore(directory: folder.path)
      try store.save([.phone, .printer])
      try store.write(
        [.printer],
        removing: [StoredDevice.phone.key],
        edits: StoredEditChange(added: Self.edit(41))
      )
      try store.write([], removing: [], edits: StoredEditChange(added: Self.edit(43)))
    }
    let store = try SQLiteInventoryStore(directory: folder.path)
    #expect(try store.load() == [.printer])
    #expect(try store.loadEdits() == [Self.edit(41), Self.edit(43)])
    try store.write([.phone], removing: [], edits: StoredEditChange(dropped: [41]))
    #expect(try store.loadEdits() == [Self.edit(43)])
  }

  @Test func `is left out where it says nothing to this version`() throws {
    let store = try SQLiteInventoryStore(directory: folder.path)
    try store.save([.phone])
    try store.write([], removing: [], edits: StoredEditChange(added: Self.edit(41)))
    try store.queue.write { database in
      try database.execute(sql: "INSERT INTO edit VALUES (42, '{}')")
      try database.execute(
        sql: "INSERT INTO tie VALUES (?, '[]')",
        arguments: [StoredDevice.phone.key]
      )
    }
    #expect(try store.load() == [.phone])
    #expect(try store.loadEdits() == [Self.edit(41)])
  }
}

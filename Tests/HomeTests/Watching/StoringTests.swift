import Glibc
import HomeSupport
import Identification
import Testing
import Wire
@testable import Probing
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model

@Suite(.timeLimit(.minutes(1))) struct `What the watch stores` {
  private let network = ControlledNetwork(
    .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
  )
  private let store = FickleStore()

  /// Runs a watch for as long as the test takes; its first round has begun.
  private func watching(_ work: (HomeWatch) async throws -> Void) async throws {
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      store: store,
      now: { Timestamp(milliseconds: 1_700_000_000_000) }
    )
    let run = Task { await watch.run() }
    var plans = network.plans.makeAsyncIterator()
    _ = await plans.next()
    try await work(watch)
    run.cancel()
    await run.value
  }

  @Test func `is identified with the registry that the watch was given`() async throws {
    let seen = Timestamp(milliseconds: 1_700_000_000_000)
    let facts: [Fact] = [
      .answered(rttMs: nil), .linkAddress(MACAddress(rawValue: 0xFCFF_AA00_0001)),
    ]
    let kept = StoredDevice(
      key: 0,
      identities: ["mac-fcffaa000001"],
      firstSeen: seen,
      lastSeen: seen,
      observations: facts.map { fact in
        Observation(
          time: seen,
          source: .neighbours,
          subject: .v4(IPv4Address(192, 168, 7, 9)),
          fact: fact
        )
      }
    )
    store.contents.withLock { $0.kept[0] = kept }
    let newer = try VendorTable(files: [Array("FC:FF:AA\tNew\tNewcomer Limited\n".utf8)])
    for (identifier, vendor) in [
      (Identifier(vendors: VendorRegistry(adding: newer)), "Newcomer"), (Identifier(), nil),
    ] as [(Identifier, String?)] {
      let watch = HomeWatch(
        on: network,
        sources: standardSources(for:),
        identifier: identifier,
        store: store,
        now: { seen }
      )
      await watch.load()
      let device = try #require(await watch.snapshot().devices.first)
      #expect(device.device.verdict.vendor == vendor)
      let explanation = try #require(await watch.explanation(of: device.id))
      #expect(explanation.blockMaker == vendor)
    }
  }

  /// A device answers and shows its link address.
  private func tell(_ mac: UInt64, at last: UInt8) {
    for fact in [Fact.answered(rttMs: nil), .linkAddress(MACAddress(rawValue: mac))] {
      network.tell(
        .observation(
          Observation(
            time: Timestamp(milliseconds: 1_700_000_000_000),
            source: .neighbours,
            subject: .v4(IPv4Address(192, 168, 7, last)),
            fact: fact
          )
        )
      )
    }
  }

  /// A device shows its link address; returns once the watch shows the device.
  private func show(_ mac: UInt64, at last: UInt8, in watch: HomeWatch) async {
    tell(mac, at: last)
    let id = Self.id(mac)
    let (snapshot, updates) = await watch.follow()
    if snapshot.devices.contains(where: { $0.id == id }) { return }
    for await update in updates where update.changed.contains(where: { $0.id == id }) { return }
  }

  private static func id(_ mac: UInt64) -> String {
    "mac-" + MACAddress(rawValue: mac).description.filter { $0 != ":" }
  }

  @Test func `of a device that the user names at once is all that is known of it`() async throws {
    try await watching { watch in
      await show(0xDA_1132_0000_09, at: 9, in: watch)
      let marked = try await watch.mark(Self.id(0xDA_1132_0000_09), MarkChange(name: "Guest"))
      let key = StoredDevice.Key(marked.slot)
      let kept = try #require(store.contents.withLock { $0.kept[key] })
      #expect(kept.marks.name == "Guest")
      let mac = Fact.linkAddress(MACAddress(rawValue: 0xDA_1132_0000_09))
      #expect(kept.observations.contains { $0.fact == mac })
    }
  }

  @Test func `goes on with the numbers of its changes over restarts`() async throws {
    var cursors: [ChangeCursor] = []
    for _ in 1...2 {
      try await watching { watch in
        await show(0xDA_1132_0000_09, at: 9, in: watch)
        if let last = cursors.last {
          // Of an earlier run nobody knows what was shown and never saved.
          #expect(await watch.changes(after: last).isSnapshot)
        }
        let cursor = await watch.snapshot().cursor
        #expect(await watch.changes(after: cursor).isSnapshot == false)
        cursors.append(cursor)
      }
    }
    #expect(cursors[0].epoch == cursors[1].epoch && cursors[0].seq < cursors[1].seq)
    store.contents.withLock { $0.failure = .diskFull(path: "/home.sqlite") }
    try await watching { watch in
      #expect(await watch.snapshot().cursor.epoch != cursors[0].epoch)
      #expect(await watch.changes(after: cursors[1]).isSnapshot)
    }
  }

  @Test func `is tried again until it is kept, each change once`() async throws {
    try await watching { watch in
      store.contents.withLock { $0.failure = .diskFull(path: "/home.sqlite") }
      await show(0xDA_1132_0000_09, at: 9, in: watch)
      await watch.save()
      #expect(store.contents.withLock { $0.kept }.isEmpty)
      store.contents.withLock { $0.failure = nil }
      await watch.save()
      #expect(store.contents.withLock { $0.kept.count } == 1)
      let written = store.contents.withLock { $0.order.count }
      await watch.save()
      #expect(store.contents.withLock { $0.order.count } == written, "nothing has changed since")
    }
  }

  @Test func `of a device that was saved in between is all that is known of it`() async throws {
    try await watching { watch in
      await show(0xDA_1132_0000_09, at: 9, in: watch)
      await watch.save()
      let kept = store.contents.withLock { Array($0.kept.values) }
      #expect(!kept.isEmpty && kept.allSatisfy { !$0.observations.isEmpty })
    }
  }

  @Test func `is left alone while it can't be read, and taken once it can`() async throws {
    let named = StoredDevice(
      key: 0,
      identities: ["mac-0011320000aa", "ip-192.168.7.5"],
      marks: Annotations(name: "Printer"),
      firstSeen: Timestamp(milliseconds: 1_690_000_000_000),
      lastSeen: Timestamp(milliseconds: 1_690_000_000_000)
    )
    try store.save([named])
    let failure = StoreError.failed(path: "/home.sqlite", why: "disk I/O error")
    store.contents.withLock { $0.loadFailure = failure }
    try await watching { watch in
      // It gets slot 0, which is the printer's in the store.
      await show(0x0011_3200_0009, at: 9, in: watch)
      await watch.save()
      let id = Self.id(0x0011_3200_0009)
      let error = WatchError.notStored(failure.message)
      await #expect(throws: error) { try await watch.mark(id, MarkChange(name: "TV")) }
      await #expect(throws: error) { try await watch.forget(id) }
      await #expect(throws: error) { try await watch.forgetAway() }
      await watch.loadAgain()
      #expect(store.contents.withLock { $0.kept } == [0: named])
      #expect(await watch.snapshot().status.storage.problem == failure.description)
      store.contents.withLock { $0.loadFailure = nil }
      let (_, updates) = await watch.follow()
      await watch.loadAgain()
      for await update in updates where !update.changed.isEmpty {
        #expect(update.changed.map(\.marks.name) == ["Printer"] && update.isSnapshot)
        break
      }
      let snapshot = await watch.snapshot()
      #expect(snapshot.devices.map(\.marks.name) == ["Printer"])
      #expect(snapshot.status.storage.problem == nil)
      _ = try await watch.mark("mac-0011320000aa", MarkChange(note: "upstairs"))
    }
    let kept = try #require(store.contents.withLock { $0.kept[0] })
    #expect(kept.marks == Annotations(name: "Printer", note: "upstairs"))
  }

  /// Two entries, of a device with a link address and of an address alone; while something is written,
  /// the device turns out to have that address.
  private func mergingWhileWriting(_ work: (HomeWatch) async throws -> Void) async throws {
    func stored(_ key: Int64, _ identities: String...) -> StoredDevice {
      StoredDevice(
        key: key,
        identities: identities,
        firstSeen: Timestamp(milliseconds: 1_690_000_000_000),
        lastSeen: Timestamp(milliseconds: 1_690_000_000_000)
      )
    }
    try store.save([
      stored(1, "mac-001132000009", "ip-192.168.7.5"), stored(2, "ip-192.168.7.9"),
    ])
    try await watching { watch in
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      let (reader, writer) = (ends[0], ends[1])
      defer {
        close(reader)
        close(writer)
      }
      store.contents.withLock { contents in
        contents.whileWriting = {
          Task {
            let (_, updates) = await watch.follow()
            tell(0x0011_3200_0009, at: 9)
            for await update in updates where update.removed.contains("ip-192.168.7.9") { break }
            _ = Glibc.write(writer, "1", 1)
          }
          var byte: UInt8 = 0
          _ = Glibc.read(reader, &byte, 1)
        }
      }
      try await work(watch)
    }
  }

  @Test func `of a device that goes up in another while it is named is the name`() async throws {
    try await mergingWhileWriting { watch in
      let marked = try await watch.mark("ip-192.168.7.9", MarkChange(name: "TV"))
      #expect(marked.slot == 1 && marked.marks.name == "TV")
    }
    let kept = store.contents.withLock { $0.kept }
    #expect(kept.keys.sorted() == [1] && kept[1]?.marks.name == "TV")
  }

  @Test func `of a device that goes up in another while it is forgotten is nothing`() async throws {
    try await mergingWhileWriting { watch in
      try await watch.forget("ip-192.168.7.9")
      #expect(await watch.device("ip-192.168.7.9") == nil)
      #expect(await watch.device("mac-001132000009") == nil)
    }
    #expect(store.contents.withLock { $0.kept }.isEmpty)
  }
}

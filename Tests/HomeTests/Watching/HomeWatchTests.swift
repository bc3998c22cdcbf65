import DemoHome
import Dispatch
import HomeSupport
import Testing
@testable import Wire
@testable import Probing
@testable import Networking
@testable import Discovery
@testable import Home
@testable import Model
import Simulation

@Suite(.timeLimit(.minutes(1))) struct `The watch` {
  private static let hosts = 6

  private func watch(
    _ store: any InventoryStore,
    tools: SharedTrafficLedger = SharedTrafficLedger()
  ) -> HomeWatch {
    HomeWatch(
      on: SimulatedNetwork(
        .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: Self.hosts)
      ),
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(60)),
      store: store,
      toolTraffic: tools,
      now: { Timestamp(milliseconds: 1_700_000_000_000) }
    )
  }

  /// Runs a watch until all devices are there, then does something with it.
  private func watching(
    _ store: any InventoryStore = MemoryInventoryStore(),
    tools: SharedTrafficLedger = SharedTrafficLedger(),
    _ work: (HomeWatch, InventoryDevice) async throws -> Void
  ) async throws {
    let watch = watch(store, tools: tools)
    let run = Task { await watch.run() }
    let (snapshot, updates) = await watch.follow()
    var cursor = snapshot.cursor
    var devices: [Int: InventoryDevice] = [:]
    for await update in updates {
      // Reading the store begins another epoch.
      #expect(update.cursor.epoch != cursor.epoch || update.cursor.seq > cursor.seq)
      cursor = update.cursor
      for device in update.changed { devices[device.slot] = device }
      if devices.count >= Self.hosts, update.status.scan.finished != nil {
        break
      }
    }
    let some = try #require(devices.values.first { !$0.device.isSelf && $0.device.ip.v4 != nil })
    try await work(watch, some)
    run.cancel()
    await run.value
  }

  @Test func `tells followers of every device, and keeps what it learnt`() async throws {
    let store = FickleStore()
    try await watching(store) { watch, _ in
      let snapshot = await watch.snapshot()
      #expect(snapshot.devices.count >= Self.hosts)
      #expect(snapshot.status.networks.map(\.interface) == ["eth0"])
    }
    let kept = store.contents.withLock { $0.kept }
    #expect(kept.count >= Self.hosts)
    #expect(kept.values.allSatisfy { $0.observations.count <= StoredDevice.mostObservations })
  }

  @Test func `has kept what the user says before it says yes`() async throws {
    let store = FickleStore()
    try await watching(store) { watch, device in
      let change = MarkChange(name: .some(" Kitchen "), category: .some(.speaker))
      let marked = try await watch.mark(device.id, change)
      #expect(marked.name == "Kitchen" && marked.category == .speaker)
      let key = StoredDevice.Key(device.slot)
      #expect(store.contents.withLock { $0.kept[key]?.marks.name } == "Kitchen")
      let without = try await watch.mark(device.id, MarkChange(name: .some(nil)))
      #expect(without.marks.name == nil && without.marks.category == .speaker)
      await #expect(throws: WatchError.self) {
        try await watch.mark(device.id, MarkChange(name: "a\u{1B}[31m"))
      }
      await #expect(throws: WatchError.noSuchDevice("nobody")) {
        try await watch.mark("nobody", MarkChange())
      }
      try await watch.forget(device.id)
      #expect(store.contents.withLock { $0.kept[key] } == nil)
    }
  }

  @Test func `says why nothing is kept, and goes on`() async throws {
    let store = FickleStore()
    try await watching(store) { watch, device in
      store.contents.withLock { $0.failure = .diskFull(path: "/home.sqlite") }
      await #expect(throws: WatchError.self) {
        try await watch.mark(device.id, MarkChange(note: "by the door"))
      }
      let snapshot = await watch.snapshot()
      #expect(snapshot.status.storage.problem?.contains("full") == true)
      #expect(await watch.device(device.id)?.marks.note == nil)
    }
  }

  @Test func `keeps what is written in the order in which it was asked to`() async throws {
    let store = FickleStore()
    let writer = StoreWriter(store)
    var device = StoredDevice(
      key: 1,
      identities: ["ip-192.168.7.1"],
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 0)
    )
    for number in 0..<100 {
      device.lastSeen = Timestamp(milliseconds: Int64(number))
      // Nobody waits for it: the next one comes after it all the same.
      _ = writer.write([device], removing: number % 10 == 0 ? [1] : [])
    }
    #expect(try await writer.load().get() == [device])
    #expect(store.contents.withLock { $0.order } == (0..<100).map { Int64($0) })
  }

  @Test func `keeps many writes that wait with one thread`() async throws {
    let store = FickleStore()
    let writer = StoreWriter(store)
    let device = StoredDevice(
      key: 1,
      identities: ["ip-192.168.7.1"],
      firstSeen: Timestamp(milliseconds: 0),
      lastSeen: Timestamp(milliseconds: 0)
    )
    // The first one waits for the others to stand in line.
    let gate = DispatchSemaphore(value: 0)
    store.contents.withLock { $0.whileWriting = { gate.wait() } }
    for _ in 0..<100 { _ = writer.write([device], removing: []) }
    gate.signal()
    _ = await writer.load()
    #expect(store.contents.withLock { $0.order.count } == 100)
    // A queue may change its thread, but doesn't start one for each write.
    #expect(store.contents.withLock { $0.threads.count } < 10)
  }

  @Test func `says how many findings were lost in the last round`() async throws {
    let network = ControlledNetwork(
      .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 2)
    )
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      now: { Timestamp(milliseconds: 1_700_000_000_000) }
    )
    let run = Task { await watch.run() }
    let (_, updates) = await watch.follow()
    var plans = network.plans.makeAsyncIterator()
    _ = await plans.next()
    network.lost.withLock { $0 = 5 }
    network.end()
    for await update in updates where !update.status.problems.isEmpty {
      #expect(update.status.problems.map(\.code) == ["findings_lost"])
      #expect(update.status.problems[0].text.hasPrefix("5 findings"))
      break
    }
    // The next round loses none.
    _ = await plans.next()
    network.end()
    for await update in updates where update.status.problems.isEmpty { break }
    run.cancel()
    await run.value
  }

  @Test func `tells what the tools beside it sent to a device`() async throws {
    let tools = SharedTrafficLedger()
    try await watching(tools: tools) { watch, device in
      // A simulated network counts what a scan sent once that has ended.
      var before = try #require(await watch.explanation(of: device.id)).sent
      while before.isEmpty {
        await Task.yield()
        before = try #require(await watch.explanation(of: device.id)).sent
      }
      #expect(!before.isEmpty && before.allSatisfy { $0.purpose != .tls })
      let scanned = before.first { $0.purpose == .ports }?.count.connections ?? 0
      tools.connected(to: device.device.ip, for: .tls)
      tools.wrote(to: device.device.ip, for: .tls, bytes: 517)
      tools.connected(to: device.device.ip, for: .ports)
      tools.connected(to: .v4(IPv4Address(198, 51, 100, 1)), for: .whois)
      let sent = try #require(await watch.explanation(of: device.id)).sent
      let tls = sent.first { $0.purpose == .tls }
      #expect(tls?.target == device.device.ip)
      #expect(tls?.count.connections == 1 && tls?.count.messages == 1 && tls?.count.bytes == 517)
      let ports = sent.filter { $0.target == device.device.ip && $0.purpose == .ports }
      #expect(ports.map(\.count.connections) == [scanned + 1])
      #expect(sent.allSatisfy { $0.purpose != .whois })
    }
  }

  @Test func `stops and starts scans`() async throws {
    try await watching { watch, device in
      #expect(await watch.startScan().activity == .running)
      #expect(await watch.stopScan().activity == .idle)
      try await watch.rescan(device.id)
      let explanation = try #require(await watch.explanation(of: device.id))
      #expect(explanation.device.id == device.id)
    }
  }

  @Test func `asks those whom the user wants asked one after the other, and tells which it can't`()
    async throws
  {
    try await watching { watch, device in
      try await watch.rescan(device.id)
      try await watch.rescan(device.id)
      await #expect(throws: WatchError.noSuchDevice("nobody")) { try await watch.rescan("nobody") }
    }
    let store = FickleStore()
    try store.save([
      StoredDevice(
        key: 1,
        identities: ["ip-10.99.0.7"],
        firstSeen: Timestamp(milliseconds: 0),
        lastSeen: Timestamp(milliseconds: 0)
      )
    ])
    let watch = watch(store)
    await watch.load()
    let id = try #require(await watch.snapshot().devices.first?.device.id)
    do {
      try await watch.rescan(id)
      Issue.record("it was asked")
    } catch {
      guard case .notAskable(let why) = error else { throw error }
      #expect(why.contains("no network that is watched"))
    }
  }

  @Test func `lets as many be asked as have room, in their order`() {
    var queue = RescanQueue()
    var haveRoom: [Bool] = []
    for slot in 1...RescanQueue.limit { haveRoom.append(queue.add(slot)) }
    #expect(!haveRoom.contains(false))
    let again = queue.add(7)
    #expect(again, "who waits already goes on waiting")
    var late = queue.add(1000)
    #expect(!late)
    let none = queue.next(asking: RescanQueue.atOnce)
    #expect(none == nil)
    queue.remove(1)
    let first = queue.next(asking: RescanQueue.atOnce - 1)
    #expect(first == 2)
    #expect(!queue.contains(2))
    late = queue.add(1000)
    #expect(late)
    #expect(queue.contains(1000))
  }

  @Test func `begins afresh after the machine slept, and calls nobody gone`() async throws {
    let clock = Lock((slept: Duration.zero, now: Int64(1_700_000_000_000)))
    let watch = HomeWatch(
      on: SimulatedNetwork(
        .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: Self.hosts)
      ),
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      store: MemoryInventoryStore(),
      now: { Timestamp(milliseconds: clock.withLock { $0.now }) },
      slept: { clock.withLock { $0.slept } }
    )
    let run = Task { await watch.run() }
    let (_, updates) = await watch.follow()
    var devices: [Int: InventoryDevice] = [:]
    var hasSlept = false
    for await update in updates {
      for device in update.changed {
        devices[device.slot] = device
        #expect(device.presence != .away)
      }
      #expect(!hasSlept || update.removed.isEmpty)
      if !hasSlept, devices.count >= Self.hosts, update.status.scan.finished != nil {
        hasSlept = true
        clock.withLock { $0 = ($0.slept + .seconds(7200), $0.now + 7_200_000) }
      } else if hasSlept, let started = update.status.scan.started,
        started.milliseconds > 1_700_007_000_000,
        devices.values.allSatisfy({ $0.presence == .present })
      {
        break
      }
    }
    #expect(hasSlept)
    run.cancel()
    await run.value
  }
}

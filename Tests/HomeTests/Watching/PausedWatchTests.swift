import HomeSupport
import Testing
import Wire
@testable import Probing
@testable import Discovery
@testable import Home
@testable import Model

@Suite(.timeLimit(.minutes(1))) struct `A watch that is stopped or paused` {
  private let network = ControlledNetwork(
    .plain(IPv4Prefix(IPv4Address(192, 168, 7, 0), length: 24), hosts: 6)
  )

  /// Runs a watch for as long as the test takes.
  private func watching(
    _ work: (HomeWatch, inout AsyncStream<ScanPlan>.Iterator) async throws -> Void
  ) async throws {
    let watch = HomeWatch(
      on: network,
      sources: standardSources(for:),
      options: WatchOptions(every: .seconds(3600)),
      now: { Timestamp(milliseconds: 1_700_000_000_000) }
    )
    let run = Task { await watch.run() }
    var plans = network.plans.makeAsyncIterator()
    try await work(watch, &plans)
    run.cancel()
    await run.value
  }

  /// The state of the scan once it is as wanted.
  private func scan(
    of watch: HomeWatch,
    where isWanted: (WatchStatus.ScanState) -> Bool
  ) async -> WatchStatus.ScanState? {
    let (snapshot, updates) = await watch.follow()
    if isWanted(snapshot.status.scan) { return snapshot.status.scan }
    for await update in updates where isWanted(update.status.scan) { return update.status.scan }
    return nil
  }

  @Test func `a stop ends this sweep, and the next one comes at its time`() async throws {
    try await watching { watch, plans in
      let sweep = try #require(await plans.next())
      #expect(!sweep.listensOnly)
      let sweeps = await watch.isSweeping
      #expect(sweeps)
      let stopped = await watch.stopScan()
      #expect(stopped.activity == .idle && !stopped.paused)
      #expect(stopped.next != nil && stopped.progress == nil && stopped.share == nil)
      // What the ended scan still tells finishes nothing.
      network.tell(.swept)
      let listening = try #require(await plans.next())
      #expect(listening.listensOnly)
      let sweepsStill = await watch.isSweeping
      #expect(!sweepsStill, "a round that only listens is no sweep")
      #expect((.seconds(3500)...(.seconds(3600))).contains(try #require(listening.lasting)))
      network.tell(.swept)
      #expect(await watch.stopScan() == stopped, "there is nothing to stop")
      #expect(await watch.snapshot().status.scan.finished == nil)
      network.end()
      let next = try #require(await plans.next())
      #expect(!next.listensOnly)
    }
  }

  @Test func `a paused watch only listens, but for what is asked for`() async throws {
    try await watching { watch, plans in
      _ = await plans.next()
      network.tell(.swept)
      _ = await scan(of: watch) { $0.finished != nil }
      let paused = await watch.setPaused(true)
      #expect(paused.paused && paused.next == nil && paused.activity == .idle)
      #expect(await plans.next()?.listensOnly == true)
      let told = try await watch.changes(HistoryQuery(ChangeQuery())).changes.map(\.change.kind)
      #expect(told == [.watchPaused])
      network.end()
      #expect(await plans.next()?.listensOnly == true, "no sweep comes by itself")
      let started = await watch.startScan()
      #expect(started.paused && started.activity == .running && started.next == nil)
      #expect(await plans.next()?.listensOnly == false)
      network.tell(.swept)
      #expect(await plans.next()?.listensOnly == true, "it stays paused")
      let resumed = await watch.setPaused(false)
      #expect(!resumed.paused && resumed.next != nil)
      let waiting = try #require(await plans.next())
      #expect(waiting.listensOnly, "the sweep that was asked for is not an hour ago")
      network.end()
      #expect(await plans.next()?.listensOnly == false)
    }
  }

  @Test func `a sweep that runs when the watch is paused is finished`() async throws {
    try await watching { watch, plans in
      _ = await plans.next()
      let paused = await watch.setPaused(true)
      #expect(paused.activity == .running && paused.paused && paused.next == nil)
      network.tell(.swept)
      #expect(await plans.next()?.listensOnly == true)
      #expect(await watch.snapshot().status.scan.finished != nil)
    }
  }
}

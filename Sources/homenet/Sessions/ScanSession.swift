import Discovery
import Identification
import LinuxNetwork
import Logging
import Model
import Networking
import Probing

/// Runs a scan, shows it, records it, and ends it on a signal.
struct ScanSession {
  var arguments: ScanArguments
  var identifier: Identifier

  private enum Event: Sendable {
    case scan(ScanEvent)
    case resized
  }

  /// Scans the network; `elapsed_ms` counts from the instant.
  func scan(on network: LinuxNetwork, since instant: ContinuousClock.Instant) async throws {
    let log = StepLog(try arguments.logLevels(usual: .critical))
    var options = arguments.options
    options.leastStepLevel = log.leastLevel
    let planned = try await Self.plan(options, on: network)
    let started = Timestamp.now
    let recorder = try arguments.record.map { path in
      try RecordingFile(
        path: path,
        header: Recording.Header(started: started, networks: planned.networks)
      )
    }
    let evidence = try evidenceFile()
    let scan = Scan(
      planned,
      on: network,
      sources: { [identifier] in standardSources(for: $0, identifier: identifier) },
      identifier: identifier,
      started: started,
      instant: instant,
      tellsObservations: recorder != nil,
      onStep: log.sink
    )
    let events = BoundedQueue<Event>(most: 16)
    let signals = Signals(
      onEnd: { scan.interrupt() },
      onResize: { events.offer(.resized) }
    )
    let forwarding = Task {
      for await event in scan.events { await events.send(.scan(event)) }
      events.finish()
    }
    defer {
      events.close()
      forwarding.cancel()
    }
    var renderer = self.renderer(isLogged: log.isWanted)
    var recordingFailure: (any Error)?
    // A write error ends the recording, not the scan.
    func record(_ write: (RecordingFile) throws -> Void) {
      guard let recorder, recordingFailure == nil else { return }
      do { try write(recorder) } catch { recordingFailure = error }
    }
    while let event = await events.next() {
      switch event {
      case .resized: renderer.redraw()
      case .scan(.observation(let observation)): record { try $0.write(observation) }
      case .scan(.update(let update)):
        renderer.show(update)
        if !renderer.hasReader { scan.interrupt() }
      case .scan(.finished(let result)):
        record { try $0.finish(result) }
        try renderer.finish(result)
        try evidence?.write(result.devices, isAnonymous: arguments.anonymise)
        try conclude(result)
      }
    }
    withExtendedLifetime(signals) {}
    if let recordingFailure { throw recordingFailure }
  }

  func replay(_ recording: Recording) throws {
    let evidence = try evidenceFile()
    var renderer = self.renderer(isLive: false)
    for event in recording.replay(identifier: identifier) {
      switch event {
      case .observation: continue
      case .update(let update): renderer.show(update)
      case .finished(let result):
        try renderer.finish(result)
        try evidence?.write(result.devices, isAnonymous: arguments.anonymise)
        try conclude(result)
      }
    }
  }

  /// Created before the scan, so that an error comes first.
  private func evidenceFile() throws(Failure) -> EvidenceFile? {
    guard let path = arguments.evidence else { return nil }
    return try EvidenceFile(path: path)
  }

  /// This machine's network, with the sending policy that the options ask for.
  static func network(
    allowPublic: Bool,
    publicResolvers: Bool
  ) throws(Failure) -> LinuxNetwork {
    try Failure.attempting("can't reach this machine's network") { () throws(LocalFailure) in
      try LinuxNetwork(allowPublic: allowPublic, allowPublicResolvers: publicResolvers)
    }
  }

  static func plan(
    _ options: ScanOptions,
    on network: LinuxNetwork
  ) async throws(Failure) -> PlannedScan {
    let configuration: NetworkConfiguration
    do {
      configuration = try await network.configuration()
    } catch {
      throw Failure(error, during: "can't read this machine's network")
    }
    do {
      let planner = ScanPlanner(
        configuration: configuration,
        options: options,
        canUseRawSockets: await network.capabilities().packetSocket.works
      )
      return try planner.plan()
    } catch {
      throw Failure(error)
    }
  }

  /// The renderer for the options; log lines exclude the live table and the status line.
  private func renderer(isLive: Bool = true, isLogged: Bool = false) -> any ScanRenderer {
    let status = StatusLine(isQuiet: arguments.quiet || !isLive || isLogged)
    if arguments.watch { return WatchRenderer(status: status) }
    if isLive, !isLogged, arguments.format == .text, StandardStream.output.canMoveCursor {
      return LiveTableRenderer(isQuiet: arguments.quiet)
    }
    return ResultRenderer(format: arguments.format, status: status)
  }

  /// Prints the summary on standard error; throws if nothing could be sent.
  private func conclude(_ result: ScanResult) throws(Failure) {
    if let failure = Failure(of: result) { throw failure }
    guard !arguments.quiet else { return }
    let summary = ScanSummary(result: result, isVerbose: arguments.verbose)
    for line in summary.lines { StandardStream.error.writeLine(line) }
  }
}

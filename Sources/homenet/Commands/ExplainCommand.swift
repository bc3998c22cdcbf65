import ArgumentParser
import HomeNet
import Net
import Wire

/// `homenet explain`.
struct ExplainCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say what one device is, why, and what was sent to it to learn it.",
    discussion: """
      DEVICE is an id, an address, a MAC, or a name that only one device has. With --replay it is \
      looked up in a recording made by scan --record; without, the device alone is asked, and must \
      be named by its IPv4 address, or by a MAC that the kernel remembers.

      Exit codes: 0 done, 1 it doesn't answer, 2 usage (also: no such device in the recording, or \
      several, which are listed), 3 not permitted, no network or interface down.
      """
  )

  /// One device has no rows for CSV.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case text, json
  }

  @Argument(help: "An id, address, MAC or name.")
  var device: String

  @Option(
    help: ArgumentHelp("Look in a recorded scan; needs no network.", valueName: "file"),
    completion: .file()
  )
  var replay: String?

  @Option(help: "text or json.")
  var format: Format = .text

  @Flag(help: "Ask an address on the Internet, too.")
  var allowPublic = false

  func run() async throws {
    let query = DeviceQuery(device)
    if let replay {
      for case .finished(let result) in try RecordingFile.read(replay).replay() {
        try explain(query, in: result, isLive: false)
      }
    } else {
      try explain(query, in: try await ask(query), isLive: true)
    }
  }

  private func explain(_ query: DeviceQuery, in result: ScanResult, isLive: Bool) throws {
    let matches = query.matches(in: result.devices)
    guard let found = matches.first else {
      throw isLive
        ? Failure("\(device) doesn't answer", .badFinding)
        : Failure("no device in the recording is '\(device)'", .usage)
    }
    guard matches.count == 1 else {
      StandardStream.error.writeLine("homenet: '\(DisplayText.safe(device))' can be:")
      for match in matches {
        let parts = [match.ip.description, match.id, match.verdict.name ?? "without a name"]
        StandardStream.error.writeLine("  " + DisplayText.safe(parts.joined(separator: "  ")))
      }
      throw ExitCode(Failure.Status.usage.rawValue)
    }
    let explanation = Explanation(found, in: result.traffic)
    switch format {
    case .json:
      StandardStream.output.writeLine(try JSONText.encode(explanation))
    case .text:
      let text = ExplanationText(style: Style(isColoured: StandardStream.output.wantsColour))
      for line in text.lines(explanation) { StandardStream.output.writeLine(line) }
    }
  }

  /// Scans the one address, and nothing else.
  private func ask(_ query: DeviceQuery) async throws -> ScanResult {
    let network: LinuxNetwork
    do {
      network = try LinuxNetwork(allowPublic: allowPublic, allowPublicResolvers: false)
    } catch {
      throw Failure(error, during: "can't reach this machine's network")
    }
    let address = try await address(of: query, on: network)
    var options = ScanOptions()
    options.networks = [.prefix(IPv4Prefix(address, length: 32))]
    options.allowsPublicTargets = allowPublic
    let planned = try await ScanSession.plan(options, on: network)
    let scan = Scan(planned, on: network, started: .now)
    let signals = Signals(onEnd: { scan.interrupt() })
    defer { withExtendedLifetime(signals) {} }
    if StandardStream.error.canMoveCursor { StandardStream.error.write("asking \(address) …") }
    defer { if StandardStream.error.canMoveCursor { StandardStream.error.write("\r\u{1B}[K") } }
    for await event in scan.events {
      guard case .finished(let result) = event else { continue }
      if let failure = ScanSummary.failure(of: result) { throw failure }
      return result
    }
    throw Failure("interrupted", .badFinding)
  }

  private func address(
    of query: DeviceQuery,
    on network: LinuxNetwork
  ) async throws -> IPv4Address {
    if let address = query.address {
      guard let v4 = address.v4 else {
        throw Failure("\(address): name it by its IPv4 address, or use --replay", .usage)
      }
      return v4
    }
    guard let mac = query.mac else {
      throw Failure(
        "finding '\(device)' would mean to ask everybody: name it by its address, or use --replay",
        .usage
      )
    }
    for await addresses in network.run(NeighbourLookup(mac)) {
      if addresses.count > 1 {
        let list = addresses.map(\.description).joined(separator: ", ")
        throw Failure("\(mac) answers for several addresses: \(list)", .usage)
      }
      if let address = addresses.first { return address }
    }
    throw Failure("the kernel remembers no address of \(mac): name it by its address", .usage)
  }
}

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
      looked up in a recording made by scan --record. Without, the device alone is asked what it is; \
      by an id, a name or a MAC that the kernel doesn't remember it is looked for first: everybody \
      on the networks is asked for addresses and names, and nothing else.

      Exit codes: 0 done, 1 it doesn't answer or isn't there, 2 usage (also: no such device in the \
      recording, or several, which are listed), 3 not permitted, no network or interface down.
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
      let (address, result) = try await ask(query)
      try explain(DeviceQuery(address.description), in: result, isLive: true)
    }
  }

  private func explain(_ query: DeviceQuery, in result: ScanResult, isLive: Bool) throws {
    let found = try only(
      query.matches(in: result.devices),
      otherwise: isLive
        ? Failure("\(device) doesn't answer", .badFinding)
        : Failure("no device in the recording is '\(device)'", .usage)
    )
    let explanation = Explanation(found, in: result.traffic)
    switch format {
    case .json:
      StandardStream.output.writeLine(try JSONText.encode(explanation))
    case .text:
      let text = ExplanationText(style: Style(isColoured: StandardStream.output.wantsColour))
      for line in text.lines(explanation) { StandardStream.output.writeLine(line) }
    }
  }

  /// The one device that is meant; several are listed.
  func only(_ matches: [Device], otherwise failure: Failure) throws -> Device {
    guard let found = matches.first else { throw failure }
    guard matches.count > 1 else { return found }
    StandardStream.error.writeLine("homenet: '\(DisplayText.safe(device))' can be:")
    for match in matches {
      let parts = [match.ip.description, match.id, match.verdict.name ?? "without a name"]
      StandardStream.error.writeLine("  " + DisplayText.safe(parts.joined(separator: "  ")))
    }
    throw ExitCode(Failure.Status.usage.rawValue)
  }
}

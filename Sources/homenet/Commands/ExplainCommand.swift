import ArgumentParser
import Discovery
import Home
import Model
import Wire

/// `homenet explain`.
struct ExplainCommand: AsyncParsableCommand, ListensToSignals {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    _superCommandName: Program.name,
    abstract: "Say what one device is, why, and what was sent to it to learn it.",
    discussion: """
      DEVICE is an id, an address, a MAC, or a name that only one device has. With --replay it is \
      looked up in a recording made by scan --record. Without, the device alone is asked what it is; \
      by an id, a name or a MAC that the kernel doesn't remember it is looked for first: all devices \
      on the networks are asked for addresses and names, and nothing else.

      What homenet serve remembers helps: a device can be named as you call it, and one that \
      doesn't answer is explained by what is remembered. With --stored no device is asked.

      Exit codes: 0 done, 1 it doesn't answer or isn't there, 2 usage (also: no such device in the \
      recording or the inventory, or several, which are listed), 3 not permitted, no network or \
      interface down.
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

  @Flag(help: "Look in the inventory; needs no network.")
  var stored = false

  @Option(
    help: ArgumentHelp("Where homenet serve keeps the inventory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text or json.")
  var format: Format = .text

  @Flag(help: "Ask an address on the Internet, too.")
  var allowPublic = false

  func validate() throws {
    try ListenArguments.check(data: data)
    guard device.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("DEVICE is empty; name an id, an address, a MAC or a name")
    }
    if stored, replay != nil { throw ValidationError("--stored and --replay exclude each other") }
    if data != nil, replay != nil {
      throw ValidationError("--data and --replay exclude each other")
    }
  }

  func run() async throws {
    let query = DeviceQuery(device)
    if let replay {
      for case .finished(let result) in try RecordingFile.read(replay).replay() {
        let matches = query.matches(in: result.devices)
        try refuseSeveral(matches)
        guard let found = matches.first else {
          throw Failure("no device in the recording is '\(device)'", .usage)
        }
        try show(Explanation(found, in: result.traffic))
      }
    } else if stored {
      try explainRemembered(query)
    } else {
      try await explainLive(query)
    }
  }

  /// Prints the explanation.
  func show(_ explanation: Explanation) throws {
    switch format {
    case .json:
      StandardStream.output.writeLine(try JSONText.encode(explanation))
    case .text:
      let text = ExplanationText(style: Style(isColoured: StandardStream.output.wantsColour))
      for line in text.lines(explanation) { StandardStream.output.writeLine(line) }
    }
  }

  /// Lists the devices and ends where several are meant.
  func refuseSeveral(_ matches: [Device]) throws {
    guard matches.count > 1 else { return }
    StandardStream.error.writeLine("homenet: '\(DisplayText.safe(device))' can be:")
    for match in matches {
      let parts = [match.ip.description, match.id, match.verdict.name ?? "without a name"]
      StandardStream.error.writeLine("  " + DisplayText.safe(parts.joined(separator: "  ")))
    }
    throw ExitCode(Failure.Status.usage.rawValue)
  }
}

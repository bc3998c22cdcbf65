public import ArgumentParser
import Home
import LinuxNetwork
public import Model
import Wire

struct EventsCommand: AsyncParsableCommand, SignalHandling {
  static let configuration = CommandConfiguration(
    commandName: "events",
    _superCommandName: Program.name,
    abstract: "List what changed in the home: who came, who left, what is new.",
    discussion: """
      The changes are those that `homenet serve` stored; it can run meanwhile, and nothing is sent. \
      The last 100 are listed, or with --since all of that time. DEVICE is an id, an address, a MAC, \
      or a name that only one device has.

      TIME is RFC 3339 (2026-03-01T18:00:00Z) or a duration back from now (2h, 7d).

      Exit codes: 0 done (also if nothing changed, and after Ctrl-C), 2 usage (also: no such device, \
      or several, which are listed), 3 the history can't be read.
      """
  )

  @Flag(name: .shortAndLong, help: "Go on and print changes as they are stored, a line each.")
  var follow = false

  // Else a value that begins with a hyphen would be said to be missing.
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Changes at or after this time only.", valueName: "time"),
    transform: Moment.init(parsing:)
  )
  var since: Moment?

  @Option(help: "Changes of this device only.")
  var device: String?

  @Option(
    name: .customLong("kind"),
    help: ArgumentHelp("Changes of this kind only; repeatable.", valueName: "kind")
  )
  var kinds: [HomeChange.Kind] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("List at most so many, the last ones.", valueName: "count")
  )
  var limit: Int?

  @Option(
    help: ArgumentHelp("Read the history in this directory.", valueName: "directory"),
    completion: .directory
  )
  var data: String?

  @Option(help: "text, json or csv.")
  var format: OutputFormat = .text

  @Flag(name: .shortAndLong, help: "Print only failures on standard error.")
  var quiet = false

  /// How many changes are listed where neither a time nor a number is given.
  private static let usualCount = 100

  func validate() throws {
    try ListenArguments.check(data: data)
    if let limit, !(0...StoredHistory.mostChanges).contains(limit) {
      throw ValidationError("--limit is from 0 to \(StoredHistory.mostChanges)")
    }
    if device == "" { throw ValidationError("--device needs an id, an address, a MAC or a name") }
  }

  func run() async throws {
    let directory = try StoredInventory.directory(data)
    let slot = try device.map { try self.slot(of: $0) }
    let query = ChangeQuery(
      since: since?.time(now: .now),
      kinds: kinds.isEmpty ? nil : Set(kinds)
    )
    let most = limit ?? (since == nil ? Self.usualCount : StoredHistory.mostChanges)
    let session = try EventSession(
      StoredHistory(directory: directory),
      format: format,
      query: query,
      of: slot,
      most: most
    )
    guard follow else {
      Signals.release()
      if try session.list() == 0, limit != 0, !quiet {
        let words =
          try session.history.lastNumber() > 0
          ? "none of the changes that are stored in \(directory) is such a one"
          : "no change is stored in \(directory) yet; 'homenet serve' stores them"
        StandardStream.error.writeLine(DisplayText.safe(words))
      }
      return
    }
    let work = Task {
      var session = session
      try await session.follow()
    }
    let signals = Signals(onEnd: { work.cancel() })
    try await work.value
    withExtendedLifetime(signals) {}
  }

  /// The slot of the only device that is meant.
  private func slot(of name: String) throws -> Int {
    let inventory = try StoredInventory(in: data, identifier: useNewestVendors())
    let matches = inventory.matches(DeviceQuery(name))
    guard let match = matches.first else {
      let words = inventory.devices.isEmpty ? inventory.advice : "no stored device is '\(name)'"
      throw Failure(words, .usage)
    }
    guard matches.count == 1 else {
      StandardStream.error.writeLine("homenet: '\(DisplayText.safe(name))' can be:")
      for match in matches {
        let parts = [
          match.device.knownIP?.description ?? "-", match.id, match.name ?? "without a name",
        ]
        StandardStream.error.writeLine("  " + DisplayText.safe(parts.joined(separator: "  ")))
      }
      throw ExitCode(Failure.Status.usage.rawValue)
    }
    return match.slot
  }
}

extension EventsCommand: IdentifyingCommand {
  var vendorDirectory: String? { data }
}

extension HomeChange.Kind: ExpressibleByArgument {}

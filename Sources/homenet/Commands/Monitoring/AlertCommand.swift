public import ArgumentParser
import Model
public import Monitoring

struct AlertCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "alert",
    _superCommandName: Program.name,
    abstract: "List alerts and rules, mute what is known, acknowledge incidents.",
    discussion: """
      A running `homenet serve` is asked over the socket in its data directory; where none runs, what \
      is stored is read and changed.

      Exit codes: 0 done, 2 usage (also: no such monitor or incident), 3 the store can't be used.
      """,
    subcommands: [
      List.self, Rules.self, MuteSubject.self, Unmute.self, Acknowledge.self,
    ]
  )
}

extension AlertCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List what was told, and what waits to be told, the newest first."
    )

    @Option(help: ArgumentHelp("waiting, sent, held or given_up only.", valueName: "state"))
    var state: Alert.State?

    @Option(
      parsing: .unconditional,
      help: ArgumentHelp("List at most so many (50), up to 200.", valueName: "count")
    )
    var limit = 50

    @OptionGroup var arguments: ListArguments

    func validate() throws {
      guard (1...200).contains(limit) else { throw ValidationError("--limit is from 1 to 200") }
    }

    func run() async throws {
      let alerts = try arguments.place.access().alerts(in: state, limit: limit)
      let isText = arguments.format == .text
      let listing = AlertTables.alerts(alerts) { time in
        isText ? Timestamp(time).map(Self.minute) ?? time : time
      }
      try MonitoringOutput.write(
        listing,
        of: alerts,
        as: arguments.format,
        schema: "homenet.alerts/1",
        key: "alerts"
      )
      if alerts.isEmpty, !arguments.quiet { MonitoringOutput.hint("there are no such alerts") }
    }

    /// `2026-03-01 18:04`, in local time.
    private static func minute(_ time: Timestamp) -> String {
      let offset = LocalTime.offset(at: time)
      let local = Timestamp(milliseconds: time.milliseconds + offset * 1000).description
      return "\(local.prefix(10)) \(local.dropFirst(11).prefix(5))"
    }
  }

  struct Rules: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rules",
      abstract: "List the rules: which news go to which channels."
    )

    @OptionGroup var arguments: ListArguments

    func run() async throws {
      let rules = try arguments.place.access().rules()
      try MonitoringOutput.write(
        AlertTables.rules(rules),
        of: rules,
        as: arguments.format,
        schema: "homenet.rules/1",
        key: "rules"
      )
      if rules.isEmpty, !arguments.quiet {
        MonitoringOutput.hint("there are no rules yet: one is made with the first channel")
      }
    }
  }

  /// What is muted, or no longer.
  struct SubjectArguments: ParsableArguments {
    @Option(help: ArgumentHelp("A monitor: its id, or its name.", valueName: "monitor"))
    var monitor: String?

    @Option(help: ArgumentHelp("A device, by its id.", valueName: "id"))
    var device: String?

    @Flag(help: "Everything.")
    var all = false

    func validate() throws {
      guard [monitor != nil, device != nil, all].count(where: { $0 }) == 1 else {
        throw ValidationError("give one of --monitor, --device and --all")
      }
    }

    func subject(_ access: MonitoringAccess) throws(Failure) -> Mute.Subject {
      if let monitor {
        return .monitor(try access.monitor(monitor)["id"]?.string ?? monitor)
      }
      return device.map { .device($0) } ?? .everything
    }
  }

  struct MuteSubject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "mute",
      abstract: "Tell nothing of a monitor, a device or everything for a time."
    )

    @OptionGroup var subject: SubjectArguments

    @Option(
      name: .customLong("for"),
      help: ArgumentHelp("How long: 1h, 7d, or ever.", valueName: "duration")
    )
    var length = "1h"

    @OptionGroup var arguments: ItemArguments

    func validate() throws { _ = try milliseconds() }

    /// `nil` for ever.
    private func milliseconds() throws -> Int64? {
      guard length != "ever" else { return nil }
      guard let milliseconds = DurationText.milliseconds(length), milliseconds >= 1000,
        milliseconds <= 366 * 86_400_000
      else {
        throw ValidationError("--for: '\(length)' is neither a duration such as 1h or 7d nor ever")
      }
      return Int64(milliseconds.rounded())
    }

    func run() async throws {
      let access = try arguments.place.access()
      let mutes = try access.mute(try subject.subject(access), milliseconds: try milliseconds())
      try AlertCommand.write(mutes, arguments.format)
    }
  }

  struct Unmute: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "unmute",
      abstract: "Tell news of it again."
    )

    @OptionGroup var subject: SubjectArguments

    @OptionGroup var arguments: ItemArguments

    func run() async throws {
      let access = try arguments.place.access()
      try AlertCommand.write(try access.unmute(try subject.subject(access)), arguments.format)
    }
  }

  struct Acknowledge: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "acknowledge",
      abstract: "Note that you know of an incident: it is not told again until it ends."
    )

    @Argument(help: "The incident's number; homenet monitor show says it.")
    var incident: Int64

    @OptionGroup var arguments: ItemArguments

    func run() async throws {
      let known = try arguments.place.access().acknowledge(incident)
      switch arguments.format {
      case .json: try MonitoringOutput.writeJSON("homenet.incident/1", known)
      case .text: MonitoringOutput.say("incident \(incident) is acknowledged")
      }
    }
  }

  /// What is muted now.
  fileprivate static func write(_ mutes: [FieldValue], _ format: TextOrJSON) throws {
    switch format {
    case .json: try MonitoringOutput.writeJSON("homenet.mutes/1", ["mutes": .list(mutes)])
    case .text:
      if mutes.isEmpty { return MonitoringOutput.say("nothing is muted") }
      MonitoringOutput.write(mutes.map { DisplayText.safe(AlertTables.words(ofMute: $0)) })
    }
  }
}

extension Alert.State: ExpressibleByArgument {}

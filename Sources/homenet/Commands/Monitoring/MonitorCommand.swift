import ArgumentParser
import LinuxNetwork
import Model
import Monitoring
import Wire

struct MonitorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "monitor",
    _superCommandName: Program.name,
    abstract: "List, add and check monitors: hosts and services that homenet serve watches.",
    discussion: """
      A running `homenet serve` is asked over the socket in its data directory. Where none runs, list, \
      show, add, remove, pause and resume use what is stored.

      MONITOR is an id, or a name that only one monitor has. Monitors that the configuration file \
      declares can only be changed there.

      Exit codes: 0 done, 1 a checked target is down, 2 usage (also: no such monitor), 3 no server \
      runs, or the store can't be used.
      """,
    subcommands: [
      List.self, Show.self, Add.self, Pause.self, Resume.self, Remove.self, Check.self,
      Suggest.self,
    ]
  )
}

extension MonitorCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the monitors, the worst state first."
    )

    @OptionGroup var arguments: ListArguments

    func run() async throws {
      let access = try arguments.place.access()
      let monitors = try access.monitors()
      let output = StandardStream.output
      switch arguments.format {
      case .json:
        try MonitoringOutput.writeJSON("homenet.monitors/1", ["monitors": .list(monitors)])
      case .csv: MonitoringOutput.write(MonitorTable.csvLines(monitors))
      case .text:
        let table = MonitorTable(style: Style(isColoured: output.wantsColour), now: .now)
        MonitoringOutput.write(table.lines(monitors, width: output.tableWidth))
      }
      guard !arguments.quiet else { return }
      if monitors.isEmpty {
        MonitoringOutput.hint("there are no monitors yet; 'homenet monitor add' makes one")
      } else if !access.isServed {
        MonitoringOutput.hint(
          "homenet serve is not running with data in \(access.directory): nothing is checked"
        )
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show one monitor: its state, its uptime, its incident, its settings."
    )

    @Argument(help: "An id or a name.")
    var monitor: String

    @OptionGroup var arguments: ItemArguments

    func run() async throws {
      let found = try arguments.place.access().monitor(monitor)
      switch arguments.format {
      case .json: try MonitoringOutput.writeJSON("homenet.monitor/1", found)
      case .text:
        let style = Style(isColoured: StandardStream.output.wantsColour)
        MonitoringOutput.write(MonitorTable(style: style, now: .now).details(found))
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a monitor, with its past."
    )

    @Argument(help: "An id or a name.")
    var monitor: String

    @OptionGroup var arguments: RemovalArguments

    func run() async throws {
      let access = try arguments.place.access()
      let found = try access.monitor(monitor)
      try access.removeMonitor(found["id"]?.string ?? monitor)
      if !arguments.quiet { MonitoringOutput.say("\(found["name"]?.string ?? monitor) is removed") }
    }
  }

  struct Pause: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "pause",
      abstract: "Pause a monitor: it is not checked, and nothing is told of it."
    )

    @Argument(help: "An id or a name.")
    var monitor: String

    @OptionGroup var arguments: ItemArguments

    func run() async throws { try Self.set(true, of: monitor, arguments) }

    /// Pauses a monitor, or resumes it, and says so.
    static func set(_ isPaused: Bool, of name: String, _ arguments: ItemArguments) throws {
      let access = try arguments.place.access()
      let found = try access.monitor(name)
      let changed = try access.setPaused(isPaused, of: found["id"]?.string ?? name)
      switch arguments.format {
      case .json: try MonitoringOutput.writeJSON("homenet.monitor/1", changed)
      case .text:
        let title = changed["name"]?.string ?? name
        MonitoringOutput.say("\(title) is \(isPaused ? "paused" : "watched again")")
      }
    }
  }

  struct Resume: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "resume",
      abstract: "Watch a paused monitor again."
    )

    @Argument(help: "An id or a name.")
    var monitor: String

    @OptionGroup var arguments: ItemArguments

    func run() async throws { try Pause.set(false, of: monitor, arguments) }
  }

  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Check a monitor's target now; the next check comes when it would have.",
      discussion: """
        Exit codes: 0 the target is as it should be, or degraded; 1 it is down; 2 usage; 3 no \
        server runs, or this machine's own side failed, so that nothing is known.
        """
    )

    @Argument(help: "An id or a name.")
    var monitor: String

    @OptionGroup var arguments: ItemArguments

    func run() async throws {
      let access = try arguments.place.access()
      let server = try access.server()
      let found = try access.monitor(monitor)
      let id = found["id"]?.string ?? monitor
      let answer = try server.send("POST", "monitors/\(PercentEncoding.segment(id))/check")
      let result = answer["result"] ?? .null
      switch arguments.format {
      case .json:
        try MonitoringOutput.writeJSON(
          "homenet.monitor.check/1",
          ["monitor": .text(id), "result": result]
        )
      case .text: MonitoringOutput.say(Self.words(result, of: found["name"]?.string ?? id))
      }
      switch result["outcome"]?.string {
      case "passed", "degraded": return
      case "failed": throw ExitCode(Failure.Status.badFinding.rawValue)
      default: throw ExitCode(Failure.Status.unable.rawValue)
      }
    }

    private static func words(_ result: FieldValue, of name: String) -> String {
      let time = result["rtt_ms"]?.number.map { " in \($0) ms" } ?? ""
      let reason = result["reason"]?["text"]?.string.map { ": \($0)" } ?? ""
      return switch result["outcome"]?.string {
      case "passed": "\(name) is as it should be\(time.isEmpty ? "" : ", answered\(time)")"
      case "degraded": "\(name) is degraded\(reason)"
      case "failed": "\(name) is down\(reason)"
      default: "how \(name) is, is not known\(reason)"
      }
    }
  }

  struct Suggest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "suggest",
      abstract: "List what this home may want to watch: its gateway, its storage, the Internet.",
      discussion: "The suggestions are a running server's; `homenet monitor add` takes one."
    )

    @OptionGroup var place: DataArguments

    @Option(help: "text, json or csv.")
    var format: OutputFormat = .text

    func run() async throws {
      let answer = try place.access().server().send("GET", "monitors/suggestions")
      let suggestions = answer["suggestions"]?.elements ?? []
      try MonitoringOutput.write(
        AlertTables.suggestions(suggestions),
        of: suggestions,
        as: format,
        schema: "homenet.monitor.suggestions/1",
        key: "suggestions"
      )
    }
  }
}

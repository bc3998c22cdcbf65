import ArgumentParser
import Channels
import Monitoring
import Wire

struct ChannelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "channel",
    _superCommandName: Program.name,
    abstract: "List, add and test channels: the ways that alerts of homenet serve take.",
    discussion: """
      A running `homenet serve` is asked over the socket in its data directory. Where none runs, list \
      and show read what is stored.

      CHANNEL is an id, or a name that only one channel has. Secrets are written, never read: list and \
      show name them only.

      Exit codes: 0 done, 1 a test was not sent, 2 usage (also: no such channel), 3 no server runs, or \
      the store can't be read.
      """,
    subcommands: [
      List.self, Show.self, Services.self, Add.self, Test.self, Remove.self,
    ]
  )
}

extension ChannelCommand {
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list",
      abstract: "List the channels."
    )

    @OptionGroup var arguments: ListArguments

    func run() async throws {
      let channels = try arguments.place.access().channels()
      try MonitoringOutput.write(
        AlertTables.channels(channels),
        of: channels,
        as: arguments.format,
        schema: "homenet.channels/1",
        key: "channels"
      )
      if channels.isEmpty, !arguments.quiet {
        MonitoringOutput.hint("there are no channels yet; 'homenet channel add' makes one")
      }
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show one channel: its service, its settings, the names of its secrets."
    )

    @Argument(help: "An id or a name.")
    var channel: String

    @OptionGroup var arguments: ItemArguments

    func run() async throws {
      let found = try arguments.place.access().channel(channel)
      switch arguments.format {
      case .json: try MonitoringOutput.writeJSON("homenet.channel/1", found)
      case .text: MonitoringOutput.write(Self.lines(found))
      }
    }

    private static func lines(_ channel: FieldValue) -> [String] {
      var lines: [String] = []
      func add(_ name: String, _ value: String?) {
        guard let value else { return }
        lines.append(DisplayText.safe("  " + DisplayText.padded(name, to: 12) + value))
      }
      let service = channel["service"]?.string ?? ""
      let style = Style(isColoured: StandardStream.output.wantsColour)
      let title = DisplayText.safe(channel["name"]?.string ?? service)
      lines.append("\(style.bold(title))  \(DisplayText.safe(service))")
      add("State", channel["on"]?.flag.map { $0 ? "on" : "off" })
      if case .object(let settings)? = channel["settings"] {
        for (name, value) in settings.sorted(by: { $0.key < $1.key }) { add(name, value.string) }
      }
      for name in channel["secrets"]?.elements ?? [] { add(name.string ?? "", "(secret)") }
      add("Declared", channel["source"]?.string == "file" ? "in the configuration file" : nil)
      add("ID", channel["id"]?.string)
      return lines
    }
  }

  struct Services: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "services",
      abstract: "List the services that channels can be of, and what each takes."
    )

    @Option(help: "text, json or csv.")
    var format: OutputFormat = .text

    func run() async throws {
      let services = ChannelService.all.map(\.field)
      try MonitoringOutput.write(
        AlertTables.services(services),
        of: services,
        as: format,
        schema: "homenet.channel.services/1",
        key: "services"
      )
    }
  }

  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Send a test message over a channel.",
      discussion: "Exit codes: 0 it was sent, 1 it was not, 2 usage, 3 no server runs."
    )

    @Argument(help: "An id or a name.")
    var channel: String

    @OptionGroup var arguments: ItemArguments

    func run() async throws {
      let access = try arguments.place.access()
      let server = try access.server()
      let found = try access.channel(channel)
      let id = found["id"]?.string ?? channel
      let answer = try server.send("POST", "channels/\(PercentEncoding.segment(id))/test")
      let delivery = answer["delivery"] ?? .null
      let isSent = delivery["outcome"]?.string == "sent"
      switch arguments.format {
      case .json:
        try MonitoringOutput.writeJSON(
          "homenet.channel.test/1",
          ["channel": .text(id), "delivery": delivery]
        )
      case .text:
        let name = found["name"]?.string ?? id
        let error = delivery["error"]?["text"]?.string.map { ": \($0)" } ?? ""
        MonitoringOutput.say(
          isSent ? "\(name) took the test message" : "\(name) did not take it\(error)"
        )
      }
      if !isSent { throw ExitCode(Failure.Status.badFinding.rawValue) }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove",
      abstract: "Remove a channel, with its secrets; what waits for it is given up."
    )

    @Argument(help: "An id or a name.")
    var channel: String

    @OptionGroup var arguments: RemovalArguments

    func run() async throws {
      let access = try arguments.place.access()
      let server = try access.server()
      let found = try access.channel(channel)
      _ = try server.send(
        "DELETE",
        "channels/\(PercentEncoding.segment(found["id"]?.string ?? channel))"
      )
      if !arguments.quiet { MonitoringOutput.say("\(found["name"]?.string ?? channel) is removed") }
    }
  }
}

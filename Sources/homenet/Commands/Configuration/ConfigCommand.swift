import ArgumentParser
import Discovery
import Model
import Monitoring

struct ConfigCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    _superCommandName: Program.name,
    abstract: "Check the configuration files of homenet serve, and show what they say.",
    discussion: """
      The files are /etc/homenet/homenet.toml and $XDG_CONFIG_HOME/homenet/homenet.toml \
      (~/.config/homenet/homenet.toml), which overrides the first; or the one that --config or \
      HOMENET_CONFIG names. HOMENET_… variables override the files, options override both. \
      docs/configuration.md lists every key.

      Exit codes: 0 done, 2 something is wrong with the files.
      """,
    subcommands: [Check.self, Show.self]
  )
}

extension ConfigCommand {
  struct Check: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Say what is wrong with the files, with line numbers.",
      discussion: """
        It also looks whether the secrets that the files name can be read by this user. Nothing is \
        sent, and nothing is changed.
        """
    )

    @Argument(
      help: "A file to check instead of the system's and yours.",
      completion: .file()
    )
    var file: String?

    @Option(help: "text or json.")
    var format: TextOrJSON = .text

    func validate() throws {
      if file == "" { throw ValidationError("name a file") }
    }

    func run() async throws {
      let files = ConfigurationFiles(named: file)
      // A file that is named is checked by itself.
      let read = file == nil ? files.read() : files.readFiles()
      let configuration = read.configuration
      var problems = read.problems
      problems += configuration.unreadableSecrets(
        credentials: ConfigurationFiles.processEnvironment("CREDENTIALS_DIRECTORY")
      )
      switch format {
      case .json:
        StandardStream.output.writeLine(try JSONText.encode(json(configuration, problems)))
      case .text:
        let lines =
          problems.isEmpty ? Self.lines(configuration, files) : problems.map(\.description)
        for line in lines { MonitoringOutput.say(line) }
      }
      if !problems.isEmpty { throw ExitCode(Failure.Status.usage.rawValue) }
    }

    /// `FILE: 12 monitors, 3 rules, 2 channels`.
    private static func lines(
      _ configuration: HomeConfiguration,
      _ files: ConfigurationFiles
    ) -> [String] {
      guard !configuration.files.isEmpty else {
        return ["there is no configuration file: \(files.paths.joined(separator: ", "))"]
      }
      let declared = configuration.declared
      let counts = [
        (declared.monitors.count, "monitor"), (declared.rules.count, "rule"),
        (declared.channels.count, "channel"),
      ]
      let words = counts.map { count, word in "\(count) \(word)\(count == 1 ? "" : "s")" }
      return [
        "\(configuration.files.joined(separator: ", ")): \(words.joined(separator: ", "))"
      ]
    }

    private func json(
      _ configuration: HomeConfiguration,
      _ problems: [ConfigurationProblem]
    ) -> JSONObject {
      let shown: [JSONObject] = problems.map { problem in
        ["file": problem.place, "line": problem.line, "message": problem.words]
      }
      return [
        "schema": "homenet.config.check/1", "files": configuration.files, "problems": shown,
        "monitors": configuration.declared.monitors.count,
        "rules": configuration.declared.rules.count,
        "channels": configuration.declared.channels.count,
      ]
    }
  }

  struct Show: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show",
      abstract: "Show what the files and the environment say together, without secrets."
    )

    @Option(
      help: ArgumentHelp("Read this file instead of the system's and yours.", valueName: "file"),
      completion: .file()
    )
    var config: String?

    @Option(help: "text or json.")
    var format: TextOrJSON = .text

    func validate() throws {
      if config == "" { throw ValidationError("--config needs the name of a file") }
    }

    func run() async throws {
      let text = ConfigurationText(configuration: try ConfigurationFiles(named: config).load())
      let output = StandardStream.output
      switch format {
      case .json: output.writeLine(try JSONText.encode(text.json))
      case .text:
        let style = Style(isColoured: output.wantsColour)
        MonitoringOutput.write(text.lines(style: style, width: output.tableWidth))
      }
    }
  }
}

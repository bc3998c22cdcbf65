import ArgumentParser
import Channels
import Glibc
import Monitoring
import PrivateFiles

extension ChannelCommand {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Add a channel, so that alerts are sent over it.",
      discussion: """
        `homenet channel services` lists the services and what each takes. Secrets are never given as \
        arguments, which every user of this machine can see: --secret asks for one on the terminal, \
        --secret-file reads one from a file.

          homenet channel add ntfy --setting topic=home --secret token

        Exit codes: 0 done, 2 usage, 3 no server runs.
        """
    )

    @Argument(help: ArgumentHelp("ntfy, mail, webhook and others.", valueName: "service"))
    var service: String

    @Option(help: "What to call it; by default the service.")
    var name: String?

    @Option(help: "Its id; by default one is made up.")
    var id: String?

    @Option(
      name: .customLong("setting"),
      parsing: .unconditionalSingleValue,
      help: ArgumentHelp("A setting of the service; repeatable.", valueName: "name=value"),
      transform: NamedValue.init(parsing:)
    )
    var settings: [NamedValue] = []

    @Option(
      name: .customLong("secret"),
      help: ArgumentHelp("Ask for this secret on the terminal; repeatable.", valueName: "name")
    )
    var secrets: [String] = []

    @Option(
      name: .customLong("secret-file"),
      help: ArgumentHelp(
        "Read this secret from a file, - is standard input; repeatable.",
        valueName: "name=file"
      ),
      transform: NamedValue.init(parsing:)
    )
    var secretFiles: [NamedValue] = []

    @OptionGroup var arguments: ItemArguments

    func validate() throws {
      if let secret = secrets.first(where: { $0.contains("=") }) {
        // Its value is not repeated.
        let name = secret.prefix { $0 != "=" }
        throw ValidationError(
          "--secret takes a name alone: --secret \(name) asks for it, and --secret-file"
            + " \(name)=FILE reads it"
        )
      }
      let names = secrets + secretFiles.map(\.name)
      guard Set(names).count == names.count else {
        throw ValidationError("each secret can be given once")
      }
      guard secretFiles.count(where: { $0.value == "-" }) <= 1 else {
        throw ValidationError("one secret can be read from standard input")
      }
    }

    func run() async throws {
      let server = try arguments.place.access().server()
      try refuseShownSecrets()
      let added = try server.send("POST", "channels", .object(try fields()))
      switch arguments.format {
      case .json: try MonitoringOutput.writeJSON("homenet.channel/1", added)
      case .text:
        let title = added["name"]?.string ?? service
        let id = added["id"]?.string ?? ""
        MonitoringOutput.say(
          "\(title) is added; its id is \(id), and 'homenet channel test \(id)' sends a test message"
        )
      }
    }

    /// A secret among the settings was already seen by all, and would be shown.
    private func refuseShownSecrets() throws(Failure) {
      let names = ChannelService.named(service)?.secretNames ?? []
      guard let shown = settings.first(where: { names.contains($0.name) }) else { return }
      guard !shown.value.hasPrefix("credential:") else { return }
      throw Failure(
        "\(shown.name) is a secret: give --secret \(shown.name) or --secret-file \(shown.name)=FILE",
        .usage
      )
    }

    private func fields() throws(Failure) -> [String: FieldValue] {
      var fields: [String: FieldValue] = ["service": .text(service)]
      if let name { fields["name"] = .text(name) }
      if let id { fields["id"] = .text(id) }
      var values: [String: FieldValue] = [:]
      for setting in settings { values[setting.name] = .text(setting.value) }
      fields["settings"] = .object(values)
      var given: [String: FieldValue] = [:]
      for file in secretFiles { given[file.name] = .text(try SecretFile.read(file.value)) }
      for name in secrets { given[name] = .text(try PasswordPrompt.ask(for: name)) }
      if !given.isEmpty { fields["secrets"] = .object(given) }
      return fields
    }
  }
}

/// A file whose text is a secret.
enum SecretFile {
  private static let mostBytes = 16_384

  /// The text, without the line end that editors put behind it; `-` is standard input.
  static func read(_ path: String) throws(Failure) -> String {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure("can't read \(path): \(String(cString: strerror(errno)))", .usage)
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let bytes: [UInt8]
    do throws(PrivateFile.Failure) {
      bytes = try PrivateFile.contents(of: descriptor, most: mostBytes)
    } catch {
      guard case .system(let number) = error else {
        throw Failure("\(path) is too long", .usage)
      }
      throw Failure("can't read \(path): \(String(cString: strerror(number)))", .usage)
    }
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw Failure("\(path): its text is no UTF-8", .usage)
    }
    while let last = text.last, last.isNewline { text.removeLast() }
    guard !text.isEmpty else { throw Failure("\(path) is empty", .usage) }
    return text
  }
}

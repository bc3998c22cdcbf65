public import ArgumentParser
import Model
public import Monitoring
import Networking

extension MonitorCommand {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add",
      abstract: "Watch a host or a service.",
      discussion: """
        KIND and TARGET are one of these; behind them the options that --option takes:
          icmp HOST            echo requests: count
          tcp HOST:PORT        a connection
          http URL             a request: method, header, body, redirects,
                               cross_host_redirects, verify_certificate
          dns NAME             a query: record, resolver, expected, dnssec
          tls HOST[:PORT]      a certificate: server_name, starttls, minimum_days,
                               verify_certificate
          presence DEVICE      whether a device is in the home; nothing is sent
          internet HOST[,HOST] whether the Internet can be reached

        --condition adds what has to be true besides, such as '[STATUS] == 200' or \
        '[RESPONSE_TIME] < 500'; docs/conditions.md explains them.

        Exit codes: 0 done, 2 usage, 3 the store can't be used.
        """
    )

    @Argument(help: ArgumentHelp("What is asked.", valueName: "kind"))
    var kind: MonitorCheck.Kind

    @Argument(help: ArgumentHelp("Whom to ask.", valueName: "target"))
    var target: String

    @Option(help: "What to call it; by default the target.")
    var name: String?

    @Option(help: "Its id; by default one is made up.")
    var id: String?

    @Option(
      help: ArgumentHelp("How often to check (60s).", valueName: "duration"),
      transform: parseDuration
    )
    var interval: Duration?

    @Option(
      help: ArgumentHelp(
        "How long a check may take (10s, or half of the interval).",
        valueName: "duration"
      ),
      transform: parseDuration
    )
    var timeout: Duration?

    @Option(
      name: .customLong("condition"),
      parsing: .unconditionalSingleValue,
      help: ArgumentHelp("What has to be true besides; repeatable.", valueName: "condition")
    )
    var conditions: [String] = []

    @Option(
      name: .customLong("parent"),
      help: ArgumentHelp(
        "It depends on this monitor (an id): while that is down, nothing is told of it; repeatable.",
        valueName: "id"
      )
    )
    var parents: [String] = []

    @Option(
      help: ArgumentHelp(
        "Down after so many failed checks, 3, or of the last ones, 3/5.",
        valueName: "m/n"
      )
    )
    var downAfter: String?

    @Option(
      help: ArgumentHelp(
        "Up after so many passed checks, 2, or of the last ones, 2/3.",
        valueName: "m/n"
      )
    )
    var upAfter: String?

    @Option(
      name: .customLong("option"),
      parsing: .unconditionalSingleValue,
      help: ArgumentHelp("An option of its kind; repeatable.", valueName: "name=value"),
      transform: NamedValue.init(parsing:)
    )
    var options: [NamedValue] = []

    @Flag(help: "Add it paused.")
    var paused = false

    @OptionGroup var arguments: ItemArguments

    func validate() throws {
      for (option, text) in [("--down-after", downAfter), ("--up-after", upAfter)] {
        guard let text, Self.quorum(text) == nil else { continue }
        throw ValidationError(
          "\(option): '\(text)' is neither a number, such as 3, nor M/N, such as 3/5"
        )
      }
    }

    func run() async throws {
      let added = try arguments.place.access().add(.object(fields))
      switch arguments.format {
      case .json: try MonitoringOutput.writeJSON("homenet.monitor/1", added)
      case .text:
        let title = added["name"]?.string ?? target
        MonitoringOutput.say("\(title) is added; its id is \(added["id"]?.string ?? "")")
      }
    }

    /// The monitor as the API takes it.
    var fields: [String: FieldValue] {
      var fields: [String: FieldValue] = [
        "kind": .text(kind.rawValue), "target": .text(target),
      ]
      if let name { fields["name"] = .text(name) }
      if let id { fields["id"] = .text(id) }
      if let interval { fields["interval_s"] = .number(interval.milliseconds / 1000) }
      if let timeout { fields["timeout_s"] = .number(timeout.milliseconds / 1000) }
      if !conditions.isEmpty { fields["conditions"] = .list(conditions.map(FieldValue.text)) }
      if !parents.isEmpty { fields["parents"] = .list(parents.map(FieldValue.text)) }
      if let downAfter { fields["down_after"] = Self.quorum(downAfter) }
      if let upAfter { fields["up_after"] = Self.quorum(upAfter) }
      if !options.isEmpty { fields["options"] = .object(Self.options(options)) }
      if paused { fields["paused"] = .flag(true) }
      return fields
    }

    /// `3` or `3/5`.
    static func quorum(_ text: String) -> FieldValue? {
      let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
      switch numbers.count {
      case 1: return numbers[0].map { .number(Double($0)) }
      case 2:
        guard let m = numbers[0], let n = numbers[1] else { return nil }
        return .object(["m": .number(Double(m)), "n": .number(Double(n))])
      default: return nil
      }
    }

    /// The options with their values as JSON has them; those that nobody knows are left to be refused.
    static func options(_ given: [NamedValue]) -> [String: FieldValue] {
      var options: [String: FieldValue] = [:]
      for option in given {
        switch option.name {
        case "count", "redirects", "minimum_days":
          options[option.name] = Double(option.value).map(FieldValue.number) ?? .text(option.value)
        case "verify_certificate", "cross_host_redirects", "dnssec":
          let flags = ["true": true, "false": false]
          options[option.name] = flags[option.value].map(FieldValue.flag) ?? .text(option.value)
        case "expected":
          let before = options["expected"]?.elements ?? []
          options["expected"] = .list(before + [.text(option.value)])
        case "header", "headers":
          let before = options["headers"]?.elements ?? []
          options["headers"] = .list(before + [header(option.value)])
        default: options[option.name] = .text(option.value)
        }
      }
      return options
    }

    /// `Name: value`.
    private static func header(_ text: String) -> FieldValue {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let value = parts.count == 2 ? parts[1].drop { $0 == " " } : ""
      return .object(["name": .text(String(parts[0])), "value": .text(String(value))])
    }
  }
}

extension MonitorCheck.Kind: ExpressibleByArgument {}

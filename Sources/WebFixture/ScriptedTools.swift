import Server

/// Tools that ask nobody: they tell a script, for tests of the API and of pages.
enum ScriptedTools {
  /// A ping of hosts that all answer, and a tool with an option of every kind.
  static let all = [
    ServedTool(
      "ping",
      [
        ToolOption("hosts", .hosts(most: 64), isRequired: true),
        ToolOption("count", .integer(1...100), standard: .number(4)),
      ]
    ) { answers throws(ToolFailure) in
      let (hosts, count) = (answers.texts("hosts"), answers.integer("count") ?? 4)
      return { onProgress throws(ToolFailure) in
        for sequence in 0..<count {
          for host in hosts { onProgress(Reply(host: host, sequence: sequence)) }
        }
        return Report(targets: hosts.map { Target(host: $0, sent: count, received: count) })
      }
    },
    ServedTool(
      "everything",
      [
        ToolOption("host", .host, isRequired: true),
        ToolOption("text", .text(longest: 255)),
        ToolOption("seconds", .seconds(0.1...10), standard: .number(1)),
        ToolOption("choice", .choice(["one", "two"]), standard: .text("one")),
        ToolOption("flag", .flag, standard: .flag(false)),
      ]
    ) { answers throws(ToolFailure) in
      let (host, isFlagged) = (answers.text("host") ?? "", answers.flag("flag"))
      return { _ throws(ToolFailure) in
        if isFlagged { throw .noAnswer("\(host) is made up, and says nothing") }
        return Report(targets: [Target(host: host, sent: 1, received: 1)])
      }
    },
  ]

  private struct Reply: Encodable, Sendable {
    var event = "reply"
    var host: String
    var sequence: Int
  }

  private struct Report: Encodable, Sendable {
    var targets: [Target]
  }

  private struct Target: Encodable, Sendable {
    var host: String
    var sent: Int
    var received: Int
  }
}

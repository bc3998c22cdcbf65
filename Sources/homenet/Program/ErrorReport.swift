/// Why a command has no report, as JSON: `homenet.error/1`.
struct ErrorReport: Encodable, Hashable {
  /// The name and version of its JSON.
  static let schema = "homenet.error/1"

  /// The command; `nil` where there is none of that name.
  var tool: String?
  /// What kind of failure it is.
  var kind: Failure.Kind
  /// What is wrong, in a sentence, as it stands on standard error.
  var detail: String
  /// What the command ends with.
  var exitCode: Int32

  /// The same failure as one of that command.
  init(_ failure: Failure, of tool: String?) {
    self.tool = tool
    kind = failure.kind
    detail = failure.message
    exitCode = failure.status.rawValue
  }

  private enum CodingKeys: String, CodingKey {
    case schema, tool, kind, detail
    case exitCode = "exit_code"
  }

  func encode(to encoder: any Encoder) throws {
    var json = encoder.container(keyedBy: CodingKeys.self)
    try json.encode(Self.schema, forKey: .schema)
    try json.encode(tool, forKey: .tool)
    try json.encode(kind, forKey: .kind)
    try json.encode(detail, forKey: .detail)
    try json.encode(exitCode, forKey: .exitCode)
  }

  /// The command whose JSON was asked for.
  ///
  /// Arguments say so even where they make no command.
  ///
  /// - Parameters:
  ///   - arguments: What was typed after the program's name.
  ///   - tools: The names of the commands that print one report, or none.
  /// - Returns: Its name; `nil` where another command or another format was asked for.
  static func tool(in arguments: [String], of tools: [String]) -> String? {
    guard let name = arguments.first, tools.contains(name), isJSON(arguments) else { return nil }
    return name
  }

  /// Whether arguments ask for JSON.
  static func isJSON(_ arguments: [String]) -> Bool {
    // What follows `--` are no options.
    let options = arguments.prefix { $0 != "--" }
    let formats = zip(options, options.dropFirst() + [""]).compactMap { option, next in
      if option == "--format" { return next }
      return option.hasPrefix("--format=") ? String(option.dropFirst("--format=".count)) : nil
    }
    return formats.last == "json"
  }
}

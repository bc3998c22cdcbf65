/// What was mistyped, in one line that says each thing once.
enum UsageMessage {
  /// The parser's message made shorter, and where to read more.
  ///
  /// - Parameters:
  ///   - message: As in: `The value 'x' is invalid for '--every <duration>': 'x' is no duration …`.
  ///   - arguments: What was typed after the program's name.
  ///   - commands: The names of all commands.
  /// - Returns: One line.
  static func words(_ message: String, arguments: [String], commands: [String]) -> String {
    let line = message.split(separator: "\n").joined(separator: " ")
    if let shorter = withoutRepetition(line) { return shorter }
    let wantsHelp = ["Unknown option", "Unexpected argument", "Missing expected argument"]
      .contains(where: line.hasPrefix)
    guard wantsHelp || line.dropFirst().hasPrefix(" unexpected arguments") else { return line }
    let command = arguments.first.map { commands.contains($0) ? " \($0)" : "" } ?? ""
    let help = "'homenet\(command) --help' lists what there is"
    // As in: `Unknown option '--formt'. Did you mean '--format'?`
    if line.hasSuffix("?"), let end = line.firstRange(of: ". Did you mean ") {
      return "\(line[..<end.lowerBound]); did you mean \(line[end.upperBound...]) \(help)"
    }
    return "\(line); \(help)"
  }

  /// `--every: 'x' is no duration …`; `nil` where the message names the value only once.
  private static func withoutRepetition(_ line: String) -> String? {
    guard line.hasPrefix("The value '") else { return nil }
    let parts = line.dropFirst("The value ".count).split(
      separator: "' is invalid for '",
      maxSplits: 1
    )
    guard parts.count == 2, let end = parts[1].firstRange(of: "': ") else { return nil }
    let option = parts[1][..<end.lowerBound].prefix { $0 != " " }
    let reason = parts[1][end.upperBound...]
    return reason.contains(parts[0].dropFirst()) ? "\(option): \(reason)" : nil
  }
}
